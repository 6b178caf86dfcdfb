import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { communityOf, giveRight, ownedBy } from "#test/owning.ts";
import { deleteAccount } from "../accounts/commands.ts";
import { getAccount } from "../accounts/queries.ts";
import type { Member } from "../members/shapes.ts";
import { listCallsNeeded } from "../registrations/to-call.ts";
import { liftSuspension, suspendMember } from "../suspensions/commands.ts";
import { passEventsOn } from "./passing.ts";

let make: Make;
let maker: Member;
let [older, younger, helper, participant] = [] as unknown as Member[];
let [community, toCome, past, own] = ["", "", "", ""];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [maker, older, younger, helper, participant] = (await make.members(5)) as [Member, Member, Member, Member, Member];
  community = await communityOf(make, [older, younger]);
  for (const member of [maker, helper]) await giveRight(make, member, { community_id: community });
  toCome = await make.event({ organizer: maker, title: "To come" });
  past = await make.event({ organizer: maker, eventDate: yesterday() });
  own = await make.event({ organizer: maker, title: "Own" });
  await ownedBy(make, community, toCome, past);
  for (const eventId of [toCome, past, own]) await make.join({ eventId, member: participant });
});

const pass = (limits: { communityId?: string } = {}) =>
  make.db.transaction().execute((tx) => passEventsOn(tx, { memberId: maker.id, ...limits }, new Date()));
/** The members who answer for the events, in order; undefined for a deleted one. */
const answering = async (...ids: string[]) => {
  const rows = await make.db.selectFrom("events").select(["id", "organizer_id"]).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.organizer_id);
};
const set = (member: Member | undefined, columns: { deletion_at?: Date; suspended_at?: Date }) =>
  make.db.updateTable("members").set(columns).where("id", "=", member!.id).execute();
const end = (...members: (Member | undefined)[]) =>
  make.db
    .updateTable("rights")
    .set({ until: yesterday() })
    .where(
      "member_id",
      "in",
      members.map((member) => member!.id),
    )
    .execute();
const deleteNow = async (member: Member) => {
  await set(member, { deletion_at: yesterday() });
  await deleteAccount(make.context(), member.id);
};
const hosting = () => ({ ...make.context(), by: maker.id, endAccess: make.auth.endAccess });
/** The titles of events with people to call before the maker goes. */
const titles = async () =>
  (await listCallsNeeded(make.context(), { organizerId: maker.id })).map(({ title }) => title).toSorted();
/** The subjects of mails to the participant. */
const told = async () =>
  (await make.mails()).filter(({ to }) => to === participant!.email).map(({ subject }) => subject);

describe("passing events on", () => {
  it("gives those of communities to the owner longest in office, and leaves the member's own", async () => {
    expect((await pass()).map(({ id }) => id).toSorted()).toEqual([toCome, past].toSorted());
    expect(await answering(toCome, past, own)).toEqual([older!.id, older!.id, maker.id]);
    expect(await pass()).toEqual([]);
  });

  it("leaves out owners whose right has ended and suspended ones, and takes an organizer if no owner is left", async () => {
    await end(older);
    await pass();
    expect(await answering(toCome)).toEqual([younger!.id]);
    await make.db.updateTable("events").set({ organizer_id: maker.id }).execute();
    await set(younger, { suspended_at: yesterday() });
    await pass();
    expect(await answering(toCome)).toEqual([helper!.id]);
  });

  it("changes nothing for a community without anybody else", async () => {
    await end(older, younger, helper);
    expect(await pass()).toEqual([]);
    expect(await answering(toCome)).toEqual([maker.id]);
  });

  it("can be limited to one community", async () => {
    const other = await communityOf(make, [younger!]);
    const there = await make.event({ organizer: maker });
    await ownedBy(make, other, there);
    expect(await pass({ communityId: other })).toEqual([{ id: there }]);
    expect(await answering(toCome, there)).toEqual([maker.id, younger!.id]);
  });
});

describe("deleting the account of who made a community's event", () => {
  it("keeps the event and its people, who hear nothing, and removes the member's own with notice", async () => {
    await deleteNow(maker);
    expect(await answering(toCome, past, own)).toEqual([older!.id, older!.id, undefined]);
    const joined = await make.db.selectFrom("registrations").select("event_id").execute();
    expect(joined.map(({ event_id }) => event_id).toSorted()).toEqual([toCome, past].toSorted());
    expect(await told()).toEqual([expect.stringContaining("Own")]);
  });

  it("ends the member's own spot there", async () => {
    await make.join({ eventId: toCome, member: maker });
    await deleteNow(maker);
    const { taken } = await make.db
      .selectFrom("events")
      .select("taken")
      .where("id", "=", toCome)
      .executeTakeFirstOrThrow();
    expect(taken).toBe(1);
  });

  it("removes the event with notice if the community has no organizer left", async () => {
    await end(older, younger, helper);
    await deleteNow(maker);
    expect(await answering(toCome, past, own)).toEqual([undefined, undefined, undefined]);
    expect(await told()).toHaveLength(2);
  });

  it("is announced on the account page without the events that stay", async () => {
    expect(await getAccount(make.context(maker))).toMatchObject({ events: 1, eventsToCome: 1 });
  });

  it("asks for calls only about events that go", async () => {
    for (const event_id of [toCome, own])
      await make.db
        .insertInto("registrations")
        .values({ id: newId(), event_id, member_id: null, name: "Ilse", joined_at: new Date() })
        .execute();
    expect(await titles()).toEqual(["Own"]);
    await end(older, younger, helper);
    expect(await titles()).toEqual(["Own", "To come"]);
  });

  it("passes its events to the last owner while the first one's account is deleted, too", async () => {
    for (const member of [maker, older!]) await set(member, { deletion_at: yesterday() });
    await Promise.all([maker, older!].map((member) => deleteAccount(make.context(), member.id)));
    expect(await answering(toCome, past)).toEqual([younger!.id, younger!.id]);
  });
});

describe("suspending who made a community's event", () => {
  it("keeps the event public, hides the member's own, and lifting it gives nothing back", async () => {
    await suspendMember(hosting(), maker.id, { reason: "Spam." });
    const reviews = async () => {
      const rows = await make.db.selectFrom("events").select(["id", "review"]).execute();
      return [toCome, past, own].map((id) => rows.find((row) => row.id === id)?.review);
    };
    expect(await reviews()).toEqual([null, null, "hidden"]);
    expect(await answering(toCome, past, own)).toEqual([older!.id, older!.id, maker.id]);
    await liftSuspension(hosting(), maker.id, { reason: "A mistake." });
    expect(await reviews()).toEqual([null, null, null]);
    expect(await answering(toCome, past)).toEqual([older!.id, older!.id]);
  });

  it("ends the gate keys that the member made there, and not those of others", async () => {
    const keys = [maker, older!].map(({ id, displayName }) => ({
      id: newId(),
      event_id: toCome,
      label: displayName,
      created_by: id,
    }));
    await make.db.insertInto("gate_keys").values(keys).execute();
    await suspendMember(hosting(), maker.id, { reason: "Spam." });
    const open = await make.db.selectFrom("gate_keys").where("revoked_at", "is", null).select("label").execute();
    expect(open).toEqual([{ label: older!.displayName }]);
  });
});
