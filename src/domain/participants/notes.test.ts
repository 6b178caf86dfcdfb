import { beforeEach, describe, expect, it } from "vitest";
import { purgeExpired } from "#adapters/jobs/purge.ts";
import { newId } from "#db/schema.server.ts";
import { deleteAccount } from "#domain/accounts/commands.ts";
import { exportAccount } from "#domain/accounts/queries.ts";
import { getGate } from "#domain/gates/queries.ts";
import type { Member } from "#domain/members/shapes.ts";
import { deleteEvent } from "#domain/organizing/commands.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import { getOwnRegistration, listJoinedEvents } from "#domain/registrations/queries.ts";
import { actionInWords } from "#domain/team-log/rules.ts";
import { listEventActions } from "#domain/team-log/queries.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { addPerson } from "./commands.ts";
import { participantsCsv } from "./feeds.ts";
import { notePerson } from "./notes.ts";
import { listParticipants } from "./queries.ts";
import { day } from "./rules.ts";

let make: Make;
let organizer: Member;
let second: Member;
let member: Member;
let eventId: string;
let personId: string;

beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member({ displayName: "Amina" });
  second = await make.member({ displayName: "Bea" });
  member = await make.member();
  eventId = await make.event({ organizer });
  const right = { id: newId(), member_id: second.id, event_id: eventId, role: "organizer" as const };
  await make.db
    .insertInto("rights")
    .values({ ...right, given_at: new Date() })
    .execute();
  await joinEvent(make.context(member), { eventId });
  personId = (await listed())[0]!._id;
});

const listed = async (as = organizer) =>
  (await listParticipants(make.context(as), eventId, { state: "all", search: "", limit: 100 })).rows;
const note = (text: string, as = organizer, now = new Date()) =>
  notePerson(make.context(as, now), eventId, personId, { text });
const noteOf = async (as = organizer) => (await listed(as))[0]?.note ?? null;
const kept = async () => (await make.db.selectFrom("person_notes").select("text").execute()).map(({ text }) => text);
async function removeAccount({ id }: Member) {
  await make.db
    .updateTable("members")
    .set({ deletion_at: new Date(), updated_at: new Date() })
    .where("id", "=", id)
    .execute();
  await deleteAccount(make.context(), id);
}
const endAgo = (days: number) =>
  make.db
    .updateTable("events")
    .set({ event_date: new Date(Date.now() - (days + 1) * day), event_end: new Date(Date.now() - days * day) })
    .where("id", "=", eventId)
    .execute();

describe("notePerson", () => {
  it("writes a note that the organizers of the event share, the last of them with who wrote it", async () => {
    expect(await noteOf()).toBeNull();
    await note("phoned");
    expect(await noteOf(second)).toMatchObject({ text: "phoned", writtenBy: "Amina" });
    await note("phoned, comes at 10", second);
    expect(await noteOf()).toMatchObject({ text: "phoned, comes at 10", writtenBy: "Bea" });
    expect(await kept()).toHaveLength(1);
  });

  it("deletes the note if it is empty, and logs that, without its words, once", async () => {
    await note("phoned");
    for (let times = 0; times < 2; times++) await note("");
    expect(await noteOf()).toBeNull();
    const { rows } = await listEventActions(make.context(organizer), eventId, { limit: 10 });
    expect(rows.map(actionInWords)).toEqual(["Deleted a note on a person", "Wrote a note on a person"]);
    expect(JSON.stringify(rows)).not.toContain("phoned");
  });

  it("is for organizers of the event, and for people of this event", async () => {
    const other = await make.event({ organizer });
    for (const as of [member, await make.member()]) expect(await outcomeOf(note("phoned", as))).toBe("not_yours");
    const elsewhere = notePerson(make.context(organizer), other, personId, { text: "phoned" });
    expect(await outcomeOf(elsewhere)).toBe("not_found");
    expect(await kept()).toEqual([]);
  });

  it("keeps one note of two that are written at once, and logs both", async () => {
    await Promise.all([note("phoned"), note("comes at 10", second)]);
    expect(["phoned", "comes at 10"]).toContain((await noteOf())?.text);
    expect(await kept()).toHaveLength(1);
    expect((await listEventActions(make.context(organizer), eventId, { limit: 10 })).total).toBe(2);
  });

  it("takes notes until 30 days after the event", async () => {
    await endAgo(29);
    await note("thanked");
    expect(await kept()).toEqual(["thanked"]);
    await endAgo(31);
    expect(await outcomeOf(note("again"))).toBe("event_over");
    expect(await kept()).toEqual(["thanked"]);
  });
});

describe("a note", () => {
  it("is not seen at the gate, by the person, or in the downloaded list", async () => {
    await note("phoned");
    const gate = await getGate(make.context(organizer), eventId);
    const own = await getOwnRegistration(make.context(member), eventId);
    const joined = await listJoinedEvents(make.context(member), { limit: 10 });
    const csv = (await participantsCsv(make.context(organizer), eventId)).join("");
    for (const seen of [gate, own, joined, csv]) {
      expect(JSON.stringify(seen).length).toBeGreaterThan(20);
      expect(JSON.stringify(seen)).not.toContain("phoned");
    }
    expect(JSON.stringify(gate)).toContain(personId);
  });

  it("is in the person's own export, without its author, and not in the exports of its organizers", async () => {
    await note("phoned");
    const { notesOnYou } = await exportAccount(make.context(member));
    expect(notesOnYou).toEqual([{ eventId, text: "phoned", writtenAt: expect.any(String) }]);
    for (const as of [organizer, second]) expect((await exportAccount(make.context(as))).notesOnYou).toEqual([]);
  });

  it("is deleted 30 days after the event, not before", async () => {
    await note("phoned");
    await endAgo(29);
    await purgeExpired(make.db);
    expect(await kept()).toEqual(["phoned"]);
    await endAgo(31);
    await purgeExpired(make.db);
    expect(await kept()).toEqual([]);
    expect(await listed()).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["the registration", () => leaveEvent(make.context(member), eventId)],
    ["the account", () => removeAccount(member)],
    ["the event", () => deleteEvent(make.context(organizer), eventId, {})],
  ])("goes with %s, and the note on another person stays", async (_, end) => {
    const other = await make.event({ organizer: second });
    await addPerson(make.context(second), other, { name: "Xenia" });
    const { id } = await make.db
      .selectFrom("registrations")
      .where("event_id", "=", other)
      .select("id")
      .executeTakeFirstOrThrow();
    await notePerson(make.context(second), other, id, { text: "another" });
    await note("phoned");
    expect((await kept()).toSorted()).toEqual(["another", "phoned"]);
    await end();
    expect(await kept()).toEqual(["another"]);
  });

  it("stays without its author when the author's account is deleted", async () => {
    await note("phoned", second);
    await removeAccount(second);
    expect(await noteOf()).toMatchObject({ text: "phoned", writtenBy: null });
  });
});
