import { descriptionMax, durationMax, hasBegun, providedMax, whatToBringMax } from "#domain/events/rules.ts";
import { capacityOf, latestBegin, noteMax } from "#domain/organizing/rules.ts";
import { isPictureAddress, lengthOf } from "#domain/rules.ts";
import { isTimeZone } from "#domain/time-zones/rules.ts";
import { asTyped } from "#domain/values/rules.ts";
import { say } from "#messages/organizing.ts";

import type { FieldErrors } from "../ui/form.tsx";
import type { EventDraft } from "./event-form.ts";
import { byEnd, keepsSpan, spanIn } from "./event-span.ts";

/**
 * What the fields' own rules cannot say: a moment to come within three years (or, as `before`, the one it was), an end after it, a zone, a
 * picture of the web, a length.
 */
export function checkEvent(
  values: EventDraft & { note?: string },
  otherwise: string,
  before: EventDraft = {},
): FieldErrors {
  const { thumbnailUrl = "", description = "", whatToBring = "", provided = "", maxParticipant, note = "" } = values;
  return {
    ...(!keepsSpan(values, before) && checkSpan(values, otherwise)),
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
 * What the server says is wrong, by the fields of the form: the town and the pin belong to the location, and an event's end to its last day where
 * that is typed, or else to how long it lasts.
 */
export function inEventFields(wrong: FieldErrors, { duration }: EventDraft): FieldErrors {
  const fields: Record<string, string> = {
    townId: "location",
    point: "location",
    eventEnd: duration === byEnd ? "endDate" : "duration",
    languages: "languages",
  };
  const fieldOf = (path: string) => fields[path.split(".")[0] ?? ""] ?? path;
  return Object.fromEntries(Object.entries(wrong).map(([path, sentence]) => [fieldOf(path), sentence]));
}

function checkSpan(values: EventDraft, otherwise: string): FieldErrors {
  const { begin, end } = spanIn(values, otherwise);
  const duration = begin && end ? end.getTime() - begin.getTime() : 1;
  const { timeZone = otherwise } = values;
  const now = new Date();
  return {
    ...(begin && hasBegun(begin, now) && { eventDate: say("rule.event_date.past") }),
    ...(begin && begin > latestBegin(now) && { eventDate: say("rule.event_date.too_far") }),
    ...((duration <= 0 || duration > durationMax) && { endDate: say("rule.event_end") }),
    ...(!isTimeZone(timeZone.trim()) && { timeZone: say("rule.time_zone.unknown") }),
  };
}
