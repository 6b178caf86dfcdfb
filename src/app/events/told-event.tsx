import { eventPath } from "#domain/events/rules.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { EventPicture } from "./event-picture.tsx";
import { EventTime } from "./event-time.tsx";
import type { EventOnCard } from "./on-card.ts";

import "./told-event.css";

export type ToldEventProps = {
  event: Pick<
    EventOnCard,
    "_id" | "title" | "eventType" | "eventDate" | "eventEnd" | "timeZone" | "thumbnailUrl" | "organizer"
  >;
  came: number;
  hours: number;
  /** The organizer's words about it. */
  words: string;
};

/** The latest outcome that an organizer told, in their own words. */
export function ToldEvent({ event, came, hours, words }: ToldEventProps) {
  return (
    <section
      aria-labelledby="told"
      data-hue={event.eventType}
      className="told hue relative mt-6 overflow-hidden sm:mt-10"
    >
      <EventPicture type={event.eventType} url={event.thumbnailUrl} className="told-picture" />
      <div className="p-4 sm:self-center sm:p-7">
        <h2 className="text-[0.9375rem]">
          {say("outcome.title")} · <EventTime span={spanOf(event)} only="date" />
        </h2>
        <h3 id="told" dir="auto" className="text-part wrap-anywhere">
          <Link to={eventPath(event._id)} prefetch="intent" className="after:absolute after:inset-0">
            {event.title}
          </Link>
        </h3>
        <p className="font-semibold">
          {say("home.did.people", { count: came })} · {say("home.done.hours", { count: hours })}
        </p>
        <p dir="auto" className="mt-1.5 line-clamp-3 wrap-anywhere">
          {words}
        </p>
        <p dir="auto" className="mt-2 text-sm">
          {say("home.did.by", { organizer: event.organizer })}
        </p>
      </div>
    </section>
  );
}
