import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { giveRight, makeMembership, makePost } from "#test/community-operations.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { notePublished } from "../events/publishing.ts";
import { sweepFollows } from "../follows/telling.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { setNotificationPreference } from "../notification-preferences/commands.ts";
import { sendReport, setListedWords } from "../reports/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { listReviews } from "../reports/queries.ts";
import { ListedWordsInput, ReportInput } from "../reports/shapes.ts";
import { deletePost, listPosts, postNews } from "./news.ts";
import { postsMax } from "./rules.ts";
import { PostInput } from "./shapes.ts";

let make: Make;
let call: Call;
let owner: Member;
let hears: Member;
let silent: Member;
let unasked: Member;
let id: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  [owner, hears, silent, unasked] = (await make.members(4)) as [Member, Member, Member, Member];
  id = await make.community({ title: "River Keepers" });
  await giveRight(make, id, owner);
  await makeMembership(make, id, owner, { hears: true });
  await makeMembership(make, id, hears, { hears: true });
  await makeMembership(make, id, silent, { hears: false });
  await makeMembership(make, id, unasked);
});

const post = (text = "38 bags on Saturday.", now = new Date(), more: object = {}) =>
  postNews(make.context(owner, now), id, PostInput.parse({ text, ...more }));
const texts = async () => (await listPosts(make.context(), id, { limit: 100 })).rows.map(({ text }) => text);
const sentTo = async (now?: Date) => (await make.mails(now)).map(({ to }) => to);
const hour = 3_600_000;

describe("postNews", () => {
  it("sends each member who wants news one mail with a link to stop them, and shows the post to everybody", async () => {
    await make.db.updateTable("communities").set({ contact_email: "river@example.org" }).execute();
    await post("38 bags on Saturday.", new Date(), { link: "https://example.org/photos" });
    const mails = await make.mails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[hears.email, "News of River Keepers"]]);
    expect(mails[0]?.text).toContain("38 bags on Saturday.");
    expect(mails[0]?.text).toContain("https://example.org/photos");
    expect(mails[0]?.text).toContain("/mails#");
    expect(await texts()).toEqual(["38 bags on Saturday."]);
    expect(await sentTo()).toEqual([]);
    expect(make.announced).toEqual([id, "communities"]);
  });

  it("takes twenty posts a day, and none while hosts hide the community", async () => {
    const now = new Date();
    for (let count = 0; count < postsMax; count++) await post("38 bags.", now);
    await expect(post("39 bags.", now)).rejects.toMatchObject({ code: "too_many_posts" });
    const tomorrow = new Date(now.getTime() + 24 * hour);
    expect(await post("40 bags.", tomorrow)).toMatchObject({ status: "active" });
    await make.db.updateTable("communities").set({ hidden_at: now }).where("id", "=", id).execute();
    await expect(post("41 bags.", tomorrow)).rejects.toMatchObject({ code: "under_review" });
  });

  it("sends nothing to members who stopped such mails, who left, or whose post was deleted meanwhile", async () => {
    await setNotificationPreference(make.context(hears), { kind: "communities", wanted: false });
    await post();
    expect(await sentTo()).toEqual([]);
    await setNotificationPreference(make.context(hears), { kind: "communities", wanted: true });
    const { insertedId: postId } = await post();
    await deletePost(make.context(owner), { communityId: id, postId });
    expect([await sentTo(), await texts()]).toEqual([[], ["38 bags on Saturday."]]);
    await make.db.deleteFrom("community_posts").execute();
    await post();
    await make.db.deleteFrom("memberships").where("member_id", "=", hears.id).execute();
    expect(await sentTo()).toEqual([]);
  });

  it("sends nothing to a member who has blocked its author, or whom they have blocked", async () => {
    const block = { blocker_id: hears.id, blocked_id: owner.id, blocked_at: new Date() };
    await make.db.insertInto("blocks").values(block).execute();
    await post();
    expect(await sentTo()).toEqual([]);
    await make.db.updateTable("blocks").set({ blocker_id: owner.id, blocked_id: hears.id }).execute();
    await post();
    expect(await sentTo()).toEqual([]);
    // A block between others is about other people.
    await make.db.updateTable("blocks").set({ blocked_id: silent.id }).execute();
    await make.db.deleteFrom("community_posts").execute();
    await post();
    expect(await sentTo()).toEqual([hears.email]);
  });

  it("mails two posts a day, and shows all of them", async () => {
    const now = new Date();
    const made = [];
    for (const text of ["one", "two", "three"]) made.push((await post(text, now)).isMailed);
    expect(made).toEqual([true, true, false]);
    expect(await sentTo()).toEqual([hears.email, hears.email]);
    expect(await texts()).toEqual(["three", "two", "one"]);
    expect((await post("four", new Date(now.getTime() + 25 * hour))).isMailed).toBe(true);
  });

  it("waits for a host if it has listed words, and is not mailed", async () => {
    const host = await make.member();
    await setListedWords(asHost(make, host), ListedWordsInput.parse({ words: ["moneygram"], reason: "Fraud." }));
    expect(await post("Pay by MoneyGram.")).toMatchObject({ status: "unapproved", isMailed: false });
    expect([(await sentTo()).includes(hears.email), await texts()]).toEqual([false, []]);
    const { rows } = await listReviews(asHost(make, host), { state: "open", limit: 100 });
    await decideReview(hostedBy(asHost(make, host)), rows[0]?._id ?? "", { decision: "restore", reason: "Seen." });
    expect(await texts()).toEqual(["Pay by MoneyGram."]);
  });

  it("is for organizers only: members and organizers of others are refused", async () => {
    const stranger = await make.member();
    await giveRight(make, await make.community(), stranger);
    for (const who of [hears, stranger]) {
      await expect(postNews(make.context(who), id, PostInput.parse({ text: "x" }))).rejects.toMatchObject({
        code: "not_yours",
      });
    }
    const organizer = await make.member();
    await giveRight(make, id, organizer, "organizer");
    expect(await postNews(make.context(organizer), id, PostInput.parse({ text: "x" }))).toMatchObject({
      status: "active",
    });
    await make.db.updateTable("rights").set({ until: new Date() }).where("member_id", "=", organizer.id).execute();
    await expect(postNews(make.context(organizer), id, PostInput.parse({ text: "x" }))).rejects.toMatchObject({
      code: "not_yours",
    });
  });
});

