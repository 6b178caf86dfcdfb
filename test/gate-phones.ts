import { newId } from "#db/schema.server.ts";
import { type GateStorage, inMemory } from "#gate/gate-storage.ts";
import { createGateStore, type GateStore } from "#gate/gate-store.ts";
import { syncOne } from "#gate/gate-sync.ts";
import type { gateIn } from "./gate.ts";

type Gate = Awaited<ReturnType<typeof gateIn>>;

/** Memory that outlives its page, like a phone's disk. */
const disk = (): GateStorage => ({ ...inMemory(), isLasting: true });

/**
 * Phones at a gate, each with the same store as the page.
 * @param field the gate, and the time by the clocks of phones and of the server
 */
export function phonesAt(field: () => { gate: Gate; now: Date }) {
  /** A tab of a phone; tabs of one phone tell each other that stored data have changed. */
  function tabOf(storage: GateStorage, tabs: GateStore[] = []): GateStore {
    const store: GateStore = createGateStore({
      storage,
      clock: () => field().now.getTime(),
      newId,
      announce: () => tabs.filter((tab) => tab !== store).forEach((tab) => void tab.load()),
      pressed: () => {},
      drawn: () => Promise.resolve(),
    });
    tabs.push(store);
    return store;
  }

  /** A tab on which the gate was opened with a key and read. */
  async function opened(storage = disk(), of = field().gate, tabs: GateStore[] = []) {
    const device = await of.opened(field().now);
    const store = tabOf(storage, tabs);
    await store.add({ eventId: of.eventId, pass: device.pass, device: device.device });
    await sync(store);
    return { store, keyId: device.keyId };
  }

  /** Syncs like the page with a network: it sends and reads until nothing is left, gate after gate. */
  async function sync(store: GateStore): Promise<void> {
    for (const eventId of await store.outstanding())
      await syncOne(store, eventId, (pass, request) => field().gate.sync({ pass }, field().now, request));
  }

  return { disk, tabOf, opened, sync };
}
