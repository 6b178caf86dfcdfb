import { redirect, useNavigation, useRevalidator } from "react-router";

import { listEvents } from "#domain/events/queries.ts";
import { findArea, locatedAt, nameOfTownNear, pointIn } from "#domain/events/area.ts";
import { countEvents } from "#domain/events/counting.ts";
import { listDays } from "#domain/events/days.ts";
import { askedInWords, boxInWords, filterInWords, listInWords } from "#domain/events/filter-words.ts";
import { listPath, queryOf } from "#domain/events/rules.ts";
import { type Event, type ListFilter, listFilter } from "#domain/events/shapes.ts";
import { listWaysOut } from "#domain/events/ways-out.ts";
import { firstCharacters } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import { Link, useNavigate } from "../addresses.ts";
import type { Route } from "./+types/upcoming-events";
import { oEmbedLink, pageMeta } from "../page-meta.ts";
import { orRefusal, visitor } from "../context.ts";
import { EventBoard } from "../event-list/event-board.tsx";
import { EventCards } from "../events/event-cards.tsx";
import { EventFilters } from "../event-list/event-filters.tsx";
import { changedIn, isNarrowed, listAt, pageAddress } from "../event-list/list-filter.ts";
import { MapSwitch, useListMap } from "../maps/list-map.tsx";
import { NoEventsFound } from "../event-list/no-events-found.tsx";
import { onCard } from "../events/on-card.ts";
import { feedAddress, SubscribeMenu } from "../event-list/subscribe-menu.tsx";
import { useMoreEvents } from "../event-list/use-more-events.ts";
import { lastShown } from "../session/last-shown.ts";
import { FailedPart } from "../ui/failed.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { whole } from "../ui/whole.ts";

/**
 * The length of a page: three columns of four. With twice as many, a slow phone is still busy when the reader wants to
 * search.
 */
const pageLength = 12;

/** A card shows two lines of a description. This length overflows the widest card, so that the end is marked as cut. */
const forTwoLines = (description: string) => firstCharacters(description, 220);

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(visitor);
  const filter = listFilter(new URL(request.url).searchParams);
  const found = await orRefusal(context, findArea(ctx, filter));
  const near = found && (await orRefusal(context, nameOfTownNear(ctx, found.point)));
  // The address, which others may see and share, names the town and not the reader's position.
  if (near && pointIn(filter.near)) throw redirect(pageAddress({ ...filter, near }));
  const wanted = locatedAt(filter, found);
  const { from, to } = filter;
  const today = ctx.now.toISOString().slice(0, 10);
  const isNowhere = filter.near !== "" && !found;
  const [{ rows, total, isMore, next }, days, all] = await orRefusal(
    context,
    Promise.all([
      isNowhere ? nowhere : listEvents(ctx, { ...wanted, series: "once", limit: pageLength }),
      isNowhere ? [] : listDays(ctx, wanted),
      isNarrowed(filter) ? countEvents(ctx, { series: "once" }) : null,
    ]),
  );
  const shownOn = (events: Event[]) => events.map((event) => onCard(event, forTwoLines, ctx.now, found?.point));
  const ways = total === 0 ? await orRefusal(context, listWaysOut(ctx, { filter, area: found, days })) : null;
  // If another town has the same name, the country is added.
  const area = found && { ...found, name: ways?.town ?? found.name };
  // If nothing is found, only this sentence names the search, including its words.
  const words = (ways ? askedInWords : filterInWords)({ ...wanted, area, box: undefined }, today);
  // The chosen days end, but a subscription continues.
  const lasting = {
    ...filter,
    near: isNowhere ? "" : (near ?? filter.near),
    from: undefined,
    to: undefined,
    order: undefined,
    cursor: undefined,
  };
  return {
    events: shownOn(rows),
    total,
    isMore,
    /** The number of all events, which a filter does not change. */
    all: all ?? { total, isMore },
    next,
    filter,
    /** True if a requested list failed to load; then the previous list is shown. */
    isFailed: false,
    area,
    near,
    words: withWholeTypes(words, filter),
    inBox: boxInWords(filter, words),
    shared: listInWords(wanted, { total, isMore }, today),
    feed: { query: queryOf(lasting), words: askedInWords({ ...wanted, from: undefined, to: undefined }, today) },
    days,
    today,
    nothing: ways && {
      ...ways,
      near: shownOn(ways.near),
      follow: isNowhere ? null : queryOf({ ...lasting, from, to }),
    },
  };
}

const list = lastShown<Awaited<ReturnType<typeof loader>>>();

/** In the browser, the list, the box and the typed text stay if the next list fails to load. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  list.load("", serverLoader, (before) => ({ ...before, isFailed: true }));

/** The same words, with no line break within a type's name. */
const withWholeTypes = (words: string, { category }: ListFilter): string =>
  category
    .map((type) => say(type === "food" ? "filter.food" : `event_type.${type}`))
    .reduce((text, name) => text.replaceAll(name, whole(name)), words);

