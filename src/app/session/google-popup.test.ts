import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GoogleOutcome } from "#domain/identity.ts";
import { signInThrough } from "./google-popup.ts";

const atGoogle = "https://accounts.google.example/authorize?state=1";
const page = "https://goodturn.example";

/** The page that opens the window, with the parts that a sign-in uses. */
let opener: EventTarget;
/** The addresses called, and the answer to the next call. */
let asked: string[];
let answer: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  opener = new EventTarget();
  asked = [];
  answer = async () => Response.json({ url: atGoogle });
  vi.stubGlobal("window", opener);
  vi.stubGlobal("location", { origin: page });
  vi.stubGlobal("navigator", { cookieEnabled: true });
  vi.stubGlobal("fetch", (address: string, { method }: { method: string }) => {
    asked.push(`${method} ${address}`);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A window that a browser has opened; it records what was done to it. */
function openWindow() {
  const window = {
    closed: false,
    shown: [] as string[],
    fronted: 0,
    close: () => void (window.closed = true),
    focus: () => void window.fronted++,
    location: { replace: (address: string) => void window.shown.push(address) },
  };
  return window;
}
type Opened = ReturnType<typeof openWindow>;

/** Signs in through a window; returns `in`, or the code and sentence of the refusal. */
const signIn = (popup: Opened | null) =>
  signInThrough(popup as unknown as Window | null).then(
    () => "in",
    ({ code, message }: { code: GoogleOutcome; message: string }) => `${code}: ${message}`,
  );

/** Sends a message from a page to the one that opened the window. */
const tell = (source: unknown, said: unknown, origin = page) =>
  opener.dispatchEvent(Object.assign(new Event("message"), { source, origin, data: { googleSignIn: said } }));

/** Advances the clock, and lets pending calls be answered. */
const wait = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

const minute = 60_000;

describe("a sign-in in Google's window", () => {
  it.each<[string, (popup: Opened) => Promise<unknown>, RegExp]>([
    ["says that it worked", async (popup) => tell(popup, "ok"), /^in$/],
    [
      "says that the person did not agree",
      async (popup) => tell(popup, "access-denied"),
      /^access-denied: You didn't let Google share who you are, so you are not logged in\.$/,
    ],
    [
      "says that the e-mail has an account that is not confirmed",
      async (popup) => tell(popup, "account-not-linked"),
      /^account-not-linked: There is already an account with this e-mail, but the address is not confirmed\./,
    ],
    [
      "says that Google has not confirmed the e-mail",
      async (popup) => tell(popup, "email-unverified"),
      /^email-unverified: Google has not confirmed your e-mail address\./,
    ],
    [
      "says that there is no e-mail",
      async (popup) => tell(popup, "email-missing"),
      /^email-missing: Google did not give us an e-mail address/,
    ],
    [
      "is closed",
      async (popup) => {
        popup.closed = true;
        await wait(400);
      },
      /^popup-closed-by-user: Google's window was closed before you were logged in\. Press the button to try again\.$/,
    ],
    [
      "stays open for five minutes",
      () => wait(5 * minute),
      /^timeout: This sign-in with Google has taken too long or was used already\./,
    ],
  ])("ends when it %s, and leaves neither a window nor a timer behind", async (_, happens, outcome) => {
    const popup = openWindow();
    const ended = signIn(popup);
    await wait();
    expect([asked, popup.shown]).toEqual([["POST /api/auth/sign-in/google"], [atGoogle]]);
    await happens(popup);
    expect(await ended).toMatch(outcome);
    expect(popup.closed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, () => void, RegExp, string[]]>([
    [
      "keeps no cookies",
      () => vi.stubGlobal("navigator", { cookieEnabled: false }),
      /^web-storage-unsupported: Your browser does not keep cookies for this site, so you cannot stay logged in\./,
      [],
    ],
    [
      "has no network",
      () => (answer = () => Promise.reject(new TypeError("Failed to fetch"))),
      /^network-request-failed: The sign-in with Google lost its connection\. Please check yours and try again\.$/,
      ["POST /api/auth/sign-in/google"],
    ],
    [
      "is told by the server that Google is out of reach",
      () => {
        const refusal = { code: "google_unreachable", message: "We could not reach Google." };
        answer = async () => Response.json(refusal, { status: 502 });
      },
      /^google_unreachable: We could not reach Google\.$/,
      ["POST /api/auth/sign-in/google"],
    ],
  ])("does not begin in a browser that %s, and closes the window", async (_, happens, outcome, calls) => {
    happens();
    const popup = openWindow();
    expect(await signIn(popup)).toMatch(outcome);
    expect([asked, popup.shown, popup.closed]).toEqual([calls, [], true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("makes no call if the browser has blocked the window", async () => {
    expect(await signIn(null)).toMatch(/^popup-blocked: Your browser blocked Google's window\. Please allow pop-ups/);
    expect(asked).toEqual([]);
  });

  it("ignores messages from other pages and unknown messages", async () => {
    const popup = openWindow();
    const ended = vi.fn<(outcome: string) => void>();
    const end = signIn(popup).then(ended);
    await wait();
    tell(openWindow(), "ok");
    tell(popup, "ok", "https://evil.example");
    tell(popup, "toString");
    opener.dispatchEvent(Object.assign(new Event("message"), { source: popup, origin: page, data: null }));
    await wait(5 * minute - 1);
    expect([ended.mock.calls, popup.closed]).toEqual([[], false]);
    tell(popup, "ok");
    await end;
    expect(ended.mock.calls).toEqual([["in"]]);
  });

  it("continues in the same window after a second press, brings it to the front, and opens Google only once", async () => {
    const popup = openWindow();
    const first = signIn(popup);
    await wait();
    const second = signIn(popup);
    expect(await first).toMatch(/^cancelled-popup-request: Another sign-in with Google was started/);
    expect([asked.length, popup.shown.length, popup.fronted, popup.closed]).toEqual([1, 1, 2, false]);
    tell(popup, "ok");
    expect([await second, popup.closed]).toEqual(["in", true]);
  });

  it("closes the older window when a newer one takes over", async () => {
    const [older, newer] = [openWindow(), openWindow()];
    const first = signIn(older);
    await wait();
    const second = signIn(newer);
    expect(await first).toMatch(/^cancelled-popup-request: /);
    await wait();
    expect([older.closed, newer.closed, newer.shown]).toEqual([true, false, [atGoogle]]);
    tell(older, "access-denied");
    tell(newer, "ok");
    expect(await second).toBe("in");
  });
});
