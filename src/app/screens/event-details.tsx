import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";

import { getEvent } from "#domain/events/queries.ts";
import { dateOf, eventPath, hasBegun, hasEnded } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { firstCharacters } from "#domain/rules.ts";
import { say } from "#messages/events.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import type { Route } from "./+types/event-details";
import { orRefusal, visitor } from "../context.ts";
import { eventData } from "../events/event-json-ld.ts";
import { originIn, pageMeta } from "../page-meta.ts";
import { AddToCalendar } from "../events/add-to-calendar.tsx";
import { CancelledBanner } from "../events/cancelled-banner.tsx";
import { EventPicture } from "../events/event-picture.tsx";
import { DayLeaf, EventTime } from "../events/event-time.tsx";
import { JoinButton } from "../registrations/join-button.tsx";
import { TypeBadge } from "../events/type-badge.tsx";
import { ManageLink } from "../organizing/manage-link.tsx";
import { TransferCard } from "../organizing/transfer-card.tsx";
import { ParticipantsCard } from "../events/participants-card.tsx";
import { ReadersTime } from "../events/readers-time.tsx";
import { ErrorPage } from "../site/error-page.tsx";
import { useLiveNumbers } from "../events/use-live-numbers.ts";
import { Avatar } from "../ui/avatar.tsx";
import { BackButton } from "../ui/back-button.tsx";
import { toast } from "../ui/toast.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(visitor);
  const event = await orRefusal(getEvent(ctx, params.id));
  const over = hasBegun(event.eventDate, ctx.now);
  const underWay = over && !hasEnded(event.eventEnd, ctx.now) && event.status === "active";
  return { event, over, underWay };
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const path = eventPath(params.id);
  if (!loaderData) return pageMeta({ matches, path, title: say("error.404.title"), forMembers: true });
  const { event } = loaderData;
  const when = dateOf(new Date(event.eventDate), event.timeZone);
  const description = firstCharacters(`${when}, ${event.location}. ${event.description}`.replace(/\s+/g, " "), 200);
  return [
    ...pageMeta({ matches, path, title: `${event.title} · ${when}`, description, picture: `${path}/picture.png` }),
    { "script:ld+json": eventData(event, originIn(matches)) },
  ];
};

/** Specification 2 'Event Details': what, when, where, the organizer, how many spots are left, one button. */
export default function EventDetails({ loaderData: { event, over, underWay } }: Route.ComponentProps) {
  const live = useLiveNumbers(event, !over && event.status === "active");
  return (
    <article className="flex flex-col gap-5">
      <div className="flex items-center gap-1">
        <BackButton otherwise="/upcoming-events" />
        <p className="quiet border-l border-base-300 pl-4 print:border-0 print:pl-0">{say("event.title")}</p>
      </div>
      {event.status === "cancelled" && <CancelledBanner event={event} />}
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:gap-x-10">
        <div className="flex min-w-0 flex-col gap-6">
          <EventPicture
            type={event.eventType}
            url={event.thumbnailUrl}
            first
            className="rounded-box border border-base-300 lg:aspect-video"
          />
          <div className="flex items-center gap-5">
            <DayLeaf date={event.eventDate} timeZone={event.timeZone} className="max-xs:hidden print:hidden" />
            <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
              <TypeBadge type={event.eventType} />
              <h1 dir="auto" className="w-full text-page break-words">
                {event.title}
              </h1>
            </div>
          </div>
          <Facts event={event} over={over || event.status === "cancelled"} underWay={underWay} />
        </div>
        <aside className="flex flex-col gap-5 print:hidden lg:sticky lg:top-22 lg:col-start-2 lg:row-span-2 lg:self-start">
          <TransferCard eventId={event._id} />
          <ParticipantsCard event={live}>
            <JoinButton event={live} begun={over} underWay={underWay} />
            <ManageLink event={event} />
          </ParticipantsCard>
          <OrganizerCard event={event} />
        </aside>
        <div className="flex min-w-0 flex-col gap-8 lg:border-t lg:border-base-300 lg:pt-8">
          <Words id="about" title={say("event.about")} text={event.description} />
          {event.whatToBring && <Words id="bring" title={say("event.bring")} text={event.whatToBring} />}
        </div>
        <Poster event={event} />
      </div>
    </article>
  );
}

/** What the organizer writes, under its heading. */
function Words({ id, title, text }: { id: string; title: string; text: string }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-part">
        {title}
      </h2>
      <p dir="auto" className="max-w-[70ch] text-lg leading-relaxed break-words whitespace-pre-line">
        {text}
      </p>
    </section>
  );
}

/** At the end of the printed page, which is a poster: the way here, as a QR code and as an address. */
function Poster({ event }: { event: Event }) {
  const origin = useSiteSettings()?.origin ?? "";
  const path = eventPath(event._id);
  return (
    <section className="hidden items-center gap-6 border-t-2 border-black pt-6 print:flex">
      <img src={`${path}/qr.svg`} alt="" width={160} height={160} fetchPriority="low" className="size-40" />
      <p className="text-lg">
        <span className="block font-semibold">{say("event.poster")}</span>
        <span className="block break-all">{origin + path}</span>
      </p>
    </section>
  );
}

function Facts({ event, over, underWay }: { event: Event; over: boolean; underWay: boolean }) {
  const when = { date: event.eventDate, end: event.eventEnd, timeZone: event.timeZone };
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <FactRow icon="calendar-days" name={say("event.date")}>
        <EventTime {...when} only="date" className="block font-semibold" />
        <EventTime {...when} only="time" className="quiet block" />
        <ReadersTime {...when} />
        {underWay && <span className="mt-1 block font-semibold text-primary">{say("event.under_way")}</span>}
        {!over && <AddToCalendar event={event} className="mt-1" />}
      </FactRow>
      <FactRow icon="map-pin" name={say("event.location")}>
        <span dir="auto" className="block font-semibold break-words">
          {event.location}
        </span>
        <span className="quiet block">{say("event.area")}</span>
      </FactRow>
      <FactRow icon="user-round" name={say("event.organizer")}>
        <span dir="auto" className="block font-semibold break-words">
          {event.organizer}
        </span>
      </FactRow>
      <FactRow icon="mail" name={say("event.contact")}>
        <a href={`mailto:${event.email}`} className="block font-semibold break-all underline underline-offset-4">
          {event.email}
        </a>
      </FactRow>
    </dl>
  );
}

function FactRow({ icon, name, children }: { icon: IconName; name: string; children: React.ReactNode }) {
  return (
    <div className="relative min-w-0 pl-8">
      <dt className="quiet text-sm">
        <Icon name={icon} className="absolute top-0.5 left-0 size-5 text-accent" />
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function OrganizerCard({ event }: { event: Event }) {
  return (
    <section aria-label={say("event.organized_by")} className="sheet flex items-center gap-4 p-5">
      <Avatar name={event.organizer} photo={event.organizerPhoto} className="size-14 text-lg" />
      <div className="min-w-0">
        <p className="quiet text-sm">{say("event.organized_by")}</p>
        <p dir="auto" className="truncate font-semibold">
          {event.organizer}
        </p>
        <p className="quiet truncate text-sm">{event.email}</p>
      </div>
    </section>
  );
}

/** An event that is not there is a 404; that it could not be loaded is said as the specification's catalogue (8) does. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    toast("error", say("event.load_failed"));
  }, []);
  return <ErrorPage error={error} text={missing ? say("event.gone") : undefined} />;
}
