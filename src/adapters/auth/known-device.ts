import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Caller } from "#domain/identity.ts";
import { cookieIn, cookiePrefix, isSecure } from "./session-cookie.ts";

/** In seconds. */
const year = 31_536_000;

type Settings = { secret: string; origin: string | null };

/**
 * Devices from which an account has been logged in to before. Failed attempts of such a device are counted for it alone, and
 * those of all others together: a stranger who uses up an account's attempts on purpose locks out strangers, and never its owner.
 * (OWASP describes it as device cookies.) The cookie names its device and proves itself; it opens nothing.
 */
export function knownDevices({ secret, origin }: Settings) {
  const name = `${cookiePrefix(origin)}.device`;
  const proofOf = (id: string, email: string) =>
    createHmac("sha256", secret).update(`device ${id} ${email}`).digest("base64url");

  /** By what a caller's attempts to log in with this e-mail are counted. */
  function attemptsKey(caller: Caller, email: string): string {
    const [id = "", proof = ""] = (cookieIn(caller, name) ?? "").split(".");
    return isSame(proof, proofOf(id, email)) ? `${email} ${id}` : email;
  }

  /** The cookie for a device from which somebody has logged in now. */
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
