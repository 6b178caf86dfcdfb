import { v4 } from "uuid";

import { type GateStore, createGateStore } from "./gate-store.ts";
import { openGateStorage } from "./gate-storage.ts";
import { type GateSync, startSync } from "./gate-sync.ts";

/** After how long what was pressed has been drawn, in milliseconds: to keep it would delay that. */
const drawnIn = 20;

/** Asked for with the script, so that it is there when the page has come to life; on the server there is none. */
const opening = openGateStorage();

/** Everything behind the gate's page: what this phone keeps, and what sends it. */
export type GateDesk = { store: GateStore; sync: GateSync; open: (key: string) => Promise<void>; close: () => void };

/** Opens what this phone keeps, and begins to send. A key in the address is taken out of it first. */
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

/** The key after the #, which no longer stands in the address afterwards, nor in the history. */
function takeKey(): string | null {
  const key = location.hash.slice(1);
  if (key) history.replaceState(history.state, "", location.pathname);
  return key || null;
}

/** The key in the link of a gate; null in all else, such as the code of somebody who comes. */
export const keyInLink = (text: string): string | null => /\/gate\/?#(\S+)$/.exec(text.trim())?.[1] ?? null;

/** The key in whatever was pasted: a link, or the key alone. */
export const keyIn = (pasted: string): string => pasted.trim().split("#").at(-1)?.trim() ?? "";
