import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { newEvent } from "#test/operations.ts";
import { getEvent, listEvents, listMyEvents } from "../events/queries.ts";
import { EventFilter } from "../events/shapes.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { createEvent, publishDrafts, updateEvent } from "../organizing/commands.ts";
import { EventInput } from "../organizing/shapes.ts";
import { joinEvent } from "../registrations/commands.ts";
import { setListedWords } from "../reports/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { listOwnReviews, listReviews } from "../reports/queries.ts";
import { ListedWordsInput } from "../reports/shapes.ts";

let make: Make;
let host: Member;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  host = await make.member();
  organizer = await make.member();
  await make.proven(organizer);
});

const create = (more: object = {}, looksFirst = false) =>
  createEvent({ ...make.context(organizer), looksFirst }, EventInput.parse({ ...newEvent(), ...more }));
const list = (...words: string[]) =>
  setListedWords(asHost(make, host), ListedWordsInput.parse({ words, reason: "Fraud." }));
const open = async () => (await listReviews(asHost(make, host), { state: "open", limit: 100 })).rows;
const shown = async () =>
  (await listEvents(make.context(), EventFilter.parse({ when: "all" }))).rows.map(({ _id }) => _id);
const decide = async (decision: "restore" | "delete") =>
  decideReview(hostedBy(asHost(make, host)), (await open())[0]?._id ?? "", { decision, reason: "Seen." });

describe("a member's first event", () => {
  it("waits for a host's approval if the site requires it, visible to its organizer only, and is public afterwards", async () => {
    const { insertedId, status } = await create({}, true);
    expect(status).toBe("unapproved");
    expect(make.announced).toEqual([]);
    expect(await shown()).toEqual([]);
    await expect(getEvent(make.context(), insertedId)).rejects.toMatchObject({ code: "not_found" });
    const mine = await listMyEvents(make.context(organizer), { limit: 100 });
    expect(mine.rows).toMatchObject([{ _id: insertedId, status: "unapproved" }]);
    // Confirming an address is not an approval.
    await make.db.transaction().execute((tx) => publishDrafts(tx, organizer.id, new Date()));
    expect(await shown()).toEqual([]);
    expect(await open()).toMatchObject([{ cause: "first", reports: 0 }]);
    const told = async () => (await make.mails()).map(({ to, subject }) => [to, subject]);
    expect(await told()).toEqual([["team@goodturn.example", "Waiting for your approval: Beach Cleanup"]]);
    await decide("restore");
    expect(await shown()).toEqual([insertedId]);
    expect(await told()).toEqual([[organizer.email, "“Beach Cleanup” is on"]]);
  });

  it("is deleted by a host's refusal, and its organizer is told why", async () => {
    await create({}, true);
    await decide("delete");
    expect((await listMyEvents(make.context(organizer), { limit: 100 })).rows).toEqual([]);
    const mail = (await make.mails()).find(({ to }) => to === organizer.email);
    expect(mail?.subject).toBe("“Beach Cleanup” was not accepted");
    expect(mail?.text).toContain("Seen.");
  });

  it("waits only until an event of the organizer has taken place, and only on sites that require it", async () => {
    expect(await create()).toMatchObject({ status: "active" });
    expect(await create({}, true)).toMatchObject({ status: "unapproved" });
    await make.event({ organizer, eventDate: yesterday(), cancelReason: "Storm" });
    expect(await create({}, true)).toMatchObject({ status: "unapproved" });
    const draft = await make.event({ organizer, eventDate: yesterday() });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    expect(await create({}, true)).toMatchObject({ status: "unapproved" });
    await make.event({ organizer, eventDate: yesterday() });
    expect(await create({}, true)).toMatchObject({ status: "active" });
  });
});

describe("listed words", () => {
  it.each([
    ["moneygram", "Pay by MoneyGram first.", true],
    ["café", "Meet at the CAFE.", true],
    ["pay.example/now", "See https://pay.example/now?x=1", true],
    ["ass", "A class outside.", false],
    ["募金詐欺", "これは募金詐欺です。", true],
    ["work-from-home", "Work-from-home is easy!", true],
    ["bit.ly/fast-cash", "See bitsly/fast-cash", false],
    [
      String.raw`^a+b*c?(d|e)[f]{2}.$\,-/&#~ "'<>=!%@\`;:_`,
      String.raw`So ^a+b*c?(d|e)[f]{2}.$\,-/&#~ "'<>=!%@\`;:_ `,
      true,
    ],
  ])("hold an event back: %s in '%s': %s", async (word, description, isHeld) => {
    await list(word);
    expect((await create({ description })).status).toBe(isHeld ? "unapproved" : "active");
  });

  it("hide an event when they are added to it, and its participants are told; words that a host has seen are accepted", async () => {
    await list("moneygram");
    const { insertedId: id } = await create();
    const participant = await make.member();
    await joinEvent(make.context(participant), { eventId: id });
    const held = await updateEvent(make.context(organizer), id, { description: "Pay by MoneyGram." });
    expect(held).toEqual({ acknowledged: true, modifiedCount: 1, status: "under_review" });
    expect(await shown()).toEqual([]);
    expect(await open()).toMatchObject([{ cause: "words", hiddenAt: expect.any(String) }]);
    const mails = await make.mails();
    const told = mails.map(({ to, subject }) => `${to}: ${subject}`);
    expect(told).toContain(`${participant.email}: Under review: Beach Cleanup`);
    expect(told).toContain(`${organizer.email}: “Beach Cleanup” is under review`);
    const why = "It has words or a link that we check before we show them.";
    expect(mails.find(({ to }) => to === organizer.email)?.text).toContain(why);
    expect(await listOwnReviews(make.context(organizer))).toMatchObject([{ reason: why }]);
    // The language is not stored with it.
    expect(await make.db.selectFrom("reviews").select("hidden_for").execute()).toEqual([{ hidden_for: "" }]);
    await decide("restore");
    const seen = await updateEvent(make.context(organizer), id, { description: "Pay by MoneyGram, or cash." });
    expect(seen).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect(await shown()).toEqual([id]);
    expect(await open()).toEqual([]);
  });

  it("form one host's list when two change it at once", async () => {
    const lists = [
      ["a", "x"],
      ["a", "y"],
    ];
    await Promise.all(lists.map((words) => list(...words)));
    const words = await make.db.selectFrom("listed_words").select("word").orderBy("word").execute();
    expect(lists).toContainEqual(words.map(({ word }) => word));
  });

  it("are set by hosts only, each word once, and each change is logged", async () => {
    expect(await list("b", "a", "b")).toEqual({ words: ["a", "b"] });
    expect(await list("c")).toEqual({ words: ["c"] });
    const input = ListedWordsInput.parse({ words: ["d"], reason: "Mine." });
    await expect(setListedWords(make.context(organizer), input)).rejects.toMatchObject({ code: "no_such_call" });
    const log = await make.db.selectFrom("host_actions").select(["action", "subject_kind"]).execute();
    const change = { action: "list_words", subject_kind: "words" };
    expect(log).toEqual([change, change]);
    expect(ListedWordsInput.safeParse({ words: Array(201).fill("x"), reason: "Many." }).success).toBe(false);
  });
});
