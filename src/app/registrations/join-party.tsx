import { useState } from "react";

import { isFull, remainingSpots, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { guestNameMax, guestsMax } from "#domain/registrations/rules.ts";
import { say } from "#messages/say.ts";

import { MinorField } from "../events/minor-field.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import type { Party } from "./use-own-registration.ts";

type JoinPartyProps = {
  event: Event;
  /** @returns what is wrong with fields; null after joining */
  join: (party: Party) => Promise<FieldErrors | null>;
  onClose: () => void;
};

type Values = Readonly<Record<string, string>>;

/** The dialog to join with guests. If they do not all fit, the registrant chooses: wait, or take the spots left. */
export default function JoinParty({ event, join, onClose }: JoinPartyProps) {
  async function send(values: Values): Promise<FieldErrors | void> {
    const guests = numbers(values).map((number) => ({
      name: (values[`name${number}`] ?? "").trim(),
      under18: values[`under18-${number}`] === "on",
      guardian: values[`guardian-${number}`] ?? "",
    }));
    const wrong = await join({ guests, whenShort: values["whenShort"] === "take" ? "take" : "wait" });
    // The typed values are kept.
    if (wrong) return inGuestsFields(wrong);
    onClose();
  }

  return (
    <Dialog title={say("party.title")} onClose={onClose}>
      <p className="quiet mt-2">{say("party.text")}</p>
      <DraftedForm name={`join-together.${event._id}`} className="mt-4 flex flex-col gap-4" onSend={send}>
        {(draft) => <PartyFields event={event} draft={draft} onClose={onClose} />}
      </DraftedForm>
    </Dialog>
  );
}

/** Assigns complaints about guests to their fields, which are numbered from 1. */
const inGuestsFields = (wrong: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(wrong).map(([path, sentence]) => {
      const [, index, what] = /^guests\.(\d)\.(name|guardian)$/.exec(path) ?? [];
      const number = Number(index) + 1;
      return [what === undefined ? path : what === "name" ? `name${number}` : `guardian-${number}`, sentence];
    }),
  );

/** 1, 2, … up to the number of guests. */
const numbers = ({ count = "1" }: Values) => Array.from({ length: Number(count) }, (_, index) => index + 1);

function PartyFields({ event, draft, onClose }: { event: Event; draft: Values; onClose: () => void }) {
  const [count, setCount] = useState(draft["count"] ?? "1");
  const people = Number(count) + 1;
  const spots = spotsOf(event);
  const left = remainingSpots(spots);
  const full = isFull(spots);
  const isShort = !full && left !== null && left < people;
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-semibold">{say("party.count")}</legend>
        <div className="flex gap-2">
          {Array.from({ length: guestsMax }, (_, index) => String(index + 1)).map((number) => (
            <label key={number} className="btn flex-1 px-0 has-focus-visible:outline-2">
              <input
                type="radio"
                name="count"
                value={number}
                checked={count === number}
                className="sr-only"
                onChange={() => setCount(number)}
              />
              {number}
            </label>
          ))}
        </div>
      </fieldset>
      {numbers({ count }).map((number) => (
        <div key={number} className="flex flex-col gap-1">
          <Field
            name={`name${number}`}
            label={say("party.name", { number })}
            defaultValue={draft[`name${number}`]}
            maxLength={guestNameMax}
            autoComplete="off"
            required
            whenMissing={say("rule.guests.name")}
          />
          <MinorField
            name={`under18-${number}`}
            guardian={`guardian-${number}`}
            label={say("party.under18")}
            guardianLabel={say("party.guardian")}
            hint={say("party.guardian.hint")}
            draft={draft}
          />
        </div>
      ))}
      {isShort && (
        <fieldset className="flex flex-col">
          <legend className="mb-1.5 font-semibold">{say("party.short", { count: left, people })}</legend>
          {(["wait", "take"] as const).map((choice) => (
            <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="whenShort"
                value={choice}
                defaultChecked={(draft["whenShort"] ?? "wait") === choice}
                className="size-5 shrink-0 accent-primary"
              />
              {choice === "wait" ? say("party.wait") : say("party.take", { count: left })}
            </label>
          ))}
        </fieldset>
      )}
      {full && <p>{say("party.waitlist")}</p>}
      <DialogFoot>
        <button type="button" className="btn" onClick={onClose}>
          {say("cancel")}
        </button>
        <SubmitButton busy={say("event.joining")}>
          {full ? say("party.submit_wait") : say("party.submit", { count: Number(count) })}
        </SubmitButton>
      </DialogFoot>
    </>
  );
}
