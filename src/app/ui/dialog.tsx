import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";

import { say } from "#messages/say.ts";

import { rescueFocus } from "./focus.ts";
import { Icon } from "./icon.tsx";

import "./dialog.css";

type DialogProps = {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** The largest width, as a CSS length. */
  width?: string;
  /** A picture above the title; if there is one, the content is centered. */
  mark?: ReactNode;
  /** Screen readers read an alert in full, with its text. */
  role?: "dialog" | "alertdialog";
};

/**
 * A modal dialog while rendered: a sheet from below on phones, within reach of the thumb, and centered when wide. It is
 * the platform's own: Escape closes it, the page behind is inert, and focus returns to the opener, or to the content if
 * the opener is gone. It is rendered at the end of the page, so that it does not inherit styles from its opener's place
 * and is not hidden with it.
 */
export function Dialog({ title, children, onClose, mark, width = "28rem", role = "dialog" }: DialogProps) {
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
      className={`sheet-dialog p-5 sm:p-7 ${mark ? "text-center" : ""}`}
      style={{ "--dialog-width": width } as React.CSSProperties}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {mark}
      {/* Leaves space for the close button. */}
      <h2 id={`${id}-title`} className={`text-part outline-none ${role === "dialog" ? (mark ? "px-9" : "pr-9") : ""}`}>
        {title}
      </h2>
      <div id={`${id}-body`} className="dialog-body">
        {children}
      </div>
      {/* The close button comes last, so that focus goes to the dialog's main content. An alert must be answered, not
          closed. */}
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
 * Shows a dialog from its title on. The platform focuses the first field and scrolls to it; if title and field do not
 * fit on the screen together, focus begins at the title.
 */
function beginAtTitle(dialog: HTMLDialogElement) {
  for (const part of [dialog, ...dialog.querySelectorAll(":scope > .dialog-body")]) part.scrollTop = 0;
  const focused = document.activeElement;
  if (!focused || focused === dialog || !dialog.contains(focused)) return;
  const title = dialog.querySelector("h2");
  if (!title || focused.getBoundingClientRect().bottom <= dialog.getBoundingClientRect().bottom) return;
  // Set only now, because the platform would otherwise always begin there.
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}
