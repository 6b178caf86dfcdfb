import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";

import { say } from "#messages/site.ts";

import { rescueFocus } from "./focus.ts";
import { Icon } from "./icon.tsx";

type DialogProps = {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** The widest it gets, as a CSS length. */
  width?: string;
  /** A picture above the title, below which everything is then centered. */
  mark?: ReactNode;
  /** Comes from below on phones, below the thumb. */
  fromBelow?: boolean;
  /** An alert is read out whole, with its text. */
  role?: "dialog" | "alertdialog";
};

/**
 * A modal dialog while it is rendered: the platform's own, so that Escape closes it, the page behind is out of reach,
 * and focus goes back to where it came from, or to the content when that has gone. Wherever it was asked for, it stands at the
 * end of the page: it takes no style of that place, and is not hidden with it.
 */
export function Dialog({
  title,
  children,
  onClose,
  mark,
  width = "28rem",
  fromBelow = false,
  role = "dialog",
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    if (element) beginAtTitle(element);
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      rescueFocus();
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === "alertdialog" ? `${id}-body` : undefined}
      className={`sheet-dialog p-5 sm:p-7 ${mark ? "text-center" : ""} ${fromBelow ? "from-below" : ""}`}
      style={{ "--dialog-width": width } as React.CSSProperties}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {mark}
      {/* The button that closes stands beside it. */}
      <h2 id={`${id}-title`} className={`text-part outline-none ${role === "dialog" ? (mark ? "px-9" : "pr-9") : ""}`}>
        {title}
      </h2>
      <div id={`${id}-body`} className="dialog-body">
        {children}
      </div>
      {/* Last, so that focus goes to what the dialog is for. An alert is answered, not closed. */}
      {role === "dialog" && (
        <button
          type="button"
          aria-label={say("close")}
          className="btn btn-circle btn-ghost absolute top-2 right-2 sm:top-4 sm:right-4"
          onClick={onClose}
        >
          <Icon name="x" className="size-5" />
        </button>
      )}
    </dialog>,
    document.body,
  );
}

/**
 * Shows a dialog from its title on. The platform gives focus to the first field, and scrolls to it; where the title and that field
 * do not fit on the screen together, focus begins at the title.
 */
function beginAtTitle(dialog: HTMLDialogElement) {
  for (const part of [dialog, ...dialog.querySelectorAll(":scope > .dialog-body")]) part.scrollTop = 0;
  const focused = document.activeElement;
  if (!focused || focused === dialog || !dialog.contains(focused)) return;
  const title = dialog.querySelector("h2");
  if (!title || focused.getBoundingClientRect().bottom <= dialog.getBoundingClientRect().bottom) return;
  // Only now, or the platform would begin there always.
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}
