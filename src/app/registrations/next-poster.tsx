import type { ReactNode } from "react";

import { hasBegun, wallClockIn } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
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
        <b>{howSoon(join)}</b>
      </p>
      {title}
      <WhenAndWhere {...whenOf(join)} location={join.eventLocation} />
      <div className="deeds">
        <Directions location={join.eventLocation} className="btn btn-primary" />
        <AddToCalendar event={{ _id: join.eventId }} className="btn bg-base-100/70" />
        {deeds}
      </div>
      {more}
    </div>
  </article>
);

/** The event's times, in the form that the parts need. */
export const whenOf = ({ eventDate, eventEnd, timeZone }: Registration) => ({
  date: eventDate,
  end: eventEnd,
  timeZone,
});

/** The number of days until an event, by the calendar at its location, which its date uses too. */
function howSoon({ eventDate, timeZone }: Registration): string {
  const now = new Date();
  if (hasBegun(eventDate, now)) return say("card.under_way");
  const dayOn = (moment: Date) => Date.parse(wallClockIn(moment, timeZone).date);
  const count = (dayOn(new Date(eventDate)) - dayOn(now)) / 86_400_000;
  return count ? say("joined.in_days", { count }) : say("card.today");
}
