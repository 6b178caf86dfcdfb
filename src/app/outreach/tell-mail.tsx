import type { ReactNode } from "react";

import type { TellPreview } from "#domain/outreach/shapes.ts";
import { say } from "#messages/say.ts";

import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** The mail as its first reader will get it. */
export function TellMail({ mail, onClose }: { mail: TellPreview; onClose: () => void }) {
  const { to, replyTo, subject, text } = mail;
  return (
    <Dialog title={say("message.reads")} width="38rem" onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Line name={say("message.answers")}>{replyTo ?? say("message.answers.nobody")}</Line>
        <Line name={say("message.subject")}>{subject}</Line>
      </dl>
      <p className="quiet mt-5 text-sm">{say("message.mail", { name: to })}</p>
      <div dir="auto" className="mt-1.5 rounded-field bg-base-200 p-4 break-words whitespace-pre-line">
        {text.trim()}
      </div>
      <DialogFoot className="mt-6 flex justify-end">
        <button type="button" className="btn" onClick={onClose}>
          {say("message.back")}
        </button>
      </DialogFoot>
    </Dialog>
  );
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="quiet">{name}</dt>
    <dd dir="auto" className="font-medium break-words">
      {children}
    </dd>
  </>
);
