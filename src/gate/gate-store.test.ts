import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { revokeGateKey } from "#domain/gates/commands.ts";
import { attendanceOf, getGate } from "#domain/gates/queries.ts";
import { marksUntil } from "#domain/gates/rules.ts";
import { testDatabase } from "#test/database.ts";
import { phonesAt } from "#test/gate-phones.ts";
import { day, during, gateIn, hour, later, minute } from "#test/gate.ts";
import { makeIn, type Make } from "#test/make.ts";
import { phaseOf, waitingIn } from "./gate-state.ts";
import type { GateStorage } from "./gate-storage.ts";
import type { GateStore } from "./gate-store.ts";

let make: Make;
let gate: Awaited<ReturnType<typeof gateIn>>;
/** The time by the clocks of phones and of the server. */
let now: Date;
const { disk, tabOf, opened, sync } = phonesAt(() => ({ gate, now }));
beforeEach(async () => {
  make = makeIn(await testDatabase());
  gate = await gateIn(make);
  now = during;
});

const walkIn = (name: string) => ({ kind: "walk_in", personId: newId(), name, phone: "+351 912" }) as const;
const namesIn = async (eventId = gate.eventId) => (await attendanceOf(make.db, eventId)).map(({ name }) => name);
const lateIn = async () => {
  const rows = await make.db.selectFrom("gate_late_marks").orderBy("position").select("name").execute();
  return rows.map(({ name }) => name);
};
const keptIn = async (storage: GateStorage) =>
  JSON.stringify([await storage.gates(), await storage.marksOf(gate.eventId)]);

describe("two tabs of one phone", () => {
  it("lose no mark and duplicate none when they press and send at once, and end in the same state", async () => {
    for (const name of ["Amara Okafor", "Ben Idris", "Cleo Faro"]) await gate.join(name);
    const [storage, tabs] = [disk(), [] as GateStore[]];
    const { store: one } = await opened(storage, gate, tabs);
    const two = tabOf(storage, tabs);
    await two.load();
    const { people } = one.getState().gate!;
    const sending: Promise<void>[] = [];
    for (const [index, { id }] of people.entries()) {
      one.press([{ kind: "here", personId: id }]);
      two.press([walkIn(`Rui ${index}`), { kind: "here", personId: id }]);
      sending.push(sync(one), sync(two));
      now = later(now, 1000);
    }
    one.press([{ kind: "undone", personId: people[0]!.id }]);
    await Promise.all(sending);
    await Promise.all([sync(one), sync(two)]);

    const log = await make.db.selectFrom("gate_marks").select("id").execute();
    const kept = await storage.marksOf(gate.eventId);
    expect([log.length, kept.length, waitingIn(kept).length]).toEqual([10, 10, 0]);
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(log.map(({ id }) => id)));
    expect(new Set(await namesIn())).toEqual(new Set(["Ben Idris", "Cleo Faro", "Rui 0", "Rui 1", "Rui 2"]));
    const again = tabOf(storage);
    for (const tab of [one, two, again]) {
      await tab.load();
      expect(tab.getState().present.counts).toMatchObject({ here: 2, walkIns: 3 });
    }
  });
});

/** A disk that stores nothing more while it is full. */
function small() {
  const storage = disk();
  let isFull = false;
  const unless = async (write: () => Promise<void>) => {
    if (isFull) throw new DOMException("No room.", "QuotaExceededError");
    return write();
  };
  const full: GateStorage = {
    ...storage,
    putGate: (kept) => unless(() => storage.putGate(kept)),
    addMarks: (marks) => unless(() => storage.addMarks(marks)),
    change: (eventId, by) => unless(() => storage.change(eventId, by)),
  };
  return { storage: full, fill: (isNow: boolean) => void (isFull = isNow) };
}

describe("storage that is full", () => {
  it("is reported, does not stop sending, and stores everything once there is space", async () => {
    const { storage, fill } = small();
    const { store } = await opened(storage);
    fill(true);
    store.press([walkIn("Marta Sousa")]);
    await store.flush();
    expect([store.getState().isKept, await storage.marksOf(gate.eventId)]).toEqual([false, []]);
    await sync(store);
    expect([await namesIn(), waitingIn(store.getState().marks), store.getState().isKept]).toEqual([
      ["Marta Sousa"],
      [],
      false,
    ]);
    // This works offline too: the next press stores the rest.
    store.press([walkIn("Rui Paz")]);
    await store.flush();
    fill(false);
    store.press([walkIn("Noor Aziz")]);
    await store.flush();
    expect(store.getState().isKept).toBe(true);
    const again = tabOf(storage);
    await again.load();
    const waiting = waitingIn(again.getState().marks).map(({ name }) => name);
    expect(new Set(waiting)).toEqual(new Set(["Rui Paz", "Noor Aziz"]));
    await sync(again);
    expect(new Set(await namesIn())).toEqual(new Set(["Marta Sousa", "Noor Aziz", "Rui Paz"]));
    expect(await keptIn(storage)).not.toContain("351");
  });

  it("stores the gate itself too once there is space", async () => {
    const { storage, fill } = small();
    fill(true);
    const { store } = await opened(storage);
    store.press([walkIn("Marta Sousa")]);
    await sync(store);
    expect([store.getState().isKept, await storage.gates()]).toEqual([false, []]);
    fill(false);
    await sync(store);
    const again = tabOf(storage);
    await again.load();
    expect(store.getState().isKept).toBe(true);
    expect(again.getState()).toMatchObject({ status: "gate", marks: [{ name: "Marta Sousa", status: "sent" }] });
  });
});

