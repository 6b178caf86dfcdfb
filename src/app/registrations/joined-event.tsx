import type { ReactNode } from "react";

import { dateOf, dayOf, eventPath, hasBegun, momentOf, wallClockIn } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/registrations-joined.ts";

import { Link } from "../addresses.ts";
import { AddToCalendar } from "../events/add-to-calendar.tsx";
import { Directions } from "../events/event-actions.tsx";
import { EventFacts, Fact } from "../events/event-facts.tsx";
import { EventPicture } from "../events/event-picture.tsx";
import { EventTime } from "../events/event-time.tsx";
import { Icon } from "../ui/icon.tsx";

import "../events/board.css";
import "./joined.css";

type JoinedEventProps = { join: Registration; onLeave: () => void };

type NextPosterProps = { join: Registration; lead?: ReactNode; title: ReactNode; more?: ReactNode; deeds: ReactNode };

/** The event that comes next, large, with what one needs on the way there. */
export const NextPoster = ({ join, lead, title, more, deeds }: NextPosterProps) => (
  <article data-hue={join.eventType} className="next-up">
    <EventPicture type={join.eventType} url={join.thumbnailUrl} first className="next-picture" />
    <div className="next-words">
      <p>
        {lead}
        <b className="soon">{howSoon(join)}</b>
      </p>
      {title}
      <div className="next-facts">
        <DayLeaf join={join} />
        <p>
          <EventTime {...whenOf(join)} only="date" className="strong" />
          <EventTime {...whenOf(join)} only="time" className="block" />
        </p>
        <div aria-hidden className="leaf">
          <Icon name="map-pin" />
        </div>
        <p dir="auto" className="line-clamp-2">
          {join.eventLocation}
        </p>
      </div>
      {more}
      <div className="deeds">
        <Directions location={join.eventLocation} className="btn btn-primary" />
        <AddToCalendar event={{ _id: join.eventId }} className="btn bg-base-100/70" />
        {deeds}
      </div>
    </div>
  </article>
);

/** The same in the list, with all that is known of it. */
export const NextUp = ({ join, onLeave }: JoinedEventProps) => (
  <NextPoster
    join={join}
    title={<h3 dir="auto">{join.eventTitle}</h3>}
    more={
      <>
        <Words join={join} />
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1.5">
          <Standing join={join} />
        </ul>
      </>
    }
    deeds={<Deeds join={join} onLeave={onLeave} />}
  />
);

const whenOf = ({ eventDate, eventEnd, timeZone }: Registration) => ({ date: eventDate, end: eventEnd, timeZone });

/** In how many days an event begins, by the calendar where it is: the one that its date is read on. */
function howSoon({ eventDate, timeZone }: Registration): string {
  const now = new Date();
  if (hasBegun(eventDate, now)) return say("card.under_way");
  const dayOn = (moment: Date) => Date.parse(wallClockIn(moment, timeZone).date);
  const count = (dayOn(new Date(eventDate)) - dayOn(now)) / 86_400_000;
  return count ? say("joined.in_days", { count }) : say("card.today");
}

/** The day of an event on a leaf, for the eye only: it stands in words beside it. */
function DayLeaf({ join, className = "" }: { join: Registration; className?: string }) {
  const { weekday, day, month } = dayOf(new Date(join.eventDate), join.timeZone);
  return (
    <div aria-hidden className={`leaf ${className}`}>
      <i>{weekday}</i>
      <b>{day}</b>
      <i>{month}</i>
    </div>
  );
}

/** Any other event that one has joined, or is on the waitlist of. */
export function JoinedRow({ join, isPast, onLeave }: JoinedEventProps & { isPast: boolean }) {
  return (
    <article data-hue={join.eventType} className={`sheet row ${isPast ? "past" : ""}`}>
      <DayLeaf join={join} className={join.state === "waiting" ? "waits" : ""} />
      <div className="min-w-0">
        <h3 dir="auto">{join.eventTitle}</h3>
        <EventFacts {...whenOf(join)} location={join.eventLocation}>
          <Standing join={join} />
        </EventFacts>
        <Words join={join} />
      </div>
      <div className="deeds">
        <Deeds join={join} onLeave={onLeave} />
      </div>
    </article>
  );
}

/** With how many, since when, and whom one brings. */
function Standing({ join }: { join: Registration }) {
  return (
    <>
      <Fact icon="users-round">{say("joined.participants", { count: join.participantCount })}</Fact>
      <Fact icon={join.state === "waiting" ? "calendar-search" : "circle-check"}>
        {say(join.state === "joined" ? "joined.on" : hasBegunNow(join) ? "joined.waited" : "joined.waiting", {
          date: dateOf(new Date(join.joinedAt), hereZone()),
        })}
      </Fact>
      {join.places > 1 && <Fact icon="users-round">{say("joined.with", { count: join.places - 1 })}</Fact>}
    </>
  );
}

/** The organizer's own words, and what is to be known besides. */
function Words({ join: { description, status, offeredUntil } }: { join: Registration }) {
  return (
    <>
      <p dir="auto" className="quiet mt-2 line-clamp-2 break-words">
        {description}
      </p>
      {status === "cancelled" && <p className="mt-2 font-semibold text-error">{say("joined.cancelled")}</p>}
      {offeredUntil && (
        <p className="mt-2 rounded-field bg-secondary px-4 py-3 font-semibold text-secondary-content">
          {say("joined.offered", { until: momentOf(new Date(offeredUntil), hereZone()) })}
        </p>
      )}
    </>
  );
}

const hasBegunNow = ({ eventDate }: Registration) => hasBegun(eventDate, new Date());
const hereZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function Deeds({ join, onLeave }: JoinedEventProps) {
  const view = say(join.offeredUntil ? "joined.take" : "joined.view");
  return (
    <>
      <Link
        to={eventPath(join.eventId)}
        aria-label={`${view}: ${join.eventTitle}`}
        className={`btn ${join.offeredUntil ? "btn-primary" : "btn-secondary"}`}
      >
        {view}
      </Link>
      {!hasBegunNow(join) && (
        <button
          type="button"
          aria-label={say(join.state === "waiting" ? "joined.leave_waitlist_of" : "joined.leave_of", {
            title: join.eventTitle,
          })}
          className="btn btn-ghost"
          onClick={onLeave}
        >
          {say("joined.leave")}
        </button>
      )}
    </>
  );
}
