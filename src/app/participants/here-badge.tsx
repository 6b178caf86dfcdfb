import type { ReactNode } from "react";

import { Icon } from "../ui/icon.tsx";

/** The classes of every badge on the list. */
export const badge = "badge md:-my-0.5";

/** The badge of a person who is here, or came. */
export const HereBadge = ({ children }: { children: ReactNode }) => (
  <span className={`${badge} badge-status`}>
    <Icon name="check" />
    {children}
  </span>
);
