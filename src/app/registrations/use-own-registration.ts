import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { Event } from "#domain/events/shapes.ts";
import type { JoinAnswer, JoinInput, MailSignedIn, OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/events-page.ts";
import { ask } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { whoIsHere } from "../session/identity.ts";
import { takeIntention } from "../session/intention.ts";
import { isRefusal, Refusal, sentenceOf } from "../session/refusal.ts";
import { useSession } from "../session/session.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { useJustJoined } from "../session/just-joined.ts";
import { forget, keep, kept } from "../ui/storage.ts";
import { useAlive } from "../ui/use-alive.ts";

/** A registration, and `of` whom at which event it is, so that another member's is never shown. */
type Known = { of: string; registration: OwnRegistration };

/** The guests that one brings, what to do when not all of the party fit, and what one says about oneself; nothing, when one comes alone. */
export type Party = Pick<JoinInput, "companions" | "whenShort" | "phone" | "under18" | "guardian">;

/**
 * What the member who is here has at an event, and how to join it: specification 4 'Join button'. `loadSheet` fetches the sheet in
 * which others say who they are.
 */
export function useOwnRegistration(event: Event, loadSheet: () => Promise<unknown>) {
  const session = useSession();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const mine = session.status === "member" ? nameOf(session.user, event) : null;
  const [known, setKnown] = useState<Known | null>(null);
  /** Whether what there is came about just now, by a press of theirs, here or on the way here. */
  const [fresh, setFresh] = useJustJoined(event._id);
  const [unanswered, setUnanswered] = useState(false);
  /** The party for which somebody who is not logged in is asked who they are, in a sheet; null while there is none. */
  const [asking, setAsking] = useState<Party | null>(null);
  const [pending, setPending] = usePending(event._id);
  /** Counts what makes an answer that is on its way an old one: another question, or a press of a button. */
  const asked = useRef(0);

  // People on the waitlist may have moved up, or may take what is free, when others come and go or an eve begins. Everybody else's registration does not depend on
  // them, and a thousand people who look at one event do not all ask whenever somebody joins.
  const isWaiting = known?.registration.state === "waiting";
  const waitlist = isWaiting
    ? ` ${event.participant} ${event.waiting} ${event.held} ${event.passed} ${event.capacity}`
    : "";
  const inQuestion = mine && mine + waitlist;

  useEffect(() => {
    if (!mine || !inQuestion) return;
    const question = ++asked.current;
    // When this cannot be asked, joining itself finds out: a spot is never given twice.
    readRegistration(event._id).then(
      (registration) => question === asked.current && setKnown({ of: mine, registration }),
      () => question === asked.current && setUnanswered(true),
    );
  }, [mine, inQuestion, event._id]);

  // They were asked to log in when they pressed the button, and are back: it is done, unless they have a registration already.
  const isKnown = known !== null && known.of === mine;
  const resume = useEffectEvent(() => {
    const intention = takeIntention("event", event._id);
    if (intention && known?.registration.state === null) void join(intention.party);
  });
  useEffect(() => {
    if (isKnown) resume();
  }, [isKnown]);

  /** Shows what there is after a change, as its answer says, and the event's new numbers. */
  async function update(registration: OwnRegistration) {
    asked.current++;
    setFresh(true);
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
    const wrong = await tryJoin(party);
    // No field of what is wrong is here.
    for (const sentence of Object.values(wrong ?? {})) toast("error", sentence);
    return wrong === null;
  }

  /** The same for a form. @returns null when it did; if not, what is wrong with fields, and whatever else is said */
  async function tryJoin(party: Party = {}): Promise<FieldErrors | null> {
    if (busy) return {};
    setBusy(true);
    asked.current++;
    const user = await whoIsHere();
    // A member is asked for a phone number there too.
    if (!user || (event.asksPhone && party.phone === undefined)) {
      // Until the sheet is there the button says that it works.
      await openSheet(party);
      setBusy(false);
      return {};
    }
    const of = nameOf(user, event);
    try {
      const record = { ...joinRecord(event, user), ...party };
      const { registration } = await ask((api) => api["join-event"].$post({ json: record }));
      // What was asked meanwhile, as by somebody who has got in just now, may have been answered before this.
      asked.current++;
      setFresh(true);
      setKnown({ of, registration });
    } catch (error) {
      setBusy(false);
      if (error instanceof Refusal && Object.keys(error.fields).length > 0) return error.fields;
      if (isRefusal(error, "already_joined")) await refresh();
      toast("error", error instanceof Refusal ? sentenceOf(error) : say("event.join.failed"));
      // Asked for what has changed without a network, the page would be lost too.
      if (!isRefusal(error, "unreachable")) await revalidate();
      return {};
    }
    setBusy(false);
    await revalidate();
    return null;
  }

  const openSheet = (party: Party) =>
    loadSheet().then(
      () => setAsking(party),
      () => void toast("error", say("network.failed")),
    );

  type Arrived = Pick<MailSignedIn, "user"> & { join: JoinAnswer | null };
  /** Shows what somebody has who has just got in by the sheet, if they have anything. */
  async function arrive({ user, join: joined }: Arrived) {
    asked.current++;
    setPending(null);
    setFresh(true);
    if (joined) setKnown({ of: nameOf(user, event), registration: joined.registration });
    else setAsking(null);
    await revalidate();
  }

  return {
    asking,
    /** What waits for the code from a mail, of somebody who is not logged in. */
    pending: mine === null && session.status === "visitor" ? pending : null,
    openSheet: () => void openSheet({}),
    closeSheet: () => setAsking(null),
    /** Notes what waits from now on, or that nothing does. */
    wait: (changed: string | null) => {
      setPending(changed);
      return revalidate();
    },
    arrive,
    registration: isKnown ? known.registration : undefined,
    /** Of a member of whom it is not known yet what they have: a button to join may be wrong. */
    unknown: mine !== null && !isKnown && !unanswered,
    fresh,
    busy,
    join,
    tryJoin,
    update,
    refresh,
  };
}

const readRegistration = (id: string) => ask((api) => api["already-joined"][":id"].$get({ param: { id } }));

/** Names a registration: another member's on this device, or one for another event, is another. */
const nameOf = ({ id }: Pick<SessionUser, "id">, { _id }: Event) => `${id} at ${_id}`;

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

/** What waits at an event for the code from a mail, as `pending.ts` writes it, and how that changes; null for nothing. */
function usePending(eventId: string) {
  const key = `goodturn.pending.${eventId}`;
  const alive = useAlive();
  const [changed, setChanged] = useState<{ key: string; pending: string | null }>();
  const pending = changed?.key === key ? changed.pending : alive ? kept(key) : null;

  function change(to: string | null) {
    if (to === null) forget(key);
    else keep(key, to);
    setChanged({ key, pending: to });
  }
  return [pending, change] as const;
}
