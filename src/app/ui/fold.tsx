import type { ReactNode } from "react";

import { Icon } from "./icon.tsx";

type FoldProps = { words: ReactNode; isOpen?: boolean; className?: string; children: ReactNode };

/** Content folded away until opened, below words that describe it. */
export const Fold = ({ words, isOpen, className = "", children }: FoldProps) => (
  <details open={isOpen} className={`group ${className}`}>
    <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1.5 font-semibold">
      {words}
      <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
    </summary>
    {children}
  </details>
);
