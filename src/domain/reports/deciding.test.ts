import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make, tomorrow } from "#test/make.ts";
import { listCommunities } from "../communities/queries.ts";
import {
  getCalendarEntry,
  getEvent,
  listCalendarEntries,
  listEvents,
  listMyEvents,
  listNews,
  listNumbers,
} from "../events/queries.ts";
import { EventFilter } from "../events/shapes.ts";
import { listEventAddresses } from "../events/sitemap.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { publishEvent, updateEvent } from "../organizing/commands.ts";
import { sendMessage } from "../participants/commands.ts";
import { getPicture } from "../pictures/queries.ts";
import { joinEvent, leaveEvent } from "../registrations/commands.ts";
import { getOwnRegistration, listJoinedEvents } from "../registrations/queries.ts";
import type { About } from "../reviews/rules.ts";
import { answerReview, sendReport } from "./commands.ts";
import { decideReview } from "./deciding.ts";
import { getReview, listOwnReviews, listReviews } from "./queries.ts";
import type { Decision } from "./shapes.ts";
import { ReportInput } from "./shapes.ts";

let make: Make;
let host: Member;
let organizer: Member;
let participant: Member;
let reporter: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  host = await make.member();
  organizer = await make.member({ displayName: "Zoë" });
  participant = await make.member();
  reporter = await make.member();
  await make.proven(organizer);
  eventId = await make.event({ organizer, maxParticipant: "2" });
  await joinEvent(make.context(participant), { eventId });
  await make.mails();
});

async function reviewOf(about: About, id: string): Promise<string> {
  const input = ReportInput.parse({ about, id, reason: "untrue" });
  await sendReport({ ...make.context(reporter), from: "192.0.2.1" }, input);
  const { rows } = await listReviews(asHost(make, host), { state: "open", limit: 100 });
  return rows.find(({ subjectId }) => subjectId === id)?._id ?? "";
}
const decide = (id: string, decision: Decision, now = new Date()) =>
  decideReview(hostedBy(asHost(make, host, now)), id, { decision, reason: "We were told that nobody is there." });
const all = EventFilter.parse({ when: "all" });
const subjects = async (now?: Date) => (await make.mails(now)).map(({ to, subject }) => `${to}: ${subject}`);
const log = async () => {
  const rows = await make.db.selectFrom("host_actions").selectAll().orderBy("id").execute();
  return rows.map(({ action, subject_kind, subject_id, host_id }) => [action, subject_kind, subject_id, host_id]);
};

