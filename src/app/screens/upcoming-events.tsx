import { useNavigation } from "react-router";

import type { Context } from "#domain/context.ts";
import { listDays } from "#domain/events/days.ts";
import { listEvents } from "#domain/events/queries.ts";
import { firstCharacters } from "#domain/rules.ts";
import { say } from "#messages/events.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/upcoming-events";
import { pageMeta } from "../page-meta.ts";
import { orRefusal, visitor } from "../context.ts";
import { DayStrip } from "../events/day-strip.tsx";
import { EventBoard } from "../events/event-board.tsx";
import { onCard } from "../events/event-card.tsx";
import { EventFilters } from "../events/event-filters.tsx";
import { filterOf, type ListFilter, noFilter, pageAddress } from "../events/list-filter.ts";
import { daysIn, lettingGo, NoEventsFound, type WayOut } from "../events/no-events-found.tsx";
import { feedAddress, SubscribeMenu } from "../events/subscribe-menu.tsx";
import { useMoreEvents } from "../events/use-more-events.ts";

/** A page of the list: three columns of four. With twice as many, a slow phone is still busy when one wants to search. */
const pageLength = 12;

/** How many events are shown where none matches. */
const nearest = 2;

/** A card shows two lines of a description; this is more than fits beside the widest picture, so that its end is marked. */
const forTwoLines = (description: string) => firstCharacters(description, 220);

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(visitor);
  const filter = filterOf(new URL(request.url).searchParams);
  const [{ rows, total, isMore, next }, days] = await orRefusal(
    Promise.all([listEvents(ctx, { ...filter, when: "upcoming", limit: pageLength }), listDays(ctx, filter)]),
  );
  const events = rows.map((event) => onCard(event, forTwoLines, ctx.now));
  const nothing = total === 0 ? await orRefusal(waysOut(ctx, filter)) : null;
  return {
    events,
    total,
    isMore,
    // Of nothing it is not said twice: there are so many, and none of them is shown.
    ...nothing?.all,
    next,
    filter,
    days,
    today: ctx.now.toISOString().slice(0, 10),
    nothing,
  };
}

/**
 * What finds events: letting go of one thing that the filter asks for, or else of all; those that the first of them finds, the
 * soonest or, of days, the next ones after these; and how many there are of all.
 */
async function waysOut(ctx: Context, filter: ListFilter) {
  const asked: WayOut["without"][] = [
    ...(filter.from || filter.to ? (["days"] as const) : []),
    ...(filter.category === "all" ? [] : (["category"] as const)),
    ...(filter.search ? (["search"] as const) : []),
  ];
  const findWithout = async (without: WayOut["without"]) => {
    const { rows, total } = await listEvents(ctx, { ...lettingGo(filter, without), when: "upcoming", limit: nearest });
    return total > 0 ? [{ way: { without, count: total } satisfies WayOut, rows }] : [];
  };
  const byOne = (await Promise.all(asked.map(findWithout))).flat();
  const found = byOne.length === 0 && asked.length > 1 ? await findWithout("all") : byOne;
  const { rows: later } = await listEvents(ctx, { ...filter, to: undefined, when: "upcoming", limit: nearest });
  const near = found[0]?.way.without === "days" && later.length > 0 ? later : (found[0]?.rows ?? []);
  const { total, isMore } = await listEvents(ctx, { ...noFilter, when: "upcoming", limit: 1 });
  return {
    ways: found.map(({ way }) => way),
    near: near.map((event) => onCard(event, forTwoLines, ctx.now)),
    all: { total, isMore },
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta({
    matches,
    path: "/upcoming-events",
    title: say("upcoming.title"),
    description: say("upcoming.description"),
  }),
  ...feeds.map(({ name, format, type }) => ({
    tagName: "link",
    rel: "alternate",
    type,
    title: `${say("subscribe.title")} (${name})`,
    href: feedAddress(format, loaderData?.filter.category ?? "all"),
  })),
];

/** The links that feed readers look for. */
const feeds = [
  { name: "RSS", format: "rss", type: "application/rss+xml" },
  { name: "Atom", format: "atom", type: "application/atom+xml" },
  { name: "JSON Feed", format: "json", type: "application/feed+json" },
  { name: "iCalendar", format: "ics", type: "text/calendar" },
] as const;

/** Specification 2 'Upcoming Events': events that have not ended, by day, searched and filtered by the address. */
export default function UpcomingEvents({ loaderData }: Route.ComponentProps) {
  const { events: first, total, isMore, next: afterFirst, filter, days, today, nothing } = loaderData;
  const busy = useNavigation().location?.pathname === "/upcoming-events";
  const more = useMoreEvents({ next: afterFirst, filter, limit: pageLength });
  const { next, step, end, load } = more;
  const events = [...first, ...more.events];
  const hasDays = filter.from !== undefined || filter.to !== undefined;
  // Of a part, 'in total' would be taken for all.
  const isNarrowed = hasDays || filter.search !== "" || filter.category !== "all";
  return (
    <div className="-mt-4 flow-root">
      <div className="list-head">
        <div>
          <h1>{say("upcoming.title")}</h1>
          <p className="quiet">
            {!isNarrowed && (
              <>
                {say(isMore ? "upcoming.total.more" : "upcoming.total", { count: total })}
                <span aria-hidden> · </span>
              </>
            )}
            <span role="status">
              {say("upcoming.showing", { count: events.length })}
              {hasDays && ` ${daysIn(filter, today)}`}
            </span>
          </p>
        </div>
        <SubscribeMenu category={filter.category} />
      </div>
      <div className="tools">
        <EventFilters filter={filter} />
        <DayStrip days={days} today={today} filter={filter} />
      </div>
      <div aria-busy={busy} className={busy ? "opacity-60 transition-opacity" : "transition-opacity"}>
        {nothing ? (
          <NoEventsFound filter={filter} today={today} days={days} {...nothing} />
        ) : (
          <EventBoard
            events={events}
            today={today}
            from={filter.from}
            goesOn={{ before: filter.cursor !== undefined, after: next !== null }}
          />
        )}
      </div>
      <nav
        ref={end}
        aria-label={say("upcoming.title")}
        className="mt-6 flex flex-wrap items-center justify-center gap-3 empty:hidden"
      >
        {step === "failed" && <p role="alert">{say("network.failed")}</p>}
        {filter.cursor && (
          <Link to={pageAddress(filter)} className="btn btn-outline">
            {say("upcoming.first")}
          </Link>
        )}
        {next && (
          <Link
            to={pageAddress(filter, next)}
            className="btn btn-primary"
            onClick={(event) => {
              event.preventDefault();
              load();
            }}
          >
            {say(step === "loading" ? "loading" : "upcoming.next")}
          </Link>
        )}
      </nav>
    </div>
  );
}
