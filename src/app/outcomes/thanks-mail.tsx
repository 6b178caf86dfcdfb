import { useEffect, useRef, useState } from "react";

import { momentOf } from "#domain/events/rules.ts";
import type { Outcome, ThanksPreview } from "#domain/outcomes/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import { whole } from "../ui/whole.ts";
import { ToCall, usePeopleToCall } from "../organizing/to-call.tsx";
import { countsOf, inputOf, peopleToThank, type Said } from "./said.ts";

/** The people who get a mail and those who do not, with reasons; and a preview of the mail. */
export function ThanksMail({ outcome, said }: { outcome: Outcome; said: Said }) {
  const [preview, setPreview] = useState<ThanksPreview | null>(null);
  const [now] = useState(() => new Date());
  const { event, sentAt, settledAt, fromGate } = outcome;
  const { came, mailed, unmailed, absent } = countsOf(outcome, said);
  const people = usePeopleToCall(event._id, unmailed > 0);
  const at = (moment: string) => whole(momentOf(new Date(moment), event.timeZone));

  const param = { id: event._id };
  const json = { ...inputOf(said), peopleAgreed: true };
  const { busy, run: see } = useDeed(
    () => ask((api) => api.events[":id"].afterwards.preview.$post({ param, json })),
    setPreview,
    (error) => {
      const [wrong] = Object.values(refused(error));
      if (wrong) toast("error", wrong);
    },
  );

  const isWaiting = sentAt === null && fromGate && settledAt !== null && new Date(settledAt) > now;
  // Automatic steps come first, as they decide whether the organizer needs to act; then the recipients, and the
  // deadline for corrections.
  const words = [
    ...(isWaiting ? [say("after.settles", { date: at(settledAt) })] : []),
    [
      sentAt !== null
        ? say("after.sent.more")
        : mailed > 0
          ? say("after.to", { count: mailed })
          : say(came > 0 ? "after.to.nobody" : "after.to.untold"),
      ...(unmailed > 0 ? [say("after.unmailed", { count: unmailed })] : []),
      ...(absent > 0 && came > 0 ? [say("after.absent", { count: absent })] : []),
    ].join(" "),
    say("after.until", { date: at(outcome.changedUntil) }),
  ];
  return (
    <>
      <button type="button" className="btn self-start" aria-disabled={busy || undefined} onClick={see}>
        <Icon name="mail" className="size-5" />
        {say("after.mail")}
      </button>
      <ul className="quiet flex flex-col gap-1.5 text-pretty">
        {words.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <ToCall people={peopleToThank(people, said)} lead={say("after.to_call")} />
      {preview && (
        <Dialog title={say("after.mail.reads")} width="38rem" onClose={() => setPreview(null)}>
          <FromItsTop />
          {preview.to !== null && <p className="quiet mt-2">{say("after.mail.first", { name: preview.to })}</p>}
          <p className="mt-3">
            <span className="quiet">{say("after.mail.subject")}:</span>{" "}
            <span dir="auto" className="font-semibold">
              {preview.subject}
            </span>
          </p>
          <Letter {...preview.letter} />
          <DialogFoot className="mt-3 flex justify-end">
            <button type="button" className="btn" onClick={() => setPreview(null)}>
              {say("after.mail.close")}
            </button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  );
}

/** A preview of a mail, with buttons that do nothing. */
const Letter = ({ heading, paragraphs, quote, facts, actions, afterwards, reason }: ThanksPreview["letter"]) => (
  <div className="letter mt-4 rounded-field bg-base-200 p-4 wrap-anywhere">
    <p className="flex items-center gap-2 font-bold text-primary">
      <img src="/scenes/mark.svg" alt="" width="28" height="28" />
      {say("brand.name")}
    </p>
    <div className="letter-sheet my-3 grid gap-4 p-5">
      <h3 dir="auto">{heading}</h3>
      {paragraphs.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      {quote && (
        <blockquote dir="auto">
          <span className="quiet">{quote.by}</span>
          <p>{quote.text}</p>
        </blockquote>
      )}
      <dl>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      {actions.map((label) => (
        <p key={label}>
          <span className="inline-block rounded-[0.625rem] bg-primary px-5.5 py-2.75 font-semibold text-primary-content">
            {label}
          </span>
        </p>
      ))}
      {afterwards.map((text) => (
        <p key={text} dir="auto">
          {text
            .split(/(\S+@\S+)/)
            .map((part, index) => (index % 2 === 1 ? <EmailText key={part} email={part} /> : part))}
        </p>
      ))}
    </div>
    <p className="quiet text-sm">{reason}</p>
  </div>
);

/** Scrolls to the top: the first button, which gets focus in a dialog, stands below a mail of any length. */
function FromItsTop() {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const title = here.current?.closest("dialog")?.querySelector("h2");
    title?.setAttribute("tabindex", "-1");
    title?.focus();
  }, []);
  return <span ref={here} hidden />;
}
