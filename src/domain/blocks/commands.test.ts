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

describe("members with a block between them", () => {
  it("cannot join each other's events, whichever of them blocked, with the same refusal; others can, and so can they after the block ends", async () => {
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

  it("can still join other people's events", async () => {
    const [third, fourth] = [await make.member(), await make.member()];
    for (const member of [other, third, fourth]) await make.event({ organizer: member });
    await block(third, other);
    await block(organizer, third);
    await block(other, fourth);
    await block(fourth, organizer);
    expect(await joinEvent(make.context(other), { eventId })).toMatchObject({ state: "joined" });
    await expect(joinEvent(make.context(third), { eventId })).rejects.toMatchObject({ code: "cannot_join" });
  });

  it("keep their registrations at each other's events, but get no messages, which the sender does not learn", async () => {
    await joinEvent(make.context(other), { eventId });
    await joinEvent(make.context(await make.member({ email: "third@example.org" })), { eventId });
    await make.mails();
    const message = { audience: "all", text: "Bring gloves." } as const;
    await sendMessage(make.context(organizer), eventId, message);
    await block(other, organizer);
    // Messages that are on their way do not arrive either.
    expect((await make.mails()).map(({ to }) => to)).toEqual(["third@example.org"]);
    expect(await sendMessage(make.context(organizer), eventId, message)).toMatchObject({ recipients: 2 });
    expect((await make.mails()).map(({ to }) => to)).toEqual(["third@example.org"]);
  });

  it("receive changes, without the organizer's words", async () => {
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

  it("cannot add each other or offer each other anything, and neither learns of the block", async () => {
    await block(other, organizer);
    const added = addParticipant(make.context(organizer), eventId, { email: other.email, reason: "Come." });
    await expect(added).rejects.toMatchObject({ code: "no_such_member" });
    await offerOwnership(make.context(organizer), eventId, { email: other.email });
    // The organizer is told of the offer made in their name, and nothing of the block.
    expect((await make.mails()).map(({ to }) => to)).toEqual([organizer.email]);
    expect(await getOwnershipTransfer(make.context(organizer), eventId)).toMatchObject({ offeredTo: other.email });
    expect(await getOwnershipTransfer(make.context(other), eventId)).toMatchObject({ toMe: false });
    await expect(acceptOwnership(make.context(other), eventId)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("blockMember", () => {
  it("lists the caller's blocked people, page by page, for the caller only; repeating it changes nothing", async () => {
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

  it("accepts only people met at events, as organizer or on the caller's lists, and never the caller", async () => {
    const ctx = make.context(organizer);
    await expect(getBlockable(ctx, other.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(block(organizer, other)).rejects.toMatchObject({ code: "not_found" });
    await expect(block(organizer, organizer)).rejects.toMatchObject({ code: "not_found" });
    // A draft is not visible to other members, and people who join other events are not on the caller's lists.
    const draft = await make.event({ organizer: other });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    await joinEvent(make.context(other), { eventId: await make.event() });
    await expect(getBlockable(ctx, other.id)).rejects.toMatchObject({ code: "not_found" });
    await joinEvent(ctx, { eventId: await make.event() });
    await expect(getBlockable(ctx, other.id)).rejects.toMatchObject({ code: "not_found" });
    await joinEvent(make.context(other), { eventId });
    expect(await getBlockable(ctx, other.id)).toMatchObject({ name: other.displayName, blockedAt: null });
  });

  it(`stops at ${blocksMax} people`, async () => {
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
