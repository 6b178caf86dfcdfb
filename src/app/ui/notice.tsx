import { useEffect, useSyncExternalStore } from "react";

import { say } from "#messages/say.ts";

import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";

type Notice = { title: string; text?: string };

/** The time for which it stays, in milliseconds: it confirms, and needs no answer. */
const stay = 4_000;

let current: Notice | null = null;
const listeners = new Set<() => void>();

/**
 * Confirms a success in a dialog of its own, over the page that comes next (specification 4: login, logout, deletion).
 */
export function notice(next: Notice | null) {
  current = next;
  for (const listener of listeners) listener();
}

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
  return shown && <NoticeDialog key={shown.title} {...shown} />;
}

function NoticeDialog({ title, text }: Notice) {
  useEffect(() => {
    const timer = setTimeout(() => notice(null), stay);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog
      title={title}
      role="alertdialog"
      width="22rem"
      mark={<Icon name="circle-check" className="mx-auto mt-2 mb-4 size-14 text-success" />}
      onClose={() => notice(null)}
    >
      {text && <p className="quiet mt-2">{text}</p>}
      <button type="button" className="btn btn-primary btn-block mt-5" onClick={() => notice(null)}>
        {say("ok")}
      </button>
    </Dialog>
  );
}
