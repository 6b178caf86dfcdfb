import { eventPath, nearDateOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { amountsOf } from "#domain/outcomes/rules.ts";
import type { PublicOutcome } from "#domain/outcomes/shapes.ts";
import { perLocale, say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { ownHoursPlace } from "../events/own-hours-place.ts";
import { Icon } from "../ui/icon.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import { whole } from "../ui/whole.ts";

const numbers = perLocale((locale) => new Intl.NumberFormat(locale));

type WhatWeDidProps = {
  event: Event;
  outcome: PublicOutcome;
  /** True if the reader is the organizer: for them, the participants come first here. */
  isOwn: boolean;
};

/** The outcome of a past event, on its page: in numbers, words and pictures, and links to go on. */
export default function WhatWeDid({ event, outcome, isOwn }: WhatWeDidProps) {
  const { came, withOthers, hours, words, thanks, pictures, next } = outcome;
  const all = [
    ...(came > 0
      ? [
          { count: came, of: say("outcome.came", { count: came }) },
          { count: hours, of: say("outcome.hours_of", { count: hours }) },
        ]
      : []),
    ...amountsOf(outcome).map(({ unit, count }) => ({ count, of: say(`outcome.of.${unit}`, { count }) })),
  ];
  return (
    <section aria-labelledby="did" className="did mt-4 grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="did" className="text-xl">
          {say("outcome.title")}
        </h2>
        {/* The member's own part appears here (`registrations/was-in.tsx`). */}
        <div id={ownHoursPlace} />
        {isOwn && (
          <Link to={`/manage-events/${event._id}/afterwards`} className="btn print:hidden">
            {say("outcome.change")}
          </Link>
        )}
      </div>
      {all.length > 0 && (
        <ul className="big" data-count={all.length}>
          {all.map(({ count, of }) => (
            <li key={of} className="rounded-box bg-base-100 px-1.5 py-3 text-center leading-tight">
              <b>{numbers().format(count)}</b> {of}
            </li>
          ))}
        </ul>
      )}
      {came > 0 && withOthers && <p className="quiet -mt-1">{say("outcome.others", { count: came })}</p>}
      {words && (
        <p dir="auto" className="break-words whitespace-pre-line">
          <LinkedText text={words} />
        </p>
      )}
      {pictures.length > 0 && (
        <ul className="pics" data-count={pictures.length}>
          {pictures.map((address, index) => (
            <li key={address}>
              <a href={address} className="block h-full">
                <img
                  src={address}
                  alt={say("outcome.picture", { number: index + 1 })}
                  className="aspect-[8/5] size-full rounded-[0.625rem] object-cover"
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {thanks && (
        <blockquote dir="auto">
          <p className="break-words whitespace-pre-line">{thanks}</p>
          <footer className="font-semibold">{say("outcome.thanks.by", { organizer: event.organizer })}</footer>
        </blockquote>
      )}
      {next && (
        <Link
          to={eventPath(next._id)}
          className={`btn ${isOwn ? "" : "btn-primary"} h-auto justify-self-start py-2 text-start print:hidden`}
        >
          <Icon name="calendar-days" className="size-5" />
          <span className="min-w-0 break-words">
            {say("outcome.next", {
              title: next.title,
              date: whole(nearDateOf(new Date(next.eventDate), next.timeZone)),
            })}
          </span>
        </Link>
      )}
    </section>
  );
}
