import { isRefusal, sentenceOf, succeeded } from "#app/session/refusal.ts";
import type { GateStore } from "./gate-store.ts";
import { nextCallIn } from "./sync-pace.ts";
import type { GateOpened, Synced, SyncInput } from "#domain/gates/shapes.ts";

/** Refusals that stay: of a link that opens nothing, and of a pass that is none anymore. Whatever else goes wrong is tried again. */
const opensNothing = ["link_broken", "key_revoked", "devices_full", "invalid"] as const;
const isNoPass = ["pass_unknown", "not_found"] as const;

/** `now` sends and reads; `soon` does so when a press is drawn, unless nothing got through last time: then it waits its turn. */
export type GateSync = { now: () => Promise<void>; soon: () => void; stop: () => void };

/**
 * Sends what waits and reads what is new: at once when something is pressed, the network comes back or somebody looks, and every while as
 * long as somebody does. One tab of a phone at a time.
 */
export function startSync(store: GateStore): GateSync {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let hasStopped = false;

  function now(): Promise<void> {
    again = true;
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  }

  function soon() {
    if (failures > 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => void now(), pressDelay);
  }

  async function work() {
    while (again) {
      again = false;
      if (hasStopped) return;
      clearTimeout(timer);
      const failed = await inTurn(() => syncAll(store)).then(
        () => null,
        (error: unknown) => error ?? true,
      );
      failures = failed === null ? 0 : failures + 1;
      // An answer that comes after the network has gone does not bring it back.
      store.set({ isOnline: failed === null && navigator.onLine, isSending: false });
    }
    if (!hasStopped && !document.hidden) timer = setTimeout(() => void now(), nextCallIn(failures));
  }

  const onVisibility = () => {
    // Also when it is left: this may be the last moment.
    void now();
  };
  const onOnline = () => {
    failures = 0;
    void now();
  };
  const onOffline = () => store.set({ isOnline: false });
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
  return {
    now,
    soon,
    stop() {
      hasStopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("online", onOnline);
      window.removeEventListener("offline", onOffline);
    },
  };
}

/** How long after a press it is sent, in milliseconds: those of a few fingers go together. */
const pressDelay = 250;

/** Older browsers have no locks: two tabs then send the same, which the server takes once. */
const inTurn = (work: () => Promise<void>): Promise<void> =>
  "locks" in navigator ? navigator.locks.request("goodturn-gate", work) : work();

async function syncAll(store: GateStore): Promise<void> {
  await exchangeKey(store);
  for (const eventId of await store.outstanding()) await syncOne(store, eventId);
}

/** @throws Refusal when the server cannot be reached; a link that does not open is told in words. */
async function exchangeKey(store: GateStore): Promise<void> {
  const key = await store.storage.key();
  if (key === null) return;
  try {
    const opened = await openGate(key, await store.storage.deviceId());
    await store.storage.putKey(null);
    await store.add(opened);
    // So that the browser does not clear it away when it is short of room.
    void navigator.storage?.persist?.().catch(() => false);
  } catch (error) {
    if (!isRefusal(error, ...opensNothing)) throw error;
    await store.storage.putKey(null);
    // What is said of other links, that they came by mail, is not so of this one: the page has words of its own.
    const words = isRefusal(error, "link_broken", "invalid") ? null : sentenceOf(error);
    store.set({ status: "unopened", words });
  }
}

async function syncOne(store: GateStore, eventId: string): Promise<void> {
  for (let isLast = false; !isLast;) {
    const sending = await store.next(eventId);
    if (!sending) return;
    const { pass, request } = sending;
    const { marks } = request;
    if (marks.length > 0) store.set({ isSending: true });
    try {
      const answer = await syncGate(pass, request);
      await store.take(eventId, request, answer);
      const isMoved = answer.accepted.length + answer.refused.length > 0;
      isLast = answer.isLast && (marks.length === 0 || !isMoved);
    } catch (error) {
      if (!isRefusal(error, ...isNoPass)) throw error;
      return store.shutOut(eventId);
    }
  }
}

// The gate's two calls. They know no member and no cookie: the key lets a device in, and from then on its pass.

/** How long an answer is waited for, in milliseconds: with a weak signal, trying again is quicker. */
const patience = 20_000;

/** Exchanges a key for this device's pass. @throws Refusal */
const openGate = (key: string, deviceId: string): Promise<GateOpened> =>
  call<GateOpened>("/api/gates/open", { key, deviceId });

/** Sends what waits, and reads what is new. @throws Refusal */
const syncGate = (pass: string, request: SyncInput): Promise<Synced> =>
  call<Synced>("/api/gates/sync", request, { authorization: `Gate ${pass}` });

async function call<Answer>(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await succeeded(
    fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      credentials: "omit",
      signal: AbortSignal.timeout(patience),
    }),
  );
  return (await answer.json()) as Answer;
}
