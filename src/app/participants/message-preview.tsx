import { useEffect, useRef } from "react";

import type { MessageInput, MessagePreview as Preview } from "#domain/participants/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { MailFact, mailFacts, MailShown } from "../ui/mail-shown.tsx";
import { toast } from "../ui/toast.tsx";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { type PersonToCall, ToCall } from "../organizing/to-call.tsx";

type PreviewProps = {
  eventId: string;
  message: MessageInput;
  preview: Preview;
  /** The people of the event without an e-mail address. */
  people: PersonToCall[];
  onSent: () => void;
  onClose: () => void;
};

/** A message as recipients will see it, and the button to send it. */
export function MessagePreview({ eventId, message, preview, people, onSent, onClose }: PreviewProps) {
  const facts = useRef<HTMLDListElement>(null);
  // Scrolls to the top: the first button, which gets focus in a dialog, stands below a message of any length.
  useEffect(() => {
    const title = facts.current?.closest("dialog")?.querySelector("h2");
    title?.setAttribute("tabindex", "-1");
    title?.focus();
  }, []);
  const { recipients: count, to, replyTo, subject, text } = preview;

  const { busy, run } = useDeed(
    () => ask((api) => api.events[":id"].messages.$post({ param: { id: eventId }, json: message })),
    ({ recipients }) => {
      onSent();
      toast("success", say("message.done", { count: recipients }));
    },
    (error) => refused(error, "", say("typed.kept")),
  );

  return (
    <Dialog title={say("message.reads")} width="38rem" onClose={onClose}>
      <dl ref={facts} className={mailFacts}>
        <MailFact name={say("message.to")}>
          {say(`message.${message.audience}`)} · {say("message.people", { count })}
          <ToCall people={people.filter(({ state }) => message.audience === "all" || state === message.audience)} />
        </MailFact>
        <MailFact name={say("message.from")}>{say("brand.name")}</MailFact>
        <MailFact name={say("message.answers")}>{replyTo ?? say("message.answers.nobody")}</MailFact>
        <MailFact name={say("message.subject")}>{subject}</MailFact>
      </dl>
      <MailShown to={to} text={text} />
      <DialogFoot className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <button type="button" className="btn" onClick={onClose}>
          {say("message.back")}
        </button>
        <button type="button" className="btn btn-primary" aria-disabled={busy || undefined} onClick={run}>
          {say(busy ? "message.sending" : "message.send", { count })}
        </button>
      </DialogFoot>
    </Dialog>
  );
}
