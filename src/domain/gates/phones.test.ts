import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { begin, day, during, gateIn, hour, keyOf, later, minute, newMark } from "#test/gate.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { markAtGate, openGate, revokeGateKey, syncGate } from "./commands.ts";
import { clearGatePhone, decideLateMarks, listGatePhones } from "./phones.ts";
import { getGate } from "./queries.ts";
import { deviceMarksMax, lateMarksMax, marksAtOnce, marksMax, marksUntil } from "./rules.ts";

let make: Make;
let gate: Awaited<ReturnType<typeof gateIn>>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  gate = await gateIn(make);
});

type Device = Awaited<ReturnType<typeof gate.opened>>;
const asOrganizer = (now = during) => make.context(gate.organizer, now);
const walkIns = async () => (await getGate(asOrganizer(), gate.eventId)).walkIns.map(({ name }) => name);
const phones = async () => (await listGatePhones(asOrganizer(), gate.eventId)).phones;
const walkIn = (name: string, at: Date, more: object = {}) => newMark("walk_in", newId(), at, { name, ...more });
const many = (count = marksAtOnce) => Array.from({ length: count }, () => newMark("here", newId(), during));

/** Inserts a number of earlier marks. */
const fill = (table: "gate_marks" | "gate_late_marks", { deviceId }: Device, count: number, from = 1) =>
  sql`insert into ${sql.table(table)} (id, event_id, ${sql.ref(table === "gate_marks" ? "seq" : "position")}, device_id,
      kind, person_id, at, device_at, received_at)
    select gen_random_uuid(), ${gate.eventId}, ${from}::integer + n, ${deviceId}, 'here', gen_random_uuid(),
      ${during}::timestamptz, ${during}::timestamptz, ${during}::timestamptz
    from generate_series(0, ${count}::integer - 1) as n`.execute(make.db);

/** The numbers of these marks that were accepted and that wait, and the reason for refusing the others. */
async function outcome(device: Device, marks = many(), now = during) {
  const { accepted, waiting, refused } = await gate.sync(device, now, { marks });
  return { taken: accepted.length - waiting.length, waits: waiting.length, code: refused[0]?.code };
}

describe("a phone with a revoked link", () => {
  it("cannot add marks by claiming an earlier time, for a year", async () => {
    const { eventId, opened, sync } = gate;
    const device = await opened();
    await sync(device, during, { marks: [walkIn("Ana", during)] });
    const revokedAt = later(during, 10 * minute);
    await revokeGateKey(asOrganizer(revokedAt), eventId, device.keyId);
    const claims = [later(begin, -hour), during, later(revokedAt, -1), later(revokedAt, minute), later(revokedAt, day)];
    for (const now of [later(revokedAt, 1), later(revokedAt, day), later(revokedAt, 300 * day)])
      for (const at of claims)
        expect(await outcome(device, [walkIn("Mallory", at)], now)).toMatchObject({ taken: 0, waits: 1 });
    // A time chosen by hand is a claim too.
    const chosen = walkIn("Mallory", during, { chosenAt: during.toISOString() });
    expect(await outcome(device, [chosen], later(revokedAt, hour))).toMatchObject({ taken: 0, waits: 1 });
    expect(await walkIns()).toEqual(["Ana"]);
  });

  it("does not open the gate on a new phone", async () => {
    const { eventId } = gate;
    const { keyId, key } = await keyOf(make, eventId, begin);
    const ctx = { db: make.db, now: during, links: make.links, limitAttempts: make.limitAttempts, from: "192.0.2.1" };
    expect(await outcomeOf(openGate(ctx, { key, deviceId: newId() }))).toBe("done");
    await revokeGateKey(asOrganizer(), eventId, keyId);
    expect(await outcomeOf(openGate(ctx, { key, deviceId: newId() }))).toBe("key_revoked");
    expect(await phones()).toHaveLength(1);
  });

  it("keeps waiting marks once, however often the phone sends them", async () => {
    const device = await gate.opened();
    await revokeGateKey(asOrganizer(), gate.eventId, device.keyId);
    const marks = [walkIn("Ana", during)];
    for (const _ of [1, 2]) expect(await outcome(device, marks, later(during, hour))).toMatchObject({ waits: 1 });
    expect(await phones()).toMatchObject([{ waiting: 1 }]);
  });

  it("keeps a limited number of its marks, shared by all such phones, while others continue", async () => {
    const [late, other] = [await gate.opened(), await gate.opened()];
    await revokeGateKey(asOrganizer(), gate.eventId, late.keyId);
    await fill("gate_late_marks", late, lateMarksMax - 10);
    const second = await gate.opened();
    await revokeGateKey(asOrganizer(), gate.eventId, second.keyId);
    expect(await outcome(second)).toEqual({ taken: 0, waits: 10, code: "gate_full" });
    expect(await outcome(other)).toEqual({ taken: marksAtOnce, waits: 0, code: undefined });
  });
});

