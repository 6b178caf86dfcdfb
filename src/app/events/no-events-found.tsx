import type { DayWithEvents } from "#domain/events/days.ts";
import { dateOf, weekendOf } from "#domain/events/rules.ts";
import { say } from "#messages/events.ts";

import { Link } from "../addresses.ts";
import { Drawing } from "../ui/drawing.tsx";
import { EventCard, type EventOnCard } from "./event-card.tsx";
import { type ListFilter, noFilter, pageAddress } from "./list-filter.ts";

/** A filter that lets go of one thing, or of all, and how many events it finds. */
export type WayOut = { without: "days" | "category" | "search" | "all"; count: number };

type NoEventsFoundProps = {
  filter: ListFilter;
  /** The day in UTC. */
  today: string;
  /** Those on which something is that the search and the type let through. */
  days: DayWithEvents[];
  /** Those that find something. */
  ways: WayOut[];
  /** What is found by the first of them. */
  near: EventOnCard[];
};

/** Stands in the list when nothing matches: the specified words, and each way out with its number. */
export function NoEventsFound({ filter, today, days, ways, near }: NoEventsFoundProps) {
  const links = [
    ...daysNear(filter, today, days).map(({ day, count }) => ({
      to: { ...filter, from: day, to: day },
      name: nameOfDay(day, today),
      count,
    })),
    ...ways.map(({ without, count }) => ({ to: lettingGo(filter, without), name: nameOf(without, filter), count })),
  ];
  const asked = askedIn(filter, today);
  return (
    <>
      <div className="nothing">
        <h2>{say("upcoming.empty.title")}</h2>
        <p>{say("upcoming.empty.text")}</p>
        {asked && (
          <p className="quiet wrap-anywhere">
            {asked}
            {links.length > 1 && ` ${say("upcoming.empty.instead")}`}
          </p>
        )}
        {links.length > 0 && (
          <ul>
            {links.map(({ to, name, count }) => (
              <li key={name}>
                <Link to={pageAddress(to)} preventScrollReset>
                  {name} <b>{count}</b>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Drawing scene="empty" className="" />
      </div>
      {near.length > 0 && (
        <section aria-labelledby="near" className="near">
          <h2 id="near">{say("upcoming.empty.near")}</h2>
          <ul className="cards">
            {near.map((event) => (
              <li key={event._id} className="card-place">
                <EventCard event={event} heading="h3" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** What was asked for, in words: 'Nothing says “kayak” this weekend in Clean up Drive.'; nothing where that was everything. */
function askedIn(filter: ListFilter, today: string): string {
  const { search, category } = filter;
  const days = daysIn(filter, today);
  if (!search && !days && category === "all") return "";
  const what = search ? say("upcoming.empty.says", { search }) : say("upcoming.empty.planned");
  const type = category === "food" ? say("filter.food") : category !== "all" && say(`event_type.${category}`);
  return `${[what, days, type && say("upcoming.empty.in", { type })].filter(Boolean).join(" ")}.`;
}

const freed: Record<WayOut["without"], Partial<ListFilter>> = {
  days: { from: undefined, to: undefined },
  category: { category: "all" },
  search: { search: "" },
  all: noFilter,
};

/** The same filter without its days, its category or its words, or without all of them. */
export const lettingGo = (filter: ListFilter, without: WayOut["without"]): ListFilter => ({
  ...filter,
  ...freed[without],
  cursor: undefined,
});

function nameOf(without: WayOut["without"], { search }: ListFilter): string {
  return without === "search" ? say("upcoming.empty.words", { search }) : say(names[without]);
}

const names = { days: "upcoming.empty.days", category: "filter.all", all: "upcoming.empty.all" } as const;

/** The last day with events before those that are asked for, and the first one after them. */
function daysNear({ from, to }: ListFilter, today: string, days: DayWithEvents[]): DayWithEvents[] {
  const before = days.findLast(({ day }) => from !== undefined && day < from && day >= today);
  const after = days.find(({ day }) => to !== undefined && day > to);
  return [before, after].filter((day) => day !== undefined);
}

/** 'Sat, Nov 28', with the year where it is another than today's. */
const nameOfDay = (day: string, today: string) =>
  dateOf(new Date(`${day}T00:00Z`), "UTC").replace(day.startsWith(today.slice(0, 4)) ? /, \d+$/ : "", "");

/** The days of a filter in words: 'this weekend', 'on Sat, Nov 28', with the year where it is another than this day's. */
export function daysIn({ from, to }: Pick<ListFilter, "from" | "to">, today: string): string {
  const weekend = weekendOf(today);
  if (from === weekend.from && to === weekend.to && from !== to) return say("upcoming.this_weekend");
  const words = (day: string) => nameOfDay(day, today);
  if (from && from === to) return say("upcoming.on", { day: words(from) });
  // Two dates without their weekdays take one line of a phone.
  const short = (day: string) => words(day).replace(/^\w+, /, "");
  if (from && to) return say("upcoming.between", { from: short(from), to: short(to) });
  return from ? say("upcoming.from", { day: words(from) }) : to ? say("upcoming.until", { day: words(to) }) : "";
}
