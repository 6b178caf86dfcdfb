import type { ReactNode } from "react";

import { dateOf, eventPath, nearDateOf } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { hasBegun, hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Leaf } from "../events/leaf.tsx";
import { EventFacts, Fact } from "../events/event-facts.tsx";
import { CodeButton } from "./code-button.tsx";
import { NextPoster } from "./next-poster.tsx";

import "./joined.css";

type JoinedEventProps = { join: Registration; onLeave: () => void };

/** The classes of a link or button within a line of text. */
export const textLink = "-my-2.5 min-h-11 cursor-pointer font-semibold underline underline-offset-4";

/** The event that comes next, with every detail. */
export const NextUp = ({ join, onLeave }: JoinedEventProps) => (
  <NextPoster
    join={join}
    title={<h3 dir="auto">{join.eventTitle}</h3>}
    more={
      <>
        <Words join={join} />
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1.5">
          <Standing join={join} dateIn={dateOf} />
        </ul>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <Code join={join} className="btn" />
          <Leave join={join} className={textLink} onLeave={onLeave} />
        </div>
      </>
    }
    deeds={<View join={join} className="btn" />}
  />
);

/** Any other event that the member has joined or waits for. */
export const JoinedRow = ({ join, isPast, onLeave }: JoinedEventProps & { isPast: boolean }) => (
  <Row
    join={join}
    isPast={isPast}
    facts={<Standing join={join} dateIn={nearDateOf} />}
    deeds={
      <>
        {isNow(join) && <Code join={join} className="btn" />}
        <View join={join} className="btn" />
        <Leave join={join} className="btn btn-ghost" onLeave={onLeave} />
      </>
    }
  />
);

type RowProps = {
  join: Registration;
  isPast?: boolean;
  /** Content above the event's title. */
  lead?: ReactNode;
  /** Facts below the event's time and location. */
  facts: ReactNode;
  more?: ReactNode;
  deeds: ReactNode;
};

/** An event in a member's own list, beside the leaf of its day. */
export const Row = ({ join, isPast = false, lead, facts, more, deeds }: RowProps) => (
  <article data-hue={join.eventType} className={`sheet row ${isPast ? "past" : ""}`}>
    <Leaf
      moment={spanOf(join).begin}
      timeZone={join.timeZone}
      className={isPast ? "over" : join.state === "waiting" ? "waits" : "hue"}
    />
    <div className="min-w-0">
      {lead}
      <h3 dir="auto" className="mb-1 text-lg leading-snug break-words">
        {join.eventTitle}
      </h3>
      <EventFacts span={spanOf(join)} location={join.eventLocation} className="facts">
        {facts}
      </EventFacts>
      <Words join={join} />
      {more}
    </div>
    <div className="deeds">{deeds}</div>
  </article>
);

/** The number of people, the date of joining, and the member's guests. */
function Standing({ join, dateIn }: { join: Registration; dateIn: typeof dateOf }) {
  const state = join.state === "joined" ? "joined.on" : isOver(join) ? "joined.waited" : "joined.waiting";
  const others = join.spots - 1;
  return (
    <>
      <People join={join} />
      <Fact icon={join.state === "waiting" ? "hourglass" : "circle-check"}>
        <span>
          {say(state, { date: dateIn(new Date(join.joinedAt), hereZone()) })}
          {others > 0 && (
            <>
              , <span className="whitespace-nowrap">{say("joined.with", { count: others })}</span>
            </>
          )}
        </span>
      </Fact>
    </>
  );
}

export const People = ({ join }: { join: Registration }) => (
  <Fact icon="users-round">{say("joined.participants", { count: join.participantCount })}</Fact>
);

/**
 * The member's hours once they are reported, otherwise the organizer's description; and whether the event is canceled.
 */
const Words = ({ join: { description, status, hours } }: { join: Registration }) => (
  <>
    {hours === null ? (
      <p dir="auto" className="quiet mt-2 line-clamp-2 break-words">
        {description}
      </p>
    ) : (
      <p className="mt-2 font-semibold">{say("joined.came", { count: hours })}</p>
    )}
    {status !== "active" && <p className="mt-2 font-semibold text-error">{say(`joined.${status}`)}</p>}
  </>
);

const isNow = (join: Registration) => hasBegun(spanOf(join), new Date());
const isOver = (join: Registration) => hasEnded(spanOf(join), new Date());
const hereZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const View = ({ join, className }: { join: Registration; className: string }) => (
  <Link to={eventPath(join.eventId)} aria-label={`${say("joined.view")}: ${join.eventTitle}`} className={className}>
    {say("joined.view")}
  </Link>
);

/** The code that finds the member at the gate. */
const Code = ({ join, className }: { join: Registration; className: string }) =>
  join.state === "joined" && !isOver(join) ? (
    <CodeButton eventId={join.eventId} words={say("joined.code")} className={className} />
  ) : null;

/** Renders nothing once the event has ended. */
function Leave({ join, className, onLeave }: JoinedEventProps & { className: string }) {
  if (isOver(join)) return null;
  const name = say(join.state === "waiting" ? "joined.leave_waitlist_of" : "joined.leave_of", {
    title: join.eventTitle,
  });
  return (
    <button type="button" aria-label={name} className={className} onClick={onLeave}>
      {say("joined.leave")}
    </button>
  );
}
