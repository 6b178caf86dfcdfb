import { lazy, type ReactNode, Suspense, useState } from "react";
import { eventPath, isFull, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { spanInWords, spanOf, textIn } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
import type { Stage } from "../events/participants-card.tsx";
import { FollowButton } from "../follows/follow-button.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { Icon } from "../ui/icon.tsx";
import { openPart } from "../ui/open-part.ts";
import { Hears } from "./hears.tsx";
import { nextAction } from "./next-action.ts";
import { StandingMark } from "./standing-mark.tsx";
import type { OnChanged } from "./use-offer.ts";
import type { useOwnRegistration } from "./use-own-registration.ts";
import { WithGuests } from "./with-guests.tsx";

import "./join-bar.css";
// Lazily loaded parts bring no styles of their own.
import "../accounts/code-form.css";
import "../regulars/regular-bar.css";
import "../ui/more-menu.css";

// Loaded on demand, because few visits need these, and none at the start.
const loadParty = () => import("./join-party.tsx");
const JoinParty = lazy(loadParty);
const HeldBar = lazy(() => import("./held-bar.tsx"));
const OwnOffer = lazy(() => import("./own-offer.tsx"));
const ChangeMenu = lazy(() => import("./change-menu.tsx"));
const RegularBar = lazy(() => import("../regulars/regular-bar.tsx"));
const WasIn = lazy(() => import("./was-in.tsx"));

type JoinButtonProps = {
  event: Event;
  stage: Stage;
  own: ReturnType<typeof useOwnRegistration>;
  /** The organizer's own buttons, which come first for them; null for other readers. */
  manage: ReactNode;
  onChanged: OnChanged;
};

/**
 * The one bar of an event's page. It shows the reader's registration, with one menu for what can be changed, or joins
 * the event or its waitlist with one tap: specification 4 'Join button'. On phones it stays within reach of the thumb.
 * An organizer's bar leads to their participants and to editing, and their own registration stands below it.
 */
export function JoinButton({ event, stage, own, manage, onChanged }: JoinButtonProps) {
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
  const change = registration && (joined || waiting) && (
    <Suspense
      fallback={
        <span aria-hidden className="btn invisible">
          {say("event.change")}
        </span>
      }
    >
      <ChangeMenu event={event} registration={registration} full={full} isOwn={!!manage} onChanged={onChanged} />
    </Suspense>
  );
  // The key depends on the bar's place, so that a bar elsewhere is a new element and does not move.
  const bar = (
    <div key={place} className={place} data-unknown={unknown || undefined}>
      <div className={joined || waits ? "standing" : "contents"} data-fresh={fresh || undefined}>
        {(waits || (joined && !manage)) && <StandingMark icon={waits && "hourglass"} />}
        {/* Present from the start, so that a screen reader announces what appears in it. */}
        <div role="status" className={joined || waits ? "standing-words" : "absolute"}>
          {joined && (
            <button type="button" disabled className="already">
              {say("event.joined")}
            </button>
          )}
          {waits && (
            <>
              <strong>{say("event.waiting", { position: registration.position ?? 1 })}</strong>
              <p>
                <Hears span={spanOf(event)} />
              </p>
            </>
          )}
          {(joined || waits) && <WithGuests registration={registration} />}
        </div>
        {!offer && change}
      </div>
      {offer && registration && (
        <OwnOffer event={event} registration={registration} offer={offer} change={change} onChanged={onChanged} />
      )}
      {own.pending && (
        <HeldBar text={own.pending} path={eventPath(event._id)} onCode={own.openSheet} onEnd={() => own.wait(null)} />
      )}
      {event.series && registration && !manage && !isHeld && (
        <Suspense>
          <RegularBar event={event} series={event.series} isIn={joined || waiting} onChanged={() => onChanged()} />
        </Suspense>
      )}
      {!joined && !waiting && !isHeld && !(manage && full) && (
        <>
          <Press event={event} own={own} isOwn={!!manage} />
          <noscript>
            <p className="font-semibold">{say("noscript.join")}</p>
          </noscript>
        </>
      )}
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
        <FollowButton wish={{ about: "event", id: event._id }} name={event.title} className="btn btn-ghost px-0" />
      )}
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
    <div className={`noscript:hidden ${isOwn ? "flex items-center justify-between gap-3" : "press"}`}>
      {isOwn && <p className="quiet">{say("event.own.coming")}</p>}
      {meanwhile && <p className="quiet w-full">{meanwhile}</p>}
      <button
        type="button"
        className={isOwn ? "btn" : "btn btn-primary"}
        aria-disabled={busy || undefined}
        onClick={() => void join().then(focusStanding)}
      >
        {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
        {busy ? say("event.joining") : toJoin(event, full)}
      </button>
      {!isOwn && (
        <button type="button" className="btn" onClick={() => openPart(loadParty, () => setWithGuests(true))}>
          <Icon name="user-plus" className="size-4.5 max-sm:hidden" />
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

/** The words of the button; in a series they name the date. */
function toJoin({ series, eventDate, timeZone }: Event, full: boolean): string {
  if (!series) return say(full ? "event.wait" : "event.join");
  const date = textIn(timeZone, "nearDate", new Date(eventDate));
  return say(full ? "series.dates.wait" : "series.dates.join", { date });
}

/** The pressed button is gone, so focus moves to the likely next action. */
const focusStanding = () => rescueFocus(document.querySelector<HTMLElement>(nextAction));
