import type { ReactNode } from "react";
import type { Event } from "#domain/events/shapes.ts";
import { dayOf } from "#domain/events/rules.ts";
import { type Span, spanInWords, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
import { Avatar } from "../ui/avatar.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { EventTime, useReadersZone } from "./event-time.tsx";
import { Leaf } from "./leaf.tsx";

import "./poster-facts.css";

type PosterFactsProps = {
  event: Event;
  /** Town and country, if they are known. */
  area: string | null;
  isOver: boolean;
  /** True if the page shows the event's outcome, so that the facts take little space. */
  isTold: boolean;
  /** True if the reader is the organizer, who gets no link to write to themselves. */
  isOwn: boolean;
};

/** The facts that decide whether to come: when and where an event is and who organizes it, each with its icon. */
export function PosterFacts({ event, area, isOver, isTold, isOwn }: PosterFactsProps) {
  const span = spanOf(event);
  return (
    <dl className="facts">
      <Fact
        name={say("event.date")}
        mark={<Leaf moment={span.begin} timeZone={span.zone} className={isTold ? "small" : ""} />}
      >
        <EventTime span={span} only="date" className="strong" />
        <EventTime span={span} only="time" className="block" />
        <ReadersTime span={span} />
      </Fact>
      <Fact
        name={say("event.location")}
        mark={
          <span className="mark grid place-items-center rounded-xl border border-(--hair) bg-base-100">
            <Icon name="map-pin" className="size-[46%]" />
          </span>
        }
      >
        <span dir="auto" className="strong break-words">
          {event.location}
        </span>
        <span className="quiet block text-[0.9375rem]">
          {area ? say("event.area.of", { area }) : say("event.area")}
        </span>
      </Fact>
      <Fact
        name={say("event.page.organizer")}
        mark={<Avatar name={event.organizer} photo={event.organizerPhoto} className="mark text-lg" />}
      >
        <span dir="auto" className="strong break-words">
          {isOwn && !event.community
            ? say(isOver ? "event.own.hosted" : "event.own.hosts")
            : say(isOver ? "event.page.hosted" : "event.page.hosts", { organizer: event.organizer })}
        </span>
        <a href={`mailto:${event.email}`} className="underline decoration-1 underline-offset-4">
          <EmailText email={event.email} />
        </a>
      </Fact>
    </dl>
  );
}

type FactProps = { name: string; mark: ReactNode; children: ReactNode };

/** The name is for screen readers, which do not see the icon. */
const Fact = ({ name, mark, children }: FactProps) => (
  <div className="fact">
    <dt>
      {mark}
      <span className="sr-only">{name}</span>
    </dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

/**
 * The event's time by the reader's own clock, if that differs. Only the browser knows that clock, so the parent
 * reserves a line for it and nothing moves when it appears.
 */
function ReadersTime({ span }: { span: Span }) {
  const zone = useReadersZone(span);
  if (zone === null || zone === span.zone) return null;
  return (
    <span className="quiet block text-sm leading-tight print:hidden">
      {say("event.your_time", { when: whenIn(zone, span) })}
    </span>
  );
}

/** Only the times if the day is the event's; otherwise with the weekday, as it is the day before or after. */
function whenIn(zone: string, span: Span): string {
  const { date, hours } = spanInWords({ ...span, zone });
  if (date === spanInWords(span).date) return hours;
  return say("when.moment", { day: dayOf(span.begin, zone)["weekday"] ?? "", time: hours });
}
