import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Member } from "../members/shapes.ts";
import { joinEvent } from "./commands.ts";
import { getOwnRegistration } from "./queries.ts";

const hour = 3_600_000;
const begin = Math.ceil(Date.now() / hour) * hour + 24 * hour;
const at = (hours: number) => new Date(begin + hours * hour);

let make: Make;
let member: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  member = await make.member();
});

/** Creates an event from one hour to another. */
async function between(from: number, to: number, wishes: object = {}) {
  const id = await make.event({ eventDate: at(from), ...wishes });
  await make.db
    .updateTable("events")
    .set({ event_end: at(to) })
    .where("id", "=", id)
    .execute();
  return id;
}
const meanwhileAt = async (id: string, who: Member | undefined = member) =>
  (await getOwnRegistration(make.context(who), id)).meanwhile;

describe("the event that a member has joined for the same time", () => {
  it("is shown before joining with its times, but does not prevent joining", async () => {
    const [first, other] = [await between(0, 2, { title: "Meanwood" }), await between(1, 3)];
    expect(await meanwhileAt(other)).toBeNull();
    await joinEvent(make.context(member), { eventId: first });
    const told = { eventId: first, title: "Meanwood", eventDate: at(0).toISOString(), eventEnd: at(2).toISOString() };
    expect(await meanwhileAt(other)).toEqual(told);
    const { registration } = await joinEvent(make.context(member), { eventId: other });
    expect(registration).toMatchObject({ state: "joined", meanwhile: null });
  });

  it("is shown to people on the waitlist too, and is the first of several", async () => {
    const [second, first, wanted] = [
      await between(1, 2),
      await between(0, 2),
      await between(0, 4, { maxParticipant: "1" }),
    ];
    for (const eventId of [second, first]) await joinEvent(make.context(member), { eventId });
    await joinEvent(make.context(await make.member()), { eventId: wanted });
    await joinEvent(make.context(member), { eventId: wanted });
    expect(await getOwnRegistration(make.context(member), wanted)).toMatchObject({
      state: "waiting",
      meanwhile: { eventId: first },
    });
  });

  it("excludes events that only touch it, are over, canceled, hidden or another member's, or are only waited for", async () => {
    const wanted = await between(2, 4);
    const joined = async (id: string, who = member) => {
      await joinEvent(make.context(who), { eventId: id });
      return id;
    };
    await joined(await between(0, 2));
    await joined(await between(4, 6));
    await joined(await between(2, 4), await make.member());
    const change = (id: string, set: object) => make.db.updateTable("events").set(set).where("id", "=", id).execute();
    await change(await joined(await between(2, 4)), { cancelled_at: new Date() });
    await change(await joined(await between(2, 4)), { is_draft: true, review: "hidden" });
    const full = await between(2, 4, { maxParticipant: "1" });
    await joined(full, await make.member());
    await joined(full);
    expect(await meanwhileAt(wanted)).toBeNull();
    const both = await joined(await between(3, 5));
    expect(await meanwhileAt(wanted)).toMatchObject({ eventId: both });
    expect((await getOwnRegistration(make.context(member, at(5)), wanted)).meanwhile).toBeNull();
    expect((await getOwnRegistration(make.context(), wanted)).meanwhile).toBeNull();
  });

  it("is not shown once the event itself is over, while the other lasts on", async () => {
    const [over, longer] = [await between(0, 1), await between(0, 4)];
    await joinEvent(make.context(member), { eventId: longer });
    const meanwhile = async (hours: number) =>
      (await getOwnRegistration(make.context(member, at(hours)), over)).meanwhile?.eventId;
    expect([await meanwhile(0.5), await meanwhile(2)]).toEqual([longer, undefined]);
  });
});
