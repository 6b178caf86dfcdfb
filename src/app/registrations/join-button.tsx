import { lazy, type ReactNode, Suspense, useState } from "react";
import { eventPath, isFull, spanOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/events-page.ts";
import { Link } from "../addresses.ts";
import { EventActions } from "../events/event-actions.tsx";
import type { Stage } from "../events/participants-card.tsx";
import { FollowButton } from "../follows/follow-button.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { Icon } from "../ui/icon.tsx";
import { openPart } from "../ui/open-part.ts";
import { CodeButton } from "./code-button.tsx";
import { Hears } from "./hears.tsx";
import { StandingMark } from "./standing-mark.tsx";
import type { OnChanged } from "./use-offer.ts";
import type { useOwnRegistration } from "./use-own-registration.ts";
import type { OwnAboutProps } from "./own-about.tsx";
import type { LeaveEventProps } from "./leave-event.tsx";

// Few visits need these, and none at first.
const loadParty = () => import("./join-party.tsx");
const JoinParty = lazy(loadParty);
const HeldBar = lazy(() => import("./held-bar.tsx"));
const OwnOffer = lazy(() => import("./own-offer.tsx"));
const InShort = lazy(() => import("./in-short.tsx"));
const WasIn = lazy(() => import("./was-in.tsx"));

type JoinButtonProps = {
  event: Event;
  stage: Stage;
  own: ReturnType<typeof useOwnRegistration>;
  /** The organizer's ways to manage it, which for them comes first; null for everybody else. */
  manage: ReactNode;
  /** Whom they bring. */
  guests: ReactNode;
  onChanged: OnChanged;
};

/**
 * The one bar of an event's page, which says what the reader has there or joins the event, or its waitlist, with one tap:
 * specification 4 'Join button'. On phones it stays below the thumb; an organizer's holds the ways to their participants and to
 * change it, and what they have at their own event stands beside it in one line.
 */
export function JoinButton({ event, stage, own, manage, guests, onChanged }: JoinButtonProps) {
  const { registration, unknown, fresh } = own;
  const inBar = manage && <div className="join-bar">{manage}</div>;
  if (stage === "closed") {
    return (
      <>
        {inBar}
        {registration && (
          <Suspense>
            <WasIn eventId={event._id} registration={registration} isOwn={!!manage} />
          </Suspense>
        )}
      </>
    );
  }

  const joined = registration?.state === "joined";
  const waiting = registration?.state === "waiting";
  const offer = waiting ? registration.offer : null;
  const waits = waiting && !offer;
  const isHeld = own.pending !== null;
  const place = manage ? "join-here" : "join-bar";
  // Where another bar is to be, it is another element, and not one that moves.
  const bar = (
    <div key={place} className={place} data-unknown={unknown || undefined}>
      <div className={joined || waits ? "standing" : "contents"}>
        {(waits || (joined && !manage)) && <StandingMark icon={waits && "hourglass"} />}
        <div className="standing-words" data-fresh={fresh || undefined}>
          {/* There from the start: a screen reader hears what comes into it. */}
          <div role="status">
            {joined && <strong>{say(manage ? "event.own.in" : "event.page.in")}</strong>}
            {joined && fresh && <span className="done">{say("event.join.done")}</span>}
            {waits && (
              <>
                <strong>{say("event.waiting", { position: registration.position ?? 1 })}</strong>
                <p>
                  <Hears eventDate={event.eventDate} />
                </p>
              </>
            )}
          </div>
          {joined && (
            <>
              <button type="button" disabled className="already">
                {say("event.joined")}
              </button>
              {fresh && !manage && (
                <Suspense fallback={<p className="in-short" />}>
                  <InShort event={event} />
                </Suspense>
              )}
            </>
          )}
        </div>
        {joined && !manage && <EventActions event={event} id="own-calendar" className="in-bar" />}
      </div>
      {offer && registration && (
        <OwnOffer event={event} registration={registration} offer={offer} onChanged={onChanged} />
      )}
      {own.pending && (
        <HeldBar text={own.pending} path={eventPath(event._id)} onCode={own.openSheet} onEnd={() => own.wait(null)} />
      )}
      {!joined && !waiting && !isHeld && !(manage && isFull(event)) && (
        <Press event={event} own={own} isOwn={!!manage} />
      )}
    </div>
  );
  return (
    <>
      {inBar}
      {/* Only here: what stands within such a boundary, the server sends for a script to show. */}
      {offer || isHeld ? (
        <Suspense
          fallback={
            <div className={place} data-unknown>
              <span className="standing" />
            </div>
          }
        >
          {bar}
        </Suspense>
      ) : (
        bar
      )}
      {!joined && !waiting && !isHeld && !manage && isFull(event) && (
        <p className="standing-links">
          <FollowButton
            wish={{ about: "event", id: event._id }}
            name={event.title}
            className="link inline-flex min-h-11 items-center gap-2"
          />
        </p>
      )}
      {/* What is needed at the gate, and whom one brings, before what is seldom done. */}
      {joined && !manage && (
        <p className="standing-links first">
          <CodeButton eventId={event._id} words={say("event.code")} className="btn px-3.5" />
          <Link to="/joined-events" className="link">
            {say("event.see_joined")}
          </Link>
        </p>
      )}
      {!manage && guests}
      {(joined || (waiting && !offer?.until)) && (
        <p className="standing-links">
          {joined && <AboutButton event={event} registration={registration} onChanged={onChanged} />}
          <LeaveButton eventId={event._id} registration={registration} full={isFull(event)} onLeft={onChanged} />
        </p>
      )}
      {/* Where the bar is for managing the event, what an organizer has there themselves comes first, as it is shown. */}
      {manage && guests}
    </>
  );
}

/** Joins, alone or with guests. An organizer seldom does at their own event: for them it is the second thing to do, without a waitlist. */
function Press({ event, own, isOwn }: Pick<JoinButtonProps, "event" | "own"> & { isOwn: boolean }) {
  const { busy, join, tryJoin } = own;
  const meanwhile = own.registration?.meanwhile ? meanwhileIn(own.registration.meanwhile, event.timeZone) : null;
  const [withGuests, setWithGuests] = useState(false);
  return (
    <div className={isOwn ? "own-press" : "press"}>
      {isOwn && <p className="quiet">{say("event.own.coming")}</p>}
      {meanwhile && <p className="quiet col-span-full">{meanwhile}</p>}
      <button
        type="button"
        className={isOwn ? "btn" : "btn btn-lg btn-primary"}
        aria-disabled={busy || undefined}
        onClick={() => void join().then(focusStanding)}
      >
        {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
        {say(busy ? "event.joining" : isFull(event) ? "event.wait" : "event.join")}
      </button>
      {!isOwn && (
        <button type="button" className="btn btn-lg" onClick={() => openPart(loadParty, () => setWithGuests(true))}>
          <Icon name="user-plus" />
          <span>{say(isFull(event) ? "event.together.wait" : "event.together")}</span>
        </button>
      )}
      {withGuests && (
        <Suspense>
          <JoinParty event={event} join={tryJoin} onClose={() => setWithGuests(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Where a member is at that time: nothing keeps them from joining, but they may not know. */
function meanwhileIn({ title, eventDate, eventEnd }: NonNullable<OwnRegistration["meanwhile"]>, timeZone: string) {
  const { until } = spanOf(new Date(eventDate), new Date(eventEnd), timeZone);
  return say("event.meanwhile", { title, until });
}

/** The button that was pressed is gone: focus goes on to what one does next. */
const focusStanding = () => rescueFocus(document.querySelector<HTMLElement>(".standing-links :is(a, button)"));

const loadAbout = () => import("./own-about.tsx");
const OwnAbout = lazy(loadAbout);

/** Says, or changes, what joining asks about oneself and one's guests. */
function AboutButton(props: Omit<OwnAboutProps, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => openPart(loadAbout, () => setOpen(true))}>
        {say("event.details")}
      </button>
      {isOpen && (
        <Suspense>
          <OwnAbout {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const loadQuestion = () => import("./leave-event.tsx");
const LeaveEvent = lazy(loadQuestion);

/** Leaves the event or its waitlist, after a question. */
function LeaveButton(props: Omit<LeaveEventProps, "onClose">) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => openPart(loadQuestion, () => setAsking(true))}>
        {say(props.registration.state === "waiting" ? "event.leave.waitlist" : "event.leave")}
      </button>
      {asking && (
        <Suspense>
          <LeaveEvent {...props} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
