import { say } from "#messages/say.ts";
import type { Context } from "../context.ts";
import { wallClockIn } from "../events/rules.ts";
import { csvOf } from "../participants/feeds.ts";
import { isProvable } from "./rules.ts";
import { getRecord } from "./queries.ts";

/**
 * Returns the calling member's record for spreadsheets, as CSV (RFC 4180) with a row for each event.
 * @throws Failure sign_in_required
 */
export async function recordCsv(ctx: Context): Promise<string> {
  const { entries } = await getRecord(ctx);
  const head = ["date", "event", "hours", "kind", "by", "said", "amount", "unit", "kilograms", "note"] as const;
  return csvOf([
    head.map((column) => say(`record.csv.${column}`)),
    ...entries.map((entry) => [
      wallClockIn(new Date(entry.eventDate), entry.timeZone).date,
      entry.title,
      String(entry.hours),
      say(`record.kind.${entry.kind}`),
      // Self-reported hours have no assertion.
      isProvable(entry) ? (entry.saidBy ?? "") : "",
      entry.saidAt.slice(0, 10),
      entry.amount === null ? "" : String(entry.amount),
      entry.unit,
      entry.kilograms === null ? "" : String(entry.kilograms),
      entry.note,
    ]),
  ]);
}
