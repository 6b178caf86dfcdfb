import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { begin, day, during, gateIn, deviceAt, hour, keyOf, later, minute, newMark } from "#test/gate.ts";
import { makeIn, type Make } from "#test/make.ts";
import { leaveEvent } from "../registrations/commands.ts";
import { openGate, revokeGateKey } from "./commands.ts";
import { getGate } from "./queries.ts";
import { marksFrom, marksUntil, readableFrom } from "./rules.ts";

const ago = (minutes: number) => later(during, -minutes * minute);
let make: Make;
let gate: Awaited<ReturnType<typeof gateIn>>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  gate = await gateIn(make);
});

describe("syncGate", () => {
  it("returns the expected people by first name and initial, once, each with a permanent code", async () => {
    const { eventId, opened, sync, join } = gate;
    await join("Zoe Q.");
    await join("Amara Okafor", { name: "Chidi Okafor", under18: true }, { name: "Sam", under18: false });
    const device = await opened();
    const first = await sync(device, during);
    expect(
      first.roster?.people.map(({ name, under18, guardian, isGuest }) => [name, under18, guardian, isGuest]),
    ).toEqual([
      ["Amara O.", false, null, false],
      ["Chidi O.", true, "ask", true],
      ["Sam", false, null, true],
      ["Zoe Q.", false, null, false],
    ]);
    expect(new Set(first.roster?.people.map(({ code }) => code)).size).toBe(4);
    expect(new Set(first.roster?.people.map(({ partyId }) => partyId)).size).toBe(2);
    expect(JSON.stringify(first)).not.toMatch(/Okafor|@/);
    const version = first.roster?.version ?? "";
    expect((await sync(device, during, { roster: version })).roster).toBeNull();
    expect((await sync(await opened(), during)).roster).toEqual(first.roster);

    const leaver = await join("Ana Reis");
    expect((await sync(device, during, { roster: version })).roster?.people).toHaveLength(5);
    await leaveEvent(make.context(leaver, later(begin, -day)), eventId);
    expect((await sync(device, during)).roster).toEqual(first.roster);
  });

  it("takes each mark once, with its time by our clock, and sends it to the other devices", async () => {
    const { organizer, eventId, opened, sync, join } = gate;
    await join("Amara Okafor");
    const [one, two] = [await opened(), await opened()];
    const [amara] = (await sync(one, during)).roster?.people ?? [];
    const marks = [
      newMark("here", amara!.id, later(during, 3 * hour)),
      newMark("walk_in", newId(), later(during, 3 * hour + minute), {
        name: "Marta Sousa",
        phone: "+351 912",
        under18: true,
      }),
    ];
    const now = later(during, 10 * minute);
    // The device's clock is three hours fast, so the marks are ten and nine minutes old.
    const sent = await sync(one, now, { marks }, 3 * hour);
    expect(sent).toMatchObject({ accepted: marks.map(({ id }) => id), refused: [], since: 2, isLast: true });
    expect(await sync(one, later(now, minute), { marks }, 3 * hour)).toMatchObject({
      accepted: sent.accepted,
      since: 2,
    });

    const told = await sync(two, later(now, minute));
    expect(told.marks).toMatchObject([
      { seq: 1, kind: "here", personId: amara!.id, at: during.toISOString(), device: one.device },
      { seq: 2, kind: "walk_in", name: "Marta S.", under18: true, at: later(during, minute).toISOString() },
    ]);
    expect(told.devices.map(({ number }) => number)).toEqual([one.device, two.device]);
    // The pattern has the plus, because an id may contain these digits too.
    expect(JSON.stringify(told)).not.toMatch(/\+351|Sousa/);
    expect((await sync(two, now, { since: 1 })).marks.map(({ seq }) => seq)).toEqual([2]);
    expect((await getGate(make.context(organizer), eventId)).walkIns).toMatchObject([
      { name: "Marta Sousa", phone: "+351 912" },
    ]);
  });

  it("drops invisible characters at the end of a walk-in's name, and rejects a name of nothing else", async () => {
    const { opened, sync } = gate;
    const names = ["Marta Sousa\u200b", "\u200b\u3164"];
    const marks = names.map((name) => newMark("walk_in", newId(), during, { name }));
    expect(await sync(await opened(), during, { marks })).toMatchObject({
      accepted: [marks[0]?.id],
      refused: [{ id: marks[1]?.id, code: "invalid" }],
    });
    const { name } = await make.db.selectFrom("gate_marks").select("name").executeTakeFirstOrThrow();
    expect(name).toBe("Marta Sousa");
  });

  it("rejects invalid marks by their ids, and takes the others of the same request", async () => {
    const { opened, sync } = gate;
    const device = await opened();
    const [right, other] = [newMark("closed", null, during), await make.event({ eventDate: begin })];
    const elsewhere = newMark("closed", null, during);
    await sync(await deviceAt(make, other, begin), during, { marks: [elsewhere] });
    const wrong = [
      newMark("here", null, during),
      newMark("closed", newId(), during),
      newMark("walk_in", newId(), during, { name: "" }),
      newMark("here", newId(), during, { name: "Marta" }),
      newMark("here", newId(), during, { deviceAt: "0000-01-01T00:00:00Z" }),
      newMark("here", newId(), during, { kind: "gone" }),
      newMark("guardian_asked", null, during),
      newMark("same_person", newId(), during),
      newMark("here", newId(), during, { sameAs: newId() }),
      newMark("two_persons", newId(), during, { sameAs: newId() }),
      newMark("here", newId(), during, { chosenAt: "4:30 PM" }),
      elsewhere,
    ];
    const { accepted, refused } = await sync(device, during, { marks: [...wrong, right] });
    expect(accepted).toEqual([right.id]);
    expect(new Set(refused)).toEqual(new Set(wrong.map(({ id }) => ({ id, code: "invalid" }))));
  });

  it("undoes the named mark, and leaves another phone's mark that arrives later", async () => {
    const { organizer, eventId, opened, sync, join } = gate;
    await join("Amara Okafor");
    const [one, two] = [await opened(), await opened()];
    const [person] = (await sync(one, during)).roster?.people ?? [];
    const mistake = newMark("here", person!.id, ago(5));
    const state = async () => {
      const { people } = await getGate(make.context(organizer), eventId);
      return people.map((each) => [each.state, each.since]);
    };
    const back = newMark("undone", person!.id, ago(4), { takesBack: mistake.id });
    await sync(two, during, { marks: [mistake, back] });
    expect(await state()).toEqual([["to_come", null]]);
    await sync(one, during, { marks: [newMark("here", person!.id, ago(9))] });
    expect(await state()).toEqual([["here", ago(9).toISOString()]]);
    // An older page does not name a mark, and means the latest one.
    await sync(two, during, { marks: [newMark("undone", person!.id, ago(1))] });
    expect((await state())[0]?.[0]).toBe("to_come");
  });

  it("sends a device only the kinds of marks that it knows, and skips the numbers of the others", async () => {
    const { opened, sync, join } = gate;
    await join("Amara Okafor", { name: "Chidi", under18: true });
    const device = await opened();
    const [, chidi] = (await sync(device, during)).roster?.people ?? [];
    const walkIns = [newMark("walk_in", newId(), during), newMark("walk_in", newId(), during)];
    const same = newMark("same_person", walkIns[1]!.personId, during, { sameAs: walkIns[0]!.personId });
    const marks = [...walkIns, newMark("guardian_asked", chidi!.id, during), same];
    expect((await sync(device, during, { marks })).accepted).toHaveLength(4);
    const told = async (kinds?: string[]) => {
      const { marks: all, since, isLast } = await sync(device, during, { kinds });
      return [all.map(({ kind }) => kind), since, isLast];
    };
    expect(await told()).toEqual([["walk_in", "walk_in"], 4, true]);
    expect(await told(["here", "guardian_asked", "fed"])).toEqual([["guardian_asked"], 4, true]);
    const { marks: all } = await sync(device, during);
    expect(all.at(-1)).toMatchObject({ kind: "same_person", sameAs: walkIns[0]!.personId });
  });

  it("keeps a chosen time unchanged, for any number of marks, and rejects one in the future", async () => {
    const { opened, sync } = gate;
    const chosen = [begin, begin, begin, later(during, hour)];
    const marks = chosen.map((at) => newMark("here", newId(), begin, { chosenAt: at.toISOString() }));
    await sync(await opened(), during, { marks }, 3 * hour);
    const times = await make.db.selectFrom("gate_marks").orderBy("seq").select("at").execute();
    expect(times.map(({ at }) => at)).toEqual([begin, begin, begin, during]);
  });

  it("leaves out contact details that cannot be stored, and keeps the walk-in", async () => {
    const { organizer, eventId, opened, sync } = gate;
    const marks = [newMark("walk_in", newId(), during, { phone: "1".repeat(500), email: "a\0b" })];
    expect((await sync(await opened(), during, { marks })).accepted).toHaveLength(1);
    expect((await getGate(make.context(organizer), eventId)).walkIns).toMatchObject([{ phone: null, email: null }]);
  });

  it("counts marks from two hours before until 72 hours after the event; later marks wait for the organizer", async () => {
    const { end, opened, sync } = gate;
    const [from, until] = [marksFrom({ begin }), marksUntil({ end })];
    const device = await opened();
    const outcome = async (now: Date, at: Date, skew = 0) => {
      const { refused, waiting } = await sync(device, now, { marks: [newMark("closed", null, at)] }, skew);
      return refused[0]?.code ?? (waiting.length > 0 ? "waits" : "taken");
    };
    expect(await outcome(later(from, -1), later(from, -1))).toBe("too_early");
    expect(await outcome(from, from)).toBe("taken");
    // The device's clock was changed since then, but the mark was made after the gate began to count.
    expect(await outcome(during, later(from, -5 * hour))).toBe("taken");
    expect(await outcome(until, until)).toBe("taken");
    expect(await outcome(later(until, 1), during)).toBe("waits");
    expect(await outcome(later(until, day), later(until, 1))).toBe("waits");
    expect(await outcome(later(until, day), later(until, hour + 1), hour)).toBe("waits");
    expect(await outcome(later(end, 366 * day), until)).toBe("too_late");
    const times = await make.db.selectFrom("gate_marks").orderBy("seq").select("at").execute();
    expect(times.map(({ at }) => at)).toEqual([from, from, until]);
  });

  it("returns nothing earlier than 72 hours before the event or later than 72 hours after it", async () => {
    const { end, opened, sync, join } = gate;
    await join("Amara Okafor");
    const device = await opened();
    await sync(device, during, { marks: [newMark("walk_in", newId(), during)] });
    const early = await sync(device, later(readableFrom({ begin }), -1));
    expect(early).toMatchObject({
      roster: null,
      marks: [],
      devices: [],
      readableFrom: readableFrom({ begin }).toISOString(),
    });
    expect((await sync(device, readableFrom({ begin }))).roster?.people).toHaveLength(1);
    const known = await sync(device, later(readableFrom({ begin }), -1), { roster: "known" });
    expect(known.roster).toEqual({ version: "", people: [] });
    expect((await sync(device, marksUntil({ end }))).marks).toHaveLength(1);
    const late = await sync(device, later(marksUntil({ end }), 1), { roster: "known" });
    expect(late).toMatchObject({ roster: null, marks: [], devices: [], revokedAt: null });
  });

  it("returns nothing once the key is revoked, and later marks wait for the organizer", async () => {
    const { organizer, eventId, opened, sync, join } = gate;
    await join("Amara Okafor");
    const [device, other] = [await opened(), await opened()];
    const revokedAt = later(during, 10 * minute);
    await revokeGateKey(make.context(organizer, revokedAt), eventId, device.keyId);
    const marks = [newMark("walk_in", newId(), during), newMark("walk_in", newId(), later(revokedAt, minute))];
    const answer = await sync(device, later(revokedAt, hour), { marks });
    expect(answer).toMatchObject({
      roster: null,
      marks: [],
      devices: [],
      accepted: marks.map(({ id }) => id),
      waiting: marks.map(({ id }) => id),
      refused: [],
      revokedAt: revokedAt.toISOString(),
    });
    expect(JSON.stringify(answer)).not.toContain("Amara");
    // The count leaves out a device without the list.
    const others = await sync(other, later(revokedAt, hour));
    expect(others.marks).toEqual([]);
    expect(others.devices.map(({ number }) => number)).toEqual([other.device]);

    // A second revocation keeps the first time; a new key opens the gate again on the same phone, as the same device.
    await revokeGateKey(make.context(organizer, later(revokedAt, day)), eventId, device.keyId);
    expect((await sync(device, later(revokedAt, day))).revokedAt).toBe(revokedAt.toISOString());
    const { key } = await keyOf(make, eventId, during);
    const ctx = { db: make.db, now: during, links: make.links, limitAttempts: make.limitAttempts, from: "192.0.2.1" };
    const again = await openGate(ctx, { key, deviceId: device.deviceId });
    expect(again.device).toBe(device.device);
    expect((await sync(again, during)).roster?.people).toHaveLength(1);
  });

  it("handles 300 people and 200 marks at a time, in pages of 2000", async () => {
    const { eventId, opened, sync } = gate;
    const crowd = await make.members(300);
    await Promise.all(crowd.map((member) => make.join({ eventId, member })));
    const device = await opened();
    const { roster } = await sync(device, during);
    expect(roster?.people).toHaveLength(300);
    let sent = 0;
    while (sent < 2200) {
      const marks = roster!.people.slice(0, 200).map(({ id }) => newMark("here", id, during));
      sent += (await sync(device, during, { marks, since: 9999 })).accepted.length;
    }
    const first = await sync(device, during);
    expect([first.marks.length, first.isLast, first.since]).toEqual([2000, false, 2000]);
    const rest = await sync(device, during, { since: first.since });
    expect([rest.marks.length, rest.isLast, rest.since]).toEqual([200, true, 2200]);
  });
});
