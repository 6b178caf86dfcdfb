import { useId, useState } from "react";
import { useOutletContext } from "react-router";

import { titleMax } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { audiences, type Audience } from "#domain/participants/rules.ts";
import type { MessageInput, MessagePreview as Preview } from "#domain/participants/shapes.ts";
import { lengthOf, messageMax } from "#domain/rules.ts";
import { hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { Radio } from "../ui/choice.tsx";
import { CountedField } from "../ui/counted-field.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { forgetDraft } from "../ui/draft.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, useForm } from "../ui/form.tsx";
import { MessagePreview } from "./message-preview.tsx";
import { refused } from "../session/refused.ts";
import { ToCall, usePeopleToCall } from "../organizing/to-call.tsx";

type WriteMessageProps = {
  event: Event;
  /** The number of people with an e-mail address in each audience, and of those without one. */
  counts: Record<Audience | "unreachable", number>;
  onSent: () => void;
  onClose: () => void;
};

/**
 * The sheet writes to the participants, the waitlist, or both. The organizer reviews the message as recipients will see
 * it before it is sent. Closing the sheet keeps the draft.
 */
export function WriteMessage({ event, counts, onSent, onClose }: WriteMessageProps) {
  const { email } = useOutletContext<SessionUser>();
  const [read, setRead] = useState<{ message: MessageInput; preview: Preview } | null>(null);
  const [isOver] = useState(() => hasEnded(spanOf(event), new Date()));
  const people = usePeopleToCall(event._id, counts.unreachable > 0, counts.unreachable);
  const draftName = `message.${event._id}`;

  async function show(values: Record<string, string>): Promise<FieldErrors> {
    const audience = audiences.find((each) => each === values["audience"]) ?? "all";
    const subject = values["subject"]?.trim();
    const message = { audience, ...(subject && { subject }), text: values["text"] ?? "" };
    try {
      const param = { id: event._id };
      const preview = await ask((api) => api.events[":id"].messages.preview.$post({ param, json: message }));
      setRead({ message, preview });
      // Nothing is wrong and nothing is sent yet, so the draft stays.
      return {};
    } catch (error) {
      return refused(error, "", say("typed.kept"));
    }
  }

  if (read) {
    return (
      <MessagePreview
        eventId={event._id}
        {...read}
        people={people}
        onClose={() => setRead(null)}
        onSent={() => {
          forgetDraft(draftName);
          onSent();
        }}
      />
    );
  }
  return (
    <Dialog title={say("message.title")} width="34rem" onClose={onClose}>
      <p className="quiet mt-2 break-words">{say(counts.all === 0 ? "message.nobody" : "message.lead", { email })}</p>
      <ToCall people={people} className="mt-2" />
      {counts.all > 0 && (
        <DraftedForm
          name={draftName}
          label={say("message.title")}
          className="mt-3 flex flex-col gap-3"
          check={checkMessage}
          onSend={show}
        >
          {(draft) => (
            <>
              {counts.joined > 0 && counts.waiting > 0 ? (
                <AudienceChoice initial={draft["audience"] ?? "joined"} counts={counts} />
              ) : (
                <input type="hidden" name="audience" value={counts.joined > 0 ? "joined" : "waiting"} />
              )}
              <CountedField
                name="subject"
                label={say("message.own_subject")}
                placeholder={say("message.own_subject.placeholder", { organizer: event.organizer, title: event.title })}
                initial={draft["subject"] ?? ""}
                max={titleMax}
                full={say("rule.subject.too_long")}
              />
              <CountedField
                name="text"
                label={say("message.text")}
                placeholder={say(isOver ? "message.text.placeholder.after" : "message.text.placeholder")}
                initial={draft["text"] ?? ""}
                max={messageMax}
                full={say("rule.message.too_long")}
                whenMissing={say("rule.message.required")}
                required
                multiline
                rows={3}
              />
              <DialogFoot>
                <SubmitButton busy={say("message.preview.busy")}>{say("message.preview")}</SubmitButton>
              </DialogFoot>
            </>
          )}
        </DraftedForm>
      )}
    </Dialog>
  );
}

const checkMessage = ({ text = "" }: Record<string, string>): FieldErrors =>
  lengthOf(text.trim()) > messageMax ? { text: say("rule.message.too_long") } : {};

/** No field has an error, but nothing has been sent yet, so the draft stays. */
function AudienceChoice({ initial, counts }: { initial: string; counts: Record<Audience, number> }) {
  const id = useId();
  const error = useForm().errors["audience"];
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex flex-col gap-2"
    >
      <legend className="mb-1.5 font-semibold">{say("message.to")}</legend>
      {audiences.map((audience) => (
        <label
          key={audience}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field border border-base-300 px-3 has-checked:border-primary has-checked:bg-secondary has-checked:text-secondary-content has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <Radio name="audience" value={audience} defaultChecked={audience === initial} />
          <span className="flex-1">{say(`message.${audience}`)}</span>
          <span className="text-sm tabular-nums">{say("message.people", { count: counts[audience] })}</span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
