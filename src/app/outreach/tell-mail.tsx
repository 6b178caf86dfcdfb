import type { TellPreview } from "#domain/outreach/shapes.ts";
import { say } from "#messages/say.ts";

import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { MailFact, mailFacts, MailShown } from "../ui/mail-shown.tsx";

/** The mail as its first reader will get it. */
export function TellMail({ mail, onClose }: { mail: TellPreview; onClose: () => void }) {
  const { to, replyTo, subject, text } = mail;
  return (
    <Dialog title={say("message.reads")} width="38rem" onClose={onClose}>
      <dl className={mailFacts}>
        <MailFact name={say("message.answers")}>{replyTo ?? say("message.answers.nobody")}</MailFact>
        <MailFact name={say("message.subject")}>{subject}</MailFact>
      </dl>
      <MailShown to={to} text={text} />
      <DialogFoot className="mt-6 flex justify-end">
        <button type="button" className="btn" onClick={onClose}>
          {say("message.back")}
        </button>
      </DialogFoot>
    </Dialog>
  );
}
