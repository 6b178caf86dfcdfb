import { beforeEach, describe, expect, it } from "vitest";
import { say } from "#messages/say.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { registrationsIn } from "#test/registrations.ts";
import { deleteEvent, updateEvent } from "../organizing/commands.ts";
import type { Member } from "../members/shapes.ts";
import { acceptOffer, joinEvent, leaveEvent } from "./commands.ts";
import { getOwnRegistration } from "./queries.ts";

const hour = 3_600_000;

/** The details of a member who was asked for none. */
const unsaid = { phone: null, under18: false, guardian: null, meanwhile: null };

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
});

describe("acceptOffer", () => {
  it("takes the offered spot, once", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    expect(await acceptOffer(make.context(second), eventId)).toEqual({
      acknowledged: true,
      state: "joined",
      spots: 1,
      registration: { isJoined: true, state: "joined", position: null, guests: [], offer: null, role: null, ...unsaid },
    });
    await expect(acceptOffer(make.context(second), eventId)).rejects.toMatchObject({ code: "no_offer" });
    await expect(acceptOffer(make.context(third), eventId)).rejects.toMatchObject({ code: "no_offer" });
    await registrations.expectRight(eventId);
    expect(await registrations.subjects()).toEqual([[second.email, "You have a spot: Beach Cleanup"]]);
  });

  it("sets the member's joining time to now, and does not change another member's", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    const joinedAt = async ({ id }: Member) =>
      (await registrations.rows(eventId)).find(({ member_id }) => member_id === id)?.joined_at;
    const before = await joinedAt(third);
    const later = new Date(Date.now() + hour);
    await acceptOffer(make.context(second, later), eventId);
    expect(await joinedAt(second)).toEqual(later);
    expect(await joinedAt(third)).toEqual(before);
  });

  it("is refused after the offer expired; the spot then goes to the next on the waitlist, even without any call", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    const later = new Date(Date.now() + 12.5 * hour);
    await expect(acceptOffer(make.context(second, later), eventId)).rejects.toMatchObject({ code: "no_offer" });
    // The refused call changed nothing; the scheduled task does.
    const told = await registrations.subjects(later);
    expect(told).toEqual([
      [second.email, "No longer held for you: Beach Cleanup"],
      [third.email, "A spot for you: Beach Cleanup"],
    ]);
    await registrations.expectRight(eventId);
    expect(await getOwnRegistration(make.context(second, later), eventId)).toMatchObject({
      state: "waiting",
      position: 2,
      offer: null,
    });
    expect(await getOwnRegistration(make.context(third, later), eventId)).toMatchObject({
      position: 1,
      offer: { spots: 1 },
    });
    expect(await acceptOffer(make.context(third, later), eventId)).toMatchObject({ state: "joined" });
  });

  it("is refused from the exact moment of expiry, and a mail delayed until then is not sent", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    const expiry = (await registrations.rows(eventId))[0]?.offer_expires_at ?? new Date(0);
    const offerAt = async (now: Date) => (await getOwnRegistration(make.context(second, now), eventId)).offer;
    const before = new Date(expiry.getTime() - 1);
    expect([await offerAt(before), await offerAt(expiry)]).toEqual([{ spots: 1, until: expiry.toISOString() }, null]);
    // The mail with the offer has been delayed until then.
    await make.db.updateTable("outbox").set({ run_at: expiry }).where("kind", "=", "registration_offered").execute();
    await make.db
      .updateTable("outbox")
      .set({ run_at: new Date(expiry.getTime() + 1) })
      .where("kind", "=", "expire_offers")
      .execute();
    expect(await make.mails(expiry)).toEqual([]);
    await expect(acceptOffer(make.context(second, expiry), eventId)).rejects.toMatchObject({ code: "no_offer" });
    expect(await registrations.rows(eventId)).toHaveLength(2);
    await leaveEvent(make.context(third, expiry), eventId);
    expect(await registrations.rows(eventId)).toMatchObject([{ member_id: second.id, offer_expires_at: null }]);
  });

  it("expires only offers at that event, announces that, and keeps the calendar entry tentative", async () => {
    const [one, other] = [await registrations.fullWithWaitlist(), await registrations.fullWithWaitlist()];
    const later = new Date(Date.now() + 12.5 * hour);
    await make.mails();
    await leaveEvent(make.context(one.third, later), one.eventId);
    expect(await registrations.rows(one.eventId)).toMatchObject([{ offer_expires_at: null }]);
    expect(await registrations.rows(other.eventId)).toHaveLength(2);
    expect(make.announced).toEqual([one.eventId]);
    make.announced.length = 0;
    const mails = await make.mails(later);
    expect(make.announced.toSorted()).toEqual([one.eventId, other.eventId].toSorted());
    expect(mails.find(({ to }) => to === other.second.email)).toMatchObject({ calendar: { method: "PUBLISH" } });
  });

  it("has nothing to expire when the event has been deleted", async () => {
    const { eventId, organizer } = await registrations.fullWithWaitlist();
    await deleteEvent(make.context(organizer), eventId, {});
    await make.mails(new Date(Date.now() + 12.5 * hour));
    const tasks = await make.db
      .selectFrom("outbox")
      .select(["kind", "reason"])
      .where("reason", "is not", null)
      .execute();
    expect(tasks).toEqual([]);
  });

  it("waits for the whole party, ahead of later ones, or takes the free spots for part of it", async () => {
    const eventId = await make.event({ maxParticipant: "3" });
    const [organizer, group, last] = (await make.members(3)) as [Member, Member, Member];
    const guests = [
      { name: "Rita", under18: false },
      { name: "Tim", under18: true },
    ];
    await joinEvent(make.context(organizer), { eventId });
    await joinEvent(make.context(group), { eventId, guests });
    // Two spots are free and kept for the party: people who come alone wait behind it.
    expect(await joinEvent(make.context(last), { eventId })).toMatchObject({ state: "waiting", position: 4 });
    await registrations.expectRight(eventId);
    expect(await getOwnRegistration(make.context(group), eventId)).toMatchObject({ offer: { spots: 2, until: null } });
    expect(await getOwnRegistration(make.context(last), eventId)).toMatchObject({ offer: null });
    await expect(acceptOffer(make.context(last), eventId)).rejects.toMatchObject({ code: "no_offer" });

    expect(await acceptOffer(make.context(group), eventId)).toMatchObject({ state: "joined", spots: 2 });
    expect((await getOwnRegistration(make.context(group), eventId)).guests).toMatchObject([{ name: "Rita" }]);
    await registrations.expectRight(eventId);
  });
});

