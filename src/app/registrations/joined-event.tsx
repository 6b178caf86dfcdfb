import { dateOf, eventPath, hasBegun, momentOf, nearDateOf } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/registrations-joined.ts";

import { Link } from "../addresses.ts";
import { EventFacts, Fact } from "../events/event-facts.tsx";
import { NextPoster, whenOf } from "./next-poster.tsx";
import { DayLeaf } from "./when-and-where.tsx";

import "./joined.css";

type JoinedEventProps = { join: Registration; onLeave: () => void };

/** The event that comes next, with all that is known of it. */
export const NextUp = ({ join, onLeave }: JoinedEventProps) => (
  <NextPoster
    join={join}
    title={<h3 dir="auto">{join.eventTitle}</h3>}
    more={
      <>
        <Words join={join} />
        <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1.5">
          <ul className="contents">
            <Standing join={join} dateIn={dateOf} />
          </ul>
          <Leave
            join={join}
            className="-my-2.5 min-h-11 cursor-pointer font-semibold underline underline-offset-4"
            onLeave={onLeave}
          />
        </div>
      </>
    }
    deeds={<View join={join} className="bg-base-100/70" />}
  />
);

/** Any other event that one has joined, or is on the waitlist of. */
export function JoinedRow({ join, isPast, onLeave }: JoinedEventProps & { isPast: boolean }) {
  return (
    <article data-hue={join.eventType} className={`sheet row ${isPast ? "past" : ""}`}>
      <DayLeaf {...whenOf(join)} className={join.state === "waiting" ? "waits" : "hue"} />
      <div className="min-w-0">
        <h3 dir="auto" className="mb-1 text-lg leading-snug break-words">
          {join.eventTitle}
        </h3>
        <EventFacts {...whenOf(join)} location={join.eventLocation} className="facts">
          <Standing join={join} dateIn={nearDateOf} />
        </EventFacts>
        <Words join={join} />
      </div>
      <div className="deeds">
        <View join={join} className={join.offeredUntil ? "btn-primary" : "btn-secondary"} />
        <Leave join={join} className="btn btn-ghost" onLeave={onLeave} />
      </div>
    </article>
  );
}

/** With how many, since when, and whom one brings. */
function Standing({ join, dateIn }: { join: Registration; dateIn: typeof dateOf }) {
  const state = join.state === "joined" ? "joined.on" : hasBegunNow(join) ? "joined.waited" : "joined.waiting";
  const others = join.places - 1;
  return (
    <>
      <Fact icon="users-round">{say("joined.participants", { count: join.participantCount })}</Fact>
      <Fact icon={join.state === "waiting" ? "calendar-search" : "circle-check"}>
        <span>
          {say(state, { date: dateIn(new Date(join.joinedAt), hereZone()) })}
          {others > 0 && `, ${say("joined.with", { count: others })}`}
        </span>
      </Fact>
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
      {status === "under_review" && <p className="mt-2 font-semibold text-error">{say("joined.under_review")}</p>}
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

function View({ join, className }: { join: Registration; className: string }) {
  const view = say(join.offeredUntil ? "joined.take" : "joined.view");
  return (
    <Link to={eventPath(join.eventId)} aria-label={`${view}: ${join.eventTitle}`} className={`btn ${className}`}>
      {view}
    </Link>
  );
}

/** Until the event begins. */
function Leave({ join, className, onLeave }: JoinedEventProps & { className: string }) {
  if (hasBegunNow(join)) return null;
  const name = say(join.state === "waiting" ? "joined.leave_waitlist_of" : "joined.leave_of", {
    title: join.eventTitle,
  });
  return (
    <button type="button" aria-label={name} className={className} onClick={onLeave}>
      {say("joined.leave")}
    </button>
  );
}
