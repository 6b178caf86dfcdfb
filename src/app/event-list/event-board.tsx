import { daysAfter, isWeekend, weekdayOf, weekendOf } from "#domain/events/rules.ts";
import { textIn } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { useStill } from "../ui/still.tsx";
import { EventCard } from "../events/event-card.tsx";
import { Leaf } from "../events/leaf.tsx";
import type { EventOnCard } from "../events/on-card.ts";
import { useReadersDay } from "../events/readers-day.ts";

import "./board.css";

type EventBoardProps = {
  events: EventOnCard[];
  /** True if the list continues on another page, maybe with more events of the last day. */
  hasMore: boolean;
  /** Today in UTC. */
  today: string;
  /** The first day shown; it includes events that began earlier. */
  from: string | undefined;
};

/** The number of pictures that are visible without scrolling, and loaded at once. */
const inSight = 3;

/** A notice board: events under the leaf of their day. The leaf stays in sight as long as its events do. */
export function EventBoard({ events, hasMore, today, from }: EventBoardProps) {
  const readers = useReadersDay(today);
  const still = useStill();
  const first = new Set(events.slice(0, inSight));
  return (
    <div className="board mt-px sm:mt-6">
      {byDay(events, from).map(([day, ofDay], index, all) => {
        const count = hasMore && index === all.length - 1 ? null : ofDay.length;
        const look = day === readers ? "today" : isWeekend(day) ? "weekend" : "";
        return (
          <section key={day} className="day">
            <div className="day-row sticky top-(--header) z-5 -mx-4 bg-base-200 px-4 sm:static sm:m-0 sm:bg-transparent sm:p-0">
              <div
                className="day-head"
                {...still(DayHead, { day, readers, look, count, isChosen: from !== undefined })}
              />
            </div>
            <ul className="cards gap-2 sm:gap-4">
              {ofDay.map((event) => (
                <li key={event._id} className="card-place">
                  <EventCard event={event} heading="h3" first={first.has(event)} underDay />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
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

type DayHeadProps = {
  day: string;
  readers: string | null;
  look: string;
  /** The number of its events, or null if it is not known. */
  count: number | null;
  isChosen: boolean;
};

const DayHead = ({ day, readers, look, count, isChosen }: DayHeadProps) => (
  <>
    {/* Small on a phone, large beside the cards. */}
    <Leaf moment={momentOf(day)} timeZone="UTC" className={`small sm:hidden ${look}`} />
    <Leaf moment={momentOf(day)} timeZone="UTC" className={`large relative max-sm:hidden ${look}`} />
    <DayName day={day} readers={readers} isChosen={isChosen} />
    {count !== null && <p className="count quiet text-sm">{say("upcoming.many", { count })}</p>}
  </>
);

/**
 * A day's name, such as 'Today'. Only the browser knows which day that is for the reader. Its date is for screen
 * readers, as the leaf beside it shows it.
 */
function DayName({ day, readers, isChosen }: Pick<DayHeadProps, "day" | "readers" | "isChosen">) {
  const name = readers && nickname(day, readers, isChosen);
  const isOfThisYear = day.slice(0, 4) === readers?.slice(0, 4);
  const near = isOfThisYear ? "nearDate" : "nearDateOfYear";
  const look = name ? (isOfThisYear ? "dayOfMonth" : "date") : near;
  return (
    // Each name has its own heading: replacing the text would move what follows.
    <h2 key={name} className="truncate text-lg leading-6 sm:text-[0.9375rem] sm:leading-5">
      {`${name ?? weekdayOf(day)} `}
      <small className="sr-only">{textIn("UTC", look, momentOf(day))}</small>
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