describe("updateEvent", () => {
  it("expires offers at the new beginning of an event that is moved to sooner, or at the new end of a shorter one, and mails that", async () => {
    const { eventId, organizer, second } = await registrations.fullWithWaitlist();
    const eventDate = new Date(Date.now() + hour);
    await updateEvent(make.context(organizer), eventId, { eventDate });
    expect((await registrations.rows(eventId))[0]?.offer_expires_at).toEqual(eventDate);
    const eventEnd = new Date(eventDate.getTime() + 15 * 60_000);
    const offered = { offer_expires_at: new Date(eventDate.getTime() + 2 * hour) };
    const ofSecond = make.db.updateTable("registrations").set(offered).where("member_id", "=", second.id);
    await ofSecond.execute();
    await updateEvent(make.context(organizer), eventId, { eventEnd });
    expect((await registrations.rows(eventId))[0]?.offer_expires_at).toEqual(eventEnd);
    await make.mails(new Date(eventEnd.getTime() - 1));
    expect(await registrations.counts(eventId)).toMatchObject({ waitlisted: 2, held: 1 });
    // No call is made: the scheduled task expires the offer, and offers nothing at an event that is over.
    const [mail, ...others] = await make.mails(eventEnd);
    expect([mail?.to, others]).toEqual([second.email, []]);
    expect(mail?.text).toContain(`the time to take it is over.\n\n${say("mail.registration.offer_expired.ended")}`);
    expect(mail?.calendar?.method).toBe("CANCEL");
    // Nobody got the spot, so the people who missed it keep their position on the waitlist.
    expect(await registrations.counts(eventId)).toMatchObject({ waitlisted: 2, held: 0 });
    // If the event is moved to later, they are offered it again.
    const later = { eventDate: new Date(eventEnd.getTime() + 20 * hour) };
    await updateEvent(make.context(organizer, new Date(eventEnd.getTime() + 1)), eventId, later);
    expect(await registrations.counts(eventId)).toMatchObject({ waitlisted: 2, held: 1 });
    expect((await registrations.rows(eventId))[0]).toMatchObject({ member_id: second.id });
  });

  it("keeps offers when an event is moved to later, and never changes other events' offers", async () => {
    const [one, other] = [await registrations.fullWithWaitlist(), await registrations.fullWithWaitlist()];
    const expiries = async () => [
      (await registrations.rows(one.eventId))[0]?.offer_expires_at,
      (await registrations.rows(other.eventId))[0]?.offer_expires_at,
    ];
    const [ofOne, ofOther] = await expiries();
    await updateEvent(make.context(one.organizer), one.eventId, { eventDate: new Date(Date.now() + 20 * 24 * hour) });
    expect(await expiries()).toEqual([ofOne, ofOther]);
    const eventDate = new Date(Date.now() + hour);
    await updateEvent(make.context(one.organizer), one.eventId, { eventDate });
    expect(await expiries()).toEqual([eventDate, ofOther]);
  });

  it("offers new spots to as many waitlisted people as fit, and refuses fewer spots than are taken", async () => {
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
