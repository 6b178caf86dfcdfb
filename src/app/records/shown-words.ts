import type { ShownEntry } from "#domain/records/shapes.ts";
import { say } from "#messages/records-shown.ts";

import { whole } from "../ui/whole.ts";

/** '28.75 hours': a figure stays with its unit. */
export const hoursOf = (count: number): string => whole(say("outcome.hours", { count }));

type Said = Pick<ShownEntry, "saidBy" | "isSecond" | "isProven">;

/**
 * Whose word an entry is: 'Maria Lopes', 'Maria Lopes, second organizer', 'Grace Njoroge, e-mail not confirmed'.
 * @param among all that is shown with it: where no address was confirmed at all, one sentence says so and each name is spared it
 */
export function sayerOf(of: Said, among: readonly Said[]): string {
  const { saidBy: organizer, isSecond } = of;
  if (isSecond) return say("record.shown.second", { organizer });
  return isOddOne(of, among) ? say("record.shown.unproven", { organizer }) : organizer;
}

/** Whether somebody's address was not confirmed, and that of others was. */
export const isOddOne = ({ isProven }: Pick<Said, "isProven">, among: readonly Pick<Said, "isProven">[]): boolean =>
  !isProven && among.some((other) => other.isProven);

/** Whether the addresses of all who say so were confirmed when they did, and else of how many not, in a sentence. */
export function provenOf(entries: readonly Said[]): string {
  const unproven = sayersIn(entries.filter(({ isProven }) => !isProven));
  if (unproven === 0) return say("record.shown.all_proven");
  if (unproven === sayersIn(entries)) return say("record.shown.none_proven");
  return say("record.shown.not_all_proven", { count: unproven, all: sayersIn(entries) });
}

/** How many people say so; an organizer who confirmed their address between two events counts twice, as they stand there. */
const sayersIn = (entries: readonly Said[]): number =>
  new Set(entries.map(({ saidBy, isProven }) => `${isProven} ${saidBy}`)).size;

/** What the words of these organizers do not prove: those of an event's own, those of second ones, or both. */
export function notProvenBy(entries: readonly Said[]): string {
  const second = entries.filter(({ isSecond }) => isSecond).length;
  const values = { brand: say("brand.name") };
  if (second === 0) return say("record.shown.not.text", values);
  return say(second === entries.length ? "record.shown.not.second" : "record.shown.not.mixed", values);
}
