import type { GoogleOutcome } from "#domain/identity.ts";
import { isMessageKey, say } from "#messages/say.ts";

import { isRefusal, Refusal, succeeded } from "./refusal.ts";

/** The interval of checks that the window is still open, and the time limit of its sign-in, in milliseconds. */
const lookEvery = 400;
const patience = 5 * 60_000;

/** The running sign-in of this tab: its window, the promise that leads it to Google, and a function that ends it. */
let underWay: { popup: Window; led: Promise<void>; end: (outcome: GoogleOutcome) => void } | undefined;

/**
 * Leads an opened window through the sign-in with Google, and waits for its result (specification 1 and 8). A second
 * call with the same window brings it to the front and waits on; the earlier caller is refused.
 * @param popup the result of `window.open`; null if the browser blocked it
 * @throws Refusal unless the sign-in succeeds; its code is a GoogleOutcome, or the server's
 */
export async function signInThrough(popup: Window | null): Promise<void> {
  if (!popup) throw refusal("popup-blocked");
  if (!navigator.cookieEnabled) return giveUp(popup, refusal("web-storage-unsupported"));
  const before = underWay;
  const { promise: ended, resolve: end } = Promise.withResolvers<GoogleOutcome>();
  const led = before?.popup === popup ? before.led : leadToGoogle(popup);
  underWay = { popup, led, end };
  before?.end("cancelled-popup-request");
  popup.focus();

  const stop = listenTo(popup, end);
  try {
    const outcome = await Promise.race([ended, led.then(() => ended)]);
    if (outcome !== "ok") throw refusal(outcome);
  } finally {
    stop();
    // The window is still needed by a newer caller that took it over.
    const isTaken = underWay?.end !== end && underWay?.popup === popup;
    if (!isTaken) popup.close();
    if (underWay?.end === end) underWay = undefined;
  }
}

/**
 * Asks the server for Google's address and sends the window there; the answer sets the cookie needed on the way back.
 */
async function leadToGoogle(popup: Window) {
  const answer = await succeeded(fetch("/api/auth/sign-in/google", { method: "POST" })).catch((error: unknown) => {
    throw isRefusal(error, "unreachable") ? refusal("network-request-failed") : error;
  });
  const { url } = (await answer.json()) as { url: string };
  popup.location.replace(url);
}

/**
 * Waits for the window's message, notices that it was closed, and gives up after a while.
 * @returns a function that stops listening
 */
function listenTo(popup: Window, end: (outcome: GoogleOutcome) => void) {
  const hear = ({ source, origin, data }: MessageEvent<{ googleSignIn?: unknown } | null>) => {
    if (source !== popup || origin !== location.origin) return;
    if (isGoogleOutcome(data?.googleSignIn)) end(data.googleSignIn);
  };
  const look = () => popup.closed && end("popup-closed-by-user");
  window.addEventListener("message", hear);
  const looking = setInterval(look, lookEvery);
  const late = setTimeout(() => end("timeout"), patience);
  return () => {
    window.removeEventListener("message", hear);
    clearInterval(looking);
    clearTimeout(late);
  };
}

function giveUp(popup: Window, error: Refusal): never {
  popup.close();
  throw error;
}

/** True for a value that names one of our outcomes. */
const isGoogleOutcome = (text: unknown): text is GoogleOutcome =>
  typeof text === "string" && isMessageKey(`google.${text}`);

const refusal = (code: GoogleOutcome) => new Refusal({ code, message: say(`google.${code}`) });
