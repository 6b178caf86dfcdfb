import { type ReactNode, useEffect, useRef } from "react";

import { rescueFocus } from "./focus.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons.ts";

type DoneCardProps = {
  icon?: { name: IconName; className: string };
  title: string;
  text: string;
  /** Links to go on. */
  children: ReactNode;
};

const done = { name: "circle-check", className: "text-success" } as const;

/** Replaces a form that was sent: says what happened, with focus, and links on. */
export function DoneCard({ icon = done, title, text, children }: DoneCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    return () => rescueFocus();
  }, []);
  return (
    <div className="sheet mx-auto flex max-w-lg flex-col items-center gap-4 px-6 py-14 text-center">
      <Icon name={icon.name} className={`size-14 ${icon.className}`} />
      <h1 ref={heading} tabIndex={-1} className="text-page outline-none">
        {title}
      </h1>
      <p className="quiet text-lg text-balance break-words">{text}</p>
      {children}
    </div>
  );
}
