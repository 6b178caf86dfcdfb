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

/** An event as it was read, fitted to the limits of our events. */
export type FittedEvent = ImportedFacts & {
  uid: string;
  eventType: EventType;
  maxParticipant: string;
  notes: FoundNote[];
};

/**
 * Fits the data of another site to our events, with the same result each time: long text is cut, missing data is filled
 * in, and notes say so. It never invents a location, which is '' if missing.
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
    // Only the comparison with earlier imports can set this.
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
    // A point without a location in words would not tell people where to meet.
    point: location.text === "" ? null : read.point,
    eventType: proposedType(title.text, words.text),
    maxParticipant: spotsOf(read.spots),
    notes: foundNotes.filter((note) => isTrue[note]),
  };
}

const spotsOf = (spots: number | null): string =>
  spots !== null && spots > 0 && spots <= capacityMax ? String(Math.floor(spots)) : noLimit;

/** The part of a text that is read, in UTF-16 code units: more than the longest text that fits, in any script. */
const lookedAt = 12_000;

/** Removes the characters that `isReadable` rejects. */
const readable = (text: string): string =>
  text
    .slice(0, lookedAt)
    .toWellFormed()
    .replaceAll("\0", "")
    .replace(/(\p{M}{30})\p{M}+/gu, "$1")
    .normalize("NFC")
    .trim();

/** Adds the address of an event's page to its description, unless it is already there. */
function withPage(words: string, page: string): string {
  if (page === "" || words.includes(page)) return words;
  const more = words === "" ? page : `${words}\n\n${page}`;
  return lengthOf(more) <= descriptionMax ? more : words;
}

/** Cuts a text to `max` characters as a person counts them, with dots at the end. */
function cut(text: string, max: number): { text: string; isCut: boolean } {
  const begin = firstCharacters(text, max);
  if (begin === text) return { text, isCut: false };
  return { text: `${firstCharacters(text, max - 1).trimEnd()}…`, isCut: true };
}
