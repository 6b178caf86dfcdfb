import type { ReactNode } from "react";

import { Dialog } from "./dialog.tsx";

type ConfirmProps = {
  title: string;
  children: ReactNode;
  /** The words of the button that confirms. */
  yes: string;
  /** The words of the button that leaves things as they are. */
  no: string;
  look?: "btn-error" | "btn-primary";
  busy?: boolean;
  onYes: () => void;
  /** Escape closes the dialog too; `onNo` is for a button that does more than that. */
  onNo?: () => void;
  onClose: () => void;
};

/** Asks for confirmation before an action that cannot be undone, with a button for each answer. */
export const Confirm = ({
  title,
  children,
  yes,
  no,
  look = "btn-error",
  busy = false,
  onYes,
  onClose,
  onNo = onClose,
}: ConfirmProps) => (
  <Dialog title={title} role="alertdialog" onClose={onClose}>
    {children}
    <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <button type="button" className="btn" onClick={onNo}>
        {no}
      </button>
      <button type="button" className={`btn ${look}`} aria-disabled={busy || undefined} onClick={onYes}>
        {yes}
      </button>
    </div>
  </Dialog>
);
