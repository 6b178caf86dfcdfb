import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { notePublished } from "../events/publishing.ts";
import type { Member } from "../members/shapes.ts";
import { subscribe } from "../subscribers/commands.ts";
import { follow } from "./commands.ts";
import type { FollowInput } from "./shapes.ts";
import { sweepFollows } from "./telling.ts";

/** Dates are in May 2030; its ninth is a Thursday, when news goes out. */
const at = (time: string) => new Date(`2030-05-${time}:00Z`);
const start = at("05T08:00");
const before = at("09T16:59");
const thursday = at("09T17:00");

let make: Make;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  await make.proven(organizer);
  await make.event({ organizer, eventDate: at("01T08:00") });
});

async function published(wishes: Parameters<Make["event"]>[0] = {}): Promise<string> {
  const id = await make.event({ organizer, eventDate: at("28T08:00"), ...wishes });
  await notePublished(make.db, [id], start);
  return id;
}
const ofOrganizer = (): FollowInput => ({ about: "organizer", id: organizer.id });
/** A member with a follow from the start. */
async function following(input: FollowInput): Promise<Member> {
  const member = await make.member();
  await make.proven(member);
  await follow(make.context(member, start), input);
  return member;
}
const sweep = (now: Date) => sweepFollows({ db: make.db, now });
const marked = async () => {
  const rows = await make.db.selectFrom("subscribers").select("email").where("has_news", "=", true).execute();
  return rows.map(({ email }) => email).toSorted();
};

describe("numberPublications", () => {
  it("marks only addresses with a follow that the news may match", async () => {
    const readers = [await following(ofOrganizer()), await following({ about: "filter", filter: "category=cleanup" })];
    await following({ about: "filter", filter: "category=food" });
    const asked = { email: "zoe@example.org", follow: ofOrganizer() };
    await subscribe(make.context(undefined, start), asked);

    await published({ cancelReason: "Storm" });
    await sweep(before);
    expect(await marked()).toEqual([]);
    await published();
    await sweep(before);
    expect(await marked()).toEqual(readers.map(({ email }) => email).toSorted());
  });

  it("creates no task for an unconfirmed address", async () => {
    const [reader, other] = [await following(ofOrganizer()), await following(ofOrganizer())];
    await published();
    await sweep(before);
    await make.db.updateTable("subscribers").set({ confirmed_at: null }).where("email", "=", other.email).execute();
    await sweep(thursday);
    const tasks = await make.db.selectFrom("outbox").select("payload").where("kind", "=", "follow_news").execute();
    expect(tasks).toMatchObject([{ payload: { email: reader.email } }]);
  });
});

describe("news", () => {
  it("stays the same when it is sent again, even if there is more news by then", async () => {
    const reader = await following(ofOrganizer());
    await published({ title: "Soup night" });
    const [first] = await make.mails(thursday, undefined, sweepFollows);
    const { until } = await make.db
      .selectFrom("publications")
      .select((eb) => eb.fn.max("number").as("until"))
      .executeTakeFirstOrThrow();
    const payload = JSON.stringify({ email: reader.email, after: 0, until });
    await published({ title: "Tree day" });
    await sweep(thursday);
    await make.db
      .insertInto("outbox")
      .values({ id: newId(), kind: "follow_news", key: "again", payload, run_at: thursday })
      .execute();
    const [again] = await make.mails(thursday, undefined, sweepFollows);
    expect([again?.to, again?.subject]).toEqual([reader.email, "New: Soup night"]);
    expect(again?.text).toBe(first?.text);
  });

  it("does not treat a member who typed an address as its reader", async () => {
    const reader = await following({ about: "filter", filter: "category=cleanup" });
    const claimant = await make.member({ displayName: "Claimant" });
    await published({ organizer: claimant });
    // The reader's address has changed, and the new member has not opened our mail yet.
    await make.db.updateTable("members").set({ email: "moved@example.org" }).where("id", "=", reader.id).execute();
    await make.db.updateTable("members").set({ email: reader.email }).where("id", "=", claimant.id).execute();
    const [mail] = await make.mails(thursday, undefined, sweepFollows);
    expect([mail?.to, mail?.subject]).toEqual([reader.email, "New: Beach Cleanup"]);
  });
});