describe("a hidden event", () => {
  it("disappears from every list, feed and number, and its page says that it is under review", async () => {
    const shown = async () => {
      const ctx = make.context();
      const lists = [
        (await listEvents(ctx, all)).rows,
        (await listEvents(ctx, { ...all, search: "beach" })).rows,
        await listCalendarEntries(ctx, {}),
        await listNews(ctx, {}),
        await listEventAddresses(ctx),
        [...(await listNumbers(make.db, [eventId])).keys()],
      ];
      return lists.map((list) => list.length);
    };
    expect(await shown()).toEqual([1, 1, 1, 1, 1, 1]);
    make.announced.length = 0;
    await decide(await reviewOf("event", eventId), "hide");
    expect(await shown()).toEqual([0, 0, 0, 0, 0, 0]);
    expect(make.announced).toEqual([eventId]);
    await expect(getEvent(make.context(), eventId)).rejects.toMatchObject({ code: "under_review", status: 403 });
    await expect(getEvent(make.context(participant), eventId)).rejects.toMatchObject({ code: "under_review" });
    await expect(getCalendarEntry(make.context(), eventId)).rejects.toMatchObject({ code: "not_found" });
  });

  it("stays visible to its participants and organizer, who are told; nobody can join, but people can leave", async () => {
    await decide(await reviewOf("event", eventId), "hide");
    const mails = await make.mails();
    expect(mails.at(-2)?.text).toContain("Their reason: “We were told that nobody is there.”");
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      "team@goodturn.example: Reported: Beach Cleanup",
      `${reporter.email}: We have your report`,
      `${participant.email}: Under review: Beach Cleanup`,
      `${organizer.email}: “Beach Cleanup” is under review`,
      `${reporter.email}: What became of your report`,
    ]);
    const joined = await listJoinedEvents(make.context(participant), { limit: 100 });
    expect(joined.rows).toMatchObject([{ eventId, status: "under_review", state: "joined" }]);
    const mine = await listMyEvents(make.context(organizer), { limit: 100 });
    expect(mine.rows).toMatchObject([{ _id: eventId, status: "under_review" }]);
    expect((await getOwnRegistration(make.context(participant), eventId)).isJoined).toBe(true);

    await expect(joinEvent(make.context(reporter), { eventId })).rejects.toMatchObject({ code: "under_review" });
    await leaveEvent(make.context(participant), eventId);
    expect((await listJoinedEvents(make.context(participant), { limit: 100 })).rows).toEqual([]);
  });

  it("sends no change, message or reminder, and only a host can restore it", async () => {
    const text = { audience: "all", text: "Come anyway." } as const;
    await sendMessage(make.context(organizer), eventId, text);
    await decide(await reviewOf("event", eventId), "hide");
    await expect(updateEvent(make.context(organizer), eventId, { title: "Other" })).rejects.toMatchObject({
      code: "under_review",
    });
    await expect(sendMessage(make.context(organizer), eventId, text)).rejects.toMatchObject({ code: "under_review" });
    await expect(publishEvent(make.context(organizer), eventId)).rejects.toMatchObject({ code: "under_review" });
    // An earlier version of the program would do the same.
    await make.db.updateTable("events").set({ is_draft: false }).where("id", "=", eventId).execute();
    expect((await listEvents(make.context(), all)).rows).toEqual([]);
    const mails = await make.mails(new Date(tomorrow().getTime() - 3_600_000));
    expect(mails.filter(({ text: said }) => said.includes("Come anyway."))).toEqual([]);
    expect(mails.filter(({ subject }) => /tomorrow|soon|starts/i.test(subject))).toEqual([]);
  });

  it("returns unchanged when it is restored, with the reminders that waited", async () => {
    const before = await getEvent(make.context(), eventId);
    const waiting = await make.member();
    await joinEvent(make.context(reporter), { eventId });
    await joinEvent(make.context(waiting), { eventId });
    const id = await reviewOf("event", eventId);
    const soon = new Date(tomorrow().getTime() - 90 * 60_000);
    await decide(id, "hide");
    // Its free spot is not offered while the event is hidden.
    await leaveEvent(make.context(reporter), eventId);
    expect((await make.mails()).filter(({ to }) => to === waiting.email).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/waitlist/i),
      "Under review: Beach Cleanup",
    ]);
    await make.mails(soon);
    await decide(id, "restore", soon);
    const { rows } = await listEvents(make.context(), all);
    expect(rows).toMatchObject([{ _id: eventId, status: "active", participant: 1, held: 0 }]);
    expect({ ...rows[0], participant: 0, held: 0, waitlisted: 0, passed: 0 }).toEqual({ ...before, participant: 0 });
    const told = await subjects(soon);
    expect(told).toContain(`${participant.email}: It is on: Beach Cleanup`);
    expect(told.join()).toContain(`${waiting.email}: A spot is free `);
    expect(told).toContain(`${organizer.email}: “Beach Cleanup” is back`);
    expect(told.filter((line) => line.startsWith(`${participant.email}:`))).toHaveLength(2);
    expect(told.some((line) => line.startsWith(`${reporter.email}: What became`))).toBe(false);
    expect(await log()).toEqual([
      ["hide_reported", "event", eventId, host.id],
      ["restore_reported", "event", eventId, host.id],
    ]);
  });

  it("is deleted with a notice to everyone who is registered", async () => {
    const id = await reviewOf("event", eventId);
    await decide(id, "delete");
    expect(await subjects()).toEqual([
      `${reporter.email}: We have your report`,
      `${participant.email}: Canceled: Beach Cleanup`,
      `${organizer.email}: “Beach Cleanup” was deleted`,
      `${reporter.email}: What became of your report`,
    ]);
    expect(await make.db.selectFrom("events").select("id").execute()).toEqual([]);
    expect(await getReview(asHost(make, host), id)).toMatchObject({ title: null, decision: "delete" });
  });
});

describe("a decision", () => {
  it("of 'none' changes nothing, and is told to the reporters but not to the organizer", async () => {
    await decide(await reviewOf("event", eventId), "none");
    expect((await getEvent(make.context(), eventId)).status).toBe("active");
    const told = await subjects();
    expect(told.filter((line) => line.startsWith(organizer.email))).toEqual([]);
    expect(told).toContain(`${reporter.email}: What became of your report`);
    expect((await listReviews(asHost(make, host), { state: "open", limit: 100 })).rows).toEqual([]);
    expect((await listReviews(asHost(make, host), { state: "decided", limit: 100 })).rows).toMatchObject([
      { decision: "none", decidedFor: "We were told that nobody is there." },
    ]);
  });

  it("must change something: nothing is hidden twice, restored while public, or decided twice", async () => {
    const id = await reviewOf("event", eventId);
    const refused = (decision: Decision) =>
      expect(decide(id, decision)).rejects.toMatchObject({ code: "already_decided" });
    await refused("restore");
    await decide(id, "hide");
    await refused("hide");
    await refused("none");
    await decide(id, "restore");
    await refused("delete");
    expect(await log()).toHaveLength(2);
  });

  it("can be made only by hosts", async () => {
    const id = await reviewOf("event", eventId);
    const input = { decision: "hide", reason: "Mine." } as const;
    expect(() => decideReview(hostedBy(make.context(organizer)), id, input)).toThrow("no_such_call");
    await expect(getReview(make.context(organizer), id)).rejects.toMatchObject({ code: "no_such_call" });
    const list = listReviews(make.context(organizer), { state: "open", limit: 100 });
    await expect(list).rejects.toMatchObject({ code: "no_such_call" });
    expect(await log()).toEqual([]);
  });
});

