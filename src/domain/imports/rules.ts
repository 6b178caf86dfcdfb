import type { EventType } from "../events/rules.ts";

/** The longest calendar or page that is read, in bytes, once it is unpacked. */
export const importBytesMax = 2 * 1024 * 1024;

/** How many events are shown to choose from, the soonest ones: more nobody looks through, and twice as many can be made in no hour. */
export const foundMax = 100;

/** Of an event that repeats: how many of its next dates, and how many months ahead. Nobody plans their people's time further. */
export const occurrencesMax = 20;
export const monthsAhead = 6;

/** The longest name that an event has at its source, in UTF-16 code units; of a longer one this much counts. */
export const uidMax = 500;

/** What may be said of an event that was found, besides its facts: what its source leaves open, and what had to be fitted in. */
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

/** Why events of a source are not shown. */
export const leftOutReasons = ["past", "cancelled", "later", "often", "more", "alike", "unreadable"] as const;
export type LeftOut = Record<(typeof leftOutReasons)[number], number>;

/** How an event that was imported stands to what its source says now; the last three cannot be changed. */
export const knownStates = ["changed", "same", "cancelled", "handed_over", "under_review"] as const;

/** What an import brings of an event, and what therefore can have been changed on both sides; `when` is its beginning, end and zone. */
export const importedParts = ["title", "when", "location", "description"] as const;
export type ImportedPart = (typeof importedParts)[number];

/** Words of English by which an event's type is proposed, in this order; what none of them is in raises awareness. */
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

/** The type that an event most likely has, by its words. */
export function proposedType(title: string, description: string): EventType {
  for (const words of [title, description]) {
    const found = wordsOfTypes.find(([, pattern]) => pattern.test(words.toLowerCase()));
    if (found) return found[0];
  }
  return "awareness";
}
