import { useRef, useState } from "react";

import { maxParticipantMax, noLimit } from "#domain/events/rules.ts";
import { capacityOf } from "#domain/organizing/rules.ts";
import { holdHoursDefault, holdHoursMax, holdHoursMin } from "#domain/registrations/rules.ts";
import { say } from "#messages/say.ts";

import { Field, FieldFrame } from "../ui/field.tsx";
import { fillField } from "../ui/form.tsx";
import { Fold } from "../ui/fold.tsx";

/** The numbers that take one tap. */
const usual = ["10", "20", "50"];

/** The maximum in the organizer's own words, with the number that we read from them; usual answers take one tap. */
export function SpotsField({ initial }: { initial: string }) {
  const [places, setPlaces] = useState(initial);
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame} className="flex flex-col gap-3">
      <Field
        name="maxParticipant"
        label={say("form.max")}
        placeholder={say("form.max.placeholder")}
        hint={<span role="status">{places.trim() && placesInWords(capacityOf(places))}</span>}
        defaultValue={initial}
        maxLength={maxParticipantMax}
        required
        whenMissing={say("rule.max_participant.required")}
        onInput={(event) => setPlaces(event.currentTarget.value)}
      />
      <div className="grid grid-cols-[1fr_1fr_1fr_auto] gap-2">
        {[...usual, noLimit].map((answer) => (
          <button
            key={answer}
            type="button"
            aria-pressed={answer === noLimit ? capacityOf(places) === null : places.trim() === answer}
            className="btn px-2"
            onClick={() => fillField(frame.current, "maxParticipant", answer)}
          >
            {answer === noLimit ? say("form.max.all") : answer}
          </button>
        ))}
      </div>
    </div>
  );
}

const placesInWords = (capacity: number | null) =>
  capacity === null ? say("form.max.no_limit") : say("form.max.hint", { count: capacity });

/** The time for which a spot is held for an offer: rarely changed, so folded away. */
export function HoldField({ initial }: { initial: string | undefined }) {
  return (
    <Fold words={say("form.waitlist")}>
      <div className="flex flex-col gap-3 rounded-field bg-base-200 p-4">
        <p className="quiet">{say("form.waitlist.text")}</p>
        <Field
          name="holdHours"
          label={say("form.hold")}
          hint={say("form.hold.hint")}
          type="number"
          inputMode="numeric"
          min={holdHoursMin}
          max={holdHoursMax}
          step={1}
          required
          defaultValue={initial ?? holdHoursDefault}
          whenMissing={say("rule.hold_hours")}
          whenWrong={say("rule.hold_hours")}
          className="max-w-28"
        />
      </div>
    </Fold>
  );
}

/** True if joining asks for a phone number. */
export const PhoneChoice = ({ initial }: { initial: string | undefined }) => (
  <FieldFrame name="asksPhone" label={say("form.phone")} hint={say("form.phone.hint")}>
    {(control) => (
      <select {...control} defaultValue={initial ?? ""} className="select">
        <option value="">{say("form.phone.no")}</option>
        <option value="yes">{say("form.phone.yes")}</option>
      </select>
    )}
  </FieldFrame>
);
