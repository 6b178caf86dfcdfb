import { beforeEach, describe, expect, it } from "vitest";
import { purgeExpired } from "#adapters/jobs/purge.ts";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { begin, day, during, gateIn, later, minute, newMark } from "#test/gate.ts";
import { makeIn, type Make } from "#test/make.ts";
import { acceptOwnership, offerOwnership } from "../ownership-transfers/commands.ts";
import { exportAccount } from "../accounts/queries.ts";
import { removeParticipant } from "../participants/commands.ts";
import { participantsCsv } from "../participants/feeds.ts";
import { joinEvent, leaveEvent, removeGuest } from "../registrations/commands.ts";
import { giveOwnCodes, makeGateKey, markAtGate, revokeGateKey } from "./commands.ts";
import { attendanceOf, getGate, listGateKeys } from "./queries.ts";

let make: Make;
let gate: Awaited<ReturnType<typeof gateIn>>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  gate = await gateIn(make);
});

describe("keys", () => {
  it("are listed with their use and state, and only those of the caller's own event", async () => {
    const { organizer, eventId, opened } = gate;
    const { keyId, key } = await opened(during);
    const ctx = { ...make.context(organizer, during), links: make.links };
    const { keys } = await listGateKeys(ctx, eventId);
    expect(keys).toMatchObject([
      {
        _id: keyId,
        label: "Bea",
        url: `https://goodturn.example/gate#${key}`,
        devices: 1,
        lastSeenAt: during.toISOString(),
        revokedAt: null,
      },
    ]);
    const own = await make.event({ organizer });
    expect(await outcomeOf(revokeGateKey(ctx, own, keyId))).toBe("not_found");
    expect((await listGateKeys(ctx, own)).keys).toEqual([]);
  });

  it("stop working once another organizer takes over the event", async () => {
    const { organizer, eventId, opened, sync } = gate;
    const [device, heir] = [await opened(), await make.member()];
    await make.proven(heir);
    await offerOwnership(make.context(organizer, later(begin, -day)), eventId, { email: heir.email });
    await acceptOwnership(make.context(heir, during), eventId);
    expect((await sync(device, during)).revokedAt).toBe(during.toISOString());
  });
});

describe("markAtGate", () => {
  it("takes the organizer's marks without a device, until a year after the event, and includes them in all results", async () => {
    const { organizer, eventId, end, opened, sync, join } = gate;
    const member = await join("Amara Okafor", { name: "Chidi", under18: true });
    const { people } = await getGate(make.context(organizer), eventId);
    const [amara, chidi] = people;
    expect(people.map(({ name, state }) => [name, state])).toEqual([
      ["Amara Okafor", "to_come"],
      ["Chidi", "to_come"],
    ]);
    const device = await opened();
    // Marks made at the same moment are a millisecond apart, in their order.
    await sync(device, during, { marks: [newMark("here", chidi!.id, during), newMark("closed", null, during)] });
    const monthLater = later(end, 31 * day);
    const marks = [newMark("here", amara!.id, monthLater), newMark("walk_in", newId(), monthLater, { phone: "1" })];
    const send = (now: Date, more = marks) =>
      markAtGate(make.context(organizer, now), eventId, { sentAt: now.toISOString(), marks: more });
    expect((await send(monthLater)).refused).toEqual([]);
    expect((await send(later(end, 366 * day), [newMark("opened", null, begin)])).refused[0]?.code).toBe("too_late");
    expect(await attendanceOf(make.db, eventId)).toMatchObject([
      {
        personId: amara!.id,
        registrationId: amara!.id,
        memberId: member.id,
        name: "Amara Okafor",
        since: later(monthLater, -1),
      },
      {
        personId: chidi!.id,
        registrationId: amara!.id,
        memberId: null,
        name: "Chidi",
        under18: true,
        since: later(during, -1),
      },
      { personId: marks[1]!.personId, registrationId: null, memberId: null, name: "Marta Sousa" },
    ]);
    // Contact details of walk-ins are kept for 30 days.
    expect((await getGate(make.context(organizer), eventId)).walkIns).toMatchObject([{ phone: null }]);
  });
});

