import { useNavigation } from "react-router";

import { listEvents } from "#domain/events/queries.ts";
import { firstCharacters } from "#domain/rules.ts";
import { say } from "#messages/events.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/upcoming-events";
import { pageMeta } from "../page-meta.ts";
import { orRefusal, visitor } from "../context.ts";
import { EventGrid, onCard } from "../events/event-card.tsx";
import { EventFilters, filterOf, pageAddress } from "../events/event-filters.tsx";
import { feedAddress, SubscribeMenu } from "../events/subscribe-menu.tsx";
import { useMoreEvents } from "../events/use-more-events.ts";
import { EmptyState } from "../ui/empty-state.tsx";

/** A page of the list: three columns of four. With twice as many, a slow phone is still busy when one wants to search. */
const pageLength = 12;

/** A card shows two lines of a description; this is more than fits. */
const forTwoLines = (description: string) => firstCharacters(description, 160);

export async function loader({ context, request }: Route.LoaderArgs) {
  const filter = filterOf(new URL(request.url).searchParams);
  const { rows, total, next } = await orRefusal(
    listEvents(context.get(visitor), {
      search: filter.search,
      category: filter.category,
      when: "upcoming",
      limit: pageLength,
      cursor: filter.cursor,
    }),
  );
  return { events: rows.map((event) => onCard(event, forTwoLines)), total, next, filter };
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

/** Specification 2 'Upcoming Events': events that have not ended, soonest first, searched and filtered by the address. */
export default function UpcomingEvents({ loaderData }: Route.ComponentProps) {
  const { total, filter } = loaderData;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-page">{say("upcoming.title")}</h1>
          <p className="quiet text-lg">{say("upcoming.total", { count: total })}</p>
        </div>
        <SubscribeMenu category={filter.category} />
      </div>
      <EventFilters filter={filter} />
      <Results {...loaderData} />
    </div>
  );
}

type ResultsProps = Route.ComponentProps["loaderData"];

/** The events that match, which load on as one scrolls; without script, by a link to the next page. */
function Results({ events: first, total, next: afterFirst, filter }: ResultsProps) {
  const busy = useNavigation().location?.pathname === "/upcoming-events";
  const { events: others, next, step, end, load } = useMoreEvents({ next: afterFirst, filter, limit: pageLength });
  const events = [...first, ...others];
  return (
    <>
      <p role="status" className="font-semibold">
        {say("upcoming.showing", { count: events.length })}
        {events.length < total && ` ${say("upcoming.of", { total })}`}
      </p>
      <div aria-busy={busy} className={busy ? "opacity-60 transition-opacity" : "transition-opacity"}>
        {events.length === 0 ? (
          <EmptyState title={say("upcoming.empty.title")} text={say("upcoming.empty.text")}>
            <Link to="/upcoming-events" className="btn btn-secondary">
              {say("upcoming.empty.all")}
            </Link>
          </EmptyState>
        ) : (
          <EventGrid events={events} heading="h2" />
        )}
      </div>
      <nav
        ref={end}
        aria-label={say("upcoming.title")}
        className="flex flex-wrap items-center justify-center gap-3 empty:hidden"
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
    </>
  );
}
