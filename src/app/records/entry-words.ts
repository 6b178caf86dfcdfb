import { amountsOf } from "#domain/outcomes/rules.ts";
import type { RecordEntry, ShownEntry } from "#domain/records/shapes.ts";
import { localeNow, say } from "#messages/say.ts";

import { dayIn, whole } from "../ui/whole.ts";

type Achieved = Pick<RecordEntry, "unit" | "amount" | "kilograms">;
/**
 * The result of an event: '38 bags', '12 bags, 80.5 kilograms'; '' if none was reported. `isShort` fits a column: '38
 * bags, 120.5 kg'.
 */
export const doneIn = (entry: Achieved, { isShort = false } = {}): string =>
  amountsOf(entry)
    .map(({ unit, count }) =>
      whole(
        isShort && unit === "kilograms"
          ? say("record.sheet.kilograms", { count })
          : say(`outcome.unit.${unit}`, { count }),
      ),
    )
    .join(", ");

/** The same for use beside one person's hours, which says that the result is not theirs alone. */
export function doneTogether(entry: Achieved): string {
  const done = doneIn(entry);
  return done && whole(say("outcome.together", { done }));
}

/** A time such as 'Nov 21, 2026, 4:05 PM UTC', so that a printed or saved page shows when it was checked. */
export function momentIn(moment: string): string {
  const time = new Date(moment).toLocaleTimeString(localeNow(), { timeZone: "UTC", timeStyle: "short" });
  return say("when.moment", { day: dayIn(moment, "UTC"), time: whole(say("when.in_zone", { time, zone: "UTC" })) });
}

/** The range of these days: 'Mar 1, 2025 – Nov 21, 2026'. On two lines, the dash ends the first one. */
export function spanOfDays(entries: readonly Pick<ShownEntry, "eventDate" | "timeZone">[]): string {
  const days = entries
    .toSorted((one, other) => (one.eventDate < other.eventDate ? -1 : 1))
    .map(({ eventDate, timeZone }) => dayIn(eventDate, timeZone));
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return first === last ? first : `${first}\u00a0– ${last}`;
}

/** A number in groups of four, as people read and type it. */
export const inFours = (number: string): string => number.replace(/(.{4})(?=.)/g, "$1 ");
