import { type GoogleOutcome, isGoogleOutcome, say } from "#messages/accounts-google.ts";

import { isRefusal, Refusal, succeeded } from "./refusal.ts";

/** How often we look whether the window is still there, and how long its sign-in may take, in milliseconds. */
const lookEvery = 400;
const patience = 5 * 60_000;

/** The sign-in that is under way in this tab: its window, what leads the window to Google, and how to end the wait. */
let underWay: { popup: Window; led: Promise<void>; end: (outcome: GoogleOutcome) => void } | undefined;

/**
 * Leads an opened window through the sign-in with Google, and waits for what it tells (specification 1 and 8). Called again
 * with the same window, it brings that to the front and waits on; an earlier caller that waited is refused.
 * @param popup what `window.open` gave; null when the browser did not let it
 * @throws Refusal for everything but being logged in; its code is a GoogleOutcome, or the server's
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
    // The caller that took the window over still needs it.
    const isTaken = underWay?.end !== end && underWay?.popup === popup;
    if (!isTaken) popup.close();
    if (underWay?.end === end) underWay = undefined;
  }
}

/** Asks the server where to send the window, which sets the cookie that the way back needs. */
async function leadToGoogle(popup: Window) {
  const answer = await succeeded(fetch("/api/auth/sign-in/google", { method: "POST" })).catch((error: unknown) => {
    throw isRefusal(error, "unreachable") ? refusal("network-request-failed") : error;
  });
  const { url } = (await answer.json()) as { url: string };
  popup.location.replace(url);
}

/** Hears what the window tells, sees that it was closed, and gives up after a while. @returns how to stop */
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

const refusal = (code: GoogleOutcome) => new Refusal({ code, message: say(`google.${code}`) });
