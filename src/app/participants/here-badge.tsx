import type { ReactNode } from "react";

import { Icon } from "../ui/icon.tsx";

/** The classes of every badge on the list. */
export const badge =
  "inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 font-semibold whitespace-nowrap md:-my-0.5";

/** The badge of a person who is here, or came. */
export const HereBadge = ({ children }: { children: ReactNode }) => (
  <span className={`${badge} bg-secondary text-secondary-content`}>
    <Icon name="check" className="size-3.5" />
    {children}
  </span>
);
