import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Member } from "../members/shapes.ts";
import { removeParticipant, addParticipant, sendMessage } from "../participants/commands.ts";
import { updateEvent } from "../organizing/commands.ts";
import { acceptOwnership, offerOwnership } from "../ownership-transfers/commands.ts";
import { getOwnershipTransfer } from "../ownership-transfers/queries.ts";
import { joinEvent } from "../registrations/commands.ts";
import { blockMember, unblockMember } from "./commands.ts";
import { getBlockable, listBlocks } from "./queries.ts";
import { blocksMax } from "./rules.ts";

let make: Make;
let organizer: Member;
let other: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  other = await make.member();
  await make.proven(organizer, other);
  eventId = await make.event({ organizer });
});

const list = (by: Member, limit = 100, cursor?: string) => listBlocks(make.context(by), { limit, cursor });
const block = (by: Member, whom: Member) => blockMember(make.context(by), whom.id);

describe("people who have blocked each other", () => {
  it("do not join each other's events, whoever it was, and are told the same; others do, and so do they afterward", async () => {
    const theirs = await make.event({ organizer: other });
    await block(other, organizer);
    const ordinary = { code: "cannot_join", status: 409 };
    await expect(joinEvent(make.context(other), { eventId })).rejects.toMatchObject(ordinary);
    await expect(joinEvent(make.context(organizer), { eventId: theirs })).rejects.toMatchObject(ordinary);
    await joinEvent(make.context(await make.member()), { eventId });
    await joinEvent(make.context(other), { eventId: await make.event() });
    await unblockMember(make.context(other), organizer.id);
    expect((await joinEvent(make.context(other), { eventId })).registration.isJoined).toBe(true);
  });

  it("keep nobody else from each other's events", async () => {
    const [third, fourth] = [await make.member(), await make.member()];
    for (const member of [other, third, fourth]) await make.event({ organizer: member });
    await block(third, other);
    await block(organizer, third);
    await block(other, fourth);
    await block(fourth, organizer);
    expect(await joinEvent(make.context(other), { eventId })).toMatchObject({ state: "joined" });
    await expect(joinEvent(make.context(third), { eventId })).rejects.toMatchObject({ code: "cannot_join" });
  });

  it("keep what they had at each other's events, and are not written to, which the writer cannot tell", async () => {
    await joinEvent(make.context(other), { eventId });
    await joinEvent(make.context(await make.member({ email: "third@example.org" })), { eventId });
    await make.mails();
    const message = { audience: "all", text: "Bring gloves." } as const;
    await sendMessage(make.context(organizer), eventId, message);
    await block(other, organizer);
    // What was on its way does not arrive either.
    expect((await make.mails()).map(({ to }) => to)).toEqual(["third@example.org"]);
    expect(await sendMessage(make.context(organizer), eventId, message)).toMatchObject({ recipients: 2 });
    expect((await make.mails()).map(({ to }) => to)).toEqual(["third@example.org"]);
  });

  it("hear what changes, without the organizer's words", async () => {
    await joinEvent(make.context(other), { eventId });
    await make.mails();
    await block(other, organizer);
    await updateEvent(make.context(organizer), eventId, { location: "Pier 3", note: "You know why." });
    const changed = await make.mails(new Date(Date.now() + 10 * 60_000));
    const mail = changed.find(({ to, text }) => to === other.email && text.includes("Pier 3"));
    expect(mail?.text).not.toContain("You know why.");
    await removeParticipant(make.context(organizer), eventId, other.id, { reason: "You know why." });
    const [removed] = await make.mails();
    expect(removed?.to).toBe(other.email);
    expect(removed?.text).not.toContain("You know why.");
  });

  it("are nobody to whom the other could add or offer anything, and neither is told that", async () => {
    await block(other, organizer);
    const added = addParticipant(make.context(organizer), eventId, { email: other.email, reason: "Come." });
    await expect(added).rejects.toMatchObject({ code: "no_such_member" });
    await offerOwnership(make.context(organizer), eventId, { email: other.email });
    // Who offers is told that it was done in their name, and nothing of the block.
    expect((await make.mails()).map(({ to }) => to)).toEqual([organizer.email]);
    expect(await getOwnershipTransfer(make.context(organizer), eventId)).toMatchObject({ offeredTo: other.email });
    expect(await getOwnershipTransfer(make.context(other), eventId)).toMatchObject({ toMe: false });
    await expect(acceptOwnership(make.context(other), eventId)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("blockMember", () => {
  it("lists whom one has blocked, page by page, for nobody else; once more changes nothing", async () => {
    expect(await block(other, organizer)).toMatchObject({ modifiedCount: 1 });
    expect(await block(other, organizer)).toMatchObject({ modifiedCount: 0 });
    const second = await make.member();
    await make.event({ organizer: second });
    await block(other, second);
    const first = await list(other, 1);
    expect(first).toMatchObject({ rows: [{ _id: second.id }], total: 2 });
    expect(await list(other, 1, first.next ?? "")).toMatchObject({ rows: [{ _id: organizer.id }], next: null });
    expect(await list(organizer)).toMatchObject({ rows: [], total: 0 });
    expect(await unblockMember(make.context(organizer), other.id)).toMatchObject({ modifiedCount: 0 });
    await block(second, organizer);
    expect(await unblockMember(make.context(other), organizer.id)).toMatchObject({ modifiedCount: 1 });
    expect([(await list(other)).total, (await list(second)).total]).toEqual([1, 1]);
  });

  it("is about people whom one has come across: an organizer, somebody on one's list; never oneself", async () => {
    const ctx = make.context(organizer);
    await expect(getBlockable(ctx, other.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(block(organizer, other)).rejects.toMatchObject({ code: "not_found" });
    await expect(block(organizer, organizer)).rejects.toMatchObject({ code: "not_found" });
    // A draft is shown to nobody, and who joins elsewhere is on no list of theirs.
    const draft = await make.event({ organizer: other });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    await joinEvent(make.context(other), { eventId: await make.event() });
    await expect(getBlockable(ctx, other.id)).rejects.toMatchObject({ code: "not_found" });
    await joinEvent(ctx, { eventId: await make.event() });
    await expect(getBlockable(ctx, other.id)).rejects.toMatchObject({ code: "not_found" });
    await joinEvent(make.context(other), { eventId });
    expect(await getBlockable(ctx, other.id)).toMatchObject({ name: other.displayName, blockedAt: null });
  });

  it(`ends at ${blocksMax} people`, async () => {
    const many = await make.members(blocksMax);
    const blockAll = (blocker_id: string) =>
      make.db
        .insertInto("blocks")
        .values(many.map(({ id }) => ({ blocker_id, blocked_id: id, blocked_at: new Date() })))
        .execute();
    await blockAll((await make.member()).id);
    await block(other, organizer);
    await unblockMember(make.context(other), organizer.id);
    await blockAll(other.id);
    await expect(block(other, organizer)).rejects.toMatchObject({ code: "blocks_full" });
  });
});
