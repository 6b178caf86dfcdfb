import { lazy, Suspense, useState } from "react";
import { eventPath, spotsForNewcomer, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { ComingDate, PageDates } from "#domain/series/rules.ts";
import { partsIn } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
import { Link } from "../addresses.ts";
import type { useParticipation } from "../registrations/participation.tsx";
import { useSession } from "../session/session.tsx";
import { Icon } from "../ui/icon.tsx";
import { openPart } from "../ui/open-part.ts";
import { dayOf, leftOn } from "./date-words.ts";
import { type OwnDates, useOwnDates } from "./use-own-dates.ts";

const loadSheet = () => import("./dates-sheet.tsx");
const DatesSheet = lazy(loadSheet);

const chip =
  "date-chip relative grid min-h-13 content-center justify-items-center rounded-field text-center leading-tight whitespace-nowrap";

type DateChipsProps = {
  /** The event with its current numbers. */
  event: Event;
  dates: PageDates;
  own: ReturnType<typeof useParticipation>;
  /** True if the shown date is over or canceled. */
  isOver: boolean;
};

/**
 * The next dates of a series, each a link to its page with what is left there, and a link to all of them. The shown
 * one is framed, and the reader's own have a tick. A date that can no longer be joined leads to the next one.
 */
export default function DateChips({ event, dates: page, own, isOver }: DateChipsProps) {
  const { seriesId, dates, more, next } = page;
  const isMember = useSession().status === "member";
  const [isOpen, setOpen] = useState(false);
  const [ownDates, readAgain] = useOwnDates(seriesId, event._id, own.registration);
  const isOnlyDate = more === 0 && dates.every(({ eventId }) => eventId === event._id);
  if (isOnlyDate) return null;

  /** Without an account one joins the shown date; the page behind the link lists the others. */
  function openSheet(press: React.MouseEvent) {
    if (!isMember || press.ctrlKey || press.metaKey || press.shiftKey) return;
    press.preventDefault();
    openPart(loadSheet, () => setOpen(true));
  }
  const changed = async () => {
    readAgain();
    await own.refresh();
  };
  return (
    <nav aria-label={say("series.dates")} className="max-sm:order-2 max-sm:mt-3 sm:px-6 sm:pt-4.5 print:hidden">
      <div className="grid grid-cols-4 gap-2">
        {dates.map((date) => {
          const isShown = date.eventId === event._id;
          const left = isShown ? spotsForNewcomer(spotsOf(event)) : date.left;
          return (
            <Chip key={date.eventId} date={{ ...date, left }} isShown={isShown} own={ownDates.get(date.eventId)} />
          );
        })}
        <Link to={`${eventPath(event._id)}/dates`} className={`${chip} more`} onClick={openSheet}>
          <strong className="font-semibold">
            {more > 0 ? say("series.dates.more", { count: more }) : say("series.dates.all")}
          </strong>{" "}
          <span className="text-sm">{say("series.dates.more.unit", { count: more || dates.length })}</span>
        </Link>
      </div>
      {isOver && next && <Next date={next} />}
      {isOpen && (
        <Suspense>
          <DatesSheet
            seriesId={seriesId}
            shownId={event._id}
            repeats={page.repeats}
            onChanged={changed}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </nav>
  );
}

type ChipProps = { date: ComingDate; isShown: boolean; own: ReturnType<OwnDates["get"]> };

function Chip({ date, isShown, own }: ChipProps) {
  const state = date.isCanceled ? undefined : own;
  return (
    <Link to={eventPath(date.eventId)} aria-current={isShown ? "page" : undefined} preventScrollReset className={chip}>
      {state === "joined" && (
        <Icon name="check" className="absolute size-5 rounded-full bg-accent text-accent-content" />
      )}
      <strong className="font-display font-bold">{date.isCanceled ? <s>{dayOf(date)}</s> : dayOf(date)}</strong>{" "}
      <span className={`text-sm ${state ? "font-semibold text-accent" : ""}`}>{factOn(date, state)}</span>
    </Link>
  );
}

/** The reader's own state on a date, or what is left; without a limit, the day of the week. */
function factOn(date: ComingDate, state: ChipProps["own"]): string {
  if (state) return say(state === "joined" ? "series.dates.in" : "series.dates.waiting");
  return leftOn(date) || (partsIn(date.timeZone, "dayOfMonth", new Date(date.eventDate))["weekday"] ?? "");
}

/** The way from a date that cannot be joined to the next that can. */
const Next = ({ date }: { date: ComingDate }) => (
  <Link to={eventPath(date.eventId)} className="btn btn-primary mt-2 min-h-13 w-full">
    {date.left
      ? say("series.dates.next.left", { date: dayOf(date), count: date.left })
      : say("series.dates.next", { date: dayOf(date) })}
  </Link>
);
