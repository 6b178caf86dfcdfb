import { Link, useNavigation } from "react-router";

import { listEvents } from "#domain/events/queries.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/upcoming-events";
import { orRefusal, visitor } from "../context.ts";
import { EventGrid } from "../parts/event-card.tsx";
import { EventFilters, filterOf, pageAddress } from "../parts/event-filters.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** A page of the list: three columns of eight. */
const pageLength = 24;

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
  return { events: rows, total, next, filter };
}

export const meta: Route.MetaFunction = () => [
  { title: `${say("upcoming.title")} · ${say("brand.name")}` },
  { name: "description", content: say("upcoming.description") },
];

/** Specification 2 'Upcoming Events': what has not ended, soonest first, searched and filtered by the address. */
export default function UpcomingEvents({ loaderData: { events, total, next, filter } }: Route.ComponentProps) {
  const busy = useNavigation().location?.pathname === "/upcoming-events";
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-page">{say("upcoming.title")}</h1>
        <p className="quiet text-lg">{say("upcoming.total", { count: total })}</p>
      </div>
      <EventFilters filter={filter} />
      <p role="status" className="font-semibold">
        {say("upcoming.showing", { count: events.length })}
        {events.length < total && ` ${say("upcoming.of", { total })}`}
      </p>
      <div aria-busy={busy} className={busy ? "opacity-60 transition-opacity" : "transition-opacity"}>
        {events.length === 0 ? (
          <EmptyState title={say("upcoming.empty.title")} text={say("upcoming.empty.text")} />
        ) : (
          <EventGrid events={events} heading="h2" />
        )}
      </div>
      <nav aria-label={say("upcoming.title")} className="flex flex-wrap justify-center gap-3 empty:hidden">
        {filter.cursor && (
          <Link to={pageAddress(filter)} className="btn btn-outline">
            {say("upcoming.first")}
          </Link>
        )}
        {next && (
          <Link to={pageAddress(filter, next)} prefetch="intent" className="btn btn-primary">
            {say("upcoming.next")}
          </Link>
        )}
      </nav>
    </div>
  );
}
