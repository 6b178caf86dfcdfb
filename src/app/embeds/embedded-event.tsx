import { eventPath } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { hasEnded, spanInWords, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { onCard } from "../events/on-card.ts";
import { sceneOf } from "../events/event-picture.tsx";
import { From, NewTab, outside } from "./embed-page.tsx";
import { Place } from "./place.tsx";
import { SpotsLeft } from "./spots-left.tsx";

/** A single event for a frame: title, time, location, whether people can come, and a link to its page. */
export function EmbeddedEvent({ event, origin, now }: { event: Event; origin: string; now: Date }) {
  const { eventDate, eventType, thumbnailUrl, status } = event;
  const span = spanOf(event);
  const { date, hours } = spanInWords(span, true);
  const over = status === "cancelled" ? "embed.cancelled" : hasEnded(span, now) ? "embed.over" : null;
  return (
    <article>
      <img
        src={thumbnailUrl ?? sceneOf(eventType)}
        alt=""
        width="640"
        height="400"
        referrerPolicy="no-referrer"
        data-hue={eventType}
      />
      <div>
        <p className="tags dotted">
          <span data-hue={eventType} className="type">
            {say(`event_type.${eventType}`)}{" "}
          </span>
          {over ? <b>{say(over)}</b> : <SpotsLeft event={onCard(event, () => "", now)} />}
        </p>
        <h1 dir="auto">
          <a href={origin + eventPath(event._id)} {...outside}>
            {event.title}
            <NewTab />
          </a>
        </h1>
        <p>
          <time dateTime={eventDate}>
            <span>{date},</span> <span>{hours}</span>
          </time>
        </p>
        <Place location={event.location} />
        <footer>
          <span className="all" aria-hidden>
            {say("card.view")}
          </span>
          <From origin={origin} />
        </footer>
      </div>
    </article>
  );
}

/** The frame of a missing or hidden event, which does not reveal which of the two it is. */
export function NoEvent({ origin }: { origin: string }) {
  return (
    <>
      <p className="none">{say("embed.no_event")}</p>
      <footer>
        <a href={`${origin}/upcoming-events`} {...outside} className="all">
          {say("embed.all_others", { brand: say("brand.name") })}
          <NewTab />
        </a>
        <From origin={origin} isMark />
      </footer>
    </>
  );
}
