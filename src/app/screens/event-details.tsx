import { lazy, Suspense, useEffect } from "react";
import { isRouteErrorResponse, useSearchParams } from "react-router";

import { getEvent } from "#domain/events/queries.ts";
import { dateOf, eventPath, similarWithin } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { listInstead, listNearby } from "#domain/events/similar.ts";
import { findPublicOutcome } from "#domain/outcomes/queries.ts";
import { listFaces } from "#domain/participants/queries.ts";
import { owns } from "#domain/rights/rules.ts";
import { firstCharacters } from "#domain/rules.ts";
import { findPageDates } from "#domain/series/dates.ts";
import { scheduleOf } from "#domain/series/words.ts";
import { listNamedOrganizers } from "#domain/teams/queries.ts";
import { hasBegun, hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { areaOf } from "#domain/towns/countries.ts";
import { distanceBetween } from "#domain/towns/rules.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/event-details";
import { orRefusal, showsOnly, visitor } from "../context.ts";
import { awayInWords } from "../events/on-card.ts";
import { action, EventActions } from "../events/event-actions.tsx";
import { eventData } from "../events/event-json-ld.ts";
import { EventScene } from "../events/event-scene.tsx";
import { Faces } from "../events/faces.tsx";
import { GoodToKnow } from "../events/good-to-know.tsx";
import { OrganizerCard } from "../events/organizer-card.tsx";
import type { Stage } from "../events/participants-card.tsx";
import { PosterFacts } from "../events/poster-facts.tsx";
import { ShowMap } from "../maps/show-map.tsx";
import { PrintedWay } from "../events/printed-way.tsx";
import { TypeBadge } from "../events/type-badge.tsx";
import { useLiveNumbers } from "../events/use-live-numbers.ts";
import { EditOwn } from "../organizing/edit-own.tsx";
import { ManageLink } from "../organizing/manage-link.tsx";
import { oEmbedLink, originIn, pageMeta } from "../page-meta.ts";
import { CodeButton } from "../registrations/code-button.tsx";
import { Participation, useParticipation } from "../registrations/participation.tsx";
import { lastShown } from "../session/last-shown.ts";
import { useSession } from "../session/session.tsx";
import { ErrorPage } from "../site/error-page.tsx";
import { BackButton } from "../ui/back-button.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import { toast } from "../ui/toast.tsx";

import "../events/poster.css";
import "../outcomes/what-we-did.css";
// Styles of lazily loaded parts, which bring none of their own.
import "../events/event-row.css";
import "../events/spots-left.css";
import "../ui/dialog-foot.css";
import "../series/dates.css";

const TransferCard = lazy(() => import("../organizing/transfer-card.tsx"));
// Only closed events and dates of a series need these. They are outside of a boundary, so the server waits for them and
// sends the page in one piece.
const EventNotice = lazy(() => import("../events/event-notice.tsx"));
const HiddenEvent = lazy(() => import("../events/hidden-event.tsx"));
const WhatWeDid = lazy(() => import("../outcomes/what-we-did.tsx"));
const RepeatsBadge = lazy(() => import("../series/repeats-badge.tsx"));
const DateChips = lazy(() => import("../series/date-chips.tsx"));
const ComingUp = lazy(() => import("../events/coming-up.tsx"));

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(visitor);
  const [event, faces, nearby] = await orRefusal(
    context,
    Promise.all([getEvent(ctx, params.id), listFaces(ctx, params.id), listNearby(ctx, params.id)]),
  );
  const span = spanOf(event);
  const isClosed = event.status === "cancelled" || hasEnded(span, ctx.now);
  const stage: Stage = isClosed ? "closed" : hasBegun(span, ctx.now) ? "under_way" : "open";
  const [others, outcome, team, dates] = await orRefusal(
    context,
    Promise.all([
      isClosed ? listInstead(ctx, event, nearby) : nearby,
      isClosed ? findPublicOutcome(ctx, event) : null,
      listNamedOrganizers(ctx, event._id),
      findPageDates(ctx, event),
    ]),
  );
  const similar = others.map(({ point, isExact, ...other }) => ({
    ...other,
    away: awayFrom(event, { point, isExact }),
  }));
  // Pages are cached for a minute, so a new event nearby appears on this one within a minute.
  // The same holds for the number of a series' other dates; those that it shows drop it at once.
  const beside = [...similar.map(({ _id }) => _id), ...(dates?.dates.map(({ eventId }) => eventId) ?? [])];
  if (!isClosed) context.get(showsOnly)(event._id, "members", "communities", ...beside);
  const scheduled = event.series ? { schedule: scheduleOf(event.series, event.timeZone) } : {};
  // The server names the country, as browsers name some differently.
  return { event, area: areaOf(event.town), stage, faces, similar, outcome, team, dates, ...scheduled };
}

const shown = lastShown<Awaited<ReturnType<typeof loader>>>();

/** In the browser, the loaded event stays if reloading fails after a member has joined or left it. */
export const clientLoader = ({ serverLoader, params }: Route.ClientLoaderArgs) => shown.load(params.id, serverLoader);

/** The distance of two events in words; null if it is unknown or not near. */
function awayFrom(one: Pick<Event, "point" | "isExact">, other: Pick<Event, "point" | "isExact">): string | null {
  if (!one.point || !other.point) return null;
  const away = distanceBetween(one.point, other.point);
  return away > similarWithin ? null : awayInWords(away, one.isExact && other.isExact);
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const path = eventPath(params.id);
  if (!loaderData) return pageMeta({ matches, path, title: say("error.404.title"), forMembers: true });
  const { event, stage, schedule } = loaderData;
  const when = dateOf(new Date(event.eventDate), event.timeZone);
  const description = firstCharacters(`${when}, ${event.location}. ${event.description}`.replace(/\s+/g, " "), 200);
  return [
    ...pageMeta({ matches, path, title: `${event.title} · ${when}`, description, picture: `${path}/picture.png` }),
    oEmbedLink(matches, path),
    { "script:ld+json": eventData(event, originIn(matches), stage === "open", schedule) },
  ];
};

