import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "#domain/failure.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { registrationsIn } from "#test/registrations.ts";
import { durationDefault } from "../events/rules.ts";
import { deleteEvent } from "../organizing/commands.ts";
import type { Member } from "../members/shapes.ts";
import { joinEvent, removeGuest, leaveEvent, reconcileCounts } from "./commands.ts";
import { getOwnRegistration } from "./queries.ts";

/** The details of a member who was asked for none. */
const unsaid = { phone: null, under18: false, guardian: null, meanwhile: null };

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
});

const countOf = async (id: string) => (await registrations.counts(id)).taken;
const joinedOf = async (id: string) =>
  (await registrations.rows(id)).filter(({ status }) => status === "joined").length;

/** Counts the results of several attempts, by state or by failure code. */
async function outcomes(attempts: Promise<{ state?: string }>[]) {
  const counts: Record<string, number> = {};
  for (const attempt of await Promise.allSettled(attempts)) {
    if (attempt.status === "rejected" && !(attempt.reason instanceof Failure)) throw attempt.reason;
    const outcome = attempt.status === "fulfilled" ? (attempt.value.state ?? "done") : attempt.reason.code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe("joinEvent", () => {
  it("takes a spot and counts it", async () => {
    const eventId = await make.event();
    const me = await make.member();
    expect(await joinEvent(make.context(me), { eventId })).toEqual({
      acknowledged: true,
      state: "joined",
      spots: 1,
      registration: { isJoined: true, state: "joined", position: null, guests: [], offer: null, role: null, ...unsaid },
    });
    expect(make.announced).toEqual([eventId]);
    expect(await registrations.subjects()).toEqual([[me.email, "You have a spot: Beach Cleanup"]]);
    expect([await countOf(eventId), await joinedOf(eventId)]).toEqual([1, 1]);
  });

  it(
    "gives 20 spots to 200 people who come at once, and waitlists 180 with a distinct position each",
    { timeout: 20_000 },
    async () => {
      const eventId = await make.event({ maxParticipant: "20" });
      const people = await make.members(200);
      const answers = await Promise.all(people.map((person) => joinEvent(make.context(person), { eventId })));
      const positions = answers.filter(({ state }) => state === "waiting").map(({ position }) => position ?? 0);
      expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 180 }, (_, index) => index + 1));
      await registrations.expectRight(eventId);
      // The waitlist is in the order of the positions in the answers.
      const waitlist = (await registrations.rows(eventId))
        .filter(({ status }) => status === "waitlisted")
        .map((row) => row.member_id);
      const told = people
        .map(({ id }, index) => ({ id, position: answers[index]?.position ?? 0 }))
        .filter(({ position }) => position > 0)
        .toSorted((a, b) => a.position - b.position);
      expect(waitlist).toEqual(told.map(({ id }) => id));
    },
  );

  it("gives one spot to one member who calls 50 times at once", { timeout: 20_000 }, async () => {
    const eventId = await make.event();
    const me = await make.member();
    const attempts = Array.from({ length: 50 }, () => joinEvent(make.context(me), { eventId }));
    expect(await outcomes(attempts)).toEqual({ joined: 1, already_joined: 49 });
    expect([await countOf(eventId), await joinedOf(eventId)]).toEqual([1, 1]);
  });

  it("gives the last spot to one of many members who each try several times", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    const people = await make.members(10);
    const attempts = [...people, ...people, ...people].map((person) => joinEvent(make.context(person), { eventId }));
    expect(await outcomes(attempts)).toEqual({ joined: 1, waiting: 9, already_joined: 20 });
    await registrations.expectRight(eventId);
  });

  it("leaves no registration behind when the event is deleted while people join", async () => {
    const organizer = await make.member();
    const eventId = await make.event({ organizer });
    const people = await make.members(15);
    const attempts = people.map((person) => joinEvent(make.context(person), { eventId }));
    const [counts] = await Promise.all([outcomes(attempts), deleteEvent(make.context(organizer), eventId, {})]);
    expect((counts["joined"] ?? 0) + (counts["not_found"] ?? 0)).toBe(15);
    expect(await joinedOf(eventId)).toBe(0);
  });

  it("tells members who have joined that they have, even when the event is full or over", async () => {
    const me = await make.member();
    const full = await make.event({ maxParticipant: "1" });
    const over = await make.event({ eventDate: yesterday() });
    await make.join({ eventId: full, member: me });
    await make.join({ eventId: over, member: me });
    for (const eventId of [full, over]) {
      await expect(joinEvent(make.context(me), { eventId })).rejects.toMatchObject({ code: "already_joined" });
    }
  });

  it("lets members join or leave an event under way until it ends", async () => {
    const minute = 60_000;
    const eventDate = new Date(Date.now() - 60 * minute);
    const eventId = await make.event({ eventDate, maxParticipant: "1" });
    const [early, late] = (await make.members(2)) as [Member, Member];
    const end = new Date(eventDate.getTime() + durationDefault);
    const after = new Date(end.getTime() + 1);
    expect(await joinEvent(make.context(early, end), { eventId })).toMatchObject({ state: "joined" });
    expect(await joinEvent(make.context(late, end), { eventId })).toMatchObject({ state: "waiting", position: 1 });
    const tooLate = { code: "event_over" };
    await expect(leaveEvent(make.context(early, after), eventId)).rejects.toMatchObject(tooLate);
    await expect(joinEvent(make.context(await make.member(), after), { eventId })).rejects.toMatchObject(tooLate);
    expect(await leaveEvent(make.context(early, end), eventId)).toMatchObject({ registration: { state: null } });
    expect(await registrations.counts(eventId)).toMatchObject({ taken: 0, waitlisted: 1 });
  });

  it("refuses an event that is over (full or not), canceled or missing", async () => {
    const me = await make.member();
    const over = await make.event({ eventDate: yesterday() });
    const both = await make.event({ eventDate: yesterday(), maxParticipant: "1" });
    await make.join({ eventId: both });
    const code = async (eventId: string) =>
      joinEvent(make.context(me), { eventId }).catch((failure: unknown) => failure instanceof Failure && failure.code);

    expect(await code(over)).toBe("event_over");
    expect(await code(both)).toBe("event_over");
    expect(await code(await make.event({ cancelReason: "Storm" }))).toBe("event_cancelled");
    expect(await code(me.id)).toBe("not_found");
    expect(await code("nothing")).toBe("not_found");
  });

  it("refuses visitors, and members who name another member's address", async () => {
    const [me, other] = [await make.member(), await make.member()];
    const eventId = await make.event();
    await expect(joinEvent(make.context(), { eventId })).rejects.toMatchObject({ code: "sign_in_required" });
    const input = { eventId, userEmail: other.email };
    await expect(joinEvent(make.context(me), input)).rejects.toMatchObject({ code: "not_yours" });
    expect(await joinedOf(eventId)).toBe(0);
  });
});

