import { lazy, type ReactNode, Suspense, useState } from "react";
import { eventPath, isFull, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { spanInWords, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
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

// Loaded on demand, because few visits need these, and none at the start.
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
  /** The organizer's own buttons, which come first for them; null for other readers. */
  manage: ReactNode;
  /** The member's guests. */
  guests: ReactNode;
  onChanged: OnChanged;
};

/**
 * The one bar of an event's page. It shows the reader's registration, or joins the event or its waitlist with one tap:
 * specification 4 'Join button'. On phones it stays within reach of the thumb. An organizer's bar leads to their
 * participants and to editing, and their own registration stands beside it in one line.
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
  const full = isFull(spotsOf(event));
  const place = manage ? "join-here" : "join-bar";
  // The key depends on the bar's place, so that a bar elsewhere is a new element and does not move.
  const bar = (
    <div key={place} className={place} data-unknown={unknown || undefined}>
      <div className={joined || waits ? "standing" : "contents"}>
        {(waits || (joined && !manage)) && <StandingMark icon={waits && "hourglass"} />}
        <div className="standing-words" data-fresh={fresh || undefined}>
          {/* Present from the start, so that a screen reader announces what appears in it. */}
          <div role="status">
            {joined && <strong>{say(manage ? "event.own.in" : "event.page.in")}</strong>}
            {joined && fresh && <span className="done">{say("event.join.done")}</span>}
            {waits && (
              <>
                <strong>{say("event.waiting", { position: registration.position ?? 1 })}</strong>
                <p>
                  <Hears span={spanOf(event)} />
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
      {!joined && !waiting && !isHeld && !(manage && full) && <Press event={event} own={own} isOwn={!!manage} />}
    </div>
  );
  return (
    <>
      {inBar}
      {/* The boundary is only here, because the server sends a boundary's content hidden, for a script to show. */}
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
      {!joined && !waiting && !isHeld && !manage && full && (
        <p className="standing-links">
          <FollowButton
            wish={{ about: "event", id: event._id }}
            name={event.title}
            className="link inline-flex min-h-11 items-center gap-2"
          />
        </p>
      )}
      {/* The code for the gate and the guests come before rare actions. */}
      {joined && !manage && (
        <p className="standing-links first">
          <CodeButton eventId={event._id} words={say("event.code")} className="btn" />
          <Link to="/joined-events" className="link">
            {say("event.see_joined")}
          </Link>
        </p>
      )}
      {!manage && guests}
      {(joined || (waiting && !offer?.until)) && (
        <p className="standing-links">
          {joined && <AboutButton event={event} registration={registration} onChanged={onChanged} />}
          <LeaveButton eventId={event._id} registration={registration} full={full} onLeft={onChanged} />
        </p>
      )}
      {/* An organizer's guests come after the organizer's own registration, as they do on the screen. */}
      {manage && guests}
    </>
  );
}

/**
 * Joins, alone or with guests. Organizers rarely join their own event, so for them it is a secondary button, without a
 * waitlist.
 */
function Press({ event, own, isOwn }: Pick<JoinButtonProps, "event" | "own"> & { isOwn: boolean }) {
  const { busy, join, tryJoin } = own;
  const full = isFull(spotsOf(event));
  const meanwhile = own.registration?.meanwhile ? meanwhileIn(own.registration.meanwhile, event.timeZone) : null;
  const [withGuests, setWithGuests] = useState(false);
  return (
    <div className={isOwn ? "own-press" : "press"}>
      {isOwn && <p className="quiet">{say("event.own.coming")}</p>}
      {meanwhile && <p className="quiet col-span-full">{meanwhile}</p>}
      <button
        type="button"
        className={isOwn ? "btn" : "btn btn-primary"}
        aria-disabled={busy || undefined}
        onClick={() => void join().then(focusStanding)}
      >
        {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
        {say(busy ? "event.joining" : full ? "event.wait" : "event.join")}
      </button>
      {!isOwn && (
        <button type="button" className="btn" onClick={() => openPart(loadParty, () => setWithGuests(true))}>
          <Icon name="user-plus" />
          <span>{say(full ? "event.together.wait" : "event.together")}</span>
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

/**
 * Names another of the member's events at the same time: it does not prevent joining, but the member may have forgotten
 * it.
 */
function meanwhileIn(other: NonNullable<OwnRegistration["meanwhile"]>, timeZone: string) {
  const { until } = spanInWords(spanOf({ ...other, timeZone }));
  return say("event.meanwhile", { title: other.title, until });
}

/** The pressed button is gone, so focus moves to the likely next action. */
const focusStanding = () => rescueFocus(document.querySelector<HTMLElement>(".standing-links :is(a, button)"));

const loadAbout = () => import("./own-about.tsx");
const OwnAbout = lazy(loadAbout);

/** Gives or changes the answers about the registrant and their guests. */
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

/** Leaves the event or its waitlist, after a confirmation. */
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
