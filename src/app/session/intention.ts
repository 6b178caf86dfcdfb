import type { JoinInput } from "#domain/registrations/shapes.ts";

import type { Address } from "../addresses.ts";
import { forget, keep, kept } from "../ui/storage.ts";
import { returnAddress } from "./return-address.ts";

/** The action that a visitor was about to take when asked to log in; `title` is that of the event or community. */
export type Intention = { id: string; title: string } & (
  | { kind: "event"; party: Pick<JoinInput, "guests" | "whenShort" | "phone" | "under18" | "guardian"> }
  | { kind: "community" }
);

/** The intention, the path of its page, its expiry (milliseconds), and whether the visitor has logged in since. */
type Kept = { intention: Intention; at: string; until: number; ready: boolean };

const key = "goodturn.intention";

/**
 * The lifetime of an intention, in milliseconds: long enough for a mail with a link, but not so long that the action
 * would come as a surprise.
 */
export const intentionHolds = 30 * 60_000;

/**
 * Stores what a visitor wants to do on the page `at`, in this tab only. It is due once they have logged in and are back
 * on that page; logging in on the way to another page ends it.
 */
export const intend = (intention: Intention, at: string): void =>
  save({ intention, at, until: Date.now() + intentionHolds, ready: false });

/** The intention of a visitor who came to log in from `from`; without a `from`, that of this tab. */
export function intendedFrom(from: unknown): Intention | null {
  const held = read();
  return held && (from === undefined || pathOf(returnAddress(from)) === held.at) ? held.intention : null;
}

/** The address to go to after logging in, for a visitor who came from `from`; their intention there becomes due. */
export function goingOn(from: unknown): Address {
  const held = read();
  const to = returnAddress(from ?? held?.at);
  if (held && pathOf(to) === held.at) save({ ...held, ready: true });
  else forgetIntention();
  return to;
}

/** The due intention for this event, or for any community, or null. It is handed out once. */
export function takeIntention<Kind extends Intention["kind"]>(
  kind: Kind,
  id?: string,
): (Intention & { kind: Kind }) | null {
  const held = read();
  if (!held?.ready || held.intention.kind !== kind || (id ?? held.intention.id) !== held.intention.id) return null;
  forgetIntention();
  return held.intention as Intention & { kind: Kind };
}

export const forgetIntention = (): void => forget(key, "tab");

const pathOf = (address: string) => address.replace(/[?#].*$/s, "");

const save = (held: Kept) => keep(key, JSON.stringify(held), "tab");

function read(): Kept | null {
  try {
    const held = JSON.parse(kept(key, "tab") ?? "null", nameGuests) as Kept | null;
    return held && held.until > Date.now() ? held : null;
  } catch {
    return null;
  }
}

/** Reads an intention stored by a page of the previous version, which called guests companions. See decision 073. */
const nameGuests = (_: string, value: unknown): unknown => {
  if (typeof value !== "object" || value === null || !("companions" in value)) return value;
  const { companions, ...others } = value;
  return { guests: companions, ...others };
};
