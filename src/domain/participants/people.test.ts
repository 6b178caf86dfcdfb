import { beforeEach, describe, expect, it } from "vitest";
import { purgeExpired } from "#adapters/jobs/purge.ts";
import { sweepDigests } from "#domain/digests/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import { cancelEvent, updateEvent } from "#domain/organizing/commands.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { registrationsIn } from "#test/registrations.ts";
import { addPerson, previewMessage, removeParticipant, removePerson, sendMessage } from "./commands.ts";
import { participantsCsv } from "./feeds.ts";
import { listParticipants } from "./queries.ts";
import { withoutMailMax } from "./rules.ts";

const day = 86_400_000;

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
let organizer: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
  organizer = await make.member({ displayName: "Amina", email: "amina@example.org" });
  await make.proven(organizer);
  eventId = await make.event({ organizer, maxParticipant: "2", eventDate: new Date(Date.now() + 10 * day) });
});

const own = () => ({ ...make.context(organizer), limitAttempts: make.limitAttempts });
const add = (name: string, more: object = {}) => addPerson(own(), eventId, { name, ...more });
const list = async (filter: object = {}) =>
  (await listParticipants(own(), eventId, { state: "all", search: "", limit: 100, ...filter })).rows;

/** Moves the event so that it ended this many days ago. */
const endAgo = (days: number) =>
  make.db
    .updateTable("events")
    .set({ event_date: new Date(Date.now() - (days + 1) * day), event_end: new Date(Date.now() - days * day) })
    .execute();
/** Runs the purge, and returns the data left of the first person. */
async function purgedRow() {
  await purgeExpired(make.db);
  const [row] = await registrations.rows(eventId);
  const { name, phone, guardian_name: guardian, guardian_agreed_at: agreed } = row!;
  return { name, phone, guardian, agreed: agreed !== null };
}

describe("addPerson", () => {
  it("gives a person without an e-mail address a spot, sends no mail, and shows them on the list", async () => {
    const answer = await add("Amara Okafor", { phone: "+44 (0)20 7946.0958", under18: true, guardian: "Chidi Okafor" });
    expect(answer).toEqual({ acknowledged: true, state: "joined", spots: 1 });
    // No task is written that could become a mail.
    expect(await make.db.selectFrom("outbox").select("kind").execute()).toEqual([]);
    expect(await list()).toMatchObject([
      {
        memberId: null,
        userName: "Amara Okafor",
        userEmail: null,
        phone: "+44 (0)20 7946.0958",
        under18: true,
        guardian: "Chidi Okafor",
        spots: 1,
        isBlocked: false,
      },
    ]);
    expect(await list({ search: "okaf" })).toHaveLength(1);
    await registrations.expectRight(eventId);
    // The exported file has their name, but neither the number nor the guardian.
    const csv = (await participantsCsv(own(), eventId)).join("");
    expect(csv).toContain('"Amara Okafor","","Yes","","Joined"');
    expect(csv).not.toMatch(/7946|Chidi/);
  });

  it("stores no guardian of an adult, and stores the time at which a guardian agreed", async () => {
    await add("Bo", { guardian: "Somebody" });
    await add("Cleo", { under18: true, guardian: "Rita" });
    const rows = await registrations.rows(eventId);
    expect(rows.map((row) => [row.guardian_name, row.guardian_agreed_at !== null])).toEqual([
      [null, false],
      ["Rita", true],
    ]);
  });

  it("puts the person behind others on the waitlist; at their turn they get the spot at once, and the organizer is told", async () => {
    const [first, second, third] = (await make.members(3)) as [Member, Member, Member];
    for (const member of [first, second, third]) await joinEvent(make.context(member), { eventId });
    expect(await add("Amara")).toMatchObject({ state: "waiting", position: 2 });
    const fourth = await make.member();
    await joinEvent(make.context(fourth), { eventId });
    await make.mails();
    await leaveEvent(make.context(first), eventId);
    expect(await list({ state: "waiting" })).toMatchObject([
      { memberId: third.id, offeredUntil: expect.any(String) },
      { userName: "Amara", offeredUntil: null },
      {},
    ]);
    await leaveEvent(make.context(third), eventId);
    expect((await list({ state: "joined" })).map(({ userName }) => userName)).toEqual([second.displayName, "Amara"]);
    await registrations.expectRight(eventId);
    const told = await make.mails(new Date(Date.now() + 2 * day), undefined, sweepDigests);
    const news = told.find(({ to }) => to === organizer.email);
    expect(news?.text).toMatch(/^Joined: .*Amara/m);
    expect(told.map(({ to }) => to).filter((to) => to === "")).toEqual([]);
  });

  it("works only for the organizer of an event that is not over, up to a maximum number of people", async () => {
    const person = { name: "Ana" };
    const as = (member: Member | undefined, id = eventId) => outcomeOf(addPerson(make.context(member), id, person));
    expect(await as(undefined)).toBe("sign_in_required");
    expect(await as(await make.member())).toBe("not_yours");
    expect(await as(organizer, organizer.id)).toBe("not_found");
    expect(await as(organizer, await make.event({ organizer, eventDate: yesterday() }))).toBe("event_over");
    expect(await as(organizer, await make.event({ organizer, cancelReason: "Storm" }))).toBe("event_cancelled");
    const draft = await make.event({ organizer });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    expect(await as(organizer, draft)).toBe("event_draft");
    const large = await make.event({ organizer, maxParticipant: "No limit" });
    const context = make.context(organizer);
    for (let number = 0; number < 3; number++) await addPerson(context, large, person);
    const rows = await registrations.rows(large);
    // Members do not count toward the maximum.
    await joinEvent(make.context(await make.member()), { eventId: large });
    const others = Array.from({ length: withoutMailMax - 4 }, (_, number) => ({
      id: rows[0]!.id.slice(0, -4) + String(number).padStart(4, "0"),
      event_id: large,
      member_id: null,
      name: "Ana",
      joined_at: new Date(),
    }));
    await make.db.insertInto("registrations").values(others).execute();
    expect([await as(organizer, large), await as(organizer, large)]).toEqual(["done", "people_full"]);
  });
});