describe("the contact details of a walk-in", () => {
  it("are visible only to the event's organizer until 30 days after it, and are on no device and in no file", async () => {
    const { organizer, eventId, opened, sync, join } = gate;
    const member = await join("Amara Okafor");
    const [one, two] = [await opened(), await opened()];
    const contact = { phone: "+351 912 345 678", email: "marta@example.org" };
    const marta = newMark("walk_in", newId(), during, contact);
    await sync(one, during, { marks: [marta] });
    const read = async (by = organizer) => (await getGate(make.context(by, during), eventId)).walkIns;
    expect(await read()).toMatchObject([{ name: "Marta Sousa", ...contact }]);
    for (const other of [member, await make.member()]) expect(await outcomeOf(read(other))).toBe("not_yours");

    for (const device of [one, two]) {
      const told = JSON.stringify(await sync(device, later(during, minute)));
      expect(told).toContain("Marta S.");
      for (const text of Object.values(contact)) expect(told).not.toContain(text);
    }
    const file = (await participantsCsv(make.context(organizer, during), eventId)).join("");
    expect(file).toContain("Marta Sousa");
    for (const text of Object.values(contact)) expect(file).not.toContain(text);

    // The purge uses the database's clock.
    const endedAgo = (days: number) =>
      make.db
        .updateTable("events")
        .set({ event_date: later(new Date(), -(days + 1) * day), event_end: later(new Date(), -days * day) })
        .where("id", "=", eventId)
        .execute();
    await endedAgo(29);
    await purgeExpired(make.db);
    expect(await read()).toMatchObject([contact]);
    await endedAgo(31);
    await purgeExpired(make.db);
    expect(await read()).toMatchObject([{ name: "Marta Sousa", phone: null, email: null }]);
  });
});

