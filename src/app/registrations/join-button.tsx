import { lazy, Suspense, useRef, useState } from "react";

import { isFull } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/events.ts";

import { Link } from "../addresses.ts";
import { rescueFocus } from "../ui/focus.ts";
import { Icon } from "../ui/icon.tsx";
import { LeaveButton } from "./leave-button.tsx";
import { type Party, useOwnRegistration } from "./use-own-registration.ts";

// Few visits need these, and none at first.
const JoinParty = lazy(() => import("./join-party.tsx"));
const RegistrationDetails = lazy(() => import("./registration-details.tsx"));

/**
 * Joins an event, or its waitlist, with one tap: specification 4 'Join button'. What there is already is asked once the
 * session is known; visitors are asked to log in, and come back here.
 */
export function JoinButton({ event, begun, underWay }: { event: Event; begun: boolean; underWay: boolean }) {
  const { registration, busy, join, update, refresh } = useOwnRegistration(event);
  const [withGuests, setWithGuests] = useState(false);
  const [fresh, setFresh] = useState(false);
  const after = useRef<HTMLElement>(null);
  const isOpen = !begun && event.status === "active";

  const joinFreshly = (party?: Party) => {
    setFresh(true);
    return join(party);
  };
  /** After a change, with what there is now; after a refused one it is asked. */
  const changed = async (now?: OwnRegistration) => {
    setFresh(true);
    await (now ? update(now) : refresh());
    rescueFocus(after.current);
  };
  const extra = isOpen && registration && (
    <Suspense>
      <RegistrationDetails event={event} registration={registration} fresh={fresh} onChanged={changed} />
    </Suspense>
  );
  if (registration?.state === "joined") {
    return (
      <>
        <div className="join-bar">
          <button type="button" disabled className="btn btn-block btn-lg">
            <Icon name="circle-check" className="size-5 text-success" />
            {say("event.joined")}
          </button>
          <Link
            ref={(link) => void (after.current = link)}
            to="/joined-events"
            className="self-center py-2 font-medium underline underline-offset-4"
          >
            {say("event.see_joined")}
          </Link>
        </div>
        {extra}
        {isOpen && <LeaveButton event={event} waiting={false} onLeft={changed} />}
      </>
    );
  }
  if (registration?.state === "waiting" && isOpen) {
    const isOffered = registration.offer?.until;
    return (
      <>
        {!isOffered && (
          <p
            ref={(text) => void (after.current = text)}
            tabIndex={-1}
            className="rounded-field bg-secondary px-4 py-3 text-center font-semibold text-secondary-content outline-none"
          >
            {say("event.waiting", { position: registration.position ?? 1 })}
          </p>
        )}
        {extra}
        {!isOffered && <LeaveButton event={event} waiting onLeft={changed} />}
      </>
    );
  }
  if (!isOpen) {
    return (
      <button type="button" disabled className="btn btn-block btn-lg">
        {say(event.status === "cancelled" ? "event.cancelled" : underWay ? "event.begun" : "event.over")}
      </button>
    );
  }
  const full = isFull(event);
  return (
    <>
      {full && (
        <p className="font-semibold">
          {say("event.full")}
          {event.waiting > 0 && `. ${say("event.waitlist", { count: event.waiting })}`}
        </p>
      )}
      <div className="join-bar">
        <button
          ref={(button) => void (after.current = button)}
          type="button"
          className="btn btn-primary btn-block btn-lg"
          aria-disabled={busy || undefined}
          onClick={() => void joinFreshly().then(() => rescueFocus(after.current))}
        >
          {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
          {say(busy ? "event.joining" : full ? "event.wait" : "event.join")}
        </button>
      </div>
      <button type="button" className="btn btn-ghost self-center" onClick={() => setWithGuests(true)}>
        <Icon name="users-round" className="size-5" />
        {say("event.together")}
      </button>
      {withGuests && (
        <Suspense>
          <JoinParty event={event} join={joinFreshly} onClose={() => setWithGuests(false)} />
        </Suspense>
      )}
    </>
  );
}
