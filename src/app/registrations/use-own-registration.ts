import { useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";

import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration, JoinInput } from "#domain/registrations/shapes.ts";
import { say } from "#messages/events.ts";

import { ask } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { whoIsHere } from "../session/identity.ts";
import { isRefusal, Refusal, sentenceOf } from "../session/refusal.ts";
import { useSession } from "../session/session.tsx";
import { toast } from "../ui/toast.tsx";

/** A registration, and `of` whom at which event it is, so that another member's is never shown. */
type Known = { of: string; registration: OwnRegistration };

/** The guests that one brings, and what to do when not all of the party fit; nobody, when one comes alone. */
export type Party = Pick<JoinInput, "companions" | "whenShort">;

/** What the member who is here has at an event, and how to join it: specification 4 'Join button'. */
export function useOwnRegistration(event: Event) {
  const session = useSession();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const mine = session.status === "member" ? nameOf(session.user, event) : null;
  const [known, setKnown] = useState<Known | null>(null);
  /** Counts what makes an answer that is on its way an old one: another question, or a press of a button. */
  const asked = useRef(0);

  // People on the waitlist may have moved up when others come and go. Everybody else's registration does not depend on
  // them, and a thousand people who look at one event do not all ask whenever somebody joins.
  const isWaiting = known?.registration.state === "waiting";
  const waitlist = isWaiting ? ` ${event.participant} ${event.waiting} ${event.held}` : "";
  const inQuestion = mine && mine + waitlist;

  useEffect(() => {
    if (!mine || !inQuestion) return;
    const question = ++asked.current;
    // When this cannot be asked, joining itself finds out: a spot is never given twice.
    readRegistration(event._id).then(
      (registration) => question === asked.current && setKnown({ of: mine, registration }),
      () => {},
    );
  }, [mine, inQuestion, event._id]);

  /** Shows what there is after a change, as its answer says, and the event's new numbers. */
  async function update(registration: OwnRegistration) {
    asked.current++;
    if (mine) setKnown({ of: mine, registration });
    await revalidate();
  }

  /** Looks again at what there is, after a change that was refused. */
  async function refresh() {
    const registration = await readRegistration(event._id).catch(() => null);
    if (registration) await update(registration);
  }

  /** Joins the event or its waitlist. @returns whether it did; if not, it is said why */
  async function join(party: Party = {}): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    asked.current++;
    const user = await whoIsHere();
    if (!user) {
      setBusy(false);
      toast("error", say("event.join.login"), { text: say("nav.login"), to: "/login", state: { from: pathname } });
      return false;
    }
    const of = nameOf(user, event);
    try {
      const record = { ...joinRecord(event, user), ...party };
      const { state, position, registration } = await ask((api) => api["join-event"].$post({ json: record }));
      setKnown({ of, registration });
      if (state === "waiting") toast("success", say("event.wait.done", { position: position ?? 1 }));
      else toast("success", say("event.join.done"), { text: say("event.see_joined"), to: "/joined-events" });
    } catch (error) {
      if (isRefusal(error, "already_joined")) await refresh();
      toast("error", error instanceof Refusal ? sentenceOf(error) : say("event.join.failed"));
      setBusy(false);
      // Asked for what has changed without a network, the page would be lost too.
      if (!isRefusal(error, "unreachable")) await revalidate();
      return false;
    }
    setBusy(false);
    await revalidate();
    return true;
  }

  return { registration: known?.of === mine ? known?.registration : undefined, busy, join, update, refresh };
}

const readRegistration = (id: string) => ask((api) => api["already-joined"][":id"].$get({ param: { id } }));

/** Names a registration: another member's on this device, or one for another event, is another. */
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
