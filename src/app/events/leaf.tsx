import { dayOf } from "#domain/events/rules.ts";

import "./leaf.css";

type LeafProps = {
  moment: Date;
  timeZone: string;
  /** Its size and its looks: see `leaf.css`. */
  className?: string;
};

/** The day of a moment in a zone, on a leaf, as decoration: the words beside it say the same. */
export function Leaf({ moment, timeZone, className = "" }: LeafProps) {
  const { weekday, day, month } = dayOf(moment, timeZone);
  return (
    <div aria-hidden className={`leaf ${className}`}>
      <i>{weekday}</i>
      <b>{day}</b>
      <i>{month}</i>
    </div>
  );
}
