import sprite from "virtual:icons";

import type { IconName } from "./icons.ts";

/** A decorative icon beside words, or in a button with a name; screen readers skip it. */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={`shrink-0 ${className}`}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
