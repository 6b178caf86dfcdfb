import { descriptionMax, hasLength, providedMax, whatToBringMax } from "#domain/events/rules.ts";
import { capacityOf, latestBegin, noteMax } from "#domain/organizing/rules.ts";
import { isPictureAddress, lengthOf } from "#domain/rules.ts";
import { hasBegun, isTimeZone } from "#domain/time-zones/rules.ts";
import { asTyped } from "#domain/values/rules.ts";
import { say } from "#messages/say.ts";

import type { FieldErrors } from "../ui/form.tsx";
import type { EventDraft } from "./event-form.ts";
import { byEnd, keepsSpan, typedSpan } from "./event-span.ts";

/**
 * Checks beyond the fields' own rules: a future begin within three years (or unchanged from `before`), an end after it,
 * a time zone, a picture on the web, and lengths.
 */
export function checkEvent(
  values: EventDraft & { note?: string },
  otherwise: string,
  before: EventDraft = {},
): FieldErrors {
  const { thumbnailUrl = "", description = "", whatToBring = "", provided = "", maxParticipant, note = "" } = values;
  return {
    ...(!keepsSpan(values, before) && checkSpan(values, otherwise, before)),
    ...(thumbnailUrl.trim() &&
      !isPictureAddress(asTyped(thumbnailUrl)) && { thumbnailUrl: say("rule.thumbnail_url.url") }),
    ...(lengthOf(description.trim()) > descriptionMax && { description: say("rule.description.too_long") }),
    ...(lengthOf(whatToBring.trim()) > whatToBringMax && { whatToBring: say("rule.what_to_bring.too_long") }),
    ...(lengthOf(provided.trim()) > providedMax && { provided: say("rule.provided.too_long") }),
    ...(lengthOf(note.trim()) > noteMax && { note: say("rule.note.too_long") }),
    ...(maxParticipant && capacityOf(maxParticipant) === 0 && { maxParticipant: say("rule.max_participant.too_few") }),
  };
}

/**
 * Assigns the server's complaints to fields of the form: complaints about the town and the pin to the location, and
 * complaints about the end to its date if that is typed, or else to the duration.
 */
export function inEventFields(wrong: FieldErrors, { duration }: EventDraft): FieldErrors {
  const fields: Record<string, string> = {
    "repeats.until": "until",
    "repeats.count": "times",
    repeats: "repeats",
    leftOut: "repeats",
    startTime: "eventTime",
    minutes: duration === byEnd ? "endDate" : "duration",
    townId: "location",
    point: "location",
    eventEnd: duration === byEnd ? "endDate" : "duration",
    languages: "languages",
  };
  const fieldOf = (path: string) => fields[path] ?? fields[own(path).split(".")[0] ?? ""] ?? own(path);
  return Object.fromEntries(Object.entries(wrong).map(([path, sentence]) => [fieldOf(path), sentence]));
}

/** The name of a complaint's field, without the part of the request that a series has it in. */
const own = (path: string): string => path.replace(/^(event|changes)\./, "");

function checkSpan(values: EventDraft, otherwise: string, before: EventDraft): FieldErrors {
  const { begin, end } = typedSpan(values, otherwise);
  // An event under way can end at another time, but it has begun already.
  const isNew = begin?.getTime() !== typedSpan(before, otherwise).begin?.getTime();
  const { timeZone = otherwise } = values;
  const now = new Date();
  return {
    ...(isNew && begin && hasBegun({ begin }, now) && { eventDate: say("rule.event_date.past") }),
    ...(isNew && begin && begin > latestBegin(now) && { eventDate: say("rule.event_date.too_far") }),
    ...(begin && end && !hasLength({ begin, end }) && { endDate: say("rule.event_end") }),
    ...(!isTimeZone(timeZone.trim()) && { timeZone: say("rule.time_zone.unknown") }),
  };
}
