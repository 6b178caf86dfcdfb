import { useState } from "react";

import {
  capacityOf,
  descriptionMax,
  eventTypes,
  hasBegun,
  locationMax,
  maxParticipantMax,
  momentIn,
  titleMax,
  wallClockIn,
} from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { isPictureAddress, lengthOf } from "#domain/rules.ts";
import { say } from "#messages/organise.ts";

import { CountedField } from "../ui/counted-field.tsx";
import { Field } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { KindChoice } from "./kind-choice.tsx";
import { PictureField } from "./picture-field.tsx";
import { WhenField } from "./when-field.tsx";

/** What stands in the fields of an event's form, by their names. */
export type EventValues = Record<string, string>;

/** What the form of an existing event begins with. */
export function valuesOf(event: Event): EventValues {
  const { date, time } = wallClockIn(new Date(event.eventDate), event.timeZone);
  return {
    title: event.title,
    eventType: event.eventType,
    location: event.location,
    eventDate: date,
    eventTime: time,
    thumbnailUrl: event.thumbnailUrl ?? "",
    description: event.description,
  };
}

/** The moment that a form's date and time stand for in a time zone. */
export const eventDateOf = ({ eventDate = "", eventTime = "" }: EventValues, timeZone: string) =>
  momentIn(timeZone, eventDate, eventTime);

/** What the fields' own rules cannot say: a moment to come (or, unchanged, the one it was), a picture of the web, a length. */
export function checkEvent(values: EventValues, timeZone: string, unchangedDate?: string): FieldErrors {
  const moment = eventDateOf(values, timeZone);
  const late = moment && moment.toISOString() !== unchangedDate && hasBegun(moment, new Date());
  const { thumbnailUrl = "", description = "", maxParticipant } = values;
  return {
    ...(late && { eventDate: say("rule.event_date.past") }),
    ...(thumbnailUrl.trim() &&
      !isPictureAddress(thumbnailUrl.trim()) && { thumbnailUrl: say("rule.thumbnail_url.url") }),
    ...(lengthOf(description.trim()) > descriptionMax && { description: say("rule.description.too_long") }),
    ...(maxParticipant && capacityOf(maxParticipant) === 0 && { maxParticipant: say("rule.max_participant.too_few") }),
  };
}

const placesInWords = (capacity: number | null) =>
  capacity === null ? say("form.max.no_limit") : say("form.max.hint", { count: capacity });

type EventFieldsProps = {
  initial: EventValues;
  timeZone: string;
  /** A new event also says how many can take part; picture and description are optional later (specification 5). */
  isNew?: boolean;
};

/** The fields of an event, for creating and for editing it: specification 5. */
export function EventFields({ initial, timeZone, isNew = false }: EventFieldsProps) {
  const [kind, setKind] = useState(initial["eventType"] ?? "");
  const [places, setPlaces] = useState(initial["maxParticipant"] ?? "");
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
      <KindChoice initial={kind} onChoose={setKind} />
      <WhenField date={initial["eventDate"] ?? ""} time={initial["eventTime"] ?? "09:00"} timeZone={timeZone} />
      <Field
        name="location"
        label={say("form.location")}
        placeholder={say("form.location.placeholder")}
        defaultValue={initial["location"]}
        maxLength={locationMax}
        required
        whenMissing={say("rule.location.required")}
      />
      {isNew && (
        <Field
          name="maxParticipant"
          label={say("form.max")}
          placeholder={say("form.max.placeholder")}
          hint={places.trim() && placesInWords(capacityOf(places))}
          defaultValue={places}
          maxLength={maxParticipantMax}
          required
          whenMissing={say("rule.max_participant.required")}
          onInput={(event) => setPlaces(event.currentTarget.value)}
        />
      )}
      <PictureField
        name="thumbnailUrl"
        label={say("form.thumbnail")}
        initial={initial["thumbnailUrl"] ?? ""}
        kind={eventTypes.find((type) => type === kind) ?? "cleanup"}
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
