import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { attendanceOf, getGate } from "#domain/gates/queries.ts";
import { marksAtOnce } from "#domain/gates/rules.ts";
import { testDatabase } from "#test/database.ts";
import { phonesAt } from "#test/gate-phones.ts";
import { during, gateIn, later, minute } from "#test/gate.ts";
import { makeIn, type Make } from "#test/make.ts";
import { type KeptGate, marksOf, waitingIn } from "./gate-state.ts";
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
const names = (phone: GateStore) => Array.from(phone.getState().present.listed.values(), ({ name }) => name);
const read = async () => (await getGate(make.context(gate.organizer), gate.eventId)).walkIns;
const namesIn = async () => (await attendanceOf(make.db, gate.eventId)).map(({ name }) => name);

describe("a mark made by mistake", () => {
  it("is removed by Undo or a second tap without removing another phone's mark, and overrides it once both are known", async () => {
    for (const name of ["Amara Okafor", "Ben Idris", "Cleo Faro"]) await gate.join(name);
    const [{ store: one }, { store: other }] = [await opened(), await opened()];
    const [amara = "", ben = "", cleo = ""] = one.getState().gate!.people.map(({ id }) => id);
    const came = now.toISOString();
    one.press([amara, ben, cleo].map((personId) => ({ kind: "here", personId })));
    // The other phone has not had a network yet.
    now = later(now, 4 * minute);
    other.tap(amara);
    other.undo();
    other.tap(ben);
    now = later(now, minute);
    other.tap(ben);
    await sync(other);
    const states = (phone: GateStore) => [amara, ben, cleo].map((id) => phone.getState().present.people.get(id)?.state);
    expect(states(other)).toEqual(["to_come", "to_come", "to_come"]);
    await sync(one);
    await sync(other);
    expect([states(one), states(other)]).toEqual([Array(3).fill("here"), Array(3).fill("here")]);
    const since = (await attendanceOf(make.db, gate.eventId)).map((person) => person.since.toISOString());
    expect(since[0]).toBe(came);
    now = later(now, minute);
    other.tap(cleo);
    await sync(other);
    await sync(one);
    expect(states(one)).toEqual(["here", "here", "to_come"]);
  });
});

describe("the note that a guardian was asked", () => {
  it("reaches other phones and the organizer with its time and phone, also after working offline, and can be undone", async () => {
    await gate.join("Amara Okafor", { name: "Chidi", under18: true });
    const [{ store }, { store: other }] = [await opened(), await opened()];
    const chidi = store.getState().gate!.people.find(({ under18 }) => under18)!.id;
    const organizers = async () =>
      (await getGate(make.context(gate.organizer), gate.eventId)).people.map((person) => person.guardianAskedAt);
    const at = now.toISOString();
    expect(store.ask(chidi)).toBe(true);
    expect(store.ask(chidi), "a shaking hand").toBe(false);
    await store.flush();
    expect([await organizers(), store.getState().present.asked.get(chidi)]).toEqual([[null, null], { at, by: 1 }]);
    await sync(store);
    await sync(other);
    expect(other.getState().present.asked.get(chidi)).toEqual({ at, by: 1 });
    expect(await organizers()).toEqual([null, at]);
    expect(other.getState().present.counts.here).toBe(0);
    now = later(now, minute);
    store.undo();
    await sync(store);
    await sync(other);
    expect([other.getState().present.asked.size, await organizers()]).toEqual([0, [null, null]]);
  });
});

describe("two walk-ins merged into one person", () => {
  it("count once on every phone and for the organizer, who reads their contact details, until that is undone", async () => {
    const [{ store }, { store: other }] = [await opened(), await opened()];
    const [first, second] = [
      { ...walkIn("Marta (dog walker)"), phone: null },
      { ...walkIn("Marta Sousa"), email: "marta@example.org" },
    ];
    store.press([first]);
    now = later(now, minute);
    other.press([second]);
    for (const phone of [store, other, store]) await sync(phone);
    expect([names(store), names(other)]).toEqual([
      ["Marta (dog walker)", "Marta S."],
      ["Marta Sousa", "Marta"],
    ]);
    other.press([{ kind: "same_person", personId: second.personId, sameAs: first.personId }]);
    await sync(other);
    await sync(store);
    expect([store, other].map((phone) => phone.getState().present.counts.walkIns)).toEqual([1, 1]);
    expect(await read()).toMatchObject([{ id: first.personId, phone: "+351 912", email: "marta@example.org" }]);
    expect(await namesIn()).toEqual(["Marta (dog walker)"]);
    other.undo();
    await sync(other);
    await sync(store);
    expect([names(store).length, (await read()).length]).toEqual([2, 2]);
  });
});

