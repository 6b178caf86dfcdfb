import { say } from "#messages/say.ts";
import { wallClockIn } from "../events/rules.ts";
import type { Context } from "../context.ts";
import { arrivalsAt } from "../gates/queries.ts";
import { requireRight } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { everyParticipant } from "./queries.ts";
import type { Participant } from "./shapes.ts";

/**
 * Returns everyone who has joined an event or is on its waitlist, for spreadsheets: CSV after RFC 4180, in UTF-8 with a
 * byte order mark. Each person has a row, guests included, and then each walk-in. Times are in the event's zone. Phone
 * numbers, guardians and the contact details of walk-ins are left out, because we could not delete them from a file
 * after the event.
 * @returns its text in parts, to be sent one after the other, so that a slow reader keeps no connection to the database
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function participantsCsv(ctx: Context, eventId: string): Promise<string[]> {
  const { time_zone: timeZone } = await requireRight(ctx, eventId, rightFor.exportParticipants);
  const { here, walkIns } = await arrivalsAt(ctx.db, eventId);
  const parts = await everyParticipant(ctx, eventId, (participant) => linesOf(rowsOf(participant, here, timeZone)));
  const others = walkIns.map(({ name, under18, since }) => [
    name || say("csv.forgotten"),
    "",
    under18 ? say("csv.yes") : "",
    "",
    say("csv.walk_in"),
    "",
    "",
    "",
    "",
    momentOf(since, timeZone),
  ]);
  return [csvOf([columns(timeZone)]), ...parts, linesOf(others)];
}

const columns = (zone: string) => [
  say("csv.name"),
  say("csv.comes_with"),
  say("csv.under18"),
  say("csv.email"),
  say("csv.state"),
  say("csv.position"),
  say("csv.joined_at", { zone }),
  say("csv.held_until", { zone }),
  say("csv.confirmed"),
  say("csv.here_since", { zone }),
];

function rowsOf(participant: Participant, here: ReadonlyMap<string, string>, timeZone: string): string[][] {
  const {
    _id,
    userName,
    userEmail,
    under18: isMinor,
    state,
    position,
    offeredUntil,
    guests,
    joinedAt,
    confirmedAt,
  } = participant;
  const people = [{ _id, name: userName, under18: isMinor }, ...guests];
  return people.map(({ _id: id, name, under18 }, number) => [
    name,
    number === 0 ? "" : userName,
    under18 ? say("csv.yes") : "",
    number === 0 ? (userEmail ?? "") : "",
    say(state === "joined" ? "csv.joined" : offeredUntil ? "csv.offered" : "csv.waiting"),
    position === null ? "" : String(position + number),
    momentOf(joinedAt, timeZone),
    momentOrNone(offeredUntil, timeZone),
    confirmedAt ? say("csv.yes") : "",
    momentOrNone(here.get(id), timeZone),
  ]);
}

const momentOrNone = (iso: string | null | undefined, timeZone: string): string => (iso ? momentOf(iso, timeZone) : "");

/** '2026-11-28 09:30', which every spreadsheet reads as a date and time. */
function momentOf(iso: string, timeZone: string): string {
  const { date, time } = wallClockIn(new Date(iso), timeZone);
  return `${date} ${time}`;
}

/** Formats rows of cells as CSV. */
export const csvOf = (rows: readonly (readonly string[])[]): string => `\ufeff${linesOf(rows)}`;

const linesOf = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");

/**
 * Quotes a cell so that no spreadsheet reads it as a formula. An apostrophe precedes each sign that begins a formula,
 * full-width ones too, and also after characters that spreadsheets in other languages read as the end of a cell.
 */
function cellOf(text: string): string {
  const harmless = text.replace(afterSeparator, "$1'").replace(atStart, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}

const atStart = /^(?=[\t\r\n]|[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;
const afterSeparator = /([;\t\r\n])(?=[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/gu;
