import type { ReactNode } from "react";
import { fewSpots } from "#domain/events/rules.ts";
import type { ComingDate } from "#domain/series/rules.ts";
import { textIn } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
import { leftOn, weekdayOf } from "./date-words.ts";

/** The style of a line of a list of dates. */
export const line = "flex min-h-12 items-center gap-3 border-b border-base-300 py-1 leading-tight";

type DateWordsProps = { date: ComingDate; note?: string | null };

/** The words of a date in a list: its day, a note below it, and the spots left; few of them are marked. */
export function DateWords({ date, note }: DateWordsProps) {
  const isFew = !date.isCanceled && date.left !== null && date.left > 0 && date.left < fewSpots;
  const day = weekdayOf(date);
  return (
    <>
      <span className="min-w-0 flex-1">
        <strong className="font-semibold">{date.isCanceled ? <s>{day}</s> : day}</strong>
        {note && <Note>{note}</Note>}
      </span>
      <span className={`flex-none text-sm ${isFew ? "font-semibold text-accent" : ""}`}>{leftOn(date)}</span>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <span dir="auto" className="block text-sm break-words">
    {children}
  </span>
);

/** A day on which the series does not take place, in a list of dates. */
export const LeftOut = ({ day }: { day: string }) => (
  <li className={line}>
    <span className="quiet">
      {textIn("UTC", "dayOfMonth", new Date(`${day}T00:00Z`))}
      <Note>{say("series.dates.left_out")}</Note>
    </span>
  </li>
);
