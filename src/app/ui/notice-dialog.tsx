import { useEffect } from "react";

import { say } from "#messages/say.ts";

import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";

/** The time for which it stays, in milliseconds: it confirms, and needs no answer. */
const stay = 4_000;

export type NoticeDialogProps = { title: string; text?: string; onClose: () => void };

/** The dialog of a notice. It closes by itself. */
export default function NoticeDialog({ title, text, onClose }: NoticeDialogProps) {
  useEffect(() => {
    const timer = setTimeout(onClose, stay);
    return () => clearTimeout(timer);
  }, [onClose]);
  return (
    <Dialog
      title={title}
      role="alertdialog"
      width="22rem"
      mark={<Icon name="circle-check" className="mx-auto mt-2 mb-4 size-14 text-success" />}
      onClose={onClose}
    >
      {text && <p className="quiet mt-2">{text}</p>}
      <button type="button" className="btn btn-primary btn-block mt-5" onClick={onClose}>
        {say("ok")}
      </button>
    </Dialog>
  );
}
