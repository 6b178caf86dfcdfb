import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { sphereOf } from "#db/sphere.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newEvent } from "#test/operations.ts";
import { makeTowns } from "#test/towns.ts";
import { blockMember } from "../blocks/commands.ts";
import { notePublished } from "../events/publishing.ts";
import type { Member } from "../members/shapes.ts";
import { cancelEvent, createEvent } from "../organizing/commands.ts";
import { EventInput } from "../organizing/shapes.ts";
import { confirmSubscription, endSubscription, moveSubscription, subscribe } from "../subscribers/commands.ts";
import { endLinkedFollow, endOwnFollow, follow, setOwnTiming } from "./commands.ts";
import { getOwnFollowing } from "./queries.ts";
import type { FollowInput } from "./shapes.ts";
import { sweepFollows } from "./telling.ts";

/** Dates are in May 2030. Its second, ninth and sixteenth are Thursdays. */
const at = (time: string) => new Date(`2030-05-${time}:00Z`);
const start = at("05T08:00");
/** Thursday at five, UTC. */
const thursday = at("09T17:00");
const nextThursday = at("16T17:00");

let make: Make;
let organizer: Member;
let reader: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [organizer, reader] = (await make.members(2)) as [Member, Member];
  await make.proven(organizer, reader);
  // Readers can only follow an organizer with a public event.
  await make.event({ organizer, eventDate: at("01T08:00") });
});

/** Creates an event that is public from a moment on. */
async function published(now: Date, wishes: Parameters<Make["event"]>[0] = {}): Promise<string> {
  const id = await make.event({ organizer, eventDate: at("28T08:00"), ...wishes });
  await notePublished(make.db, [id], now);
  return id;
}
const follows = (input: FollowInput, who = reader, now = start) => follow(make.context(who, now), input);
const ofOrganizer = (): FollowInput => ({ about: "organizer", id: organizer.id });
const mailsAt = (now: Date) => make.mails(now, undefined, sweepFollows);
const told = async (now: Date) => (await mailsAt(now)).map(({ to, subject }) => [to, subject]);

