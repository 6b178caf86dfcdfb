import type { ShownEntry } from "#domain/records/shapes.ts";
import type { say as sayOnSheet } from "#messages/records-sheet.ts";

/** Says the sentences that the sheet and the page that checks it have in common: what one claims, the other claims in the same words. */
type Say = typeof sayOnSheet;
type Key = Extract<Parameters<Say>[0], `record.shown.${string}`>;
type SayShown = (key: Key, values?: Record<string, string>) => string;

type Said = Pick<ShownEntry, "saidBy" | "isSecond" | "isProven">;

/**
 * Whose word an entry is: 'Maria Lopes', 'Maria Lopes, second organizer', 'Grace Njoroge, e-mail not confirmed'.
 * @param among all that is shown with it: where no address was confirmed at all, one sentence says so and each name is spared it
 */
export function sayerOf(of: Said, among: readonly Said[], say: SayShown): string {
  const { saidBy: organizer, isSecond } = of;
  if (isSecond) return say("record.shown.second", { organizer });
  return isOddOne(of, among) ? say("record.shown.unproven", { organizer }) : organizer;
}

/** Whether somebody's address was not confirmed, and that of others was. */
export const isOddOne = ({ isProven }: Pick<Said, "isProven">, among: readonly Pick<Said, "isProven">[]): boolean =>
  !isProven && among.some((other) => other.isProven);

/** Whether the addresses of all who say so were confirmed. */
export function provenOf(entries: readonly Said[]) {
  const proven = entries.filter(({ isProven }) => isProven).length;
  if (proven === 0) return "record.shown.none_proven";
  return proven === entries.length ? "record.shown.all_proven" : "record.shown.not_all_proven";
}

/** What the words of these organizers do not prove: those of an event's own, those of second ones, or both. */
export function notProvenBy(entries: readonly Said[]) {
  const second = entries.filter(({ isSecond }) => isSecond).length;
  if (second === 0) return "record.shown.not.text";
  return second === entries.length ? "record.shown.not.second" : "record.shown.not.mixed";
}
