import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { follow } from "../follows/commands.ts";
import type { Member } from "../members/shapes.ts";
import { cancelEvent, updateEvent } from "../organizing/commands.ts";
import { joinEvent, leaveEvent } from "./commands.ts";
import { tellAllOfSpot } from "./freed-spots.ts";

const minute = 60_000;

let make: Make;
let organizer: Member;
let holder: Member;
let reader: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [organizer, holder, reader] = (await make.members(3)) as [Member, Member, Member];
  await make.proven(organizer, reader);
  eventId = await make.event({ organizer, maxParticipant: "1" });
  await joinEvent(make.context(holder), { eventId });
  await follow(make.context(reader), { about: "event", id: eventId });
  await make.mails();
});

const now = Date.now();
const later = (minutes: number) => new Date(now + minutes * minute);
/** The addresses that are told of a free spot. */
const told = async (minutes: number) =>
  (await make.mails(later(minutes))).filter(({ subject }) => subject.startsWith("A spot is free")).map(({ to }) => to);
const left = () => leaveEvent(make.context(holder, later(1)), eventId);
const set = (columns: { is_draft: boolean; cancelled_at: Date | null }) =>
  make.db.updateTable("events").set(columns).where("id", "=", eventId).execute();
const followed = async () => (await make.db.selectFrom("follows").select("id").execute()).length;
const tellAll = (at: Date) => make.db.transaction().execute((tx) => tellAllOfSpot(tx, eventId, at));

describe("tellFreed", () => {
  it("tells people who asked, once, when a spot is still free a minute later", async () => {
    expect(await told(5)).toEqual([]);
    await left();
    expect(await told(1.5)).toEqual([]);
    expect(await told(2)).toEqual([reader.email]);
    await joinEvent(make.context(holder, later(3)), { eventId });
    await leaveEvent(make.context(holder, later(4)), eventId);
    expect(await told(9)).toEqual([]);
  });

  it("tells them when spots are added, too, but not if the spot has been taken by then", async () => {
    await left();
    const other = await make.member();
    await joinEvent(make.context(other, later(1)), { eventId });
    expect(await told(5)).toEqual([]);
    await updateEvent(make.context(organizer, later(6)), eventId, { maxParticipant: "2" });
    expect(await told(9)).toEqual([reader.email]);
  });

  it("sends no mail while the waitlist is offered the spot, to registered members, or about a canceled event", async () => {
    const waiting = await make.member();
    await joinEvent(make.context(waiting, later(0)), { eventId });
    await left();
    expect(await told(5)).toEqual([]);
    await leaveEvent(make.context(waiting, later(6)), eventId);
    await joinEvent(make.context(reader, later(6)), { eventId });
    await updateEvent(make.context(organizer, later(6)), eventId, { maxParticipant: "5" });
    expect(await told(9)).toEqual([]);
    const full = await make.event({ organizer, maxParticipant: "1" });
    await joinEvent(make.context(holder, later(6)), { eventId: full });
    await follow(make.context(reader), { about: "event", id: full });
    await leaveEvent(make.context(holder, later(7)), full);
    await cancelEvent(make.context(organizer, later(7)), full, { reason: "Storm" });
    expect(await told(9)).toEqual([]);
  });

  it("sends no mail about a draft or an event that is over or canceled, and keeps the follows", async () => {
    await left();
    await set({ is_draft: true, cancelled_at: null });
    await tellAll(later(2));
    await set({ is_draft: false, cancelled_at: later(2) });
    await tellAll(later(2));
    await set({ is_draft: false, cancelled_at: null });
    await tellAll(later(3 * 24 * 60));
    expect(await followed()).toBe(1);
    await tellAll(later(2));
    expect(await followed()).toBe(0);
  });

  it("tells only people who have confirmed, and writes no task if there are none", async () => {
    const other = await make.member();
    await make.proven(other);
    await follow(make.context(other), { about: "event", id: eventId });
    await make.db.updateTable("follows").set({ confirmed_at: null }).where("email", "=", reader.email).execute();
    const tasks = async () =>
      (await make.db.selectFrom("outbox").select("id").where("kind", "=", "spot_freed").execute()).length;
    await left();
    expect(await tasks()).toBe(1);
    await make.db.updateTable("subscribers").set({ confirmed_at: null }).where("email", "=", other.email).execute();
    expect(await told(2)).toEqual([]);
    await make.db
      .updateTable("subscribers")
      .set({ confirmed_at: later(2) })
      .execute();
    await tellAll(later(3));
    expect(await told(3)).toEqual([other.email]);
    // Only the person who has not confirmed is left.
    await joinEvent(make.context(holder, later(4)), { eventId });
    await leaveEvent(make.context(holder, later(5)), eventId);
    expect(await tasks()).toBe(1);
  });
});
