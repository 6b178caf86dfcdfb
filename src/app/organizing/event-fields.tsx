import { useState } from "react";

import {
  capacityOf,
  descriptionMax,
  durationMax,
  eventTypes,
  hasBegun,
  locationMax,
  titleMax,
} from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { isPictureAddress, lengthOf } from "#domain/rules.ts";
import { isTimeZone } from "#domain/time-zones/rules.ts";
import { say } from "#messages/organizing.ts";

import { CountedField } from "../ui/counted-field.tsx";
import { Field } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { type EventValues, spanIn, spanNames, spanValuesOf } from "./event-form.ts";
import { TypeChoice } from "./type-choice.tsx";
import { HoldField, SpotsField } from "./spots-field.tsx";
import { PictureField } from "./picture-field.tsx";
import { WhenField } from "./when-field.tsx";

/** What the form of an existing event begins with. */
export function valuesOf(event: Event): EventValues {
  return {
    title: event.title,
    eventType: event.eventType,
    location: event.location,
    ...spanValuesOf(event),
    maxParticipant: event.maxParticipant,
    holdHours: String(event.holdHours),
    thumbnailUrl: event.thumbnailUrl ?? "",
    description: event.description,
  };
}

/** Under which the form of a new event keeps its draft: somebody else on this device does not find what one has typed. */
export const createDraft = (memberId: string) => `create-event.${memberId}`;

/** Whether the fields that say when an event is are as they were. */
export const keepsSpan = (values: EventValues, before: EventValues) =>
  spanNames.every((name) => values[name] === before[name]);

/**
 * What the fields' own rules cannot say: a moment to come (or, as `before`, the one it was), an end after it, a zone, a
 * picture of the web, a length.
 */
export function checkEvent(values: EventValues, otherwise: string, before: EventValues = {}): FieldErrors {
  const { thumbnailUrl = "", description = "", maxParticipant } = values;
  return {
    ...(!keepsSpan(values, before) && checkSpan(values, otherwise)),
    ...(thumbnailUrl.trim() &&
      !isPictureAddress(thumbnailUrl.trim()) && { thumbnailUrl: say("rule.thumbnail_url.url") }),
    ...(lengthOf(description.trim()) > descriptionMax && { description: say("rule.description.too_long") }),
    ...(maxParticipant && capacityOf(maxParticipant) === 0 && { maxParticipant: say("rule.max_participant.too_few") }),
  };
}

function checkSpan(values: EventValues, otherwise: string): FieldErrors {
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
  initial: EventValues;
  timeZone: string;
  /** Picture and description are optional later (specification 5). */
  isNew?: boolean;
};

/** The fields of an event, for creating and for editing it: specification 5. */
export function EventFields({ initial, timeZone, isNew = false }: EventFieldsProps) {
  const [type, setType] = useState(initial["eventType"] ?? "");
  return (
    <>
      <CountedField
        name="title"
        label={say("form.title")}
        max={titleMax}
        full={say("rule.title.too_long")}
        placeholder={say("form.title.placeholder")}
        initial={initial["title"] ?? ""}
        required
        whenMissing={say("rule.title.required")}
      />
      <TypeChoice initial={type} onChoose={setType} />
      <WhenField initial={initial} timeZone={timeZone} />
      <Field
        name="location"
        label={say("form.location")}
        placeholder={say("form.location.placeholder")}
        defaultValue={initial["location"]}
        maxLength={locationMax}
        required
        whenMissing={say("rule.location.required")}
      />
      <SpotsField initial={initial["maxParticipant"] ?? ""} />
      <HoldField initial={initial["holdHours"]} />
      <PictureField
        name="thumbnailUrl"
        label={say("form.thumbnail")}
        initial={initial["thumbnailUrl"] ?? ""}
        type={eventTypes.find((each) => each === type) ?? "cleanup"}
        required={isNew}
      />
      <CountedField
        name="description"
        label={say("form.description")}
        max={descriptionMax}
        full={say("rule.description.too_long")}
        placeholder={say("form.description.placeholder")}
        initial={initial["description"] ?? ""}
        required={isNew}
        whenMissing={say("rule.description.required")}
        multiline
      />
    </>
  );
}
