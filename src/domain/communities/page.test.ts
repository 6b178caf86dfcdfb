import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { makePost } from "#test/community-operations.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { getEvent, listEvents } from "../events/queries.ts";
import { EventFilter } from "../events/shapes.ts";
import type { Member } from "../members/shapes.ts";
import { getCommunityPage } from "./page.ts";

const day = 86_400_000;

let make: Make;
let id: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  id = await make.community({ title: "River Keepers" });
  await make.db.updateTable("communities").set({ slug: "river-keepers" }).execute();
});

const page = (all = false) => getCommunityPage(make.context(), "river-keepers", all);
const eventOf = async (community: string | null, values: object = {}, days = 10) => {
  const event = await make.event({ eventDate: new Date(Date.now() + days * day) });
  await make.db
    .updateTable("events")
    .set({ owner_community_id: community, ...values })
    .where("id", "=", event)
    .execute();
  return event;
};

const year = (text: string) => ({ first_day: `${text}-06-01`, last_day: `${text}-06-01` });

/** An outcome of a past event, with these people. */
async function outcomeOf(event: string, people: (Member | null)[], hours: number, amount: number) {
  await make.db
    .insertInto("outcomes")
    .values({
      event_id: event,
      hours: 2,
      amount,
      kilograms: null,
      joined: people.length,
      confirmed: 0,
      came: people.length,
      total_hours: hours,
      sent_at: new Date(),
      changed_at: new Date(),
    })
    .execute();
  for (const member of people) {
    const person = { event_id: event, person_id: newId(), member_id: member?.id ?? null, name: null, hours: null };
    await make.db
      .insertInto("outcome_people")
      .values({ ...person, noted_by: "organizer", is_listed: true, is_confirmed: false })
      .execute();
  }
}

describe("the next dates of a community", () => {
  it("are its own public ones that are not over, the soonest first, and three of them", async () => {
    const [fourth, third, second, first] = [
      await eventOf(id, {}, 40),
      await eventOf(id, {}, 30),
      await eventOf(id, {}, 20),
      await eventOf(id, {}, 10),
    ];
    await eventOf(null);
    await eventOf(await make.community());
    await eventOf(id, { is_draft: true });
    await eventOf(id, { is_draft: true, review: "hidden" });
    await eventOf(id, { cancelled_at: new Date() });
    await eventOf(id, {}, -10);
    const { dates, dateCount } = await page();
    expect([dates.map(({ _id }) => _id), dateCount]).toEqual([[first, second, third], 4]);
    expect((await page(true)).dates.map(({ _id }) => _id)).toEqual([first, second, third, fourth]);
    const filter = EventFilter.parse({ community: id });
    const { rows } = await listEvents(make.context(), { ...filter, area: null });
    expect(rows.map(({ _id }) => _id)).toEqual([first, second, third, fourth]);
    expect((await getEvent(make.context(), first))._id).toBe(first);
  });
});

describe("the work of a community", () => {
  it("sums the outcomes of its own public events by year, and counts people who came twice once", async () => {
    const people = await make.members(5);
    const one = await eventOf(id, year("2025"), -30);
    const two = await eventOf(id, year("2025"), -20);
    await outcomeOf(one, people, 10, 38);
    await outcomeOf(two, people.slice(0, 2), 4, 12);
    await outcomeOf(await eventOf(id, year("2024"), -20), people.slice(0, 4), 8, 9);
    await outcomeOf(await eventOf(id, { ...year("2025"), is_draft: true }, -20), people, 99, 99);
    await outcomeOf(await eventOf(null, year("2025"), -20), people, 99, 99);
    // Four people in 2024 are too few, and those who came twice do not count as two.
    expect((await page()).done).toEqual([{ year: 2025, people: 5, hours: 14, amounts: [{ unit: "bags", count: 50 }] }]);
  });
});

describe("the page of a community", () => {
  it("shows its news without hidden posts, and a post of a deleted account without a name", async () => {
    const author = await make.member({ displayName: "Maya Okafor" });
    await makePost(make, id, author);
    await makePost(make, id, null, { text: "Old" });
    await makePost(make, id, author, { hidden_at: new Date() });
    await makePost(make, await make.community(), author);
    const { posts, postCount } = await page();
    expect([posts.map(({ author: by, text }) => [by, text]), postCount]).toEqual([
      [
        [null, "Old"],
        ["Maya Okafor", "News"],
      ],
      2,
    ]);
  });

  it("names organizers who agree to be named, by their first names, and no others", async () => {
    const [named, unnamed, former] = [
      await make.member({ displayName: "Maya Okafor" }),
      await make.member(),
      await make.member({ displayName: "Rui Costa" }),
    ];
    const right = { community_id: id, role: "organizer" as const, given_at: new Date() };
    await make.db
      .insertInto("rights")
      .values([
        { id: newId(), member_id: named.id, is_named: true, ...right },
        { id: newId(), member_id: unnamed.id, ...right },
        { id: newId(), member_id: former.id, is_named: true, until: new Date(), ...right },
      ])
      .execute();
    expect((await page()).organizers).toEqual(["Maya"]);
  });

  it("is not there while hosts hide the community", async () => {
    expect((await page()).community._id).toBe(id);
    await make.db.updateTable("communities").set({ hidden_at: new Date() }).execute();
    await expect(page()).rejects.toMatchObject({ code: "not_found" });
    await expect(getCommunityPage(make.context(), "nothing")).rejects.toMatchObject({ code: "not_found" });
  });
});
