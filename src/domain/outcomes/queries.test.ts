import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newOutcome, overEvent } from "#test/outcomes.ts";
import type { Member } from "../members/shapes.ts";
import { sayOutcome } from "./commands.ts";
import { countDone, findLatestDone } from "./done.ts";
import { getOutcome, getPublicOutcome } from "./queries.ts";

let make: Make;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
});

/** A past event at which two people came, for two hours each. */
async function done(): Promise<string> {
  const { eventId, ids } = await overEvent(make, organizer, await make.members(2));
  await sayOutcome(make.context(organizer), eventId, newOutcome({ came: ids }));
  return eventId;
}
const set = (id: string, columns: { is_draft: true } | { cancelled_at: Date }) =>
  make.db.updateTable("events").set(columns).where("id", "=", id).execute();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe("getOutcome", () => {
  it("lists people who had a spot, without the waitlist", async () => {
    const { eventId, ids } = await overEvent(make, organizer, await make.members(2));
    await make.db.updateTable("registrations").set({ status: "waitlisted" }).where("id", "=", ids[1]!).execute();
    const { people } = await getOutcome(make.context(organizer), eventId);
    expect(people.map(({ _id }) => _id)).toEqual([ids[0]]);
  });

  it("is for the organizer, whom it marks among the people, and refuses a participant and another member", async () => {
    const [came, other] = [await make.member(), await make.member()];
    const { eventId } = await overEvent(make, organizer, [organizer, came]);
    const { people } = await getOutcome(make.context(organizer), eventId);
    expect(people.map(({ isYou, isMailed }) => ({ isYou, isMailed }))).toEqual([
      { isYou: true, isMailed: false },
      { isYou: false, isMailed: true },
    ]);
    for (const member of [came, other]) {
      expect(await outcomeOf(getOutcome(make.context(member), eventId))).toBe("not_yours");
    }
  });
});

describe("getPublicOutcome", () => {
  it("links to the organizer's next event, and never to one that is over, a draft, canceled or another organizer's", async () => {
    const eventId = await done();
    const next = async () => (await getPublicOutcome(make.context(), eventId)).next?.title;
    await make.event({ title: "Another's", eventDate: inDays(1) });
    await set(await make.event({ organizer, title: "Draft", eventDate: inDays(2) }), { is_draft: true });
    await set(await make.event({ organizer, title: "Canceled", eventDate: inDays(3) }), { cancelled_at: new Date() });
    expect(await next()).toBeUndefined();
    await make.event({ organizer, title: "Later", eventDate: inDays(5) });
    await make.event({ organizer, title: "Next", eventDate: inDays(4) });
    expect(await next()).toBe("Next");
  });
});

describe("countDone", () => {
  it("sums up the outcomes of public events", async () => {
    await done();
    expect(await countDone(make.context())).toEqual({ came: 2, hours: 4, events: 1 });
    await set(await done(), { is_draft: true });
    await set(await done(), { cancelled_at: new Date() });
    const { eventId } = await overEvent(make, organizer);
    await sayOutcome(make.context(organizer), eventId, newOutcome());
    expect(await countDone(make.context())).toEqual({ came: 2, hours: 4, events: 1 });
  });
});

describe("findLatestDone", () => {
  it("finds the latest public event with people and words, and none without them", async () => {
    const latest = () => findLatestDone(make.context());
    expect(await latest()).toBeNull();
    const first = await done();
    expect(await latest()).toMatchObject({ event: { _id: first }, came: 2, hours: 4, words: newOutcome().words });
    const second = await done();
    await make.db
      .updateTable("events")
      .set({ event_date: inDays(-9) })
      .where("id", "=", first)
      .execute();
    expect((await latest())?.event._id).toBe(second);
    await make.db.updateTable("outcomes").set({ words: "" }).where("event_id", "=", second).execute();
    expect((await latest())?.event._id).toBe(first);
    const { eventId } = await overEvent(make, organizer);
    await sayOutcome(make.context(organizer), eventId, newOutcome());
    await set(await done(), { is_draft: true });
    await set(await done(), { cancelled_at: new Date() });
    expect((await latest())?.event._id).toBe(first);
  });
});
