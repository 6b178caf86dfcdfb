import type { ReactNode } from "react";

import { Drawing } from "./drawing.tsx";

type EmptyStateProps = {
  title: string;
  text?: string;
  /**
   * True if the empty state is below a search: then a phone has no space for a picture, beside the field and the
   * keyboard.
   */
  isSearch?: boolean;
  children?: ReactNode;
};

/** The content of an empty list: why it is empty, and links to go on. */
export function EmptyState({ title, text, isSearch = false, children }: EmptyStateProps) {
  return (
    <div className="sheet grid overflow-hidden md:grid-cols-[2fr_3fr]">
      <Drawing scene="empty" className={`aspect-[16/10] size-full ${isSearch ? "max-sm:hidden" : ""}`} />
      <div className="flex flex-col items-start justify-center gap-3 p-5 sm:p-8">
        <h2 className="text-[1.375rem] leading-tight">{title}</h2>
        {text && <p className="quiet max-w-md">{text}</p>}
        {children && <div className="mt-2">{children}</div>}
      </div>
    </div>
  );
}