describe("news of follows", () => {
  it("comes once a week in one mail, with the follow and a link to end it; without news there is no mail", async () => {
    const { insertedId } = await follows(ofOrganizer());
    await follows({ about: "filter", filter: "category=food" });
    const both = await published(at("06T08:00"), { title: "Soup night", eventType: "food" });
    await published(at("06T08:00"), { title: "Beach day", eventDate: at("27T08:00") });
    await published(at("06T08:00"), { title: "Elsewhere", organizer: await make.member() });
    expect(await told(at("09T16:59"))).toEqual([]);
    const [mail, ...others] = await mailsAt(thursday);
    expect([mail?.to, mail?.subject, others]).toEqual([reader.email, "2 new events for you", []]);
    const text = mail?.text ?? "";
    expect(text).toMatch(/Beach day[^]*Soup night/);
    expect(text).not.toContain("Elsewhere");
    expect(text).toMatch(/because you follow:\n[^]*\nEvents in Food Donation\nhttps:\S+category=food\S*\nStop: /);
    expect(text).toContain(`https://goodturn.example/view-event/${both}`);
    const token = make.links.sign("newsletter", reader.email);
    const stop = `https://goodturn.example/newsletter#${token}&${insertedId}`;
    expect(text.split(`${organizer.displayName}\nStop: ${stop}`)).toHaveLength(2);
    // Each event is from the organizer, and the search finds one of them too.
    expect(text.split(`From ${organizer.displayName}`)).toHaveLength(3);
    // A search has no organizer.
    expect(text).not.toMatch(/From .*Events in/);
    expect(mail?.unsubscribe).toBe(`https://goodturn.example/api/newsletter/${token}`);
    expect(await told(nextThursday)).toEqual([]);
  });

  it("comes at the pace that the reader chooses, by their own clocks", async () => {
    await follows(ofOrganizer());
    const timing = { pace: "daily", weekday: 1, hour: 7, timeZone: "Asia/Dhaka" } as const;
    await setOwnTiming(make.context(reader, start), timing);
    await published(at("05T09:00"), { title: "One" });
    expect(await told(at("06T00:59"))).toEqual([]);
    expect(await told(at("06T01:00"))).toEqual([[reader.email, "New: One"]]);
    await setOwnTiming(make.context(reader, at("06T02:00")), { ...timing, pace: "at_once" });
    await published(at("06T03:00"), { title: "Two" });
    // The organizer can still correct a typo until then.
    expect(await told(at("06T03:02"))).toEqual([]);
    expect(await told(at("06T03:03"))).toEqual([[reader.email, "New: Two"]]);
    await published(at("06T03:04"), { title: "Three" });
    await published(at("06T03:06"), { title: "Four" });
    expect(await told(at("06T03:17"))).toEqual([]);
    expect(await told(at("06T03:18"))).toEqual([[reader.email, "2 new events for you"]]);
  });

  it("leaves out hidden, draft, canceled, past, own and joined events, and older ones", async () => {
    await published(at("01T08:00"), { title: "Before" });
    await mailsAt(start);
    await follows({ about: "filter", filter: "" });
    await setOwnTiming(make.context(reader, start), { pace: "weekly", weekday: 4, hour: 17, timeZone: "UTC" });
    const [hidden, draft, canceled] = [await published(start), await published(start), await published(start)];
    const set = (id: string, columns: object) =>
      make.db.updateTable("events").set(columns).where("id", "=", id).execute();
    await published(start, { eventDate: at("09T12:00") });
    await published(start, { organizer: reader });
    await make.join({ eventId: await published(start), member: reader });
    await mailsAt(at("05T09:00"));
    await set(hidden, { review: "hidden" });
    await set(draft, { is_draft: true });
    await cancelEvent(make.context(organizer, at("06T08:00")), canceled, { reason: "Storm" });
    expect(await told(thursday)).toEqual([]);
    await set(hidden, { review: null, is_draft: false, title: "Back" });
    await published(at("10T08:00"), { title: "New" });
    expect(await told(nextThursday)).toEqual([[reader.email, "New: New"]]);
  });

  it("waits for a draft to be published, and for a host's approval, and leaves out events hidden before it goes out", async () => {
    await follows(ofOrganizer());
    const id = await published(start, { title: "Held" });
    await make.db.updateTable("events").set({ is_draft: true, review: "hidden" }).where("id", "=", id).execute();
    expect(await told(thursday)).toEqual([]);
    await make.db.updateTable("events").set({ is_draft: false, review: null }).where("id", "=", id).execute();
    expect(await told(nextThursday)).toEqual([[reader.email, "New: Held"]]);
  });

  it("leaves out organizers with a block, in either direction", async () => {
    const other = await make.member();
    await make.proven(other);
    for (const who of [reader, other]) await follows(ofOrganizer(), who);
    await published(start);
    await make.join({ eventId: await published(at("01T08:00")), member: other });
    await blockMember(make.context(reader), organizer.id);
    await blockMember(make.context(organizer), other.id);
    expect(await told(thursday)).toEqual([]);
  });

  it("can be ended for one follow or for all, and then no row is kept", async () => {
    const { insertedId: one } = await follows(ofOrganizer());
    const { insertedId: other } = await follows({ about: "filter", filter: "category=food" });
    await endOwnFollow(make.context(organizer), one);
    expect((await getOwnFollowing(make.context(reader))).follows).toHaveLength(2);
    expect(await endOwnFollow(make.context(reader), one)).toMatchObject({ modifiedCount: 1 });
    expect(await endOwnFollow(make.context(reader), one)).toMatchObject({ modifiedCount: 0 });
    await published(start, { title: "Soup", eventType: "food" });
    expect(await told(thursday)).toEqual([[reader.email, "New: Soup"]]);
    await endLinkedFollow(make.context(), reader.email, other);
    expect(await make.db.selectFrom("subscribers").select("email").execute()).toEqual([]);
    await follows(ofOrganizer());
    await endSubscription(make.context(), reader.email);
    expect(await make.db.selectFrom("follows").select("id").execute()).toEqual([]);
  });

  it("follows a member to their new address", async () => {
    await follows(ofOrganizer());
    const email = "new@example.org";
    await make.db.transaction().execute((tx) => moveSubscription(tx, reader.id, email));
    await make.db.updateTable("members").set({ email }).where("id", "=", reader.id).execute();
    await published(start);
    expect(await told(thursday)).toEqual([[email, "New: Beach Cleanup"]]);
  });

  it("is sent once, by one of several instances, even after a crash", async () => {
    for (const who of [reader, ...(await make.members(3))]) {
      await make.proven(who);
      await follows(ofOrganizer(), who);
    }
    await published(start);
    const ctx = { db: make.db, now: thursday };
    await Promise.all([sweepFollows(ctx), sweepFollows(ctx), sweepFollows(ctx)]);
    await sweepFollows(ctx);
    const first = await mailsAt(thursday);
    expect(new Set(first.map(({ to }) => to)).size).toBe(4);
    expect(first).toHaveLength(4);
    const again = { done_at: null, run_at: thursday };
    const { until } = await make.db
      .selectFrom("publications")
      .select((eb) => eb.fn.max("number").as("until"))
      .executeTakeFirstOrThrow();
    const payload = JSON.stringify({ email: reader.email, after: 0, until });
    await make.db
      .insertInto("outbox")
      .values({ id: newId(), kind: "follow_news", key: "again", payload, ...again })
      .execute();
    const [second] = await mailsAt(thursday);
    expect(second?.text).toBe(first.find(({ to }) => to === reader.email)?.text);
  });
});

