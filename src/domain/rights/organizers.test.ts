import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { communityOf, giveRight, ownedBy } from "#test/owning.ts";
import { sweepDigests } from "../digests/commands.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { setNotificationPreference } from "../notification-preferences/commands.ts";
import { cancelEvent } from "../organizing/commands.ts";
import { joinEvent, leaveEvent } from "../registrations/commands.ts";
import { getFigures } from "../outcomes/figures.ts";
import { listJoinedEvents } from "../registrations/queries.ts";
import { answerReview, sendReport } from "../reports/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { listOwnReviews } from "../reports/queries.ts";
import { ReportInput } from "../reports/shapes.ts";
import { listOrganizers } from "./organizers.ts";

const day = 86_400_000;
let make: Make;
let [owner, maker, helper, stranger] = [] as unknown as Member[];
let [community, eventId, own] = ["", "", ""];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [owner, maker, helper, stranger] = (await make.members(4)) as [Member, Member, Member, Member];
  await make.proven(owner, maker, helper, stranger);
  community = await communityOf(make, [owner]);
  await giveRight(make, maker, { community_id: community });
  const eventDate = new Date(Date.now() + 20 * day);
  eventId = await make.event({ organizer: maker, title: "Clean-up", eventDate });
  own = await make.event({ organizer: maker, title: "Own", eventDate });
  await ownedBy(make, community, eventId);
  await giveRight(make, helper, { event_id: eventId });
});

const emails = (...members: (Member | undefined)[]) => members.map((member) => member!.email).toSorted();
const ids = (...members: (Member | undefined)[]) => members.map((member) => member!.id);
const organizers = (id = eventId, role: "owner" | "organizer" | null = null) =>
  listOrganizers(make.db, id, new Date(), role);
const join = (member: Member | undefined, now = new Date()) => joinEvent(make.context(member, now), { eventId });
/** The recipients of digests that are due in two days, with their text. */
const digests = async (days = 2) =>
  (await make.mails(new Date(Date.now() + days * day), undefined, sweepDigests)).filter(({ subject }) =>
    subject.startsWith("News of"),
  );
const recipients = (mails: { to: string }[]) => mails.map(({ to }) => to).toSorted();

describe("the organizers of an event", () => {
  it("are those of its community and its co-organizers, each once, the one who answers for it first", async () => {
    await giveRight(make, owner!, { event_id: eventId });
    const [first, ...others] = await organizers();
    expect([first, others.toSorted()]).toEqual([maker!.id, ids(owner, helper).toSorted()]);
    expect([await organizers(eventId, "owner"), (await organizers(eventId, "organizer")).toSorted()]).toEqual([
      ids(owner),
      ids(maker, helper).toSorted(),
    ]);
  });

  it("are the member and co-organizers at an event without a community, without ended rights", async () => {
    await giveRight(make, helper!, { event_id: own });
    await giveRight(make, maker!, { event_id: own });
    await giveRight(make, stranger!, { event_id: own, until: yesterday() });
    expect(await organizers(own)).toEqual(ids(maker, helper));
    expect(await organizers(own, "owner")).toEqual(ids(maker));
    expect(await organizers(newId())).toEqual([]);
  });

  it("are not the maker who organizes the community no longer", async () => {
    await make.db.updateTable("rights").set({ until: yesterday() }).where("member_id", "=", maker!.id).execute();
    expect((await organizers()).toSorted()).toEqual(ids(owner, helper).toSorted());
  });
});

describe("the daily mail about people who join", () => {
  it("reaches each organizer once, and is not repeated", async () => {
    await join(stranger);
    expect(recipients(await digests())).toEqual(emails(owner, maker, helper));
    expect(await digests(3)).toEqual([]);
    expect(await make.db.selectFrom("happenings").where("digest", "is", null).select("id").execute()).toEqual([]);
  });

  it("reaches only organizers who want it, and an organizer is not told what they did themselves", async () => {
    await setNotificationPreference(make.context(owner), { kind: "digest", wanted: false });
    await join(maker);
    const mails = await digests();
    expect(recipients(mails)).toEqual(emails(helper));
    expect(mails[0]!.text).toContain(`Joined: ${maker!.displayName}`);
    const tasks = await make.db.selectFrom("outbox").where("kind", "=", "organizer_news").select("key").execute();
    expect(tasks.map(({ key }) => key.split(":")[2])).toEqual([helper!.id]);
    await leaveEvent(make.context(maker, new Date(Date.now() + 2.1 * day)), eventId);
    expect(recipients(await digests(4))).toEqual(emails(helper));
  });

  it("tells an organizer who joins alone about nothing", async () => {
    await joinEvent(make.context(maker), { eventId: own });
    await leaveEvent(make.context(maker), own);
    expect(await make.db.selectFrom("happenings").select("id").execute()).toEqual([]);
  });

  it("says which community an event belongs to, and nothing of it for an event without one", async () => {
    await make.db.updateTable("communities").set({ title: "River Keepers" }).execute();
    await join(stranger);
    await joinEvent(make.context(stranger), { eventId: own });
    const [mail] = (await digests()).filter(({ to }) => to === maker!.email);
    expect(mail?.text.match(/An event of River Keepers/g)).toHaveLength(1);
    expect(mail?.text).toMatch(/Clean-up\n[^]*An event of River Keepers\nJoined/);
  });

  it("leaves out an organizer whose right ends before it goes out", async () => {
    await join(stranger);
    await make.db.updateTable("rights").set({ until: new Date() }).where("member_id", "=", helper!.id).execute();
    expect(recipients(await digests())).toEqual(emails(owner, maker));
  });
});

