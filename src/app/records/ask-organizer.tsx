import { type ReactNode, useEffect, useRef, useState } from "react";

import { isAskable } from "#domain/records/rules.ts";
import type { RecordEntry } from "#domain/records/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { emailInput } from "../ui/email-field.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { toast } from "../ui/toast.tsx";
import { dayIn } from "../ui/whole.ts";

type AskOrganizerProps = {
  entry: RecordEntry;
  onChanged: () => void;
  /** Further actions on the entry, beside this button. */
  children: ReactNode;
};

/** At self-reported hours: the organizer who was asked to assert them, or a form to ask one, in place. */
export function AskOrganizer({ entry, onChanged, children }: AskOrganizerProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [opened] = useState(() => new Date());
  const { asked, title } = entry;
  const isWaiting = asked?.state === "asked";
  const frame = useRef<HTMLDivElement>(null);
  const step = isWaiting
    ? "waiting"
    : !isAskable(entry.kind, spanOf(entry), opened)
      ? "closed"
      : isAsking
        ? "asking"
        : "self-reported";
  const shown = useRef(step);
  // Each step removes the focused element, so focus moves to the next step.
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    rescueFocus(frame.current?.querySelector<HTMLElement>("input, button"));
    // Scrolls the entry above the note about the result and the bar below.
    frame.current?.scrollIntoView({ block: "nearest" });
  }, [step]);
  return (
    <div ref={frame} className="record-ask">
      {asked && step !== "closed" && (
        <p>
          <span className="wrap-anywhere">{asked.email}</span>
          <br />
          <span>{stateOf(asked)}</span>
        </p>
      )}
      {step === "waiting" && (
        <>
          <p className="quiet text-sm">{say("record.ask.waiting")}</p>
          <Withdraw
            entry={entry}
            onDone={() => {
              setIsAsking(false);
              onChanged();
            }}
          />
        </>
      )}
      {step === "self-reported" && (
        <button
          type="button"
          className="record-link"
          aria-label={say(asked ? "record.ask.again_of" : "record.ask_of", { title })}
          onClick={() => setIsAsking(true)}
        >
          {say(asked ? "record.ask.again" : "record.ask")}
        </button>
      )}
      {step === "asking" && <AskForm entry={entry} onAsked={onChanged} onClose={() => setIsAsking(false)} />}
      {step !== "asking" && children}
    </div>
  );
}

function stateOf({ state, at }: NonNullable<RecordEntry["asked"]>): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return say(`record.asked.${state}`, { date: dayIn(at, timeZone) });
}

type AskFormProps = { entry: RecordEntry; onAsked: () => void; onClose: () => void };

function AskForm({ entry: { eventId: id, title }, onAsked, onClose }: AskFormProps) {
  async function send({ email = "" }: Record<string, string>) {
    try {
      await ask((api) => api.account.record[":id"].assertion.$post({ param: { id }, json: { email } }));
      toast("success", say("record.ask.done"));
      onAsked();
    } catch (error) {
      return refused(error);
    }
  }
  return (
    <DraftedForm
      name={`record-ask-${id}`}
      label={say("record.ask_of", { title })}
      onSend={send}
      className="my-2 flex flex-col gap-3 rounded-field bg-base-200 px-4 py-3.5"
    >
      {(draft) => (
        <>
          <Field
            name="email"
            {...emailInput}
            label={say("record.ask.email")}
            hint={say("record.ask.hint")}
            defaultValue={draft["email"] ?? ""}
            required
            whenMissing={say("record.ask.email.required")}
            whenWrong={say("rule.email.format")}
            autoComplete="off"
            className="w-full"
          />
          <div className="flex flex-wrap gap-2">
            <SubmitButton busy={say("record.ask.sending")} look="">
              {say("record.ask.send")}
            </SubmitButton>
            <button type="button" className="btn btn-ghost" onClick={onClose}>
              {say("cancel")}
            </button>
          </div>
        </>
      )}
    </DraftedForm>
  );
}

function Withdraw({ entry: { eventId: id, title }, onDone }: { entry: RecordEntry; onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  async function withdraw() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await ask((api) => api.account.record[":id"].assertion.$delete({ param: { id } }));
      toast("success", say("record.ask.withdrawn"));
    } catch (error) {
      refused(error);
    }
    setIsBusy(false);
    // The request was answered in the meantime, as the record shows.
    onDone();
  }
  return (
    <button
      type="button"
      className="record-link"
      aria-label={say("record.ask.withdraw_of", { title })}
      aria-disabled={isBusy || undefined}
      onClick={() => void withdraw()}
    >
      {say("record.ask.withdraw")}
    </button>
  );
}
