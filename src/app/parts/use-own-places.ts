import { useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";

import type { Event } from "#domain/events/shapes.ts";
import type { JoinedCheck, JoinInput } from "#domain/joins/shapes.ts";
import { say } from "#messages/events.ts";

import { ask } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { whoIsHere } from "../session/identity.ts";
import { Refusal, sentenceOf } from "../session/refusal.ts";
import { useSession } from "../session/session.tsx";
import { toast } from "../ui/toast.tsx";

/** What the member who is here has at an event: `of` names whose it is, so that another member's is never shown. */
type Standing = JoinedCheck & { of: string };

/** Who comes along, and what to do when not all of them fit; nobody, when one comes alone. */
export type Together = Pick<JoinInput, "companions" | "whenShort">;

/** The places that the member who is here has at an event, and how to take some: specification 4 'Join button'. */
export function useOwnPlaces(event: Event) {
  const session = useSession();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const mine = session.status === "member" ? nameOf(session.user, event) : null;
  const [standing, setStanding] = useState<Standing | null>(null);
  /** Counts what would make an answer that is on its way an old one: another question, or a press of a button. */
  const asked = useRef(0);

  // Who waits may have moved up when others come and go. Everybody else's place does not depend on them, and a thousand
  // people who look at one event do not all ask whenever somebody joins.
  const line = standing?.state === "waiting" ? ` ${event.participant} ${event.waiting} ${event.held}` : "";
  const inQuestion = mine && mine + line;

  useEffect(() => {
    if (!mine || !inQuestion) return;
    const question = ++asked.current;
    // When this cannot be asked, joining itself finds out: a place is never given twice.
    askFor(mine, event._id).then(
      (found) => question === asked.current && setStanding(found),
      () => {},
    );
  }, [mine, inQuestion, event._id]);

  /** Looks again at what there is, after something has changed. */
  async function refresh() {
    asked.current++;
    if (mine) setStanding(await askFor(mine, event._id).catch(() => null));
    await revalidate();
  }

  /** Takes places, or a place in the line for them. @returns how many, or nothing when that was refused, which is said */
  async function join(together: Together = {}): Promise<number | undefined> {
    if (busy) return undefined;
    setBusy(true);
    asked.current++;
    const user = await whoIsHere();
    if (!user) {
      setBusy(false);
      toast("error", say("event.join.login"), { text: say("nav.login"), to: "/login", state: { from: pathname } });
      return undefined;
    }
    const of = nameOf(user, event);
    let taken: number | undefined;
    try {
      const record = { ...joinRecord(event, user), ...together };
      const { state, position, places } = await ask((api) => api["join-event"].$post({ json: record }));
      taken = places;
      const nobody = { companions: [], offer: null };
      const now: Standing = { of, isJoined: state === "joined", state, position: position ?? null, ...nobody };
      setStanding(now);
      // Who comes along, and what a group can take already, is not in the answer.
      if (together.companions) setStanding(await askFor(of, event._id).catch(() => now));
      if (state === "waiting") toast("success", say("event.wait.done", { position: position ?? 1 }));
      else toast("success", say("event.join.done"), { text: say("event.see_joined"), to: "/joined-events" });
    } catch (error) {
      const code = error instanceof Refusal ? error.code : "internal";
      if (code === "already_joined") setStanding(await askFor(of, event._id).catch(() => null));
      toast("error", error instanceof Refusal ? sentenceOf(error) : say("event.join.failed"));
      setBusy(false);
      // Asked for what has changed without a network, the page would be lost too.
      if (code !== "unreachable") await revalidate();
      return undefined;
    }
    setBusy(false);
    await revalidate();
    return taken;
  }

  return { standing: standing?.of === mine ? standing : null, busy, join, refresh };
}

async function askFor(of: string, id: string): Promise<Standing> {
  return { of, ...(await ask((api) => api["already-joined"][":id"].$get({ param: { id } }))) };
}

/** Names somebody's places at an event: another member on this device, or another event, is another place. */
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
