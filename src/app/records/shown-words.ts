import type { ShownEntry } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import { whole } from "../ui/whole.ts";

/** Hours such as '28.75 hours', kept on one line. */
export const hoursOf = (count: number): string => whole(say("outcome.hours", { count }));

type Said = Pick<ShownEntry, "saidBy" | "isSecond" | "isProven">;

/**
 * The person who asserts an entry: 'Maria Lopes', 'Maria Lopes, second organizer', 'Grace Njoroge, e-mail not
 * confirmed'.
 * @param among all entries shown with it: if no address was confirmed, one sentence says so instead of each name
 */
export function sayerOf(of: Said, among: readonly Said[]): string {
  const { saidBy: organizer, isSecond } = of;
  if (isSecond) return say("record.shown.second", { organizer });
  return isOddOne(of, among) ? say("record.shown.unproven", { organizer }) : organizer;
}

/** True if this organizer's address was not confirmed while another's was. */
export const isOddOne = ({ isProven }: Pick<Said, "isProven">, among: readonly Pick<Said, "isProven">[]): boolean =>
  !isProven && among.some((other) => other.isProven);

/** Says in a sentence whether all these addresses were confirmed at the time, or how many were not. */
export function provenOf(entries: readonly Said[]): string {
  const unproven = sayersIn(entries.filter(({ isProven }) => !isProven));
  if (unproven === 0) return say("record.shown.all_proven");
  if (unproven === sayersIn(entries)) return say("record.shown.none_proven");
  return say("record.shown.not_all_proven", { count: unproven, all: sayersIn(entries) });
}

/**
 * The number of people who assert these entries. An organizer who confirmed their address between two events counts
 * twice, as they are listed twice.
 */
const sayersIn = (entries: readonly Said[]): number =>
  new Set(entries.map(({ saidBy, isProven }) => `${isProven} ${saidBy}`)).size;

/** Says what these assertions do not prove: those of an event's own organizers, of second ones, or both. */
export function notProvenBy(entries: readonly Said[]): string {
  const second = entries.filter(({ isSecond }) => isSecond).length;
  const values = { brand: say("brand.name") };
  if (second === 0) return say("record.shown.not.text", values);
  return say(second === entries.length ? "record.shown.not.second" : "record.shown.not.mixed", values);
}
