import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { inBothWords } from "#domain/registrations/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { JoinAnswer, JoinInput, MailSignedIn, OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";
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

/** A registration with `of`, the name of its member and event, so that another member's is never shown. */
type Known = { of: string; registration: OwnRegistration };

/**
 * The registrant's guests, the choice if not all of them fit, and the registrant's own answers; empty for a person who
 * comes alone.
 */
export type Party = Pick<JoinInput, "guests" | "whenShort" | "phone" | "under18" | "guardian">;

/**
 * The current member's registration at an event, and how to join: specification 4 'Join button'. `loadSheet` fetches
 * the sheet in which visitors say who they are.
 */
export function useOwnRegistration(event: Event, loadSheet: () => Promise<unknown>) {
  const session = useSession();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const mine = session.status === "member" ? nameOf(session.user, event) : null;
  const [known, setKnown] = useState<Known | null>(null);
  /** True if the registration is new, from a press here or on the way here. */
  const [fresh, setFresh] = useJustJoined(event._id);
  const [unanswered, setUnanswered] = useState(false);
  /** The party of a visitor who is asked for name and address in the sheet; null if the sheet is closed. */
  const [asking, setAsking] = useState<Party | null>(null);
  const [pending, setPending] = usePending(event._id);
  /** Increases with each request or press, so that answers to earlier ones are ignored. */
  const asked = useRef(0);

  // People on the waitlist can move up or get a spot when others come and go or an eve begins, so only they reload.
  // Other registrations do not depend on that, and a thousand readers of one event should not all reload at each join.
  const state = mine !== null && known?.of === mine ? known.registration.state : null;
  const isWaiting = state === "waiting";
  const waitlist = isWaiting
    ? ` ${event.participant} ${event.waitlisted} ${event.held} ${event.passed} ${event.capacity}`
    : "";
  const inQuestion = mine && mine + waitlist;

  useEffect(() => {
    if (!mine || !inQuestion) return;
    const question = ++asked.current;
    // If this fails, joining itself will show whether there is a spot: none is given twice.
    readRegistration(event._id).then(
      (registration) => question === asked.current && setKnown({ of: mine, registration }),
      () => question === asked.current && setUnanswered(true),
    );
  }, [mine, inQuestion, event._id]);

  // A member who was sent to log in after a press has come back: this joins the event, unless they are registered
  // already.
  const isKnown = known !== null && known.of === mine;
  const resume = useEffectEvent(() => {
    const intention = takeIntention("event", event._id);
    if (intention && known?.registration.state === null) void join(intention.party);
  });
  useEffect(() => {
    if (isKnown) resume();
  }, [isKnown]);

  // The event was joined on the way here, so its page says so.
  const isTold = useRef(!fresh);
  useEffect(() => {
    if (isTold.current || state === null) return;
    isTold.current = true;
    if (state === "joined") sayJoined();
  }, [state]);

  /** Keeps a registration from an answer about a change, which does not say the member's role. */
  const learn = (of: string, registration: OwnRegistration) =>
    setKnown((before) => {
      const role = registration.role ?? (before?.of === of ? before.registration.role : null);
      return { of, registration: { ...registration, role } };
    });

  /** Shows a change, from its answer, and the event's new numbers. */
  async function update(registration: OwnRegistration) {
    asked.current++;
    if (isWaiting && registration.state === "joined") sayJoined();
    setFresh(true);
    if (mine) learn(mine, registration);
    await revalidate();
  }

  /** Reads the registration again after a refused change. */
  async function refresh() {
    const registration = await readRegistration(event._id).catch(() => null);
    if (registration) await update(registration);
  }

  /** Joins the event or its waitlist. @returns whether it did; if not, a toast says why */
  async function join(party: Party = {}): Promise<boolean> {
    const wrong = await tryJoin(party);
    // These complaints have no field here.
    for (const sentence of Object.values(wrong ?? {})) toast("error", sentence);
    return wrong === null;
  }

  /**
   * The same for a form. A sheet that shows the result itself says `inSheet`.
   * @returns null on success; if not, what is wrong with fields, after announcing any other failure
   */
  async function tryJoin(party: Party = {}, inSheet = false): Promise<FieldErrors | null> {
    if (busy) return {};
    setBusy(true);
    asked.current++;
    const user = await whoIsHere();
    // A member is asked for a phone number there too.
    if (!user || (event.asksPhone && party.phone === undefined)) {
      // Until the sheet is open, the button says that it works.
      await openSheet(party);
      setBusy(false);
      return {};
    }
    const of = nameOf(user, event);
    try {
      const record = inBothWords({ ...joinRecord(event, user), ...party });
      const { registration } = await ask((api) => api["join-event"].$post({ json: record }));
      // Earlier requests, such as one right after logging in, may bring an outdated answer.
      asked.current++;
      setFresh(true);
      learn(of, registration);
      if (!inSheet && registration.state === "joined") sayJoined();
    } catch (error) {
      setBusy(false);
      if (error instanceof Refusal && Object.keys(error.fields).length > 0) return error.fields;
      if (isRefusal(error, "already_joined")) await refresh();
      toast("error", error instanceof Refusal ? sentenceOf(error) : say("event.join.failed"));
      // Without a network, a reload would lose the page too.
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
  /** Shows the registration, if any, of a person who has just logged in by the sheet. */
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
    /** A visitor's claim that waits for the code from a mail. */
    pending: mine === null && session.status === "visitor" ? pending : null,
    openSheet: () => void openSheet({}),
    closeSheet: () => setAsking(null),
    /** Stores a new claim, or that there is none. */
    wait: (changed: string | null) => {
      setPending(changed);
      return revalidate();
    },
    arrive,
    registration: isKnown ? known.registration : undefined,
    /** True if a member's registration is still unknown; a join button could be wrong then. */
    unknown: mine !== null && !isKnown && !unanswered,
    fresh,
    busy,
    join,
    tryJoin,
    update,
    refresh,
  };
}

/** Says so, in the words of specification 8. */
const sayJoined = () => toast("success", say("event.join.done"));

const readRegistration = (id: string) => ask((api) => api["already-joined"][":id"].$get({ param: { id } }));

/** Names a registration by its member and event: a change of either is a new one. */
const nameOf = ({ id }: Pick<SessionUser, "id">, { _id }: Event) => `${id} at ${_id}`;

/**
 * Specification 7 `POST /join-event`: the facts that the call names. The server fills the record from its own tables.
 */
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

/** The stored claim at an event, in the format of `pending.ts`, and its setter; null for none. */
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
