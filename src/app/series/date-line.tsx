import { fewSpots } from "#domain/events/rules.ts";
import type { ComingDate } from "#domain/series/rules.ts";
import { textIn } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
import { leftOn } from "./date-words.ts";

/** The number of spots left on a date, at the end of its line; few of them are marked. */
export function LineEnd({ date }: { date: Pick<ComingDate, "isCanceled" | "left"> }) {
  const isFew = !date.isCanceled && date.left !== null && date.left > 0 && date.left < fewSpots;
  return <span className={isFew ? "end few" : "end"}>{leftOn(date)}</span>;
}

/** A day on which the series does not take place, in a list of dates. */
export const LeftOut = ({ day }: { day: string }) => (
  <li className="date-line without">
    <span>
      {textIn("UTC", "dayOfMonth", new Date(`${day}T00:00Z`))}
      <small>{say("series.dates.left_out")}</small>
    </span>
  </li>
);