describe("the copy on a phone", () => {
  it("is deleted at the first opening after 72 hours, and not before", async () => {
    const storage = disk();
    const { store } = await opened(storage);
    store.press([walkIn("Marta Sousa")]);
    await sync(store);
    now = marksUntil(gate);
    await tabOf(storage).load();
    expect(await storage.gates()).toHaveLength(1);
    now = later(now, 1);
    const again = tabOf(storage);
    await again.load();
    expect([await storage.gates(), await storage.marksOf(gate.eventId)]).toEqual([[], []]);
    // A helper who opens the page then reads that the event is over, without names; the next time there is nothing.
    expect(again.getState()).toMatchObject({ status: "gate", gate: { eventId: gate.eventId, people: [] }, marks: [] });
    const next = tabOf(storage);
    await next.load();
    expect(next.getState()).toMatchObject({ status: "none", gate: null });
  });

  it("keeps unsent marks, without other names, until they are sent or for 30 days", async () => {
    await gate.join("Amara Okafor");
    const storage = disk();
    const { store } = await opened(storage);
    store.press([walkIn("Marta Sousa")]);
    await sync(store);
    store.press([walkIn("Rui Paz")]);
    await store.flush();
    now = later(marksUntil(gate), hour);
    const again = tabOf(storage);
    await again.load();
    expect(again.getState().gate?.people).toEqual([]);
    expect(await keptIn(storage)).toContain("Rui Paz");
    expect(await keptIn(storage)).not.toMatch(/Amara|Marta/);
    const late = disk();
    for (const kept of await storage.gates()) await late.putGate(kept);
    await late.addMarks(await storage.marksOf(gate.eventId));

    await sync(again);
    expect([await namesIn(), await lateIn()]).toEqual([["Marta Sousa"], ["Rui Paz"]]);
    expect([await storage.gates(), await storage.marksOf(gate.eventId)]).toEqual([[], []]);
    // On a phone that never gets a network again it is deleted too.
    now = later(marksUntil(gate), 30 * day + minute);
    await tabOf(late).load();
    expect([await late.gates(), await late.marksOf(gate.eventId)]).toEqual([[], []]);
  });

  it("is deleted once its key is revoked: its marks wait for the organizer's decision, and the phone's other events stay", async () => {
    await gate.join("Amara Okafor");
    const other = await gateIn(make);
    const storage = disk();
    await opened(storage, other);
    const { store, keyId } = await opened(storage);
    expect(store.getState().others.map(({ eventId }) => eventId)).toEqual([other.eventId]);
    store.press([walkIn("Marta Sousa")]);
    now = later(now, minute);
    await revokeGateKey(make.context(gate.organizer, now), gate.eventId, keyId);
    now = later(now, minute);
    store.press([walkIn("Rui Paz")]);
    await sync(store);
    // By the server's clock both came too late, so the organizer decides whether they count.
    expect([await namesIn(), await lateIn()]).toEqual([[], ["Marta Sousa", "Rui Paz"]]);
    expect((await storage.gates()).map(({ eventId }) => eventId)).toEqual([other.eventId]);
    expect(await storage.marksOf(gate.eventId)).toEqual([]);
    const { gate: shown, marks } = store.getState();
    expect([phaseOf(shown!, now.getTime()), shown!.people]).toEqual(["revoked", []]);
    expect(marks).toEqual([]);
    await store.choose(other.eventId);
    expect(phaseOf(store.getState().gate!, now.getTime())).toBe("open");
  });

  it("is complete again when another key opens the gate", async () => {
    await gate.join("Amara Okafor");
    const storage = disk();
    const { store, keyId } = await opened(storage);
    store.press([walkIn("Marta Sousa")]);
    await sync(store);
    store.press([walkIn("Rui Paz")]);
    await store.flush();
    // After working offline, the phone learns this from a server that no longer knows its pass.
    await store.shutOut(gate.eventId);
    await revokeGateKey(make.context(gate.organizer, now), gate.eventId, keyId);
    expect(await keptIn(storage)).not.toMatch(/Amara|Marta/);
    await opened(storage);
    const again = tabOf(storage);
    await again.load();
    const { present, gate: kept } = again.getState();
    expect(kept?.people.map(({ name }) => name)).toEqual(["Amara O."]);
    expect(new Set(Array.from(present.arrivals.values(), ({ name }) => name))).toEqual(
      new Set(["Marta S.", "Rui Paz"]),
    );
    expect((await getGate(make.context(gate.organizer), gate.eventId)).walkIns).toHaveLength(2);
  });
});
