import { type ReactNode, useEffect, useId, useRef } from "react";

import { rescueFocus } from "./focus.ts";

type DialogProps = {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** The widest it gets, as a CSS length. */
  width?: string;
  /** An alert is read out whole, with its text. */
  role?: "dialog" | "alertdialog";
};

/**
 * A modal dialog while it is rendered: the platform's own, so that Escape closes it, the page behind is out of reach,
 * and focus goes back to where it came from, or to the content when that has gone.
 */
export function Dialog({ title, children, onClose, width = "28rem", role = "dialog" }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      rescueFocus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === "alertdialog" ? `${id}-body` : undefined}
      className="sheet-dialog p-5 sm:p-7"
      style={{ "--dialog-width": width } as React.CSSProperties}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}-title`} className="text-part">
        {title}
      </h2>
      <div id={`${id}-body`}>{children}</div>
    </dialog>
  );
}
