import { Fragment } from "react";

import type { DayWithEvents } from "#domain/events/days.ts";
import { dayOf, daysAfter, isWeekend, stripDays, weekendOf } from "#domain/events/rules.ts";
import type { ListFilter } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { useStill } from "../ui/still.tsx";
import { pageAddress } from "./list-filter.ts";
import { useReadersDay } from "../events/readers-day.ts";

import "./day-strip.css";

type DayStripProps = {
  days: DayWithEvents[];
  /** Today in UTC. */
  today: string;
  filter: ListFilter;
};

/**
 * The next two weeks as links to their days, with a dot for each event; a day without events is plain text. The strip
 * begins with today in UTC, and with the reader's own day once that is known: then the same boxes show other days, and
 * nothing moves.
 */
export function DayStrip(props: DayStripProps) {
  return <nav aria-label={say("upcoming.days")} className="strip" {...useStill()(Days, props)} />;
}

function Days({ days, today: utc, filter }: DayStripProps) {
  const readers = useReadersDay(utc);
  const first = readers ?? utc;
  const weekend = weekendOf(first);
  const isWeekendChosen = filter.from === weekend.from && filter.to === weekend.to;
  return (
    <ul>
      {Array.from({ length: stripDays }, (_, index) => {
        const day = daysAfter(first, index);
        return (
          <Day
            // The key is the place in the strip, not the day in it.
            key={index}
            day={day}
            found={days.find((one) => one.day === day)}
            isToday={day === readers}
            isMarked={!isWeekendChosen && isIn(filter, day)}
            filter={filter}
          />
        );
      })}
    </ul>
  );
}

const isIn = ({ from, to }: ListFilter, day: string) => from !== undefined && day >= from && day <= (to ?? day);

type DayProps = {
  day: string;
  found: DayWithEvents | undefined;
  isToday: boolean;
  /** True if the day may be marked as chosen; for days of this weekend, the weekend's own link is marked instead. */
  isMarked: boolean;
  filter: ListFilter;
};

function Day({ day, found, isToday, isMarked, filter }: DayProps) {
  const { weekday, day: number = "", month = "" } = dayOf(new Date(`${day}T00:00Z`), "UTC");
  const name = (isToday ? say("upcoming.today") : weekday) ?? "";
  const face = (
    // The key changes when the reader's own day is known: new text in the middle of a line would count as a layout
    // shift.
    <Fragment key={`${day} ${name}`}>
      <span>{name}</span> <b>{number}</b>
      <i>
        {found?.types.map((type, index) => (
          <span key={index} data-hue={type} />
        ))}
      </i>
    </Fragment>
  );
  return (
    <li className={`${isWeekend(day) ? "we" : ""} ${isMarked ? "in" : ""}`}>
      {found || isMarked ? (
        <DayLink
          from={day}
          to={day}
          isMarked={isMarked}
          filter={filter}
          label={say("upcoming.day", { name, number, month, count: found?.count ?? 0 })}
        >
          {face}
        </DayLink>
      ) : (
        <span className="none">{face}</span>
      )}
    </li>
  );
}

type DayLinkProps = {
  from: string | undefined;
  to: string | undefined;
  filter: ListFilter;
  isMarked?: boolean;
  label?: string;
  className?: string;
  children: React.ReactNode;
};

/** A link that chooses days, and clears them if they are already chosen. */
export function DayLink({ from, to, filter, isMarked = true, label, className, children }: DayLinkProps) {
  const isChosen = filter.from === from && filter.to === to;
  const days = isChosen ? { from: undefined, to: undefined } : { from, to };
  return (
    <Link
      to={pageAddress({ ...filter, ...days })}
      preventScrollReset
      aria-label={label}
      aria-current={(isChosen && isMarked) || undefined}
      className={className}
    >
      {children}
    </Link>
  );
}
