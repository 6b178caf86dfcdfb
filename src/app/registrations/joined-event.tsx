import type { ReactNode } from "react";

import { dateOf, eventPath, nearDateOf } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { hasBegun, hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { EventRow } from "../events/event-row.tsx";
import { fromMenu, MoreMenu } from "../ui/more-menu.tsx";
import { CodeButton } from "./code-button.tsx";
import { NextPoster } from "./next-poster.tsx";

import "./joined.css";

type JoinedEventProps = { join: Registration; onLeave: () => void };

/** The event that comes next, with every detail. */
export const NextUp = ({ join, onLeave }: JoinedEventProps) => (
  <NextPoster
    join={join}
    title={<h3 dir="auto">{join.eventTitle}</h3>}
    more={
      <>
        <p dir="auto" className="quiet mt-2 line-clamp-2 break-words">
          {join.description}
        </p>
        <p className="mt-1.5">
          {join.community !== null && (
            <>
              <bdi>{join.community}</bdi> ·{" "}
            </>
          )}
          <span>{standingOf(join, dateOf)}</span> ·{" "}
          <span>{say("joined.participants", { count: join.participantCount })}</span>
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Code join={join} className="btn" />
          <Leave join={join} className="btn btn-ghost" onLeave={onLeave} />
        </div>
      </>
    }
    deeds={<View join={join} className="btn" />}
  />
);

/** Any other event that the member has joined or waits for, as a row. */
export const JoinedRow = ({ join, isPast, onLeave }: JoinedEventProps & { isPast: boolean }) => (
  <div className="joined">
    <EventRow
      event={eventOf(join)}
      isPast={isPast}
      badges={<Warning join={join} />}
      last={
        <Last join={join}>
          <Facts join={join} />
        </Last>
      }
    >
      {!isOver(join) && (
        <MoreMenu id={`more-${join._id}`} label={say("joined.more", { title: join.eventTitle })}>
          {isNow(join) && <Code join={join} />}
          <Leave join={join} onLeave={onLeave} />
        </MoreMenu>
      )}
    </EventRow>
  </div>
);

/**
 * The member's hours once they are known, the number of people, the date of joining, and the description, in one line
 * that is cut at its end. A member on the waitlist first reads that.
 */
function Facts({ join }: { join: Registration }) {
  const people = say("joined.participants", { count: join.participantCount });
  const standing = standingOf(join, nearDateOf);
  const [first, second] = join.state === "waiting" ? [standing, people] : [people, standing];
  return (
    <>
      {join.hours !== null && (
        <>
          <b className="font-semibold">{say("joined.came", { count: join.hours })}</b> ·{" "}
        </>
      )}
      {join.community !== null && (
        <>
          <bdi>{join.community}</bdi> ·{" "}
        </>
      )}
      <span>{first}</span> · <span>{second}</span>
      {join.hours === null && (
        <>
          {" "}
          · <span dir="auto">{join.description}</span>
        </>
      )}
    </>
  );
}

/** The event of a registration, for its row. */
export const eventOf = ({ eventId, eventTitle, eventLocation, ...join }: Registration) => ({
  ...join,
  _id: eventId,
  title: eventTitle,
  location: eventLocation,
});

/** The last line of a row, and the link that covers all of it. */
export const Last = ({ join, children }: { join: Registration; children: ReactNode }) => (
  <>
    <span className="min-w-0 flex-1 truncate max-sm:basis-[calc(100%-1.25rem)]">{children}</span>
    <View join={join} className="view" />
  </>
);

/** The date of joining or of the waitlist, and the number of the member's guests. */
function standingOf(join: Registration, dateIn: typeof dateOf): string {
  const state = join.state === "joined" ? "joined.on" : isOver(join) ? "joined.waited" : "joined.waiting";
  const since = say(state, { date: dateIn(new Date(join.joinedAt), hereZone()) });
  return join.spots > 1 ? `${since}, ${say("joined.with", { count: join.spots - 1 })}` : since;
}

/** Says that the event is canceled or under review. */
const Warning = ({ join: { status } }: { join: Registration }) =>
  status !== "active" && <p className="font-semibold text-error">{say(`joined.${status}`)}</p>;

const isNow = (join: Registration) => hasBegun(spanOf(join), new Date());
const isOver = (join: Registration) => hasEnded(spanOf(join), new Date());
const hereZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const View = ({ join, className }: { join: Registration; className: string }) => (
  <Link to={eventPath(join.eventId)} aria-label={`${say("joined.view")}: ${join.eventTitle}`} className={className}>
    {say("joined.view")}
  </Link>
);

/** The code that finds the member at the gate. */
const Code = ({ join, className = "" }: { join: Registration; className?: string }) =>
  join.state === "joined" && !isOver(join) ? (
    <CodeButton eventId={join.eventId} words={say("joined.code")} className={className} />
  ) : null;

/** Renders nothing once the event has ended. */
function Leave({ join, className = "apart", onLeave }: JoinedEventProps & { className?: string }) {
  if (isOver(join)) return null;
  const name = say(join.state === "waiting" ? "joined.leave_waitlist_of" : "joined.leave_of", {
    title: join.eventTitle,
  });
  return (
    <button type="button" aria-label={name} className={className} onClick={fromMenu(onLeave)}>
      {say("joined.leave")}
    </button>
  );
}
