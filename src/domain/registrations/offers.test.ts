import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { registrationsIn } from "#test/registrations.ts";
import { updateEvent } from "../organizing/commands.ts";
import type { Member } from "../members/shapes.ts";
import { offerExpiry } from "./rules.ts";
import { joinEvent, acceptOffer } from "./commands.ts";
import { getOwnRegistration } from "./queries.ts";

const hour = 3_600_000;

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
});

describe("acceptOffer", () => {
  it("takes the place that is offered, once", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    expect(await acceptOffer(make.context(second), eventId)).toEqual({
      acknowledged: true,
      state: "joined",
      places: 1,
      registration: { isJoined: true, state: "joined", position: null, companions: [], offer: null },
    });
    await expect(acceptOffer(make.context(second), eventId)).rejects.toMatchObject({ code: "no_offer" });
    await expect(acceptOffer(make.context(third), eventId)).rejects.toMatchObject({ code: "no_offer" });
    await registrations.expectRight(eventId);
    expect(await registrations.subjects()).toEqual([[second.email, "You have a spot: Beach Cleanup"]]);
  });

  it("is too late when the time is up: then the place goes to the next in line, also when nobody looks", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    const later = new Date(Date.now() + 12.5 * hour);
    await expect(acceptOffer(make.context(second, later), eventId)).rejects.toMatchObject({ code: "no_offer" });
    // What was refused has changed nothing; the task that waits for this moment does.
    const told = await registrations.subjects(later);
    expect(told).toEqual([
      [second.email, "Your spot went to the next person: Beach Cleanup"],
      [third.email, "A spot for you: Beach Cleanup"],
    ]);
    await registrations.expectRight(eventId);
    expect(await getOwnRegistration(make.context(second, later), eventId)).toMatchObject({ state: null });
    expect(await getOwnRegistration(make.context(third, later), eventId)).toMatchObject({
      position: 1,
      offer: { places: 1 },
    });
    expect(await acceptOffer(make.context(third, later), eventId)).toMatchObject({ state: "joined" });
  });

  it("holds a place for as long as the organiser says, a quarter of what is left, and never beyond the beginning", () => {
    const now = new Date("2027-05-01T00:00:00Z");
    const holdOf = (left: number, hours = 12) =>
      (offerExpiry(new Date(now.getTime() + left * hour), hours, now).getTime() - now.getTime()) / hour;
    expect([holdOf(240), holdOf(240, 3), holdOf(240, 72)]).toEqual([12, 3, 60]);
    expect([holdOf(24), holdOf(4), holdOf(0.5), holdOf(0.1)]).toEqual([6, 1, 0.25, 0.1]);
  });

  it("waits for the whole group, whom nobody overtakes, or takes what is free with the first of it", async () => {
    const eventId = await make.event({ maxParticipant: "3" });
    const [organizer, group, last] = (await make.members(3)) as [Member, Member, Member];
    const companions = [
      { name: "Rita", under18: false },
      { name: "Tim", under18: true },
    ];
    await joinEvent(make.context(organizer), { eventId });
    await joinEvent(make.context(group), { eventId, companions });
    // Two places are free, and theirs: who comes alone waits behind them.
    expect(await joinEvent(make.context(last), { eventId })).toMatchObject({ state: "waiting", position: 4 });
    await registrations.expectRight(eventId);
    expect(await getOwnRegistration(make.context(group), eventId)).toMatchObject({ offer: { places: 2, until: null } });
    expect(await getOwnRegistration(make.context(last), eventId)).toMatchObject({ offer: null });
    await expect(acceptOffer(make.context(last), eventId)).rejects.toMatchObject({ code: "no_offer" });

    expect(await acceptOffer(make.context(group), eventId)).toMatchObject({ state: "joined", places: 2 });
    expect((await getOwnRegistration(make.context(group), eventId)).companions).toMatchObject([{ name: "Rita" }]);
    await registrations.expectRight(eventId);
  });
});

describe("updateEvent", () => {
  it("offers what is new to who waits, as many as fit, and refuses to have fewer places than are taken", async () => {
    const organizer = await make.member();
    const eventId = await make.event({ organizer, maxParticipant: "1" });
    for (const person of await make.members(4)) await joinEvent(make.context(person), { eventId });
    const grow = (maxParticipant: string) => updateEvent(make.context(organizer), eventId, { maxParticipant });
    await grow("up to 3");
    expect(await registrations.counts(eventId)).toMatchObject({ taken: 1, waitlisted: 3, held: 2, capacity: 3 });
    await registrations.expectRight(eventId);
    await expect(grow("2 of us")).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "maxParticipant", values: { taken: 3, spots: 2 } }],
    });
    await grow("No limit");
    expect(await registrations.counts(eventId)).toMatchObject({ taken: 1, waitlisted: 3, held: 3, capacity: null });
    expect(await joinEvent(make.context(await make.member()), { eventId })).toMatchObject({ state: "joined" });
    await registrations.expectRight(eventId);
  });
});
