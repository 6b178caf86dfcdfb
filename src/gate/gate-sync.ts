import { isRefusal, sentenceOf, succeeded } from "#app/session/refusal.ts";
import type { GateStore } from "./gate-store.ts";
import { nextCallIn } from "./sync-pace.ts";
import type { GateOpened, Synced, SyncInput } from "#domain/gates/shapes.ts";

/**
 * The permanent refusals: of a link that opens no gate, and of an invalid pass. After any other error, it tries again.
 */
const opensNothing = ["link_broken", "key_revoked", "devices_full", "invalid"] as const;
const isNoPass = ["pass_unknown", "not_found"] as const;

/** `now` sends and reads; `soon` does so once a press is painted, or after a failure when the next try is due. */
export type GateSync = { now: () => Promise<void>; soon: () => void; stop: () => void };

/**
 * Sends waiting marks and reads news: at once after a press, when the network returns or when the page becomes visible,
 * and regularly while it is visible. Only one tab of a phone does so at a time.
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
      // An answer that arrives after the network is lost does not mean that the network is back.
      store.set({ isOnline: failed === null && navigator.onLine, isSending: false });
    }
    if (!hasStopped && !document.hidden) timer = setTimeout(() => void now(), nextCallIn(failures));
  }

  const onVisibility = () => {
    // Also runs when the page is left, because this may be the last chance.
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

/** The delay before a press is sent, in milliseconds, so that a few quick presses are sent together. */
const pressDelay = 250;

/** Older browsers have no locks: two tabs may then send the same marks, which the server accepts once. */
const inTurn = (work: () => Promise<void>): Promise<void> =>
  "locks" in navigator ? navigator.locks.request("goodturn-gate", work) : work();

async function syncAll(store: GateStore): Promise<void> {
  await exchangeKey(store);
  for (const eventId of await store.outstanding()) await syncOne(store, eventId);
}

/** @throws Refusal if the server cannot be reached; a link that does not open is reported on the page */
async function exchangeKey(store: GateStore): Promise<void> {
  const key = await store.storage.key();
  if (key === null) return;
  try {
    const opened = await openGate(key, await store.storage.deviceId());
    await store.storage.putKey(null);
    await store.add(opened);
    // Asks the browser not to delete this storage when space runs out.
    void navigator.storage?.persist?.().catch(() => false);
  } catch (error) {
    if (!isRefusal(error, ...opensNothing)) throw error;
    await store.storage.putKey(null);
    // The usual sentence says that a link came by mail, which is not true here, so the page has a sentence of its own.
    const words = isRefusal(error, "link_broken", "invalid") ? null : sentenceOf(error);
    store.set({ status: "unopened", words });
  }
}

/** Sends and reads for one gate, call after call, until nothing waits. @throws Refusal */
export async function syncOne(store: GateStore, eventId: string, callSync: SyncCall = syncGate): Promise<void> {
  for (let isLast = false; !isLast;) {
    const sending = await store.next(eventId);
    if (!sending) return;
    const { pass, request } = sending;
    const { marks } = request;
    if (marks.length > 0) store.set({ isSending: true });
    try {
      const answer = await callSync(pass, request);
      await store.take(eventId, request, answer);
      const isMoved = answer.accepted.length + answer.refused.length > 0;
      isLast = answer.isLast && (marks.length === 0 || !isMoved);
    } catch (error) {
      if (!isRefusal(error, ...isNoPass)) throw error;
      return store.shutOut(eventId);
    }
  }
}

// The gate's two calls. They need neither a member nor a cookie: a device shows the key first, and then its pass.

/** The longest wait for an answer, in milliseconds: with a weak signal, trying again is faster. */
const patience = 20_000;

/** Exchanges a key for this device's pass. @throws Refusal */
const openGate = (key: string, deviceId: string): Promise<GateOpened> =>
  call<GateOpened>("/api/gates/open", { key, deviceId });

/** The call by which a gate sends and reads, in the page by network. */
type SyncCall = (pass: string, request: SyncInput) => Promise<Synced>;

/** Sends waiting marks and reads news. @throws Refusal */
const syncGate: SyncCall = (pass, request) =>
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
