import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { giveRight, invited } from "#test/teams.ts";
import { makeGateKey } from "../gates/commands.ts";
import type { Member } from "../members/shapes.ts";
import { roleAt } from "../rights/queries.ts";
import { endOrganizing } from "../teams/commands.ts";
import { acceptInvitation } from "../teams/inviting.ts";
import { acceptOwnership, offerOwnership } from "./commands.ts";

let make: Make;
let owner: Member;
let second: Member;
let eventId: string;
beforeAll(async () => void (make = makeIn(await testDatabase())));
beforeEach(async () => {
  owner = await make.member({ displayName: "Maya" });
  second = await make.member({ displayName: "Rui" });
  await make.proven(owner, second);
  eventId = await make.event({ organizer: owner, title: "Soup for Two Streets" });
});

const ctx = (member?: Member) => ({ ...make.context(member), links: make.links });
async function roleOf(member: Member, id = eventId) {
  const event = await make.db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return roleAt(make.db, event, member.id, new Date());
}
async function openKeys() {
  const open = make.db.selectFrom("gate_keys").where("event_id", "=", eventId).where("revoked_at", "is", null);
  return (await open.select("label").execute()).map(({ label }) => label);
}

describe("acceptOwnership", () => {
  it("by one of the organizers keeps the others and the keys, and makes the previous owner an organizer", async () => {
    const third = await make.member();
    await giveRight(make, { memberId: second.id, eventId });
    await giveRight(make, { memberId: third.id, eventId });
    await makeGateKey(ctx(third), eventId, { label: "Helper" });
    await offerOwnership(ctx(owner), eventId, { memberId: second.id });
    await acceptOwnership(ctx(second), eventId);
    expect(await Promise.all([owner, second, third].map((member) => roleOf(member)))).toEqual([
      "organizer",
      "owner",
      "organizer",
    ]);
    expect(await openKeys()).toEqual(["Helper"]);
    const letGo = (by: Member, who: Member) => outcomeOf(endOrganizing(ctx(by), { eventId }, who.id));
    expect([await letGo(owner, third), await letGo(second, owner)]).toEqual(["not_yours", "done"]);
  });

  it("by an outsider ends all organizers' rights there, and tells them", async () => {
    const third = await make.member();
    const elsewhere = await make.event();
    await giveRight(make, { memberId: third.id, eventId });
    await giveRight(make, { memberId: third.id, eventId: elsewhere });
    const { secret } = await invited(make, third, { eventId });
    await offerOwnership(ctx(owner), eventId, { email: second.email });
    await make.db.deleteFrom("outbox").execute();
    await acceptOwnership(ctx(second), eventId);
    expect(await Promise.all([owner, second, third].map((member) => roleOf(member)))).toEqual([null, "owner", null]);
    expect(await roleOf(third, elsewhere)).toBe("organizer");
    expect(await outcomeOf(acceptInvitation(ctx(await make.member()), secret))).toBe("invitation_gone");
    const told = (await make.mails()).filter(({ to }) => to === third.email);
    expect(told.map(({ subject }) => subject)).toEqual(["You no longer organize “Soup for Two Streets”"]);
  });

  it("is offered by an organizer's id only to one of the event's organizers", async () => {
    const third = await make.member();
    await giveRight(make, { memberId: third.id, eventId, until: new Date(Date.now() - 1000) });
    const offered = (memberId: string) => outcomeOf(offerOwnership(ctx(owner), eventId, { memberId }));
    expect([await offered(second.id), await offered(third.id)]).toEqual(["not_found", "not_found"]);
    await giveRight(make, { memberId: second.id, eventId });
    expect(await offered(second.id)).toBe("done");
    expect(await outcomeOf(offerOwnership(ctx(owner), eventId, { email: undefined, memberId: owner.id }))).toBe(
      "not_found",
    );
  });
});
