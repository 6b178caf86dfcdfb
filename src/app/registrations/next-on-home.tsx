import { useCallback, useEffect, useRef } from "react";

import { dateOf, eventPath, timeOf } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { hasEnded, spanOf, textIn, zoneName } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { type Address, Link } from "../addresses.ts";
import { useReadersZone } from "../events/event-time.tsx";
import { Leaf } from "../events/leaf.tsx";
import { askPage } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";
import { forget, keep } from "../ui/storage.ts";
import { heldUntil, isOffered, type Offered } from "./held-until.ts";
import { NextLoading } from "./next-loading.tsx";
import { NextPoster } from "./next-poster.tsx";
import { nextMark } from "./next-mark.ts";

/**
 * A member's next event with the way there, and a line about later ones. An offer comes first, as others wait for the
 * answer. Without an event, the place says so. In a browser that did not know of a member before the first paint, the
 * event is a strip at the end of the screen this time.
 */
export default function NextOnHome({ email }: { email: string }) {
  const section = useRef<HTMLElement>(null);
  const { asked } = useAnswer(
    useCallback(async () => {
      const { rows } = await askPage((api) => api["joined-events"].$get({ query: { email } }));
      return { joins: rows.filter((join) => isToCome(join, new Date())), offered: rows.filter(isOffered) };
    }, [email]),
  );
  useEffect(() => {
    if (asked.status === "there" && section.current?.querySelector(".deeds")) noteRoom(section.current);
  }, [asked]);

  if (asked.status === "loading") return <NextLoading />;
  const { joins, offered } = asked.status === "there" ? asked.answer : { joins: [], offered: [] };
  const [next, ...later] = joins;
  if (document.documentElement.dataset["next"] !== "kept") {
    if (offered[0]) return <Held joins={offered} className="next-brief" />;
    return next && <Brief join={next} />;
  }
  return (
    <section ref={section} aria-labelledby="next-event">
      {offered[0] && <Held joins={offered} className="held rounded-field px-3.5" />}
      {next ? <Next join={next} /> : <Nothing isKnown={asked.status === "there"} />}
      {later[0] && <Following first={later[0]} more={later.length - 1} />}
    </section>
  );
}

/** The next event, as its poster. */
const Next = ({ join }: { join: Registration }) => (
  <NextPoster
    join={join}
    lead={
      <>
        <span id="next-event" className="font-semibold">
          {say("next.yours")}
        </span>
        {" · "}
      </>
    }
    title={
      <h1 dir="auto" className="title">
        {join.eventTitle}
      </h1>
    }
    deeds={
      <Link to={eventPath(join.eventId)} aria-label={`${say("joined.view")}: ${join.eventTitle}`} className="btn">
        {say("joined.view")}
      </Link>
    }
  />
);

/** Takes the poster's place as long as no event is ahead, or if the answer did not arrive. */
const Nothing = ({ isKnown }: { isKnown: boolean }) => (
  <article data-hue="plantation" className="next-up">
    <Drawing scene="plantation" className="next-picture" />
    <div className="next-words">
      <h1 id="next-event" className="title">
        {say(isKnown ? "next.none" : "next.failed")}
      </h1>
      <p>{say(isKnown ? "next.none.text" : "next.failed.text")}</p>
    </div>
  </article>
);

/** The end of an offer, with a link to answer it. */
function Held({ joins: [first, ...others], className }: { joins: Offered[]; className: string }) {
  if (!first) return null;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const until = heldUntil(first.offeredUntil, timeZone, { short: true });
  return (
    <Link
      to={others.length > 0 ? "/joined-events" : eventPath(first.eventId)}
      className={`${className} flex min-h-11 items-center gap-3 leading-tight font-semibold`}
    >
      <Icon name="hourglass" className="size-5 shrink-0 text-accent" />
      {say("next.offered", { until })}
      <span className="sr-only">: {first.eventTitle}</span>
    </Link>
  );
}

/** Stores its natural height for this screen size, so that home reserves exactly that from the next first paint. */
function noteRoom({ parentElement: place }: HTMLElement) {
  if (!place) return;
  place.style.minHeight = "0";
  // Content in the event's margins, such as an offer, takes none of this height.
  const tall = Math.ceil(place.getBoundingClientRect().height);
  place.style.minHeight = "";
  const size = matchMedia("(width < 40rem)").matches ? "s" : matchMedia("(width < 64rem)").matches ? "m" : "l";
  if (tall > 0) keep(nextMark, `${size}${tall}`);
  else forget(nextMark);
}

/** The events after it, with a link to all of them. */
function Following({ first: { eventTitle, eventDate, timeZone }, more }: { first: Registration; more: number }) {
  const begin = new Date(eventDate);
  const date = dateOf(begin, timeZone);
  return (
    <Link
      to="/joined-events"
      className="flex min-h-11 items-center gap-3 rounded-field text-[0.9375rem] hover:bg-base-300"
    >
      <Leaf moment={begin} timeZone={timeZone} className="small yours" />
      <span className="min-w-0 flex-1 leading-5 *:block *:truncate">
        <b dir="auto" className="font-semibold">
          {say("next.then", { title: eventTitle })}
        </b>
        <span className="quiet">{more > 0 ? say("next.then.more", { date, count: more }) : date}</span>
      </span>
      <Icon name="chevron-down" className="size-5 -rotate-90" />
    </Link>
  );
}

/**
 * The short form if no space was reserved: three lines with time, title and location, over the end of the screen, so
 * that nothing moves.
 */
function Brief({ join }: { join: Registration }) {
  const { eventId, eventTitle, eventLocation } = join;
  const span = spanOf(join);
  const { begin, zone } = span;
  const isHere = useReadersZone(span) === zone;
  return (
    <Line
      to={eventPath(eventId)}
      title={`${say("next.yours")} · ${soonOf(begin, zone)}`}
      text={eventTitle}
      place={isHere ? eventLocation : `${zoneName(zone, begin)} · ${eventLocation}`}
    />
  );
}

/** A date such as 'Sat, Nov 28, 9:00 AM', without the year if it is less than about a year ahead. */
function soonOf(begin: Date, timeZone: string, now = new Date()): string {
  const isNear = begin.getTime() - now.getTime() < 300 * 86_400_000;
  return say("when.moment", {
    day: textIn(timeZone, isNear ? "dayOfMonth" : "date", begin),
    time: timeOf(begin, timeZone),
  });
}

type LineProps = { to: Address; title: string; text: string; place: string };

const Line = ({ to, title, text, place }: LineProps) => (
  <Link to={to} className="next-brief flex items-center gap-3">
    <span className="min-w-0 flex-1 *:block *:truncate">
      <b dir="auto" className="font-semibold">
        {title}
      </b>
      <span dir="auto" className="what">
        {text}
      </span>
      <span dir="auto" className="quiet">
        {place}
      </span>
    </span>
    <Icon name="chevron-down" className="size-5 shrink-0 -rotate-90" />
  </Link>
);

const isToCome = (join: Registration, now: Date) =>
  join.state === "joined" && join.status === "active" && !hasEnded(spanOf(join), now);