/**
 * Specification 2 'Event Details', as a poster: what, when, where, who organizes it, the spots left and one button;
 * then the rest.
 */
export default function EventDetails({ loaderData, params }: Route.ComponentProps) {
  shown.useShown(params.id, loaderData);
  return <Poster key={params.id} {...loaderData} />;
}

function Poster({ event, area, stage, faces, similar, outcome, team, dates }: Route.ComponentProps["loaderData"]) {
  const live = useLiveNumbers(event, stage !== "closed");
  const own = useParticipation(live);
  const session = useSession();
  const [query] = useSearchParams();
  const me = session.status === "member" ? session.user : null;
  // Until the member's role is known, the organizer's page is theirs already.
  const isOwn = me !== null && owns(event, me.id);
  const organizer = me && (own.registration ? own.registration.role !== null : isOwn) ? me : null;
  const others = { events: similar, alike: similar.every(({ eventType }) => eventType === event.eventType) };
  const isOver = stage === "closed";
  const people = <Faces faces={faces} participant={live.participant} closed={isOver} />;
  const cancelled = event.status === "cancelled";
  return (
    <article
      className="poster flex flex-col max-sm:mt-1 sm:grid sm:grid-cols-2 sm:grid-rows-[auto_auto_auto_1fr] sm:gap-x-6 lg:grid-cols-[minmax(0,1fr)_27.5rem] lg:gap-x-16 print:block"
      data-hue={event.eventType}
    >
      <div className="flex min-h-11 items-center sm:col-span-2 lg:mb-2">
        <BackButton otherwise="/upcoming-events" />
        <p className="quiet border-l border-(--hair) pl-4 print:border-0 print:pl-0">{say("event.title")}</p>
      </div>
      <div className="poster-head max-sm:order-1 sm:col-start-1">
        {query.has("offer") && session.status !== "loading" && (
          <Suspense>
            <TransferCard eventId={event._id} />
          </Suspense>
        )}
        <div className="poster-tags flex flex-wrap items-center gap-2">
          <TypeBadge type={event.eventType} />
          {dates && <RepeatsBadge repeats={dates.repeats} />}
          {stage === "under_way" && <span className="badge under-way">{say("event.page.under_way")}</span>}
          {isOver && (
            <span className="badge badge-status">
              {say(cancelled ? "event.page.cancelled.stamp" : "event.page.over")}
            </span>
          )}
        </div>
        <h1 dir="auto" className="mt-2 text-poster font-[750] tracking-[-0.035em] break-words lg:mt-3">
          {event.title}
        </h1>
        <PosterFacts event={event} area={area} isOver={isOver} isTold={outcome !== null} isOwn={isOwn} />
        {isOver && <EventNotice event={event} others={others} isTold={outcome !== null} />}
        {outcome && <WhatWeDid event={event} outcome={outcome} isOwn={!!organizer} />}
      </div>
      <aside className="poster-aside sm:col-start-2 sm:row-start-2 sm:row-end-5 sm:self-start lg:not-has-[.know]:sticky lg:not-has-[.know]:top-20">
        <div className="poster-card">
          <EventScene event={event}>
            {cancelled && <span className="stamp">{say("event.page.cancelled.stamp")}</span>}
          </EventScene>
          {dates && <DateChips event={live} dates={dates} own={own} isOver={isOver} />}
          <Participation
            event={live}
            stage={stage}
            own={own}
            manage={
              organizer && (
                <div className="press own">
                  <ManageLink event={event} isSaid={outcome !== null} />
                  {!cancelled && <EditOwn event={event} email={organizer.email} />}
                </div>
              )
            }
            faces={people}
          />
          {isOver && similar.length > 0 && <ComingUp {...others} />}
        </div>
        <GoodToKnow event={event} />
      </aside>
      {!isOver && (
        <EventActions event={event} className="mt-2 max-sm:order-3 sm:col-start-1 sm:mt-4 sm:self-start lg:mt-6">
          {own.registration?.state === "joined" && !organizer ? (
            <CodeButton eventId={event._id} words={say("event.code")} className={action} />
          ) : undefined}
        </EventActions>
      )}
      <div className="poster-body max-sm:order-7 sm:col-start-1">
        <section aria-labelledby="about">
          <h2 id="about" className="text-part">
            {say("event.about")}
          </h2>
          <p dir="auto" className="mt-3 max-w-[66ch] text-lg leading-relaxed break-words whitespace-pre-line">
            <LinkedText text={event.description} />
          </p>
        </section>
        <ShowMap event={event} />
        {!isOver && people}
        <OrganizerCard event={event} isOwn={isOwn} others={team.map(({ name }) => name)} />
        {!isOver && similar.length > 0 && <ComingUp {...others} isNearby />}
      </div>
      <PrintedWay event={event} />
    </article>
  );
}

/**
 * A missing event is a 404. A hidden one is a 403, which says nothing about it. A failed load is reported in the words
 * of the specification's catalogue (8).
 */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 0;
  const isHidden = status === 403;
  useEffect(() => {
    if (!isHidden) toast("error", say("event.load_failed"));
  }, [isHidden]);
  if (isHidden) return <HiddenEvent id={params.id} />;
  return <ErrorPage error={error} text={status === 404 ? say("event.gone") : undefined} />;
}
