import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { makePost } from "#test/community-operations.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newEvent } from "#test/operations.ts";
import { communityOf, giveRight } from "#test/owning.ts";
import { getEvent, listEvents } from "../events/queries.ts";
import { EventFilter } from "../events/shapes.ts";
import { EventInput, EventUpdate } from "../organizing/shapes.ts";
import { cancelEvent, createEvent, deleteEvent, publishEvent, updateEvent } from "../organizing/commands.ts";
import { giveEvent } from "../ownership-transfers/giving.ts";
import type { Member } from "../members/shapes.ts";
import { joinEvent } from "../registrations/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { hostedBy } from "../hosting/access.ts";
import { answerRequest, joinCommunity, leaveCommunity, setMembership } from "./commands.ts";
import { updateCommunity } from "./founding.ts";
import { postNews } from "./news.ts";
import { type CommunityPage, getCommunityPage, topicsOf } from "./page.ts";

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

describe("a change", () => {
  let owner: Member;
  let before: CommunityPage;
  beforeEach(async () => {
    owner = await make.member();
    await giveRight(make, owner, { community_id: id, role: "owner" });
    before = await page();
  });

  /** Tells whether a change is on the page, and whether its announcements drop the page from the cache. */
  async function effectOf(change: () => Promise<unknown>): Promise<{ isShown: boolean; isDropped: boolean }> {
    before = await page();
    make.announced.length = 0;
    await change();
    const after = await page().catch(() => null);
    const isDropped = make.announced.some((topic) => topicsOf(before).includes(topic));
    return { isShown: JSON.stringify(after) !== JSON.stringify(before), isDropped };
  }
  const [seen, unseen] = [
    { isShown: true, isDropped: true },
    { isShown: false, isDropped: false },
  ];
  const ctx = () => make.context(owner);
  const create = async (communityId: string | null, days: number, by = owner) => {
    const eventDate = new Date(Date.now() + days * day).toISOString();
    const input = EventInput.parse({ ...newEvent(), eventDate, communityId });
    return (await createEvent({ ...make.context(by), limitAttempts: make.limitAttempts }, input)).insertedId;
  };
  const change = (event: string, values: object) => async () => {
    const row = await make.db.selectFrom("events").where("id", "=", event).selectAll().executeTakeFirstOrThrow();
    const { title, location, description, max_participant: maxParticipant } = row;
    const [eventDate, eventType, thumbnailUrl] = [row.event_date.toISOString(), row.event_type, row.thumbnail_url];
    const all = { title, location, description, maxParticipant, eventDate, eventType, thumbnailUrl, ...values };
    return updateEvent(ctx(), event, EventUpdate.parse(all));
  };

  it("of an event of the community drops its page, also where the event is not among its first dates", async () => {
    const events: string[] = [];
    for (const days of [10, 20, 30, 40])
      expect(await effectOf(async () => events.push(await create(id, days)))).toEqual(seen);
    const [first = "", , , fourth = ""] = events;
    expect(await effectOf(change(first, { title: "Other" }))).toEqual(seen);
    const soon = new Date(Date.now() + 5 * day).toISOString();
    expect(await effectOf(change(fourth, { eventDate: soon }))).toEqual(seen);
    expect(await effectOf(() => cancelEvent(ctx(), first, { reason: "Storm" }))).toEqual(seen);
    expect(await effectOf(() => deleteEvent(ctx(), fourth, {}))).toEqual(seen);
    const draft = await create(id, 12);
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    await make.proven(owner);
    expect(await effectOf(() => publishEvent(ctx(), draft))).toEqual(seen);
    const joiner = await make.member();
    expect(await effectOf(() => joinEvent(make.context(joiner), { eventId: draft }))).toEqual(seen);
  });

  it("of an event drops the pages of the communities that it comes from and goes to", async () => {
    const event = await create(null, 10);
    for (const communityId of [id, null, id]) {
      const give = () => giveEvent(ctx(), event, { communityId });
      expect([communityId, await effectOf(give)]).toEqual([communityId, seen]);
    }
  });

  it("by a host drops it: of its event, a post, its picture, and itself", async () => {
    const event = await create(id, 10);
    const post = await makePost(make, id, owner);
    await make.db.updateTable("communities").set({ image: "https://example.org/river.jpg" }).execute();
    const host = await make.member();
    const subjects = [
      ["event", event],
      ["community_post", post],
      ["community_picture", id],
      ["community", id],
    ] as const;
    for (const [about, subject_id] of subjects) {
      const review = { id: newId(), about, subject_id, cause: "report", reports: 1, opened_at: new Date() } as const;
      await make.db.insertInto("reviews").values(review).execute();
      const decide = (decision: "hide" | "restore") => () =>
        decideReview(hostedBy(asHost(make, host)), review.id, { decision, reason: "We were told." });
      expect([about, await effectOf(decide("hide"))]).toEqual([about, seen]);
      if (about === "community") continue;
      expect([about, await effectOf(decide("restore"))]).toEqual([about, seen]);
    }
  });

  it("of its members and its news drops it", async () => {
    const [member, other] = [await make.member(), await make.member()];
    const join = () => joinCommunity(make.context(member), { communityId: id });
    expect(await effectOf(join)).toEqual(seen);
    const show = () => setMembership(make.context(member), id, { isShown: true });
    expect(await effectOf(show)).toEqual(seen);
    expect(await effectOf(() => postNews(ctx(), id, { text: "38 bags" }))).toEqual(seen);
    expect(await effectOf(() => updateCommunity(ctx(), id, { description: "Other" }))).toEqual(seen);
    expect(await effectOf(() => leaveCommunity(make.context(member), { communityId: id }))).toEqual(seen);
    await updateCommunity(ctx(), id, { asksFirst: true });
    await joinCommunity(make.context(other), { communityId: id });
    const answer = () => answerRequest(ctx(), { communityId: id, memberId: other.id }, { accept: true });
    expect(await effectOf(answer)).toEqual(seen);
  });

  it("of other events and communities leaves it in the cache", async () => {
    const shown = await create(id, 10);
    const elsewhere = await communityOf(make, [owner]);
    const [member, joiner] = [await make.member(), await make.member()];
    expect(await effectOf(() => create(null, 10))).toEqual(unseen);
    const others: string[] = [];
    expect(await effectOf(async () => others.push(await create(elsewhere, 10)))).toEqual(unseen);
    const [other = ""] = others;
    expect(await effectOf(change(other, { title: "Other" }))).toEqual(unseen);
    expect(await effectOf(() => joinEvent(make.context(joiner), { eventId: other }))).toEqual(unseen);
    expect(await effectOf(() => joinCommunity(make.context(member), { communityId: elsewhere }))).toEqual(unseen);
    expect(await effectOf(() => postNews(ctx(), elsewhere, { text: "News" }))).toEqual(unseen);
    expect(await effectOf(() => giveEvent(ctx(), other, { communityId: null }))).toEqual(unseen);
    expect(await effectOf(() => deleteEvent(ctx(), other, {}))).toEqual(unseen);
    expect(await effectOf(() => joinEvent(make.context(joiner), { eventId: shown }))).toEqual(seen);
  });
});
