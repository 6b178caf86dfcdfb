import { daysAfter, isWeekend, weekdayOf, weekendOf } from "#domain/events/rules.ts";
import { textIn } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { useStill } from "../ui/still.tsx";
import { EventCard } from "../events/event-card.tsx";
import { Leaf } from "../events/leaf.tsx";
import type { EventOnCard } from "../events/on-card.ts";
import { useReadersDay } from "../events/readers-day.ts";

type EventBoardProps = {
  events: EventOnCard[];
  /** Today in UTC. */
  today: string;
  /** The first day shown; it includes events that began earlier. */
  from: string | undefined;
};

/** The number of pictures that are visible without scrolling, and loaded at once. */
const inSight = 3;

/** A notice board: events under the leaf of their day. The leaf stays in sight as long as its events do. */
export function EventBoard({ events, today, from }: EventBoardProps) {
  const readers = useReadersDay(today);
  const still = useStill();
  const first = new Set(events.slice(0, inSight));
  return (
    <div className="board">
      {byDay(events, from).map(([day, ofDay]) => (
        <section key={day} className={`day ${day === readers ? "today" : isWeekend(day) ? "we" : ""}`}>
          <div className="day-row">
            <div className="day-head" {...still(DayHead, { day, readers, isChosen: from !== undefined })} />
          </div>
          <ul className="cards">
            {ofDay.map((event) => (
              <li key={event._id} className="card-place">
                <EventCard event={event} heading="h3" first={first.has(event)} underDay />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/**
 * Groups events by the day under which they are listed. They arrive in the order of their beginnings, in which days
 * alternate if time zones are far apart.
 */
function byDay(events: EventOnCard[], from = ""): [string, EventOnCard[]][] {
  const days = new Map<string, EventOnCard[]>();
  for (const event of events) {
    const day = event.day < from ? from : event.day;
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

const DayHead = (of: DayNameProps) => (
  <>
    {/* Small on a phone, large beside the cards. */}
    <Leaf moment={momentOf(of.day)} timeZone="UTC" className="small sm:hidden" />
    <Leaf moment={momentOf(of.day)} timeZone="UTC" className="large max-sm:hidden" />
    <DayName {...of} />
  </>
);

type DayNameProps = { day: string; readers: string | null; isChosen: boolean };

/** A day's date, with a name such as 'Today'. Only the browser knows which day that is for the reader. */
function DayName({ day, readers, isChosen }: DayNameProps) {
  const name = readers && nickname(day, readers, isChosen);
  const isOfThisYear = day.slice(0, 4) === readers?.slice(0, 4);
  const near = isOfThisYear ? "nearDate" : "nearDateOfYear";
  const look = name ? (isOfThisYear ? "dayOfMonth" : "date") : near;
  return (
    // Each name has its own heading: replacing the text would move what follows.
    <h2 key={name}>
      {`${name ?? weekdayOf(day)} `}
      <small>{textIn("UTC", look, momentOf(day))}</small>
    </h2>
  );
}

/** While days are chosen, for example with 'This weekend', each day keeps its own name. */
function nickname(day: string, today: string, isChosen: boolean): string | null {
  if (day === today) return say("upcoming.today");
  if (day === daysAfter(today, 1)) return say("upcoming.tomorrow");
  const { from, to } = weekendOf(today);
  return !isChosen && (day === from || day === to) ? say("upcoming.weekend") : null;
}

const momentOf = (day: string) => new Date(`${day}T00:00Z`);