describe("leaveEvent", () => {
  it("gives the spot back, and changes nothing when repeated", async () => {
    const eventId = await make.event();
    const me = await make.member();
    await joinEvent(make.context(me), { eventId });
    for (let time = 0; time < 2; time++) {
      expect(await leaveEvent(make.context(me), eventId)).toEqual({
        acknowledged: true,
        registration: { isJoined: false, state: null, position: null, guests: [], offer: null, role: null, ...unsaid },
      });
      expect([await countOf(eventId), (await registrations.rows(eventId)).length]).toEqual([0, 0]);
    }
    // The mail about having joined is no longer sent.
    expect(await registrations.subjects()).toEqual([[me.email, "You have left: Beach Cleanup"]]);
  });

  it("offers the spot to the first on the waitlist, and mails only them", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    expect(await getOwnRegistration(make.context(second), eventId)).toMatchObject({
      isJoined: false,
      state: "waiting",
      position: 1,
      offer: { spots: 1 },
    });
    expect(await getOwnRegistration(make.context(third), eventId)).toMatchObject({ position: 2, offer: null });
    await registrations.expectRight(eventId);
    expect(await registrations.subjects()).toEqual([[second.email, "A spot for you: Beach Cleanup"]]);
  });

  it("lets people leave the waitlist, and moves up the people behind them", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    await leaveEvent(make.context(second), eventId);
    expect(await getOwnRegistration(make.context(third), eventId)).toMatchObject({ position: 1, offer: { spots: 1 } });
    await registrations.expectRight(eventId);
    // People who come back wait behind the others.
    expect(await joinEvent(make.context(second), { eventId })).toMatchObject({ state: "waiting", position: 2 });
  });

  it(
    "keeps correct counts and order while 150 people join 20 spots and half of them leave",
    { timeout: 20_000 },
    async () => {
      const eventId = await make.event({ maxParticipant: "20" });
      const people = await make.members(150);
      await Promise.all(
        people.map(async (person, index) => {
          await joinEvent(make.context(person), { eventId });
          if (index % 2 === 0) await leaveEvent(make.context(person), eventId);
        }),
      );
      await registrations.expectRight(eventId);
      const rows = await registrations.rows(eventId);
      expect(rows).toHaveLength(75);
      // Everyone on the waitlist arrived after everyone who has joined and is still here.
      const lastIn = Math.max(...rows.filter(({ status }) => status === "joined").map(({ seq }) => seq));
      const firstOut = Math.min(...rows.filter(({ status }) => status === "waitlisted").map(({ seq }) => seq));
      expect(lastIn).toBeLessThan(firstOut);
    },
  );

  it("refuses visitors, unknown events and past events", async () => {
    const me = await make.member();
    const over = await make.event({ eventDate: yesterday() });
    const code = async (eventId: string, who?: Member) =>
      leaveEvent(make.context(who), eventId).catch((failure: unknown) => failure instanceof Failure && failure.code);
    expect(await code(over)).toBe("sign_in_required");
    expect(await code(me.id, me)).toBe("not_found");
    expect(await code(over, me)).toBe("event_over");
  });
});

