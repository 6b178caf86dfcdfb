import {
  descriptionMax,
  durationDefault,
  durationMax,
  type EventType,
  locationMax,
  noLimit,
  titleMax,
} from "../events/rules.ts";
import { capacityMax } from "../organizing/rules.ts";
import type { ReadEvent } from "../ports.ts";
import { firstCharacters, lengthOf, oneLine } from "../rules.ts";
import type { ImportedFacts } from "./merging.ts";
import { type FoundNote, foundNotes, proposedType } from "./rules.ts";

/** An event as it was read, fitted to what an event of ours can say. */
export type FittedEvent = ImportedFacts & {
  uid: string;
  eventType: EventType;
  maxParticipant: string;
  notes: FoundNote[];
};

/**
 * Fits what was read elsewhere into an event of ours, the same each time: what is too long is cut, what is missing is proposed,
 * and the notes say so. A place is not made up: '' where there is none.
 */
export function fitted(read: ReadEvent): FittedEvent {
  const title = cut(oneLine(readable(read.title)), titleMax);
  const location = cut(oneLine(readable(read.location)), locationMax);
  const words = cut(readable(read.description), descriptionMax);
  const duration = (read.end?.getTime() ?? NaN) - read.begin.getTime();
  const hasEnd = duration > 0;
  const eventEnd = new Date(read.begin.getTime() + (hasEnd ? Math.min(duration, durationMax) : durationDefault));
  const isTrue: Record<FoundNote, boolean> = {
    all_day: read.isAllDay,
    no_end: !hasEnd,
    too_long: duration > durationMax,
    floating: read.isFloating,
    private: read.isPrivate,
    // Only who knows what was imported before can say that.
    instead: false,
    cut: title.isCut || location.isCut || words.isCut,
    no_location: location.text === "",
    no_description: words.text === "" && read.page === "",
  };
  return {
    uid: read.uid,
    title: title.text,
    location: location.text,
    description: withPage(words.text, read.page) || title.text,
    eventDate: read.begin,
    eventEnd,
    timeZone: read.timeZone,
    // A point without a place in words would be nowhere to meet.
    point: location.text === "" ? null : read.point,
    eventType: proposedType(title.text, words.text),
    maxParticipant: spotsOf(read.spots),
    notes: foundNotes.filter((note) => isTrue[note]),
  };
}

const spotsOf = (spots: number | null): string =>
  spots !== null && spots > 0 && spots <= capacityMax ? String(Math.floor(spots)) : noLimit;

/** How much of a text is looked at, in UTF-16 code units: more than anything that fits has, of whatever characters. */
const lookedAt = 12_000;

/** A text that can be kept: `isReadable` says what cannot. */
const readable = (text: string): string =>
  text
    .slice(0, lookedAt)
    .toWellFormed()
    .replaceAll("\0", "")
    .replace(/(\p{M}{30})\p{M}+/gu, "$1")
    .normalize("NFC")
    .trim();

/** The words of an event, and where more of it is, if they do not say that. */
function withPage(words: string, page: string): string {
  if (page === "" || words.includes(page)) return words;
  const more = words === "" ? page : `${words}\n\n${page}`;
  return lengthOf(more) <= descriptionMax ? more : words;
}

/** At most `max` characters as a person counts them, with dots where there were more. */
function cut(text: string, max: number): { text: string; isCut: boolean } {
  const begin = firstCharacters(text, max);
  if (begin === text) return { text, isCut: false };
  return { text: `${firstCharacters(text, max - 1).trimEnd()}…`, isCut: true };
}
