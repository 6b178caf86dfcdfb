import { eventPath, isFull, remainingSpots } from "#domain/events/rules.ts";
import type { EventToCome } from "#domain/events/shapes.ts";
import { say } from "#messages/events-over.ts";

import { Link } from "../addresses.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { useStill } from "../ui/still.tsx";
import { PictureFrom } from "./event-picture.tsx";
import { EventTime } from "./event-time.tsx";

/** Another event, and in words how far away it is, where that is known and not far. */
export type Other = Omit<EventToCome, "point" | "isExact"> & { away?: string | null };

/** `alike` are events of one and the same type. */
export type Others = { events: Other[]; alike: boolean };

type ComingUpProps = Others & {
  /** Where it has the page's width. */
  wide?: boolean;
  /** Beside an event that one can join: what is around it. */
  isNearby?: boolean;
};

/** Where else one can go, for those who came to a page where nothing can be joined anymore, or who have read all of it. */
export default function ComingUp({ events, alike, wide = false, isNearby = false }: ComingUpProps) {
  const still = useStill();
  const origin = useSiteSettings()?.origin ?? "";
  const title = isNearby
    ? alike
      ? "event.nearby.like"
      : "event.nearby"
    : alike
      ? "event.over.like"
      : "event.over.coming";
  return (
    <section aria-labelledby="coming-up" className={`${isNearby ? "" : "coming-up"} print:hidden`}>
      <h2 id="coming-up" className={isNearby ? "text-part" : "text-xl"}>
        {say(title)}
      </h2>
      <ul className={`mt-2 grid gap-3 ${wide ? "lg:grid-cols-3" : ""}`}>
        {events.map((event) => (
          <li
            key={event._id}
            className="relative flex items-start gap-3 rounded-box border border-base-300 bg-base-100/70 p-2"
            {...still(OtherEvent, { event, origin })}
          />
        ))}
      </ul>
    </section>
  );
}

/** Another event, in a row. */
const OtherEvent = ({ event, origin }: { event: Other; origin: string }) => (
  <>
    <PictureFrom
      type={event.eventType}
      url={event.thumbnailUrl}
      origin={origin}
      className="h-16.5 w-22 shrink-0 rounded-lg sm:h-21 sm:w-28"
    />
    <div className="min-w-0">
      <h3 dir="auto" className="line-clamp-2 text-lg leading-tight break-words">
        <Link to={eventPath(event._id)} prefetch="intent" className="after:absolute after:inset-0">
          {event.title}
        </Link>
      </h3>
      <p className="quiet text-[0.9375rem] leading-snug">
        <When event={event} />
        <span dir="auto" className="line-clamp-2 break-words">
          {event.location}
        </span>
      </p>
      <p className={`text-[0.9375rem] font-semibold ${isFull(event) ? "quiet" : "text-primary"}`}>
        {[event.away, leftOf(event)].filter(Boolean).join(" · ")}
      </p>
    </div>
  </>
);

/** Day and time, on one line with a dot between them, or on two: there the dot is beside the second, where it is cut off. */
function When({ event: { eventDate: date, eventEnd: end, timeZone } }: { event: Other }) {
  const times = { date, end, timeZone };
  return (
    <span className="flex flex-wrap gap-x-4 overflow-x-clip">
      <EventTime {...times} only="date" />{" "}
      <EventTime {...times} only="time" className="relative before:absolute before:-left-2.5 before:content-['·']" />
    </span>
  );
}

function leftOf(event: Other): string | null {
  const left = remainingSpots(event);
  if (isFull(event)) return say("event.over.full");
  return left === null ? null : say("event.over.left", { count: left });
}