describe("removeGuest", () => {
  it("can make a waitlisted party fit", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    const me = await make.member();
    await joinEvent(make.context(me), { eventId, guests: [{ name: "Rita", under18: false }] });
    const { guests } = await getOwnRegistration(make.context(me), eventId);
    await removeGuest(make.context(me), eventId, guests[0]?._id ?? "");
    expect(await getOwnRegistration(make.context(me), eventId)).toMatchObject({ guests: [], offer: { spots: 1 } });
    await registrations.expectRight(eventId);
  });

  it("refuses another member's guests", async () => {
    const eventId = await make.event();
    const [me, other] = (await make.members(2)) as [Member, Member];
    await joinEvent(make.context(me), { eventId, guests: [{ name: "Rita", under18: false }] });
    await joinEvent(make.context(other), { eventId });
    const { guests } = await getOwnRegistration(make.context(me), eventId);
    const theft = removeGuest(make.context(other), eventId, guests[0]?._id ?? "");
    await expect(theft).rejects.toMatchObject({ code: "not_found" });
    expect(await countOf(eventId)).toBe(3);
  });
});

describe("reconcileCounts", () => {
  it("sets the count to the number of registrations, even when called repeatedly", async () => {
    const me = await make.member();
    const eventId = await make.event();
    await make.join({ eventId });
    await make.join({ eventId });
    await make.db.updateTable("events").set({ taken: 7 }).execute();

    await reconcileCounts(make.context(me), eventId);
    expect(await countOf(eventId)).toBe(2);
    await reconcileCounts(make.context(me), eventId);
    expect(await countOf(eventId)).toBe(2);
  });

  it("never loses a spot that is taken at the same time", async () => {
    const eventId = await make.event({ maxParticipant: "50" });
    const people = await make.members(30);
    const calls = people.flatMap((person) => [
      joinEvent(make.context(person), { eventId }),
      reconcileCounts(make.context(person), eventId),
    ]);
    await Promise.all(calls);
    expect([await countOf(eventId), await joinedOf(eventId)]).toEqual([30, 30]);
  });

  it("leaves the event, its registrations and its tasks unchanged", async () => {
    const eventId = await make.event({ maxParticipant: "2" });
    const people = await Promise.all([make.member(), make.member(), make.member(), make.member()]);
    for (const person of people) await joinEvent(make.context(person), { eventId });
    // The first on the waitlist is offered the spot that is given back.
    await leaveEvent(make.context(people[0]), eventId);
    const stored = async () => ({
      events: await make.db.selectFrom("events").selectAll().execute(),
      registrations: await registrations.rows(eventId),
      tasks: await make.db.selectFrom("outbox").selectAll().orderBy("id").execute(),
    });
    const before = await stored();
    await reconcileCounts(make.context(people[1]), eventId);
    expect(await stored()).toEqual(before);
  });

  it("refuses visitors and unknown events", async () => {
    const me = await make.member();
    const eventId = await make.event();
    await expect(reconcileCounts(make.context(), eventId)).rejects.toMatchObject({ code: "sign_in_required" });
    await expect(reconcileCounts(make.context(me), me.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(reconcileCounts(make.context(me), "x")).rejects.toMatchObject({ code: "not_found" });
  });
});
