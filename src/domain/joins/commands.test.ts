import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "#domain/failure.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { deleteEvent } from "../events/commands.ts";
import { joinEvent, reconcileParticipants } from "./commands.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const countOf = async (id: string) =>
  (await make.db.selectFrom("events").select("participants").where("id", "=", id).executeTakeFirstOrThrow())
    .participants;
const joinsOf = async (id: string) =>
  (await make.db.selectFrom("joins").selectAll().where("event_id", "=", id).execute()).length;

/** What each of several attempts came to: 'joined' or the code of its failure, and how often. */
async function outcomes(attempts: Promise<unknown>[]) {
  const counts: Record<string, number> = {};
  for (const attempt of await Promise.allSettled(attempts)) {
    if (attempt.status === "rejected" && !(attempt.reason instanceof Failure)) throw attempt.reason;
    const outcome = attempt.status === "fulfilled" ? "joined" : attempt.reason.code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe("joinEvent", () => {
  it("takes a place and counts it", async () => {
    const eventId = await make.event();
    const me = await make.member();
    expect(await joinEvent(make.context(me), { eventId })).toEqual({ acknowledged: true });
    expect([await countOf(eventId), await joinsOf(eventId)]).toEqual([1, 1]);
  });

  it("gives 20 places to 200 people who come at once, and refuses 180", { timeout: 20_000 }, async () => {
    const eventId = await make.event({ maxParticipant: "20" });
    const people = await make.members(200);
    expect(await outcomes(people.map((person) => joinEvent(make.context(person), { eventId })))).toEqual({
      joined: 20,
      event_full: 180,
    });
    expect([await countOf(eventId), await joinsOf(eventId)]).toEqual([20, 20]);
  });

  it("gives one place to one person who comes 50 times at once", { timeout: 20_000 }, async () => {
    const eventId = await make.event();
    const me = await make.member();
    const attempts = Array.from({ length: 50 }, () => joinEvent(make.context(me), { eventId }));
    expect(await outcomes(attempts)).toEqual({ joined: 1, already_joined: 49 });
    expect([await countOf(eventId), await joinsOf(eventId)]).toEqual([1, 1]);
  });

  it("gives the last place to one of many, each of whom tries several times", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    const people = await make.members(10);
    const attempts = [...people, ...people, ...people].map((person) => joinEvent(make.context(person), { eventId }));
    expect(await outcomes(attempts)).toEqual({ joined: 1, already_joined: 2, event_full: 27 });
    expect([await countOf(eventId), await joinsOf(eventId)]).toEqual([1, 1]);
  });

  it("leaves no join behind when the event is deleted while people come", async () => {
    const organizer = await make.member();
    const eventId = await make.event({ organizer });
    const people = await make.members(15);
    const attempts = people.map((person) => joinEvent(make.context(person), { eventId }));
    const [counts] = await Promise.all([outcomes(attempts), deleteEvent(make.context(organizer), eventId, {})]);
    expect((counts["joined"] ?? 0) + (counts["not_found"] ?? 0)).toBe(15);
    expect(await joinsOf(eventId)).toBe(0);
  });

  it("tells who has joined that they have, also when the event is full or over by now", async () => {
    const me = await make.member();
    const full = await make.event({ maxParticipant: "1" });
    const over = await make.event({ eventDate: yesterday() });
    await make.join({ eventId: full, member: me });
    await make.join({ eventId: over, member: me });
    for (const eventId of [full, over]) {
      await expect(joinEvent(make.context(me), { eventId })).rejects.toMatchObject({ code: "already_joined" });
    }
  });

  it("refuses a full event, one that is over, one that is both, and one that is not there", async () => {
    const me = await make.member();
    const full = await make.event({ maxParticipant: "1" });
    const over = await make.event({ eventDate: yesterday() });
    const both = await make.event({ eventDate: yesterday(), maxParticipant: "1" });
    await make.join({ eventId: full });
    await make.join({ eventId: both });
    const code = async (eventId: string) =>
      joinEvent(make.context(me), { eventId }).catch((failure: unknown) => failure instanceof Failure && failure.code);

    expect(await code(full)).toBe("event_full");
    expect(await code(over)).toBe("event_over");
    expect(await code(both)).toBe("event_over");
    expect(await code(me.id)).toBe("not_found");
    expect(await code("nothing")).toBe("not_found");
  });

  it("is not for visitors, nor in another's name", async () => {
    const [me, other] = [await make.member(), await make.member()];
    const eventId = await make.event();
    await expect(joinEvent(make.context(), { eventId })).rejects.toMatchObject({ code: "sign_in_required" });
    const input = { eventId, userEmail: other.email };
    await expect(joinEvent(make.context(me), input)).rejects.toMatchObject({ code: "not_yours" });
    expect(await joinsOf(eventId)).toBe(0);
  });
});

describe("reconcileParticipants", () => {
  it("sets the count to the number of joins, however often it is called", async () => {
    const me = await make.member();
    const eventId = await make.event();
    await make.join({ eventId });
    await make.join({ eventId });
    await make.db.updateTable("events").set({ participants: 7 }).execute();

    await reconcileParticipants(make.context(me), eventId);
    expect(await countOf(eventId)).toBe(2);
    await reconcileParticipants(make.context(me), eventId);
    expect(await countOf(eventId)).toBe(2);
  });

  it("never loses a place that is taken at the same time", async () => {
    const eventId = await make.event({ maxParticipant: "50" });
    const people = await make.members(30);
    const calls = people.flatMap((person) => [
      joinEvent(make.context(person), { eventId }),
      reconcileParticipants(make.context(person), eventId),
    ]);
    await Promise.all(calls);
    expect([await countOf(eventId), await joinsOf(eventId)]).toEqual([30, 30]);
  });

  it("is not for visitors, and not for what is no event", async () => {
    const me = await make.member();
    const eventId = await make.event();
    await expect(reconcileParticipants(make.context(), eventId)).rejects.toMatchObject({ code: "sign_in_required" });
    await expect(reconcileParticipants(make.context(me), me.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(reconcileParticipants(make.context(me), "x")).rejects.toMatchObject({ code: "not_found" });
  });
});
