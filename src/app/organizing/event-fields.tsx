import { Fragment, type ReactNode, useState } from "react";

import { descriptionMax, eventTypes, titleMax } from "#domain/events/rules.ts";
import { say } from "#messages/organizing.ts";

import { CountedField } from "../ui/counted-field.tsx";
import type { EventDraft, TypedField } from "./event-form.ts";
import { GoodToKnowFields, type KnowField } from "./good-to-know-fields.tsx";
import { TypeChoice } from "./type-choice.tsx";
import { HoldField, PhoneChoice, SpotsField } from "./spots-field.tsx";
import { LocationField } from "./location-field.tsx";
import { PictureField } from "./picture-field.tsx";
import { WhenField } from "./when-field.tsx";

type EventFieldsProps = {
  initial: EventDraft;
  timeZone: string;
  /** Picture and description are optional later (specification 5). */
  isNew?: boolean;
};

/** The fields of an event, for creating and for editing it: specification 5. */
export function EventFields({ initial, timeZone, isNew = false }: EventFieldsProps) {
  const [type, setType] = useState(initial.eventType ?? "");
  // In their order. A field without a control does not compile.
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
    // With the town and the pin.
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
