import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Caller } from "#domain/identity.ts";
import { cookieIn, cookiePrefix, isSecure } from "./session-cookie.ts";

/** In seconds. */
const year = 31_536_000;

type Settings = { secret: string; origin: string | null };

/**
 * Remembers devices from which an account has been logged in to. Failed attempts of such a device are counted
 * separately, and those of all others together: a stranger who deliberately uses up an account's attempts locks out
 * strangers, but never the owner. (OWASP describes this as device cookies.) The cookie identifies and proves its
 * device; it opens nothing.
 */
export function knownDevices({ secret, origin }: Settings) {
  const name = `${cookiePrefix(origin)}.device`;
  const proofOf = (id: string, email: string) =>
    createHmac("sha256", secret).update(`device ${id} ${email}`).digest("base64url");

  /** Returns the key that counts a caller's attempts to log in with this e-mail. */
  function attemptsKey(caller: Caller, email: string): string {
    const [id = "", proof = ""] = (cookieIn(caller, name) ?? "").split(".");
    return isSame(proof, proofOf(id, email)) ? `${email} ${id}` : email;
  }

  /** Returns a cookie for a device from which a member has just logged in. */
  function remember(email: string): string {
    const id = randomBytes(12).toString("base64url");
    const secure = isSecure(origin) ? "; Secure" : "";
    return `${name}=${id}.${proofOf(id, email)}; Max-Age=${year}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  return { attemptsKey, remember };
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