describe("removePerson", () => {
  it("removes the person and gives the free spot to the next, but does not remove a member", async () => {
    const [member, next] = (await make.members(2)) as [Member, Member];
    await add("Amara");
    await joinEvent(make.context(member), { eventId });
    await joinEvent(make.context(next), { eventId });
    await make.mails();
    const [amara, joined] = await registrations.rows(eventId);
    expect(await outcomeOf(removePerson(own(), eventId, joined!.id))).toBe("not_found");
    expect(await outcomeOf(removePerson(own(), eventId, "nonsense"))).toBe("not_found");
    expect(await outcomeOf(removeParticipant(own(), eventId, amara!.id, { reason: "Sorry" }))).toBe("not_found");
    make.announced.length = 0;
    expect(await outcomeOf(removePerson(own(), eventId, amara!.id))).toBe("done");
    expect(make.announced).toEqual([eventId]);
    expect((await make.mails()).map(({ to }) => to)).toEqual([next.email]);
    await registrations.expectRight(eventId);
  });
});

describe("people without an e-mail address", () => {
  it("get no message, and the organizer sees their number before sending", async () => {
    await add("Amara");
    const message = { audience: "all", text: "Bring gloves." } as const;
    // It has no recipients.
    expect(await outcomeOf(sendMessage(own(), eventId, message))).toBe("invalid");
    const member = await make.member();
    await joinEvent(make.context(member), { eventId });
    await make.mails();
    expect(await previewMessage(own(), eventId, message)).toMatchObject({ recipients: 1, unreachable: 1 });
    expect(await sendMessage(own(), eventId, message)).toMatchObject({ recipients: 1 });
    expect((await make.mails()).map(({ to }) => to)).toEqual([member.email]);
    expect(await list({ mail: "no" })).toMatchObject([{ userName: "Amara" }]);
    expect(await list({ mail: "yes" })).toMatchObject([{ memberId: member.id }]);
  });

  it("do not block mails to others: reminders, changes and cancellations", async () => {
    const member = await make.member();
    await joinEvent(make.context(member), { eventId });
    await add("Amara");
    await make.mails();
    const told = async (at: Date) => (await make.mails(at)).map(({ to, subject }) => [to, subject]);
    await updateEvent(make.context(organizer), eventId, { location: "Pier 2" });
    expect(await told(new Date(Date.now() + 4 * 60_000))).toEqual([[member.email, "Changed: Beach Cleanup"]]);
    expect(await told(new Date(Date.now() + 9.2 * day))).toEqual([
      [member.email, expect.stringContaining("Are you coming?")],
    ]);
    await cancelEvent(make.context(organizer), eventId, { reason: "Storm" });
    expect(await told(new Date())).toEqual([[member.email, "Canceled: Beach Cleanup"]]);
    const failed = make.db.selectFrom("outbox").select("reason").where("reason", "is not", null);
    expect(await failed.execute()).toEqual([]);
  });

  it("are forgotten after the event: numbers and guardians after 30 days, the name after 365", async () => {
    await add("Amara", { phone: "12345", under18: true, guardian: "Chidi" });
    await endAgo(29.9);
    expect(await purgedRow()).toEqual({ name: "Amara", phone: "12345", guardian: "Chidi", agreed: true });
    await endAgo(30.1);
    expect(await purgedRow()).toEqual({ name: "Amara", phone: null, guardian: null, agreed: true });
    await endAgo(365.1);
    expect(await purgedRow()).toMatchObject({ name: "" });
    expect(await list()).toMatchObject([{ userName: "Somebody without e-mail" }]);
  });
});
