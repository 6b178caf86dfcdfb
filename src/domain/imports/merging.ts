import { importedParts, type ImportedPart } from "./rules.ts";
import type { EventSource } from "./shapes.ts";

/** What an import brings of an event. */
export type ImportedFacts = Pick<
  EventSource,
  "title" | "location" | "description" | "eventDate" | "eventEnd" | "timeZone" | "point"
>;

/** Which parts of an event an import changes, and which ones stay as its organizer has changed them. */
export type Merge = { changes: ImportedPart[]; kept: ImportedPart[] };

/**
 * How what a source says now goes with an event that was imported from it. What the organizer has changed since stays, whatever the
 * source says; all else follows the source, but for what it no longer says.
 * @param before what the source said when it was last imported
 * @param own what the event says now
 * @param now what the source says now
 */
export function mergeOf(before: ImportedFacts, own: ImportedFacts, now: ImportedFacts): Merge {
  const other = importedParts.filter((part) => textOf(own, part) !== textOf(now, part) && textOf(now, part) !== "");
  const isOwn = (part: ImportedPart) => textOf(own, part) !== textOf(before, part);
  return { changes: other.filter((part) => !isOwn(part)), kept: other.filter(isOwn) };
}

/** The facts that a part of them is made of. */
export function factsOf(source: ImportedFacts, parts: readonly ImportedPart[]): Partial<ImportedFacts> {
  const { title, location, point, description, eventDate, eventEnd, timeZone } = source;
  // A place without a point is found by its words.
  const where = { location, ...(point && { point }) };
  const all = { title: { title }, location: where, description: { description } };
  const facts = { ...all, when: { eventDate, eventEnd, timeZone } };
  return Object.assign({}, ...parts.map((part) => facts[part])) as Partial<ImportedFacts>;
}

/** A part as one text, to be compared; a point goes with its location, and is none by itself. */
const textOf = (facts: ImportedFacts, part: ImportedPart): string =>
  part === "when"
    ? `${facts.eventDate.toISOString()} ${facts.eventEnd.toISOString()} ${facts.timeZone}`
    : facts[part].trim();