describe("a phone that is back in the network", () => {
  it("sends all that waits, also more than one call takes", async () => {
    const { store } = await opened();
    store.press(Array.from({ length: marksAtOnce + 1 }, (_, number) => walkIn(`Guest ${number}`)));
    expect(waitingIn(store.getState().marks)).toHaveLength(marksAtOnce + 1);
    await sync(store);
    expect(waitingIn(store.getState().marks)).toEqual([]);
    expect(await read()).toHaveLength(marksAtOnce + 1);
  });
});

describe("a page of the previous version", () => {
  it("does not get unknown kinds of marks; this version opens its data and reads everything again", async () => {
    await gate.join("Amara Okafor", { name: "Chidi", under18: true });
    const storage = disk();
    const { store } = await opened(storage);
    const { store: other } = await opened();
    const chidi = other.getState().gate!.people.find(({ under18 }) => under18)!.id;
    other.ask(chidi);
    other.press([walkIn("Marta Sousa")]);
    await sync(other);
    const [{ read: _read, ...kept }] = (await storage.gates()) as [KeptGate];
    // A request of the previous version, and the data it keeps.
    const asked = { sentAt: now.toISOString(), since: kept.since, roster: kept.version, marks: [] };
    const answer = await gate.sync({ pass: kept.pass }, now, { ...asked, kinds: undefined });
    expect(answer.marks.map(({ kind }) => kind)).toEqual(["walk_in"]);
    expect(answer.since).toBe(2);
    const own = {
      ...marksOf({ gate: kept, marks: [] }, [{ kind: "here", personId: chidi }], { clock: now.getTime(), newId })[0]!,
    };
    const { sameAs: _same, ...mark } = own;
    await storage.putGate({ ...kept, since: answer.since });
    await storage.addMarks([mark]);
    const again = tabOf(storage);
    await again.load();
    expect(again.getState()).toMatchObject({ status: "gate", present: { counts: { here: 1, walkIns: 0 } } });
    expect(waitingIn(again.getState().marks)).toHaveLength(1);
    await sync(again);
    const { present, marks } = again.getState();
    expect([present.asked.has(chidi), present.counts, waitingIn(marks)]).toMatchObject([
      true,
      { here: 1, walkIns: 1 },
      [],
    ]);
    await store.load();
  });
});

describe("Undo", () => {
  it("restores the time of arrival on this phone, on others and for the organizer, also before it is sent", async () => {
    await gate.join("Amara Okafor");
    const [{ store }, { store: other }] = [await opened(), await opened()];
    const { id } = store.getState().gate!.people[0]!;
    const sinceIn = (phone: GateStore) => phone.getState().present.people.get(id)?.since;
    const came = now.toISOString();
    store.tap(id);
    await sync(store);
    now = later(now, 14 * minute);
    store.tap(id);
    await sync(store);
    await sync(other);
    expect(sinceIn(other)).not.toBe(came);
    now = later(now, minute);
    store.undo();
    expect(sinceIn(store)).toBe(came);
    await sync(store);
    await sync(other);
    expect([sinceIn(store), sinceIn(other)]).toEqual([came, came]);
    expect((await attendanceOf(make.db, gate.eventId))[0]?.since.toISOString()).toBe(came);
    // If they are tapped again by hand, they count as just arrived.
    now = later(now, minute);
    for (const _ of [1, 2]) {
      store.tap(id);
      now = later(now, minute);
    }
    await sync(store);
    expect(Date.parse(sinceIn(store)!)).toBeGreaterThan(Date.parse(came));
  });
});