describe("hosts", () => {
  it("hide an uploaded picture, at its own address too, and restore both", async () => {
    const picture = newId();
    const address = `/pictures/${picture}.webp`;
    await make.db
      .insertInto("pictures")
      .values({ id: picture, owner_id: organizer.id, content: new Uint8Array([1]), created_at: new Date() })
      .execute();
    await make.db.updateTable("events").set({ thumbnail_url: address }).where("id", "=", eventId).execute();
    const id = await reviewOf("event_picture", eventId);
    expect(await getReview(asHost(make, host), id)).toMatchObject({ picture: address });
    await decide(id, "hide");
    expect(await getEvent(make.context(), eventId)).toMatchObject({ thumbnailUrl: null, status: "active" });
    await expect(getPicture(make.context(), picture)).rejects.toMatchObject({ code: "not_found" });
    expect(await getReview(asHost(make, host), id)).toMatchObject({
      picture: "data:image/webp;base64,AQ==",
      eventType: "cleanup",
    });
    await decide(id, "restore");
    expect((await getEvent(make.context(), eventId)).thumbnailUrl).toBe(address);
    expect(await getPicture(make.context(), picture)).toHaveLength(1);
    await decide(await reviewOf("event_picture", eventId), "delete");
    expect(await make.db.selectFrom("pictures").select("id").execute()).toEqual([]);
    expect((await getEvent(make.context(), eventId)).thumbnailUrl).toBeNull();
  });

  it("hide a name until the decision, or until its member has chosen another", async () => {
    const id = await reviewOf("name", organizer.id);
    await decide(id, "hide");
    expect((await getEvent(make.context(), eventId)).organizer).toBe("Name under review");
    const kept = () => make.db.selectFrom("reviews").select("withheld").execute();
    expect(await kept()).toEqual([{ withheld: "Zoë" }]);
    expect(await getReview(asHost(make, host), id)).toMatchObject({ title: "Zoë", owner: { name: "Zoë" } });
    const mail = (await make.mails()).find(({ to, subject }) => to === organizer.email && subject.includes("review"));
    expect(mail?.text).not.toContain("Zoë");
    await decide(id, "restore");
    expect((await getEvent(make.context(), eventId)).organizer).toBe("Zoë");
    expect(await kept()).toEqual([{ withheld: null }]);

    const again = await reviewOf("name", organizer.id);
    await decide(again, "hide");
    await make.db.updateTable("members").set({ name: "Zoe" }).where("id", "=", organizer.id).execute();
    await decide(again, "restore");
    expect((await getEvent(make.context(), eventId)).organizer).toBe("Zoe");
  });

  it("hide a photo, and remove a community from the list while its members stay", async () => {
    await make.db
      .updateTable("members")
      .set({ image: "https://example.org/me.jpg" })
      .where("id", "=", organizer.id)
      .execute();
    await decide(await reviewOf("photo", organizer.id), "hide");
    expect((await getEvent(make.context(), eventId)).organizerPhoto).toBeNull();

    const community = await make.community();
    const id = await reviewOf("community", community);
    await decide(id, "hide");
    expect((await listCommunities(make.context())).rows).toEqual([]);
    await decide(id, "restore");
    expect((await listCommunities(make.context())).rows).toHaveLength(1);
    await decide(await reviewOf("community", community), "delete");
    expect(await make.db.selectFrom("communities").select("id").execute()).toEqual([]);
  });
});

describe("answerReview", () => {
  it("shows the answer to the host, who is told once; only the owner can answer, until the decision", async () => {
    const id = await reviewOf("event", eventId);
    expect(await listOwnReviews(make.context(organizer))).toEqual([]);
    await decide(id, "hide");
    expect(await listOwnReviews(make.context(organizer))).toMatchObject([
      { _id: id, eventId, reason: "We were told that nobody is there.", answer: null, answeredAt: null },
    ]);
    expect(await listOwnReviews(make.context(participant))).toEqual([]);
    await make.mails();
    await answerReview(make.context(organizer), id, { text: "We meet at pier 3." });
    const answeredAt = new Date();
    await answerReview(make.context(organizer, answeredAt), id, { text: "We meet at pier 4." });
    expect(await listOwnReviews(make.context(organizer))).toMatchObject([
      { answer: "We meet at pier 4.", answeredAt: answeredAt.toISOString() },
    ]);
    expect(await subjects()).toEqual(["team@goodturn.example: Answered: Beach Cleanup"]);
    expect(await getReview(asHost(make, host), id)).toMatchObject({ answer: "We meet at pier 4." });
    const other = answerReview(make.context(participant), id, { text: "Me too." });
    await expect(other).rejects.toMatchObject({ code: "not_found" });
    await decide(id, "restore");
    const late = answerReview(make.context(organizer), id, { text: "Thanks." });
    await expect(late).rejects.toMatchObject({ code: "already_decided" });
  });
});
