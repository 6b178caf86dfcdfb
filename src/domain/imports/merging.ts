import { importedParts, type ImportedPart } from "./rules.ts";
import type { EventSource } from "./shapes.ts";

/** The facts of an event that an import sets. */
export type ImportedFacts = Pick<
  EventSource,
  "title" | "location" | "description" | "eventDate" | "eventEnd" | "timeZone" | "point"
>;

/** The parts of an event that an import changes, and those that keep the organizer's changes. */
export type Merge = { changes: ImportedPart[]; kept: ImportedPart[] };

/**
 * Merges the source's current data into an event imported earlier. The organizer's changes stay, whatever the source
 * has; all other parts follow the source, except for data that it has dropped.
 * @param before the source's data at the last import
 * @param own the event's present data
 * @param now the source's present data
 */
export function mergeOf(before: ImportedFacts, own: ImportedFacts, now: ImportedFacts): Merge {
  const other = importedParts.filter((part) => textOf(own, part) !== textOf(now, part) && textOf(now, part) !== "");
  const isOwn = (part: ImportedPart) => textOf(own, part) !== textOf(before, part);
  return { changes: other.filter((part) => !isOwn(part)), kept: other.filter(isOwn) };
}

/** The facts in some parts. */
export function factsOf(source: ImportedFacts, parts: readonly ImportedPart[]): Partial<ImportedFacts> {
  const { title, location, point, description, eventDate, eventEnd, timeZone } = source;
  // A location without a point is placed by its words.
  const where = { location, ...(point && { point }) };
  const all = { title: { title }, location: where, description: { description } };
  const facts = { ...all, when: { eventDate, eventEnd, timeZone } };
  return Object.assign({}, ...parts.map((part) => facts[part])) as Partial<ImportedFacts>;
}

/** A part as one text, for comparison; a point belongs to its location, and is not a part of its own. */
const textOf = (facts: ImportedFacts, part: ImportedPart): string =>
  part === "when"
    ? `${facts.eventDate.toISOString()} ${facts.eventEnd.toISOString()} ${facts.timeZone}`
    : facts[part].trim();