describe("attendanceOf", () => {
  it("keeps a person who left by their own choice after they came, even if reported later, but not one whom the organizer removes", async () => {
    const { organizer, eventId, opened, sync, join } = gate;
    const [chidi, sam] = [
      { name: "Chidi", under18: true },
      { name: "Sam", under18: false },
    ];
    const amara = await join("Amara Okafor", chidi, sam);
    const [ana, ben, cleo] = [await join("Ana Reis"), await join("Ben Idris"), await join("Cleo Faro")];
    const [one, two] = [await opened(), await opened()];
    const { people } = await getGate(make.context(organizer), eventId);
    const here = (...names: string[]) =>
      people.filter(({ name }) => names.includes(name)).map(({ id }) => newMark("here", id, during));
    await sync(one, during, { marks: here("Amara Okafor", "Chidi", "Cleo Faro") });
    const came = async () =>
      (await attendanceOf(make.db, eventId)).map(({ name, memberId }) => [name, memberId] as const);

    const leaving = later(during, 1000);
    for (const member of [amara, ben]) await leaveEvent(make.context(member, leaving), eventId);
    await leaveEvent(make.context(ana, later(begin, -day)), eventId);
    await removeParticipant(make.context(organizer, leaving), eventId, cleo.id, { reason: "We are too many." });
    expect(new Set(await came())).toEqual(
      new Set([
        ["Amara Okafor", amara.id],
        ["Chidi", null],
      ]),
    );
    // A phone without a network marked these people earlier; Ana and Cleo are no longer on a list.
    await sync(two, later(leaving, day), { marks: here("Ben Idris", "Ana Reis", "Cleo Faro") });
    expect(new Set(await came())).toEqual(
      new Set([
        ["Amara Okafor", amara.id],
        ["Chidi", null],
        ["Ben Idris", ben.id],
      ]),
    );
    expect((await exportAccount(make.context(amara))).gates).toMatchObject({
      left: expect.arrayContaining(
        [null, "Chidi", "Sam"].map((guest) => ({ eventId, guest, at: leaving.toISOString() })),
      ),
      marks: [{ kind: "here" }, { kind: "here" }],
    });
  });

  it("leaves out people who leave the waitlist", async () => {
    const { eventId, join } = gate;
    const [ana, ben] = [await join("Ana Reis"), await join("Ben Idris", { name: "Sam", under18: false })];
    await make.db
      .updateTable("registrations")
      .set({ status: "waitlisted" })
      .where("event_id", "=", eventId)
      .where("member_id", "=", ben.id)
      .execute();
    const left = async (member: typeof ana) => {
      await leaveEvent(make.context(member, during), eventId);
      return (await exportAccount(make.context(member))).gates.left;
    };
    expect(await left(ana)).toEqual([{ eventId, guest: null, at: during.toISOString() }]);
    expect(await left(ben)).toEqual([]);
  });

  it("has one entry, with guests and the first arrival, for a person who leaves and joins again", async () => {
    const { organizer, eventId, opened, sync, join } = gate;
    const chidi = { name: "Chidi", under18: true };
    const amara = await join("Amara Okafor", chidi);
    const mark = async (at: Date) => {
      const { people } = await getGate(make.context(organizer), eventId);
      const device = await opened();
      for (const { id } of people) await sync(device, at, { marks: [newMark("here", id, at)] });
    };
    await mark(during);
    const guest = await make.db.selectFrom("guests").select("id").executeTakeFirstOrThrow();
    await removeGuest(make.context(amara, later(during, 1000)), eventId, guest.id);
    expect((await attendanceOf(make.db, eventId)).map(({ name }) => name)).toEqual(["Amara Okafor", "Chidi"]);
    await leaveEvent(make.context(amara, later(during, 2000)), eventId);
    await joinEvent(make.context(amara, later(during, 3000)), { eventId, guests: [chidi] });
    const again = await attendanceOf(make.db, eventId);
    expect(again.map(({ name, since }) => [name, since])).toEqual([
      ["Amara Okafor", during],
      ["Chidi", during],
    ]);
    const { people } = await getGate(make.context(organizer), eventId);
    expect(again.map(({ personId }) => personId)).toEqual(people.map(({ id }) => id));
    await mark(later(during, 4000));
    expect(await attendanceOf(make.db, eventId)).toEqual(again);
  });
});

describe("giveOwnCodes", () => {
  it("returns the same codes as the gate, and none to people on the waitlist", async () => {
    const { eventId, opened, sync, join } = gate;
    const member = await join("Amara Okafor", { name: "Chidi", under18: true });
    const own = await giveOwnCodes(make.context(member), eventId);
    const { roster } = await sync(await opened(), during);
    expect([own.code, own.guests[0]?.code]).toEqual(roster?.people.map(({ code }) => code));
    await make.db.updateTable("registrations").set({ status: "waitlisted" }).execute();
    expect(await outcomeOf(giveOwnCodes(make.context(member), eventId))).toBe("not_found");
  });
});

describe("exportAccount", () => {
  it("has the codes and marks of a member's party only, and the keys that they made", async () => {
    const { organizer, eventId, opened, sync, join } = gate;
    const member = await join("Amara Okafor", { name: "Chidi", under18: true });
    await join("Ana Reis");
    const { people } = await getGate(make.context(organizer), eventId);
    const marks = people.map(({ id }) => newMark("here", id, during));
    await sync(await opened(), during, { marks });
    const mine = await exportAccount(make.context(member));
    expect(mine.gates.codes).toEqual([{ eventId, code: people[0]?.code }]);
    expect(mine.gates.marks.map(({ kind }) => kind)).toEqual(["here", "here"]);
    const ctx = { ...make.context(organizer, during), links: make.links };
    await makeGateKey(ctx, eventId, { label: "Bea's phone" });
    await markAtGate(ctx, eventId, { sentAt: during.toISOString(), marks: [newMark("closed", null, during)] });
    expect((await exportAccount(make.context(organizer))).gates).toMatchObject({
      keys: [{ eventId, label: "Bea's phone", revokedAt: null }],
      marks: [{ kind: "closed" }],
    });
  });
});
