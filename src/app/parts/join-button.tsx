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
import { LeaveButton } from "./leave-button.tsx";

/** What the member who is here has at an event: `of` names whose it is, so that another member's is never shown. */
type Place = { of: string; state: "joined" | "waiting" | null; position: number | null };

/**
 * Takes a place with one tap, or one in the line for it: specification 4 'Join button'. What there is already is asked once
 * the session is known; a visitor is asked to log in, and comes back here.
 */
export function JoinButton({ event, over }: { event: Event; over: boolean }) {
  const session = useSession();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const mine = session.status === "member" ? nameOf(session.user, event) : null;
  const [place, setPlace] = useState<Place | null>(null);
  const after = useRef<HTMLElement>(null);
  /** Counts what would make an answer that is on its way an old one: another question, or a press of the button. */
  const asked = useRef(0);

  useEffect(() => {
    if (!mine) return;
    const question = ++asked.current;
    // When this cannot be asked, joining itself finds out: a place is never given twice.
    askForPlace(mine, event).then(
      (found) => question === asked.current && setPlace(found),
      () => {},
    );
    // A place may have become free, or this member may have moved up.
  }, [mine, event]);

  async function join() {
    if (busy) return;
    setBusy(true);
    asked.current++;
    const user = await whoIsHere();
    if (!user) {
      setBusy(false);
      toast("error", say("event.join.login"), { text: say("nav.login"), to: "/login", state: { from: pathname } });
      return;
    }
    const of = nameOf(user, event);
    try {
      const { state, position } = await ask((api) => api["join-event"].$post({ json: joinRecord(event, user) }));
      setPlace({ of, state, position: position ?? null });
      if (state === "waiting") toast("success", say("event.wait.done", { position: position ?? 1 }));
      else toast("success", say("event.join.done"), { text: say("event.see_joined"), to: "/joined-events" });
    } catch (error) {
      const code = error instanceof Refusal ? error.code : "internal";
      if (code === "already_joined") setPlace(await askForPlace(of, event).catch(() => null));
      toast("error", error instanceof Refusal ? sentenceOf(error) : say("event.join.failed"));
      // Asked for what has changed without a network, the page would be lost too.
      if (code === "unreachable") return setBusy(false);
    }
    setBusy(false);
    await revalidate();
    rescueFocus(after.current);
  }

  const left = async () => {
    setPlace(null);
    await revalidate();
    rescueFocus(after.current);
  };
  const held = place?.of === mine ? place : null;
  if (held?.state === "joined") {
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
        {!over && <LeaveButton event={event} waiting={false} onLeft={left} />}
      </>
    );
  }
  if (held?.state === "waiting") {
    return (
      <>
        <p
          ref={(text) => void (after.current = text)}
          tabIndex={-1}
          className="rounded-field bg-secondary px-4 py-3 text-center font-semibold text-secondary-content outline-none"
        >
          {say("event.waiting", { position: held.position ?? 1 })}
        </p>
        {!over && <LeaveButton event={event} waiting onLeft={left} />}
      </>
    );
  }
  if (over) {
    return (
      <button type="button" disabled className="btn btn-block btn-lg">
        {say("event.over")}
      </button>
    );
  }
  const full = isFull(event);
  return (
    <>
      {full && (
        <p className="font-semibold">
          {say("event.full")}
          {event.waiting > 0 && `. ${say("event.line", { count: event.waiting })}`}
        </p>
      )}
      <div className="join-bar">
        <button
          ref={(button) => void (after.current = button)}
          type="button"
          className="btn btn-primary btn-block btn-lg"
          aria-disabled={busy || undefined}
          onClick={() => void join()}
        >
          {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
          {say(busy ? "event.joining" : full ? "event.wait" : "event.join")}
        </button>
      </div>
    </>
  );
}

async function askForPlace(of: string, event: Event): Promise<Place> {
  const { state, position } = await ask((api) => api["already-joined"][":id"].$get({ param: { id: event._id } }));
  return { of, state, position };
}

/** Names somebody's place at an event: another member on this device, or another event, is another place. */
const nameOf = ({ id }: SessionUser, { _id }: Event) => `${id} at ${_id}`;

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
