import type { EventType } from "../events/rules.ts";

/** The largest calendar or page that is read, in bytes after unpacking. */
export const importBytesMax = 2 * 1024 * 1024;

/**
 * The number of events to choose from, the soonest ones. People look through no more, and members cannot create twice
 * as many in an hour.
 */
export const foundMax = 100;

/** For a repeating event: the number of its next dates, and of months ahead. Organizers plan no further. */
export const occurrencesMax = 20;
export const monthsAhead = 6;

/** The maximum length of a source id, in UTF-16 code units; a longer one is cut. */
export const uidMax = 500;

/** The notes on a found event: data that its source leaves open, and data that had to be fitted. */
export const foundNotes = [
  "all_day",
  "no_end",
  "too_long",
  "floating",
  "private",
  "instead",
  "cut",
  "no_location",
  "no_description",
] as const;
export type FoundNote = (typeof foundNotes)[number];

/** The reasons for leaving out events of a source. */
export const leftOutReasons = ["past", "cancelled", "later", "often", "more", "alike", "unreadable"] as const;
export type LeftOut = Record<(typeof leftOutReasons)[number], number>;

/** The states of an imported event compared with its source; the last three cannot be updated. */
export const knownStates = ["changed", "same", "cancelled", "handed_over", "under_review"] as const;

/** The parts that an import sets, and that both sides can change; `when` is the beginning, the end and the zone. */
export const importedParts = ["title", "when", "location", "description"] as const;
export type ImportedPart = (typeof importedParts)[number];

/** English words that suggest a type of event, in this order; without any of them the type is raising awareness. */
const wordsOfTypes: readonly (readonly [EventType, RegExp])[] = [
  ["healthcare", /\b(health|blood|clinic|vaccin|medical|first[- ]aid|cpr\b|doctor|nurse)/],
  ["cleanup", /\b(clean|litter|trash|rubbish|garbage|plogging|waste)/],
  ["plantation", /\b(plant|trees?\b|garden|seed|compost|weeding|orchard)/],
  ["food", /\b(food|meals?\b|cook|kitchen|soup|hunger|grocer|breakfast|lunch|dinner)/],
  ["donation", /\b(donat|fundrais|charity|clothes|toys?\b|blanket)/],
  [
    "education",
    /\b(teach|tutor|workshop|class\b|classes\b|course|school|lesson|library|reading|learn|training|homework)/,
  ],
];

/** The likeliest type of an event, by its words. */
export function proposedType(title: string, description: string): EventType {
  for (const words of [title, description]) {
    const found = wordsOfTypes.find(([, pattern]) => pattern.test(words.toLowerCase()));
    if (found) return found[0];
  }
  return "awareness";
}
