import { type ReactNode, useState } from "react";

import { dateOf, dayOf, eventPath, hasBegun, momentOf } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/registrations-joined.ts";

import { Link } from "../addresses.ts";
import { AddToCalendar } from "../events/add-to-calendar.tsx";
import { Directions } from "../events/event-actions.tsx";
import { EventFacts, Fact } from "../events/event-facts.tsx";
import { EventPicture } from "../events/event-picture.tsx";

import "../events/board.css";
import "./joined.css";

type JoinedEventProps = { join: Registration; onLeave: () => void };

type NextPosterProps = { join: Registration; title: ReactNode; facts: ReactNode; deeds: ReactNode };

/** The event that comes next, large, with what one needs on the way there. */
export const NextPoster = ({ join, title, facts, deeds }: NextPosterProps) => (
  <article data-hue={join.eventType} className="next-up">
    <EventPicture type={join.eventType} url={join.thumbnailUrl} first className="next-picture" />
    <div className="next-words">
      {title}
      {facts}
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
    facts={<Facts join={join} />}
    deeds={<Deeds join={join} onLeave={onLeave} />}
  />
);

/** Any other event that one has joined, or is on the waitlist of. */
export function JoinedRow({ join, isPast, onLeave }: JoinedEventProps & { isPast: boolean }) {
  const { weekday, day, month } = dayOf(new Date(join.eventDate), join.timeZone);
  return (
    <article data-hue={join.eventType} className={`sheet row ${isPast ? "past" : ""}`}>
      <div aria-hidden className={`leaf ${join.state === "waiting" ? "waits" : ""}`}>
        <i>{weekday}</i>
        <b>{day}</b>
        <i>{month}</i>
      </div>
      <div className="min-w-0">
        <h3 dir="auto">{join.eventTitle}</h3>
        <Facts join={join} />
      </div>
      <div className="deeds">
        <Deeds join={join} onLeave={onLeave} />
      </div>
    </article>
  );
}

/** When and where, with how many, since when, and what is to be known. */
function Facts({ join }: { join: Registration }): ReactNode {
  const [now] = useState(() => new Date());
  const { timeZone: here } = new Intl.DateTimeFormat().resolvedOptions();
  const begun = hasBegun(join.eventDate, now);
  const { offeredUntil } = join;
  return (
    <>
      <EventFacts date={join.eventDate} end={join.eventEnd} timeZone={join.timeZone} location={join.eventLocation}>
        <Fact icon="users-round">{say("joined.participants", { count: join.participantCount })}</Fact>
        <Fact icon={join.state === "waiting" ? "calendar-search" : "circle-check"}>
          {say(join.state === "joined" ? "joined.on" : begun ? "joined.waited" : "joined.waiting", {
            date: dateOf(new Date(join.joinedAt), here),
          })}
        </Fact>
        {join.places > 1 && <Fact icon="users-round">{say("joined.with", { count: join.places - 1 })}</Fact>}
      </EventFacts>
      <p dir="auto" className="quiet mt-2 line-clamp-2 break-words">
        {join.description}
      </p>
      {join.status === "cancelled" && <p className="mt-2 font-semibold text-error">{say("joined.cancelled")}</p>}
      {offeredUntil && (
        <p className="mt-2 rounded-field bg-secondary px-4 py-3 font-semibold text-secondary-content">
          {say("joined.offered", { until: momentOf(new Date(offeredUntil), here) })}
        </p>
      )}
    </>
  );
}

function Deeds({ join, onLeave }: JoinedEventProps) {
  const [now] = useState(() => new Date());
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
      {!hasBegun(join.eventDate, now) && (
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
