import { v4 } from "uuid";

import { type GateStore, createGateStore } from "./gate-store.ts";
import { openGateStorage } from "./gate-storage.ts";
import { type GateSync, startSync } from "./gate-sync.ts";

/** The time until a press has been painted, in milliseconds: storing the mark earlier would delay that. */
const drawnIn = 20;

/** The database is opened while the script loads, so that it is ready at hydration; on the server there is none. */
const opening = openGateStorage();

/** Everything behind the gate's page: the storage on this phone, and the sync. */
export type GateDesk = { store: GateStore; sync: GateSync; open: (key: string) => Promise<void>; close: () => void };

/** Opens this phone's storage, and starts the sync. A key in the address is removed from it first. */
export async function openDesk(): Promise<GateDesk> {
  const key = takeKey();
  const storage = await opening;
  const tabs = "BroadcastChannel" in window ? new BroadcastChannel("goodturn-gate") : null;
  let sync: GateSync | undefined;
  const store = createGateStore({
    storage,
    clock: Date.now,
    newId: v4,
    announce: () => tabs?.postMessage(null),
    pressed: () => sync?.soon(),
    drawn: () => new Promise((resolve) => setTimeout(resolve, drawnIn)),
  });
  if (tabs) tabs.addEventListener("message", () => void store.load());

  async function open(given: string) {
    await storage.putKey(given).catch(() => {});
    store.set({ status: "opening", words: null });
    await sync?.now();
  }
  const onHash = () => {
    const another = takeKey();
    if (another) void open(another);
  };
  window.addEventListener("hashchange", onHash);
  const onLeave = () => void store.flush();
  window.addEventListener("pagehide", onLeave);

  if (key) await storage.putKey(key).catch(() => {});
  await store.load();
  if (await storage.key().catch(() => null)) store.set({ status: "opening", words: null });
  sync = startSync(store);
  void sync.now();
  return {
    store,
    sync,
    open,
    close() {
      sync?.stop();
      tabs?.close();
      window.removeEventListener("hashchange", onHash);
      window.removeEventListener("pagehide", onLeave);
    },
  };
}

/** The key after the #. It is removed from the address and from the history. */
function takeKey(): string | null {
  const key = location.hash.slice(1);
  if (key) history.replaceState(history.state, "", location.pathname);
  return key || null;
}

/** The key in a gate's link; null in any other text, such as a participant's code. */
export const keyInLink = (text: string): string | null => /\/gate\/?#(\S+)$/.exec(text.trim())?.[1] ?? null;

/** The key in a pasted text: a link, or the key alone. */
export const keyIn = (pasted: string): string => pasted.trim().split("#").at(-1)?.trim() ?? "";
