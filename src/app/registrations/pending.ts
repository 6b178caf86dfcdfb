import type { MailAsked } from "#domain/registrations/shapes.ts";

/**
 * A claim at an event that waits for its code: the address, the number of reserved spots, and their end (milliseconds).
 */
export type Pending = { claim: string; email: string; spots: number; until: number };

/** The lifetime of a code, in milliseconds. Kept spots expire then or sooner. */
const codeWorks = 30 * 60_000;

/** The text stored in the browser: phones discard a page while its mail is read. */
export function pendingText({ claim, asked: { email, held } }: MailAsked): string {
  const until = held ? Date.parse(held.until) : Date.now() + codeWorks;
  return JSON.stringify({ claim, email, spots: held?.spots ?? 0, until } satisfies Pending);
}

/** Reads that text; null if it is invalid. */
export function readPending(text: string): Pending | null {
  try {
    const pending = JSON.parse(text) as Pending;
    return typeof pending.claim === "string" && pending.until > 0 ? pending : null;
  } catch {
    return null;
  }
}
