import type { ReactNode } from "react";

import { daysUntil } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { hasBegun, type Span, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { AddToCalendar } from "../events/add-to-calendar.tsx";
import { Directions } from "../events/event-actions.tsx";
import { EventPicture } from "../events/event-picture.tsx";
import { WhenAndWhere } from "./when-and-where.tsx";

type NextPosterProps = {
  join: Registration;
  lead?: ReactNode;
  title: ReactNode;
  deeds: ReactNode;
  /** Less important content, below the actions. */
  more?: ReactNode;
};

/** The next event, large, with what the member needs on the way there. */
export const NextPoster = ({ join, lead, title, more, deeds }: NextPosterProps) => (
  <article data-hue={join.eventType} className="next-up">
    <EventPicture type={join.eventType} url={join.thumbnailUrl} first className="next-picture" />
    <div className="next-words">
      <p>
        {lead}
        <b>{howSoon(spanOf(join))}</b>
      </p>
      {title}
      <WhenAndWhere span={spanOf(join)} location={join.eventLocation} />
      <div className="deeds">
        <Directions location={join.eventLocation} className="btn btn-primary" />
        <AddToCalendar event={{ _id: join.eventId }} className="btn" />
        {deeds}
      </div>
      {more}
    </div>
  </article>
);

/** The number of days until an event, by the calendar at its location, which its date uses too. */
function howSoon(span: Span): string {
  const now = new Date();
  if (hasBegun(span, now)) return say("card.under_way");
  const count = daysUntil(span, now);
  return count ? say("joined.in_days", { count }) : say("card.today");
}
