import { byYear, isProvable, type KindOfEntry, sumsOf } from "#domain/records/rules.ts";
import type { RecordEntry, Verification, VolunteerRecord } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import { dayIn } from "../ui/whole.ts";
import { doneIn } from "./entry-words.ts";
import { sayerOf } from "./shown-words.ts";

export type Line = Pick<RecordEntry, "title" | "eventDate" | "timeZone" | "hours" | "unit" | "amount" | "kilograms"> & {
  kind: KindOfEntry;
  saidBy: string;
  isSecond: boolean;
  isProven: boolean;
  note: string;
};

/** The events on a sheet: those of a proof, and the record's own where included, the latest first. */
export function linesOf(record: VolunteerRecord, proof: Verification | null, withOwn: boolean): Line[] {
  const own = record.entries
    .filter((entry) => !isProvable(entry) || !proof)
    .filter((entry) => isProvable(entry) || (withOwn && (entry.kind !== "gate" || !proof)))
    .map((entry): Line => ({ ...entry, saidBy: entry.saidBy ?? "", isSecond: entry.kind === "second" }));
  const proven = (proof?.shown?.entries ?? []).map((entry): Line => ({
    ...entry,
    kind: entry.isSecond ? "second" : "asserted",
    note: "",
  }));
  return [...proven, ...own].toSorted((one, other) => (one.eventDate < other.eventDate ? 1 : -1));
}

/** A row for each event, and below them the hours of each year and in all. */
export function SheetLines({ lines, total }: { lines: readonly Line[]; total: string }) {
  const years = byYear(lines);
  // Values such as '2.00' and '1.25' have as many decimals as the finest needs.
  const places = lines.every(({ hours }) => Number.isInteger(hours * 2)) ? 1 : 2;
  const inTable = (hours: number) => hours.toFixed(places);
  return (
    <table>
      <thead>
        <tr>
          {(["date", "event", "done", lines.some(isProvable) ? "by" : "from", "hours"] as const).map((column) => (
            <th key={column} scope="col">
              {say(`record.sheet.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td>{dayIn(line.eventDate, line.timeZone)}</td>
            <td dir="auto">{line.title}</td>
            <td dir="auto">{doneAt(line) || say("record.sheet.unsaid")}</td>
            <td dir="auto">
              {isProvable(line) ? (
                sayerOf(line, lines)
              ) : (
                <em>{say(line.kind === "own" ? "record.sheet.self" : "record.sheet.gate")}</em>
              )}
            </td>
            <td>{inTable(line.hours)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th colSpan={4} scope="row">
            {years.length > 1 && (
              <span>
                {years
                  .map(({ year, entries }) =>
                    say("record.sheet.year", { year: String(year), hours: inTable(sumsOf(entries).all.hours) }),
                  )
                  .join(" · ")}
              </span>
            )}
            {total}
          </th>
          <td>{inTable(sumsOf(lines).all.hours)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/**
 * The result of an event, as reported by the organizer who asserts the hours; for self-reported hours, the volunteer's
 * own words or note. A second organizer was asked for the hours alone.
 */
export const doneAt = (line: Line): string => {
  if (line.kind === "second") return "";
  return doneIn(line, { isShort: true }) || (isProvable(line) ? "" : line.note);
};

/** An estimate of the lines that rows take on paper, rather too many than too few. */
export const countOfLines = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => {
    const parts = [line.title.length / 28, doneAt(line).length / 20, sayerOf(line, lines).length / 36];
    return sum + Math.ceil(Math.max(...parts));
  }, 0);