/** A phone with two waiting marks, and the arrival of the last one. */
async function phoneWithLate() {
  const device = await gate.opened();
  await revokeGateKey(asOrganizer(), gate.eventId, device.keyId);
  const [ana, bo] = [walkIn("Ana", later(during, -2), { phone: "+351 912" }), walkIn("Bo", later(during, -1))];
  await gate.sync(device, later(during, hour), { marks: [ana, bo] });
  return { device, ana, upTo: later(during, hour).toISOString() };
}

describe("decideLateMarks", () => {
  it("counts accepted marks by the times at which they were made, in order and with contact details", async () => {
    const other = await gate.opened();
    await gate.sync(other, during, { marks: [walkIn("Before", during)] });
    const { device, ana, upTo } = await phoneWithLate();
    expect(await walkIns()).toEqual(["Before"]);
    const [, phone] = await phones();
    expect(phone).toMatchObject({ device: device.device, label: "Bea", marks: 0, waiting: 2, latest: upTo });
    expect(phone?.late.map(({ kind, name }) => [kind, name])).toEqual([
      ["walk_in", "Ana"],
      ["walk_in", "Bo"],
    ]);
    await decideLateMarks(asOrganizer(), gate.eventId, { device: device.device, counts: true, upTo });
    const { walkIns: people } = await getGate(asOrganizer(), gate.eventId);
    expect(people.map(({ name, phone: reached, since }) => [name, reached, since])).toEqual([
      ["Ana", "+351 912", later(during, -2).toISOString()],
      ["Bo", null, later(during, -1).toISOString()],
      ["Before", null, during.toISOString()],
    ]);
    // Other phones receive them like any mark.
    const { marks } = await gate.sync(other, later(during, hour), { since: 1 });
    expect(marks.map(({ seq, name, device: number }) => [seq, name, number])).toEqual([
      [2, "Ana", device.device],
      [3, "Bo", device.device],
    ]);
    expect(await outcome(device, [ana], later(during, 2 * hour))).toMatchObject({ taken: 1, waits: 0 });
    expect(await phones()).toMatchObject([{ waiting: 0 }, { marks: 2, waiting: 0 }]);
  });

  it("drops the marks once the organizer rejects them", async () => {
    const { device, upTo } = await phoneWithLate();
    await decideLateMarks(asOrganizer(), gate.eventId, { device: device.device, counts: false, upTo });
    expect([await walkIns(), await phones()]).toEqual([[], [expect.objectContaining({ waiting: 0, marks: 0 })]]);
  });

  it("covers only the marks of that phone that the organizer has seen", async () => {
    const { device, upTo } = await phoneWithLate();
    await gate.sync(device, later(during, 2 * hour), { marks: [walkIn("Unseen", during)] });
    const second = await phoneWithLate();
    await decideLateMarks(asOrganizer(), gate.eventId, { device: device.device, counts: true, upTo });
    expect((await walkIns()).toSorted()).toEqual(["Ana", "Bo"]);
    expect((await phones()).map(({ waiting }) => waiting)).toEqual([1, 2]);
    expect(second.device.device).toBe(2);
  });

  it("works only for the organizer, and for an existing phone", async () => {
    const { device, upTo } = await phoneWithLate();
    const deciding = (member = gate.organizer, number = device.device) =>
      outcomeOf(decideLateMarks(make.context(member), gate.eventId, { device: number, counts: true, upTo }));
    expect(await deciding(await make.member())).toBe("not_yours");
    expect(await deciding(gate.organizer, 9)).toBe("not_found");
    expect(await walkIns()).toEqual([]);
    expect(await deciding()).toBe("done");
  });

  it("also covers marks that arrive after the gate has closed, from a phone with a valid link", async () => {
    const device = await gate.opened();
    const late = later(marksUntil(gate), minute);
    expect(await outcome(device, [walkIn("Ana", during)], late)).toMatchObject({ taken: 0, waits: 1 });
    await decideLateMarks(asOrganizer(late), gate.eventId, { device: 1, counts: true, upTo: late.toISOString() });
    expect(await walkIns()).toEqual(["Ana"]);
  });
});

