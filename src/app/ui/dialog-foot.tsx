import type { ReactNode } from "react";

import "./dialog-foot.css";

type FootProps = { children: ReactNode; className?: string };

/** A dialog's main buttons, at its end: visible even if the content above is longer than the screen. */
export const DialogFoot = ({
  children,
  className = "flex flex-col-reverse gap-3 sm:flex-row sm:justify-end",
}: FootProps) => <div className={`dialog-foot ${className}`}>{children}</div>;