describe("the newsletter", () => {
  const zoe = "zoe@example.org";
  const asked = (input?: FollowInput, now = start) =>
    subscribe(make.context(undefined, now), { email: zoe, ...(input && { follow: input }) });

  it("reports new events once a month to confirmed readers", async () => {
    await asked();
    await published(start);
    expect(await told(at("05T09:00"))).toEqual([[zoe, "Please confirm the newsletter"]]);
    await confirmSubscription(make.context(undefined, start), zoe);
    await published(start, { title: "Tree day", eventDate: new Date("2030-06-20T08:00:00Z") });
    expect(await told(new Date("2030-06-06T16:59:00Z"))).toEqual([]);
    expect(await told(new Date("2030-06-06T17:00:00Z"))).toEqual([[zoe, "New: Tree day"]]);
  });

  it("covers the area around the reader's town", async () => {
    await makeTowns(make.db, [{ name: "Porto", lat: 41.15, lon: -8.61 }]);
    await subscribe(make.context(undefined, start), { email: zoe, near: "Porto" });
    await confirmSubscription(make.context(undefined, start), zoe);
    const eventDate = new Date("2030-06-20T08:00:00Z");
    const place = async (id: string, latitude: number, longitude: number) =>
      make.db
        .updateTable("events")
        .set({ latitude, longitude, sphere: sphereOf({ lat: latitude, lon: longitude }) })
        .where("id", "=", id)
        .execute();
    await place(await published(start, { title: "Here", eventDate }), 41.2, -8.5);
    await place(await published(start, { title: "Lisbon", eventDate }), 38.7, -9.14);
    await published(start, { title: "Nowhere", eventDate });
    const [mail, ...others] = (await mailsAt(new Date("2030-06-06T17:00:00Z"))).filter(
      ({ subject }) => !subject.startsWith("Please"),
    );
    expect([mail?.subject, others]).toEqual(["New: Here", []]);
    expect(mail?.text).toContain("because you follow:\nEvents within 50 km of Porto\nStop: ");
    const nowhere = subscribe(make.context(undefined, start), { email: zoe, near: "Qwertyuiop" });
    await expect(nowhere).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "filter", rule: "rule.near.unknown" }],
    });
  });

  it("also goes to an address that an older version has stored", async () => {
    await sql`insert into subscribers (email, confirmed_at) values (${zoe}, ${start})`.execute(make.db);
    const row = await make.db.selectFrom("subscribers").select("pace").executeTakeFirst();
    expect(row?.pace).toBe("monthly");
    await published(start);
    expect(await told(at("05T09:00"))).toEqual([[zoe, "New: Beach Cleanup"]]);
  });

  it("is not needed by visitors who follow something else, and who confirm each follow", async () => {
    await asked(ofOrganizer());
    const [mail] = await mailsAt(start);
    expect(mail?.text).toContain(`Organizer: ${organizer.displayName}`);
    await confirmSubscription(make.context(undefined, start), zoe);
    await published(start);
    // Another person may have typed the address, so unconfirmed follows send nothing.
    await asked({ about: "filter", filter: "category=food" });
    await published(start, { title: "Soup", organizer: reader, eventType: "food" });
    expect(await told(at("05T09:00"))).toEqual([[zoe, "Please confirm what you want to follow"]]);
    expect(await told(thursday)).toEqual([[zoe, "New: Beach Cleanup"]]);
  });

  it("mails an address about at most five unconfirmed follows, and at most once a day", async () => {
    for (let number = 0; number < 7; number++) await asked({ about: "filter", filter: `search=word${number}` });
    expect(await make.db.selectFrom("follows").select("id").execute()).toHaveLength(5);
    expect(await mailsAt(start)).toHaveLength(1);
    await asked({ about: "filter", filter: "search=other" }, at("05T20:00"));
    expect(await mailsAt(at("05T20:00"))).toHaveLength(0);
  });
});

describe("createEvent", () => {
  it("is news to followers", async () => {
    await follows(ofOrganizer());
    const input = EventInput.parse({
      ...newEvent(),
      title: "Made",
      eventDate: at("20T08:00").toISOString(),
      timeZone: "UTC",
    });
    await createEvent(make.context(organizer, start), input);
    expect(await told(thursday)).toEqual([[reader.email, "New: Made"]]);
  });
});
