import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { makePost } from "#test/community-operations.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { getEvent, listEvents } from "../events/queries.ts";
import { EventFilter } from "../events/shapes.ts";
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