/** The result near an unknown town. */
const nowhere = { rows: [], total: 0, isMore: false, next: null };

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta({
    matches,
    // People search the web only for a town, not for other filters.
    path: pageAddress({ near: loaderData?.near }),
    title: say("upcoming.title"),
    ...loaderData?.shared,
  }),
  oEmbedLink(matches, listPath(loaderData?.feed.query ?? "")),
  ...feeds.map(({ name, format, type }) => ({
    tagName: "link",
    rel: "alternate",
    type,
    title: `${say("subscribe.title")} (${name})`,
    href: feedAddress(format, loaderData?.feed.query ?? ""),
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
  const {
    events: first,
    total,
    isMore,
    all,
    next: afterFirst,
    filter,
    isFailed,
    area,
    words,
    inBox,
    feed,
    days,
    today,
    nothing,
  } = loaderData;
  list.useShown("", loaderData);
  const { state, revalidate } = useRevalidator();
  const isAgain = state === "loading";
  const busy = useNavigation().location?.pathname === "/upcoming-events" || isAgain;
  const { Map, show } = useListMap();
  const navigate = useNavigate();
  const more = useMoreEvents({ next: afterFirst, filter, limit: pageLength, center: area?.point });
  const { next, step, end, load } = more;
  const events = [...first, ...more.events];
  /** If nothing is found anywhere, the map would be empty too. */
  const isBlank = nothing !== null && !filter.box;
  const hasMap = Map !== null && !isBlank;
  const isCleared = isNarrowed(filter);
  const isByDistance = filter.order === "distance";
  const inAll = say(all.isMore ? "upcoming.total.more" : "upcoming.total", { count: all.total });
  const showing = say("upcoming.showing", { count: events.length });
  const isPart = isMore || total > events.length;
  const ofAll = isMore ? "upcoming.showing.of.more" : "upcoming.showing.of";
  const inPart = isPart ? say(ofAll, { count: total, shown: events.length }) : showing;
  const onMap = say(isMore ? "upcoming.many.more" : "upcoming.many", { count: total });
  const ofWhat = (words && ` ${words}`) + inBox;
  return (
    <div className="relative flow-root">
      <div className="max-sm:pe-12">
        <h1 className="text-page">{say("upcoming.title")}</h1>
        <p
          role="status"
          className="quiet mt-0 text-[0.8125rem] leading-4 text-balance sm:mt-1 sm:text-base sm:leading-5"
        >
          {isCleared ? (
            <>
              <b className="font-semibold text-base-content">
                {hasMap ? onMap : inPart}
                {/* On a phone the chips and the search box show them; an empty result names its whole request. */}
                <span className={nothing ? "" : "max-sm:sr-only"}>{ofWhat}</span>
              </b>
              {/* A line may end with the dash, but not begin with it. */}
              {"\u00a0· "}
              <span className="whitespace-nowrap">{inAll}</span>
            </>
          ) : (
            <>
              {inAll}
              {/* On a phone's map no list is shown. */}
              <span className={`whitespace-nowrap ${hasMap ? "max-lg:hidden" : ""}`}>
                {"\u00a0· "}
                {showing}
              </span>
            </>
          )}
        </p>
      </div>
      <div className="tools mt-[5px] sm:mt-3">
        <EventFilters
          filter={filter}
          isFailed={isFailed}
          town={area?.name}
          today={today}
          days={days}
          count={isMore ? null : total}
        >
          {isBlank || <MapSwitch isMap={Map !== null} show={show} />}
        </EventFilters>
      </div>
      {isFailed && (
        <div className="mt-3 rounded-field border border-error px-4 py-2">
          <FailedPart
            text={say("upcoming.failed")}
            again={say(isAgain ? "loading" : "retry")}
            onAgain={() => void revalidate().then(() => rescueFocus())}
          />
        </div>
      )}
      <div
        className={`${hasMap ? "beside-map" : ""} ${isCleared && (nothing || hasMap || isByDistance) ? "max-sm:pt-11" : ""}`}
      >
        <div aria-busy={busy} className={busy ? "opacity-60 transition-opacity" : "transition-opacity"}>
          {nothing ? (
            <NoEventsFound {...nothing} />
          ) : isByDistance ? (
            <EventCards events={events} className="mt-3 sm:mt-6" />
          ) : (
            <EventBoard events={events} hasMore={next !== null} today={today} from={filter.from} />
          )}
          <nav
            ref={end}
            aria-label={say("upcoming.title")}
            className="mt-6 flex flex-wrap items-center justify-center gap-3 empty:hidden"
          >
            {step === "failed" && <p role="alert">{say("network.failed")}</p>}
            {filter.cursor && (
              <Link to={pageAddress(filter)} className="btn">
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
          <div className="mt-4 flex justify-center">
            <SubscribeMenu {...feed} />
          </div>
        </div>
        {hasMap && (
          <Map
            query={queryOf({ ...filter, box: undefined, cursor: undefined })}
            box={filter.box}
            onMove={(box) =>
              // Changes the requested list, which may not be the one shown if it failed to load.
              void navigate(changedIn(listAt(location.search), pageAddress(filter), pageAddress({ ...filter, box })), {
                replace: true,
                preventScrollReset: true,
              })
            }
          />
        )}
      </div>
    </div>
  );
}
