import type { MailAsked } from "#domain/registrations/shapes.ts";

/** What waits at an event for its code: the claim, the address, for how many people spots are kept (0: none), until when (milliseconds). */
export type Pending = { claim: string; email: string; spots: number; until: number };

/** For how long a code works, in milliseconds; what is kept ends with that or sooner. */
const codeWorks = 30 * 60_000;

/** As it is kept in the browser: phones throw a page away while its mail is read. */
export function pendingText({ claim, asked: { email, held } }: MailAsked): string {
  const until = held ? Date.parse(held.until) : Date.now() + codeWorks;
  return JSON.stringify({ claim, email, spots: held?.places ?? 0, until } satisfies Pending);
}

/** What waits, from what was kept; null when that is not ours. */
export function readPending(text: string): Pending | null {
  try {
    const pending = JSON.parse(text) as Pending;
    return typeof pending.claim === "string" && pending.until > 0 ? pending : null;
  } catch {
    return null;
  }
}
