import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Member } from "../members/shapes.ts";
import { joinEvent, leaveEvent } from "./commands.ts";
import { getOwnRegistration } from "./queries.ts";

const hour = 3_600_000;
const eventDate = new Date(Date.now() + 240 * hour);

let make: Make;
let eventId: string;
let holders: Member[];
let [first, second]: Member[] = [];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  eventId = await make.event({ maxParticipant: "2", eventDate });
  holders = await make.members(2);
  [first, second] = await make.members(2);
  for (const member of [...holders, first]) await joinEvent(make.context(member), { eventId });
  const guests = [{ name: "Sam", under18: false }];
  await joinEvent(make.context(second), { eventId, guests });
});

const offerOf = async (member: Member | undefined, now = new Date()) =>
  (await getOwnRegistration(make.context(member, now), eventId)).offer;
const set = (columns: { review: "hidden" | null; cancelled_at: Date | null }) =>
  make.db
    .updateTable("events")
    .set({ ...columns, is_draft: false })
    .where("id", "=", eventId)
    .execute();

describe("getOwnRegistration", () => {
  it("has an offer only at an event that is not over, canceled or under review", async () => {
    expect(await offerOf(first)).toBeNull();
    await leaveEvent(make.context(holders[0]), eventId);
    expect(await offerOf(first)).toMatchObject({ spots: 1 });
    await set({ review: "hidden", cancelled_at: null });
    expect(await offerOf(first)).toBeNull();
    await set({ review: null, cancelled_at: new Date() });
    expect(await offerOf(first)).toBeNull();
    await set({ review: null, cancelled_at: null });
    await make.db
      .updateTable("registrations")
      .set({ offer_expires_at: new Date(Date.now() + 1000 * hour) })
      .where("offer_expires_at", "is not", null)
      .execute();
    expect(await offerOf(first)).toMatchObject({ spots: 1 });
    expect(await offerOf(first, new Date(eventDate.getTime() + 24 * hour))).toBeNull();
  });

  it("lets the first party without an offer take a free spot, even behind parties with offers", async () => {
    for (const member of holders) await leaveEvent(make.context(member), eventId);
    expect(await offerOf(first)).toMatchObject({ spots: 1, until: expect.any(String) });
    expect(await offerOf(second)).toEqual({ spots: 1, until: null });
  });
});

describe("joinEvent", () => {
  it("returns the same registration as a later read: with phone and guardian, and the guests who got spots", async () => {
    const said = { phone: "+1 212 555 0123", under18: true, guardian: "Rosa Lima" };
    const guests = [
      { name: "Sam", under18: false },
      { name: "Kim", under18: true, guardian: "Rosa Lima" },
      { name: "Lee", under18: false, guardian: "Nobody" },
    ];
    for (const [asksPhone, phone] of [
      [true, expect.any(String)],
      [false, null],
    ]) {
      const open = await make.event({ maxParticipant: "3", eventDate });
      await make.db.updateTable("events").set({ asks_phone: asksPhone }).where("id", "=", open).execute();
      const member = await make.member();
      const input = { eventId: open, guests, whenShort: "take" as const, ...said };
      const { registration, spots } = await joinEvent(make.context(member), input);
      expect(spots).toBe(3);
      expect(registration).toMatchObject({
        state: "joined",
        phone,
        under18: true,
      });
      expect(registration.guests.map(({ name, guardian }) => [name, guardian])).toEqual([
        ["Sam", null],
        ["Kim", "Rosa Lima"],
      ]);
      expect(registration).toEqual(await getOwnRegistration(make.context(member), open));

      const late = await make.member();
      const waiting = await joinEvent(make.context(late), input);
      expect(waiting).toMatchObject({ state: "waiting", registration: { guests: [{}, {}, {}], position: 1 } });
      expect(waiting.registration).toEqual(await getOwnRegistration(make.context(late), open));
    }
  });
});
