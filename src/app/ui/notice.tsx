import { type ComponentType, useSyncExternalStore } from "react";

import type { NoticeDialogProps } from "./notice-dialog.tsx";
import { toast } from "./toast.tsx";

// Lazily loaded modules bring no style of their own.
import "./dialog.css";

type Notice = { title: string; text?: string };
type Shown = Notice & { Dialog: ComponentType<NoticeDialogProps> };

let current: Shown | null = null;
const listeners = new Set<() => void>();

/**
 * Confirms a success in a dialog of its own, over the page that comes next (specification 4: login, logout, deletion).
 * If the dialog's code does not load, a toast confirms it.
 */
export function notice(next: Notice): void {
  import("./notice-dialog.tsx").then(
    (part) => change({ ...next, Dialog: part.default }),
    () => void toast("success", next.title),
  );
}

function change(next: Shown | null) {
  current = next;
  for (const listener of listeners) listener();
}

const close = () => change(null);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows the notices. */
export function Notices() {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  if (!shown) return null;
  const { Dialog, ...words } = shown;
  return <Dialog key={words.title} {...words} onClose={close} />;
}
