import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useRevalidator } from "react-router";

import { isFull } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/events.ts";

import { ask } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { whoIsHere } from "../session/identity.ts";
import { Refusal, sentenceOf } from "../session/refusal.ts";
import { useSession } from "../session/session.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { toast } from "../ui/toast.tsx";
import { Icon } from "../ui/icon.tsx";

/**
 * Takes a place with one tap: specification 4 'Join button'. Whether it is taken already is asked once the session is
 * known; a visitor is asked to log in, and comes back here.
 */
export function JoinButton({ event, over }: { event: Event; over: boolean }) {
  const session = useSession();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const place = session.status === "member" ? placeOf(session.user, event) : null;
  const [taken, setTaken] = useState<string | null>(null);
  const seeJoined = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    if (!place) return;
    let current = true;
    // When this cannot be asked, joining itself finds out: a place is never given twice.
    ask((api) => api["already-joined"][":id"].$get({ param: { id: event._id } })).then(
      ({ isJoined }) => current && isJoined && setTaken(place),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [place, event._id]);

  async function join() {
    if (busy) return;
    setBusy(true);
    const user = await whoIsHere();
    if (!user) {
      setBusy(false);
      toast("error", say("event.join.login"), { text: say("nav.login"), to: "/login", state: { from: pathname } });
      return;
    }
    try {
      await ask((api) => api["join-event"].$post({ json: joinRecord(event, user) }));
      setTaken(placeOf(user, event));
      toast("success", say("event.join.done"), { text: say("event.see_joined"), to: "/joined-events" });
    } catch (error) {
      const code = error instanceof Refusal ? error.code : "internal";
      if (code === "already_joined") setTaken(placeOf(user, event));
      toast("error", error instanceof Refusal ? sentenceOf(error) : say("event.join.failed"));
      // Asked for what has changed without a network, the page would be lost too.
      if (code === "unreachable") return setBusy(false);
    }
    setBusy(false);
    await revalidate();
    rescueFocus(seeJoined.current);
  }

  if (place && taken === place) {
    return (
      <>
        <button type="button" disabled className="btn btn-block btn-lg">
          <Icon name="circle-check" className="size-5 text-success" />
          {say("event.joined")}
        </button>
        <Link ref={seeJoined} to="/joined-events" className="self-center py-2 font-medium underline underline-offset-4">
          {say("event.see_joined")}
        </Link>
      </>
    );
  }
  if (over || isFull(event)) {
    return (
      <button type="button" disabled className="btn btn-block btn-lg">
        {say(over ? "event.over" : "event.full")}
      </button>
    );
  }
  return (
    <button
      type="button"
      className="btn btn-primary btn-block btn-lg"
      aria-disabled={busy || undefined}
      onClick={() => void join()}
    >
      {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
      {say(busy ? "event.joining" : "event.join")}
    </button>
  );
}

/** Names somebody's place at an event: another member on this device, or another event, is another place. */
const placeOf = ({ id }: SessionUser, { _id }: Event) => `${id} at ${_id}`;

/** Specification 7 `POST /join-event`: what the call names. The server fills the record from its own tables. */
const joinRecord = (event: Event, user: SessionUser) => ({
  eventId: event._id,
  eventTitle: event.title,
  eventLocation: event.location,
  eventDate: event.eventDate,
  userName: user.displayName,
  userEmail: user.email,
  userPhotoURL: user.photoURL,
  joinedAt: new Date().toISOString(),
});
