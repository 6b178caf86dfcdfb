import { type RawBuilder, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Member } from "../members/shapes.ts";
import { addPerson } from "../participants/commands.ts";
import { joinEvent } from "./commands.ts";
import {
  countBetween,
  countsAt,
  isRegistered,
  joinedPeople,
  membersAt,
  partyPeople,
  registrationsOf,
} from "./people.ts";

const guest = (name: string) => ({ guests: [{ name, under18: true, guardian: "Ida" }] });
const moment = (date: Date) => sql`${date}::timestamptz`;

let make: Make;
let eventId: string;
let elsewhere: string;
let [ana, ben, cleo]: Member[] = [];
/**
 * An event that Ana with Sam and Tom, who has no address, have joined; Ben waits with Noa. Ana with Lee, and Cleo, are
 * at another.
 */
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [ana, ben, cleo] = await make.members(3);
  const organizer = await make.member();
  await make.proven(organizer);
  eventId = await make.event({ organizer, maxParticipant: "3" });
  elsewhere = await make.event();
  await joinEvent(make.context(ana), { eventId, ...guest("Sam") });
  await addPerson(make.context(organizer), eventId, { name: "Tom", phone: "+44 20 7946 0958" });
  await joinEvent(make.context(ben), { eventId, ...guest("Noa") });
  await joinEvent(make.context(ana), { eventId: elsewhere, ...guest("Lee") });
  await joinEvent(make.context(cleo), { eventId: elsewhere });
});

async function rowsOf<Row>(table: RawBuilder<Row>, order = sql`1`): Promise<Row[]> {
  return (await sql<Row>`select * from ${table} asked order by ${order}`.execute(make.db)).rows;
}
const idOf = (member: Member | undefined) => member?.id ?? "";
const joinedAt = (joined_at: Date, member: Member | undefined) =>
  make.db.updateTable("registrations").set({ joined_at }).where("member_id", "=", idOf(member)).execute();
const namesOf = async (member: Member | undefined) =>
  (await rowsOf(partyPeople(idOf(member)), sql`seq, is_guest`)).map(({ name }) => name);

describe("isRegistered", () => {
  it("is true for members who have joined or wait, at this event only, and takes ids from columns", async () => {
    const { rows } = await sql<{ here: boolean; there: boolean }>`
      select ${isRegistered(eventId, sql`members.id`)} as here, ${isRegistered(elsewhere, sql`members.id`)} as there
      from members where id in (${idOf(ana)}, ${idOf(ben)}, ${idOf(cleo)}) order by id`.execute(make.db);
    expect(rows).toEqual([
      { here: true, there: true },
      { here: true, there: false },
      { here: false, there: true },
    ]);
  });
});

describe("registrationsOf", () => {
  it("has a member's registrations at all events, and nobody else's", async () => {
    const own = await rowsOf(registrationsOf(idOf(ana)));
    expect(own.map(({ event_id }) => event_id).toSorted()).toEqual([eventId, elsewhere].toSorted());
    expect(own.every(({ status, party_size }) => status === "joined" && party_size === 2)).toBe(true);
    expect(await rowsOf(registrationsOf(idOf(ben)))).toMatchObject([{ event_id: eventId, status: "waitlisted" }]);
  });
});

describe("membersAt", () => {
  it("has the members on both lists, in order of arrival, without people who have no address", async () => {
    const members = await rowsOf(membersAt(eventId), sql`seq`);
    expect(members.map(({ member_id, status }) => [member_id, status])).toEqual([
      [idOf(ana), "joined"],
      [idOf(ben), "waitlisted"],
    ]);
    const [registration] = await rowsOf(sql<{ id: string }>`(
      select id from ${registrationsOf(idOf(ana))} own where event_id = ${eventId})`);
    expect(members[0]?.registration_id).toBe(registration?.id);
  });
});

describe("joinedPeople", () => {
  it("has registrants and guests with a spot, each guest with the registrant, and nobody from the waitlist", async () => {
    const people = await rowsOf(joinedPeople(eventId), sql`seq, is_guest`);
    const own = { member_id: idOf(ana), name: null, is_guest: false, under18: false, phone: null };
    expect(people).toMatchObject([
      { ...own, registrant_id: idOf(ana), registrant_name: null },
      { member_id: null, name: "Sam", is_guest: true, under18: true, guardian_name: "Ida", registrant_id: idOf(ana) },
      { member_id: null, name: "Tom", is_guest: false, registrant_id: null, registrant_name: "Tom" },
    ]);
    expect(people[0]?.id).toBe(people[0]?.registration_id);
    expect(people[1]?.registration_id).toBe(people[0]?.id);
    expect(people[2]?.phone).toContain("7946");
    expect(people[1]?.guardian_agreed_at).not.toBeNull();
    expect(people.every(({ event_id, is_confirmed }) => event_id === eventId && !is_confirmed)).toBe(true);
  });
});

describe("partyPeople", () => {
  it("has a member and their guests at all events, from the waitlist too, and nobody else", async () => {
    expect(await namesOf(ana)).toEqual([null, "Sam", null, "Lee"]);
    expect(await namesOf(ben)).toEqual([null, "Noa"]);
    expect(await namesOf(cleo)).toEqual([null]);
  });
});

describe("countsAt", () => {
  it("counts the people who have joined, and those of them who confirmed; zero for an event without any", async () => {
    expect(await rowsOf(countsAt(eventId))).toEqual([{ joined: 3, confirmed: 0 }]);
    await make.db
      .updateTable("registrations")
      .set({ attendance_confirmed_at: new Date() })
      .where("event_id", "=", eventId)
      .where("member_id", "is not", null)
      .execute();
    expect(await rowsOf(countsAt(eventId))).toEqual([{ joined: 3, confirmed: 2 }]);
    expect(await rowsOf(countsAt(await make.event()))).toEqual([{ joined: 0, confirmed: 0 }]);
    expect(await rowsOf(countsAt(sql`null::uuid`))).toEqual([{ joined: 0, confirmed: 0 }]);
  });
});

describe("countBetween", () => {
  it("counts registrations from a moment on, before another", async () => {
    const [first, second] = [new Date("2001-01-01T00:00:00Z"), new Date("2001-01-02T00:00:00Z")];
    await joinedAt(new Date(first.getTime() - 1), ana);
    await joinedAt(first, ben);
    await joinedAt(second, cleo);
    expect(await rowsOf(sql`(select ${countBetween(moment(first), moment(second))} as count)`)).toEqual([{ count: 1 }]);
  });
});
