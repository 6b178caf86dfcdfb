import { Fragment, type ReactNode, useState } from "react";

import {
  capacityOf,
  descriptionMax,
  durationMax,
  eventTypes,
  hasBegun,
  locationMax,
  titleMax,
  whatToBringMax,
} from "#domain/events/rules.ts";
import { isPictureAddress, lengthOf } from "#domain/rules.ts";
import { isTimeZone } from "#domain/time-zones/rules.ts";
import { say } from "#messages/organizing.ts";

import { CountedField } from "../ui/counted-field.tsx";
import { Field } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import type { EventDraft, TypedField } from "./event-form.ts";
import { keepsSpan, spanIn } from "./event-span.ts";
import { TypeChoice } from "./type-choice.tsx";
import { HoldField, SpotsField } from "./spots-field.tsx";
import { PictureField } from "./picture-field.tsx";
import { WhenField } from "./when-field.tsx";

/**
 * What the fields' own rules cannot say: a moment to come (or, as `before`, the one it was), an end after it, a zone, a
 * picture of the web, a length.
 */
export function checkEvent(values: EventDraft, otherwise: string, before: EventDraft = {}): FieldErrors {
  const { thumbnailUrl = "", description = "", whatToBring = "", maxParticipant } = values;
  return {
    ...(!keepsSpan(values, before) && checkSpan(values, otherwise)),
    ...(thumbnailUrl.trim() &&
      !isPictureAddress(thumbnailUrl.trim()) && { thumbnailUrl: say("rule.thumbnail_url.url") }),
    ...(lengthOf(description.trim()) > descriptionMax && { description: say("rule.description.too_long") }),
    ...(lengthOf(whatToBring.trim()) > whatToBringMax && { whatToBring: say("rule.what_to_bring.too_long") }),
    ...(maxParticipant && capacityOf(maxParticipant) === 0 && { maxParticipant: say("rule.max_participant.too_few") }),
  };
}

function checkSpan(values: EventDraft, otherwise: string): FieldErrors {
  const { begin, end } = spanIn(values, otherwise);
  const duration = begin && end ? end.getTime() - begin.getTime() : 1;
  const { timeZone = otherwise } = values;
  return {
    ...(begin && hasBegun(begin, new Date()) && { eventDate: say("rule.event_date.past") }),
    ...((duration <= 0 || duration > durationMax) && { endDate: say("rule.event_end") }),
    ...(!isTimeZone(timeZone.trim()) && { timeZone: say("rule.time_zone.unknown") }),
  };
}

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
  const controls: Record<TypedField | "span", ReactNode> = {
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
    location: (
      <Field
        name="location"
        label={say("form.location")}
        placeholder={say("form.location.placeholder")}
        defaultValue={initial.location}
        maxLength={locationMax}
        required
        whenMissing={say("rule.location.required")}
      />
    ),
    maxParticipant: <SpotsField initial={initial.maxParticipant ?? ""} />,
    holdHours: <HoldField initial={initial.holdHours} />,
    thumbnailUrl: (
      <PictureField
        name="thumbnailUrl"
        label={say("form.thumbnail")}
        initial={initial.thumbnailUrl ?? ""}
        type={eventTypes.find((each) => each === type) ?? "cleanup"}
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
    whatToBring: (
      <CountedField
        name="whatToBring"
        label={say("form.bring")}
        max={whatToBringMax}
        full={say("rule.what_to_bring.too_long")}
        placeholder={say("form.bring.placeholder")}
        initial={initial.whatToBring ?? ""}
        multiline
        rows={3}
      />
    ),
  };
  return Object.entries(controls).map(([name, control]) => <Fragment key={name}>{control}</Fragment>);
}