describe("deletePost", () => {
  it("finds no post of another community", async () => {
    const other = await make.community();
    const [theirs, ours] = [await makePost(make, other, null), await makePost(make, id, null)];
    const remove = (postId: string) => deletePost(make.context(owner), { communityId: id, postId });
    await expect(remove(theirs)).rejects.toMatchObject({ code: "not_found" });
    await remove(ours);
    const left = await make.db.selectFrom("community_posts").select("id").execute();
    expect(left).toEqual([{ id: theirs }]);
  });
});

const feed = async () => JSON.stringify((await call("GET", `/feeds/communities/${id}.json`)).body).includes("38 bags");

describe("a reported post", () => {
  it("is hidden from the page, the list and the feed, and shown again", async () => {
    const host = await make.member();
    const { insertedId: postId } = await post();
    const input = ReportInput.parse({ about: "community_post", id: postId, reason: "untrue" });
    await sendReport({ ...make.context(silent), from: "192.0.2.1" }, input);
    const { rows } = await listReviews(asHost(make, host), { state: "open", limit: 100 });
    expect(rows).toMatchObject([{ about: "community_post", title: "River Keepers" }]);
    const decide = (decision: "hide" | "restore") =>
      decideReview(hostedBy(asHost(make, host)), rows[0]?._id ?? "", { decision, reason: "Untrue." });
    expect([await texts(), await feed()]).toEqual([["38 bags on Saturday."], true]);
    await decide("hide");
    expect([await texts(), await feed()]).toEqual([[], false]);
    await decide("restore");
    expect([await texts(), await feed()]).toEqual([["38 bags on Saturday."], true]);
  });
});

const publish = async (community: string | null, now: Date) => {
  const eventDate = new Date(now.getTime() + 200 * hour);
  const event = await make.event({ organizer: owner, eventDate, title: "Meanwood Beck" });
  await make.db.updateTable("events").set({ owner_community_id: community }).where("id", "=", event).execute();
  await notePublished(make.db, [event], now);
};

const mailsAt = (now: Date) => make.mails(now, undefined, sweepFollows);
const askedOf = ({ text }: { text: string }) => text.includes("We write to you about this one only.");

describe("a new event of a community", () => {
  it("is mailed to members who want that, and to those who were never asked once", async () => {
    const start = new Date();
    const later = (hours: number) => new Date(start.getTime() + hours * hour);
    await publish(null, start);
    expect(await mailsAt(later(2))).toEqual([]);
    await publish(id, later(3));
    const first = await mailsAt(later(5));
    expect(first.map(({ to }) => to).toSorted()).toEqual([hears.email, unasked.email].toSorted());
    expect(first.filter(askedOf).map(({ to }) => to)).toEqual([unasked.email]);
    await publish(id, later(6));
    const second = await mailsAt(later(8));
    expect(second.map(({ to, subject }) => [to, subject])).toEqual([[hears.email, "River Keepers: Meanwood Beck"]]);
  });
});