describe("the lists of events", () => {
  it("say to participants which community an event belongs to, unless hosts hide it", async () => {
    await make.db.updateTable("communities").set({ title: "River Keepers" }).execute();
    for (const id of [eventId, own]) await joinEvent(make.context(stranger), { eventId: id });
    const named = async () =>
      (await listJoinedEvents(make.context(stranger), { limit: 10 })).rows.map((row) => [
        row.eventTitle,
        row.community,
      ]);
    expect(new Map((await named()) as [string, string | null][])).toEqual(
      new Map([
        ["Clean-up", "River Keepers"],
        ["Own", null],
      ]),
    );
    await make.db.updateTable("communities").set({ hidden_at: new Date() }).execute();
    expect((await named()).map(([, name]) => name)).toEqual([null, null]);
  });

  it("have the figures of an event for each of its organizers", async () => {
    await make.db
      .updateTable("events")
      .set({ event_date: yesterday(), event_end: new Date(yesterday().getTime() + 7_200_000) })
      .where("id", "=", eventId)
      .execute();
    const figures = async (member: Member | undefined) =>
      (await getFigures(make.context(member))).events.map(({ _id }) => _id);
    expect([await figures(owner), await figures(helper), await figures(stranger)]).toEqual([[eventId], [eventId], []]);
  });
});

describe("other mails to organizers", () => {
  it("ask each of them who wants that for the outcome, until one has saved it", async () => {
    await setNotificationPreference(make.context(helper), { kind: "afterwards", wanted: false });
    const [asked, told] = await Promise.all(
      ["Asked", "Told"].map((title) => make.event({ organizer: maker!, title, eventDate: yesterday() })),
    );
    await ownedBy(make, community, asked!, told!);
    for (const event_id of [asked!, told!]) {
      await giveRight(make, helper!, { event_id });
      await make.join({ eventId: event_id, member: stranger! });
    }
    const said = { hours: 2, joined: 0, confirmed: 0, came: 0, total_hours: 0 };
    const now = new Date();
    await make.db
      .insertInto("outcomes")
      .values({ event_id: told!, ...said, sent_at: now, changed_at: now })
      .execute();
    const mails = (await make.mails(new Date(Date.now() + 3_600_000))).filter(({ subject }) =>
      subject.startsWith("How was"),
    );
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual(
      emails(owner, maker).map((to) => `${to}: How was “Asked”?`),
    );
  });

  it("tell each of them of a review, which each of them can answer, and strangers cannot", async () => {
    const input = ReportInput.parse({ about: "event", id: eventId, reason: "untrue" });
    await sendReport({ ...make.context(stranger), from: "192.0.2.1" }, input);
    const { id } = await make.db.selectFrom("reviews").select("id").executeTakeFirstOrThrow();
    const decision = { decision: "hide", reason: "Nothing is there." } as const;
    await decideReview(hostedBy(asHost(make, await make.member())), id, decision);
    const told = (await make.mails()).filter(({ text }) => text.includes("Nothing is there."));
    expect(recipients(told)).toEqual(emails(owner, maker, helper));
    const seen = async (member: Member | undefined) => (await listOwnReviews(make.context(member))).length;
    expect([await seen(owner), await seen(helper), await seen(stranger)]).toEqual([1, 1, 0]);
    await answerReview(make.context(owner), id, { text: "It is real." });
    await expect(answerReview(make.context(stranger), id, { text: "No." })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("tell participants who organize too of a cancellation, except the one who cancels", async () => {
    for (const member of [owner, maker, stranger]) await join(member);
    await make.mails();
    await cancelEvent(make.context(owner), eventId, { reason: "Storm." });
    const told = (await make.mails()).filter(({ text }) => text.includes("Storm."));
    expect(recipients(told)).toEqual(emails(maker, stranger));
  });
});
