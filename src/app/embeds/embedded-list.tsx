import { dayOf, eventPath } from "#domain/events/rules.ts";
import { spanInWords, spanOf, zoneName } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import type { EventOnCard } from "../events/on-card.ts";
import { From, NewTab, outside } from "./embed-page.tsx";
import { Place } from "./place.tsx";
import { SpotsLeft } from "./spots-left.tsx";

type EmbeddedListProps = {
  events: EventOnCard[];
  total: number;
  isMore: boolean;
  now: Date;
  /** The list's filter in words; '' for all events. */
  asked: string;
  /** True if the filter is one type, which those words name. */
  isOneType: boolean;
  origin: string;
  /** The same list on our site. */
  whole: string;
};

/** A list of events for a frame: each line links to its event, the last one to the whole list. */
export function EmbeddedList({ events, total, isMore, now, asked, isOneType, origin, whole }: EmbeddedListProps) {
  // If all events of the list are here, the whole list would show nothing more.
  const hasMore = isMore || total > events.length;
  // The most common zone is named once, above the list.
  const zones = events.map(zoneOf);
  const zone = zones.find((one) => zones.filter((other) => other === one).length > zones.length / 2);
  const zoned = zone && say(zones.every((one) => one === zone) ? "embed.zone" : "embed.zone.most", { zone });
  const below = [asked, zoned].filter(Boolean);
  return (
    <>
      <div className="scrolled">
        <header>
          <h1>{say("upcoming.title")}</h1>
          {below.length > 0 && (
            <p dir="auto" className="dotted">
              {below.map((part) => (
                <span key={part}>{part} </span>
              ))}
            </p>
          )}
        </header>
        {events.length === 0 ? (
          <p className="none">{say("embed.none")}</p>
        ) : (
          <ul className={events.length > 1 ? "many" : undefined}>
            {events.map((event) => (
              <Line key={event._id} {...{ event, origin, now, isOneType }} isZoned={zoneOf(event) !== zone} />
            ))}
          </ul>
        )}
      </div>
      <footer>
        <a href={hasMore ? whole : `${origin}/upcoming-events`} {...outside} className="all">
          {hasMore
            ? say(isMore ? "embed.all.more" : "embed.all", { count: total })
            : say("embed.all_others", { brand: say("brand.name") })}
          <NewTab />
        </a>
        <From origin={origin} isMark={!hasMore} />
      </footer>
    </>
  );
}

const zoneOf = ({ timeZone, eventEnd }: EventOnCard) => zoneName(timeZone, new Date(eventEnd));

type LineProps = Pick<EmbeddedListProps, "origin" | "now" | "isOneType"> & { event: EventOnCard; isZoned: boolean };

function Line({ event, origin, now, isOneType, isZoned }: LineProps) {
  const { eventDate, timeZone, eventType } = event;
  const { hours } = spanInWords(spanOf(event), isZoned);
  const { weekday, day, month, year } = dayOf(new Date(`${event.day}T00:00Z`), "UTC");
  return (
    <li>
      <time dateTime={eventDate} data-hue={eventType} className="leaf">
        <span>{weekday}</span> <b>{day}</b> <span>{month}</span>
        {year !== dayOf(now, timeZone)["year"] && <span> {year}</span>}
      </time>
      <div>
        <h2 dir="auto">
          <a href={origin + eventPath(event._id)} {...outside}>
            {event.title}
            <NewTab />
          </a>
        </h2>
        <p>{hours}</p>
        <Place {...event} />
        <p className="tags dotted">
          {!isOneType && (
            <span data-hue={eventType} className="type">
              {say(`event_type.${eventType}`)}{" "}
            </span>
          )}
          <SpotsLeft event={event} />
          {event.more !== undefined && <span> {say("card.more", { count: event.more })}</span>}
        </p>
      </div>
    </li>
  );
}