describe("the limits on a phone's marks", () => {
  it(`allow ${deviceMarksMax} marks at an event, without limiting other phones and the organizer`, async () => {
    const [busy, other] = [await gate.opened(), await gate.opened()];
    await fill("gate_marks", busy, deviceMarksMax - 50);
    await make.db.updateTable("gates").set({ last_seq: deviceMarksMax }).execute();
    expect(await outcome(busy)).toEqual({ taken: 50, waits: 0, code: "device_full" });
    expect(await outcome(busy, many(1))).toEqual({ taken: 0, waits: 0, code: "device_full" });
    expect(await outcome(other)).toEqual({ taken: marksAtOnce, waits: 0, code: undefined });
    const marks = { sentAt: during.toISOString(), marks: many(1) };
    expect((await markAtGate(asOrganizer(), gate.eventId, marks)).refused).toEqual([]);
  });

  it("allow a maximum number for all phones together, without limiting the organizer", async () => {
    const [one, two] = [await gate.opened(), await gate.opened()];
    await fill("gate_marks", two, marksMax - 10);
    await make.db.updateTable("gates").set({ last_seq: marksMax }).execute();
    expect(await outcome(one)).toEqual({ taken: 10, waits: 0, code: "gate_full" });
    const marks = { sentAt: during.toISOString(), marks: many() };
    const { accepted, refused } = await markAtGate(asOrganizer(), gate.eventId, marks);
    expect([accepted.length, refused]).toEqual([marksAtOnce, []]);
  });

  it("allow a number of requests in a minute", async () => {
    const { limitAttempts } = attemptsFor(make.db, { gate_sync: { account: { most: 2, seconds: 60 } } });
    const [one, two] = [await gate.opened(), await gate.opened()];
    const asking = ({ pass }: Device) => {
      const ctx = { db: make.db, now: during, links: make.links, limitAttempts, from: "192.0.2.1", pass };
      return outcomeOf(syncGate(ctx, { sentAt: during.toISOString(), since: 0, roster: "", marks: many(1) }));
    };
    expect([await asking(one), await asking(one), await asking(one)]).toEqual(["done", "done", "too_many_attempts"]);
    expect(await asking(two)).toBe("done");
    expect(await phones()).toMatchObject([{ marks: 2 }, { marks: 1 }]);
  });
});

describe("clearGatePhone", () => {
  it("removes all marks of a phone from the gate and from the other phones, but keeps the others' marks", async () => {
    const [bad, good] = [await gate.opened(), await gate.opened()];
    await gate.sync(good, during, { marks: [walkIn("Ana", during)] });
    await gate.sync(bad, during, { marks: [walkIn("Mallory", during, { phone: "+351 912" })] });
    await revokeGateKey(asOrganizer(), gate.eventId, bad.keyId);
    await gate.sync(bad, during, { marks: [walkIn("Late", during)] });
    await clearGatePhone(asOrganizer(), gate.eventId, bad.device);
    expect(await walkIns()).toEqual(["Ana"]);
    expect(await make.db.selectFrom("walk_in_contacts").selectAll().execute()).toEqual([]);
    expect(await phones()).toMatchObject([
      { marks: 0, waiting: 0 },
      { marks: 1, waiting: 0 },
    ]);
    expect((await gate.sync(good, during)).cleared).toEqual([{ device: bad.device, upTo: 2 }]);
    // Later marks have later numbers, and the marks of the cleared phone stay removed.
    expect(await outcome(bad)).toEqual({ taken: 0, waits: 0, code: "cleared" });
    await gate.sync(good, during, { marks: [walkIn("Bo", during)] });
    expect((await gate.sync(good, during, { since: 2 })).marks.map(({ seq, name }) => [seq, name])).toEqual([
      [3, "Bo"],
    ]);
  });

  it("works only for the organizer, and lets a phone with a valid link continue", async () => {
    const phone = await gate.opened();
    await gate.sync(phone, during, { marks: [walkIn("Ana", during)] });
    expect(await outcomeOf(clearGatePhone(make.context(await make.member()), gate.eventId, 1))).toBe("not_yours");
    expect(await outcomeOf(clearGatePhone(asOrganizer(), gate.eventId, 2))).toBe("not_found");
    expect(await walkIns()).toEqual(["Ana"]);
    await clearGatePhone(asOrganizer(), gate.eventId, 1);
    expect(await outcome(phone, [walkIn("Bo", during)])).toMatchObject({ taken: 1 });
    expect(await walkIns()).toEqual(["Bo"]);
  });
});
