import sprite from "virtual:icons";

import type { IconName } from "./icons.ts";

/** A picture that stands beside words, or in a button that has a name; screen readers pass it over. */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={`shrink-0 ${className}`}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
