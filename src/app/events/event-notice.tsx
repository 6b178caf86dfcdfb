import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import type { Others } from "./coming-up.tsx";

type EventNoticeProps = {
  event: Event;
  /** Other events that the page suggests instead. */
  others: Others;
  /** True if the page shows the event's outcome, so that the notice takes little space. */
  isTold: boolean;
};

/** Says below the facts that an event is over or canceled, and why. */
export default function EventNotice({ event, others: { events, alike }, isTold }: EventNoticeProps) {
  const cancelled = event.status === "cancelled";
  return (
    <section aria-labelledby="notice" className={`notice ${isTold ? "told" : ""}`}>
      <Icon name={cancelled ? "calendar-x" : "clock"} className="mt-0.5 size-6 text-accent" />
      <div className="min-w-0">
        <h2 id="notice" className="text-lg leading-snug">
          {say(cancelled ? "event.cancelled" : "event.over")}
        </h2>
        {cancelled && event.cancelReason && (
          <>
            <p className="quiet">{say("event.cancelled.reason", { organizer: event.organizer })}</p>
            <p dir="auto" className="max-w-[66ch] break-words whitespace-pre-line">
              <LinkedText text={event.cancelReason} />
            </p>
          </>
        )}
        {events.length > 0 && (
          <a
            href="#coming-up"
            className="-mb-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {alike ? say("event.over.like.link", { count: events.length }) : say("event.over.coming.link")}
          </a>
        )}
      </div>
    </section>
  );
}
