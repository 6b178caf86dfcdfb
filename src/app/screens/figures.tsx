import { dateOf } from "#domain/events/rules.ts";
import { figuresMax } from "#domain/outcomes/rules.ts";
import type { Figures as AllFigures } from "#domain/outcomes/shapes.ts";
import { perLocale, say } from "#messages/say.ts";

import type { Route } from "./+types/figures";
import { Link } from "../addresses.ts";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackToAll } from "../ui/back-to-all.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/manage-events/figures", title: say("figures.title"), forMembers: true });

const fetchFigures = () => ask((api) => api.figures.$get({}));

/** The numbers of people who joined, confirmed and came at the member's events: by year, and for each event. */
export default function Figures() {
  const { asked, again } = useAnswer(fetchFigures);
  return (
    <div className="flex w-full max-w-narrow flex-col gap-5">
      <BackToAll to="/manage-events" text={say("figures.back")} />
      <div>
        <h1 className="text-page">{say("figures.title")}</h1>
        <p className="quiet text-lg">{say("figures.lead")}</p>
      </div>
      <Answered asked={asked} again={again} failed={say("figures.failed")} cards={2}>
        {({ answer }) =>
          answer.events.length === 0 ? (
            <EmptyState title={say("figures.empty")} text={say("figures.empty.text")} />
          ) : (
            <Years figures={answer} />
          )
        }
      </Answered>
    </div>
  );
}

function Years({ figures: { events, years } }: { figures: AllFigures }) {
  return (
    <>
      {years.map((year) => (
        <section key={year.year} aria-labelledby={`year-${year.year}`} className="flex flex-col gap-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 id={`year-${year.year}`} className="text-part">
              {String(year.year)}
            </h2>
            <p className="quiet">{say("figures.year", { count: year.events })}</p>
          </div>
          {year.said > 1 && (
            <div className="sheet p-4">
              {/* The sums cover only the events with all numbers known, and the text says so: more people may have
                  come to the others. */}
              <h3 className="mb-2 font-semibold">
                {year.said < year.events
                  ? say("figures.year.said", { count: year.said, all: year.events })
                  : say("figures.year.all")}
              </h3>
              <Bars of={year} />
              {year.said < year.events && <p className="quiet">{say("figures.year.left_out")}</p>}
            </div>
          )}
          <ul className="flex flex-col gap-3">
            {events
              .filter((event) => event.year === year.year)
              .map((event) => (
                <li
                  key={event._id}
                  className="sheet grid gap-x-5 gap-y-3 p-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
                >
                  <div>
                    <h3 dir="auto" className="text-small wrap-anywhere">
                      {event.title}
                    </h3>
                    <p className="quiet">{dateOf(new Date(event.eventDate), event.timeZone)}</p>
                  </div>
                  <div className="min-w-0">
                    <Bars of={event} />
                    {!event.isSaid && (
                      <Link
                        to={`/manage-events/${event._id}/afterwards`}
                        aria-label={say("figures.say_of", { title: event.title })}
                        className="btn mt-3"
                      >
                        {say("figures.say")}
                      </Link>
                    )}
                  </div>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {events.length >= figuresMax && <p className="quiet">{say("figures.note")}</p>}
    </>
  );
}

const numbers = perLocale((locale) => new Intl.NumberFormat(locale));

type Numbers = Omit<AllFigures["years"][number], "year" | "events" | "said"> & {
  isSaid?: boolean;
  checkedIn?: number | null;
};

/**
 * The registrants who confirmed and who came, as bars of one length. The words below add only what no bar shows. An
 * event without further numbers takes one line.
 */
function Bars({
  of: { invited, joined, confirmed, joinedWhereConfirmed, cameOfJoined, came, hours, isSaid = true, checkedIn = null },
}: {
  of: Numbers;
}) {
  const invitation = invited === null ? [] : [say("figures.invited", { count: invited })];
  if (!isSaid || confirmed === null) {
    return (
      <p>
        {[...invitation, say("figures.joined_of", { count: joined })].join(" ")}{" "}
        <span className="quiet">
          {isSaid
            ? say("figures.few")
            : checkedIn === null
              ? say("figures.unsaid")
              : say("figures.checked_in", { count: checkedIn })}
        </span>
      </p>
    );
  }
  const rows = [
    { name: say("figures.joined"), count: joined, of: joined },
    // If nobody was asked, or nobody answered, this number says nothing about attendance and is left out, here and in
    // the sum.
    ...(confirmed > 0
      ? [{ name: say("figures.confirmed"), count: confirmed, of: joinedWhereConfirmed ?? joined }]
      : []),
    ...(cameOfJoined === null ? [] : [{ name: say("figures.came"), count: cameOfJoined, of: joined }]),
  ];
  const others = (came ?? 0) - (cameOfJoined ?? 0);
  const notes = [
    ...invitation,
    ...(others > 0 ? [say("figures.others", { count: others, came: numbers().format(came ?? 0) })] : []),
    ...(hours === null ? [] : [say("figures.hours", { count: hours })]),
  ];
  return (
    <div>
      <dl className="flex flex-col gap-1.5">
        {rows.map(({ name, count, of }) => (
          <div key={name} className="grid grid-cols-[6rem_minmax(0,1fr)] items-center">
            <dt className="font-semibold">{name}</dt>
            <dd className="grid grid-cols-[minmax(0,1fr)_5.25rem] items-center">
              {/* A share of a different total has no bar, because beside the others it would seem larger than it is.
               */}
              {of === joined ? (
                <progress aria-hidden className="progress progress-primary" max={Math.max(1, of)} value={count} />
              ) : (
                <small className="quiet text-sm">{say("figures.of", { count: of })}</small>
              )}
              <b className="text-end tabular-nums">{numbers().format(count)}</b>
            </dd>
          </div>
        ))}
      </dl>
      {/* Each on a separate line, because two numbers side by side look like one. */}
      {notes.map((note) => (
        <p key={note} className="quiet first-of-type:mt-1.5">
          {note}
        </p>
      ))}
    </div>
  );
}
