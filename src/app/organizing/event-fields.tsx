import { Fragment, type ReactNode, useId, useState } from "react";
import { descriptionMax, eventTypes, titleMax } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";
import { CountedField } from "../ui/counted-field.tsx";
import type { EventDraft, TypedField } from "./event-form.ts";
import { GoodToKnowFields, type KnowField } from "./good-to-know-fields.tsx";
import { HoldField, PhoneChoice, SpotsField } from "./spots-field.tsx";
import { LocationField } from "./location-field.tsx";
import { PictureField } from "./picture-field.tsx";
import { WhenField } from "./when-field.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { useForm } from "../ui/form.tsx";
import { skyOf } from "../events/event-picture.tsx";

type EventFieldsProps = {
  initial: EventDraft;
  timeZone: string;
  /** A new event needs a picture and a description; later they are optional (specification 5). */
  isNew?: boolean;
};

/** The fields of an event, for creating and for editing it: specification 5. */
export function EventFields({ initial, timeZone, isNew = false }: EventFieldsProps) {
  const [type, setType] = useState(initial.eventType ?? "");
  // The fields in the order of the form. A field without a control does not compile.
  const controls: Record<Exclude<TypedField, KnowField | "townId" | "point"> | "span" | "goodToKnow", ReactNode> = {
    title: (
      <CountedField
        name="title"
        label={say("form.title")}
        max={titleMax}
        full={say("rule.title.too_long")}
        placeholder={say("form.title.placeholder")}
        initial={initial.title ?? ""}
        required
        whenMissing={say("rule.title.required")}
      />
    ),
    eventType: <TypeChoice initial={type} onChoose={setType} />,
    span: <WhenField initial={initial} timeZone={timeZone} />,
    // Includes the fields of the town and the pin.
    location: <LocationField initial={initial} />,
    maxParticipant: <SpotsField initial={initial.maxParticipant ?? ""} />,
    holdHours: <HoldField initial={initial.holdHours} />,
    asksPhone: <PhoneChoice initial={initial.asksPhone} />,
    thumbnailUrl: (
      <PictureField
        name="thumbnailUrl"
        label={say("form.thumbnail")}
        initial={initial.thumbnailUrl ?? ""}
        type={eventTypes.find((each) => each === type)}
        required={isNew}
      />
    ),
    description: (
      <CountedField
        name="description"
        label={say("form.description")}
        max={descriptionMax}
        full={say("rule.description.too_long")}
        placeholder={say("form.description.placeholder")}
        initial={initial.description ?? ""}
        required={isNew}
        whenMissing={say("rule.description.required")}
        multiline
      />
    ),
    goodToKnow: <GoodToKnowFields initial={initial} />,
  };
  return Object.entries(controls).map(([name, control]) => <Fragment key={name}>{control}</Fragment>);
}

/** Chooses one of the seven types by picture and name, in one row if it fits; the arrow keys move between them. */
function TypeChoice({ initial, onChoose }: { initial: string; onChoose: (type: string) => void }) {
  const id = useId();
  const error = useForm().errors["eventType"];
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="@container flex flex-col gap-1.5"
    >
      <legend className="mb-1.5 font-semibold">{say("form.type")}</legend>
      <div className="grid grid-cols-2 gap-2 @min-[26rem]:grid-cols-4 @min-[40rem]:grid-cols-7">
        {eventTypes.map((type) => (
          <label
            key={type}
            className="relative flex cursor-pointer items-center overflow-hidden rounded-field border border-base-300 bg-base-100 has-checked:border-primary has-checked:ring-2 has-checked:ring-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus @min-[26rem]:flex-col @min-[26rem]:items-stretch"
          >
            <input
              type="radio"
              name="eventType"
              value={type}
              required
              defaultChecked={type === initial}
              data-when-missing={say("rule.event_type.required")}
              className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
              onChange={() => onChoose(type)}
            />
            <Drawing
              scene={type}
              sky={skyOf(type)}
              className="min-h-12 w-12 shrink-0 self-stretch @min-[26rem]:aspect-[16/10] @min-[26rem]:w-full"
            />
            <span className="p-2 text-sm leading-tight font-medium @min-[26rem]:p-1.5 @min-[26rem]:text-[0.8125rem]">
              {say(`event_type.${type}`)}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
