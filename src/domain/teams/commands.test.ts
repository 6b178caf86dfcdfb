import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { giveRight, invited } from "#test/teams.ts";
import { makeGateKey } from "../gates/commands.ts";
import type { Member } from "../members/shapes.ts";
import { updateEvent } from "../organizing/commands.ts";
import { acceptOwnership, offerOwnership } from "../ownership-transfers/commands.ts";
import { listParticipants } from "../participants/queries.ts";
import { roleAt, roleIn } from "../rights/queries.ts";
import { listEventActions } from "../team-log/queries.ts";
import { actionInWords } from "../team-log/rules.ts";
import { endOrganizing, setNamed, setRole } from "./commands.ts";
import { acceptInvitation } from "./inviting.ts";
import { getEventTeam, listNamedOrganizers } from "./queries.ts";
import { undoWithin } from "./rules.ts";

let make: Make;
let owner: Member;
let second: Member;
let eventId: string;
beforeAll(async () => void (make = makeIn(await testDatabase())));
beforeEach(async () => {
  await make.db.deleteFrom("outbox").execute();
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
const openKeys = async (id = eventId) =>
  (
    await make.db
      .selectFrom("gate_keys")
      .where("event_id", "=", id)
      .where("revoked_at", "is", null)
      .select("label")
      .execute()
  ).map(({ label }) => label);
const letGo = (by: Member, who: Member, at: { eventId: string } | { communityId: string } = { eventId }) =>
  outcomeOf(endOrganizing(ctx(by), at, who.id));

/** A community of Maya, with an event that Rui made as one of its organizers. */
async function communityOf(other: Member, role: "owner" | "organizer" = "organizer") {
  const id = await make.community({ title: "Clean Streets" });
  await giveRight(make, { memberId: owner.id, communityId: id, role: "owner" });
  await giveRight(make, { memberId: other.id, communityId: id, role });
  const theirs = await make.event({ organizer: other });
  await make.db.updateTable("events").set({ owner_community_id: id }).where("id", "=", theirs).execute();
  return { id, eventId: theirs };
}
const roleAtCommunity = (id: string, member: Member) => roleIn(make.db, id, member.id, new Date());

describe("endOrganizing", () => {
  it("ends an organizer's right at once, with the gate keys and invitations that they made there alone", async () => {
    await giveRight(make, { memberId: second.id, eventId });
    const other = await make.event({ organizer: second });
    await makeGateKey(ctx(second), eventId, { label: "Rui's helper" });
    await makeGateKey(ctx(owner), eventId, { label: "Maya's helper" });
    await makeGateKey(ctx(second), other, { label: "Elsewhere" });
    const theirs = await invited(make, second, { eventId });
    const ours = await invited(make, owner, { eventId });
    const [third, fourth] = [await make.member(), await make.member()];
    await offerOwnership(ctx(owner), eventId, { email: second.email });
    await make.db.deleteFrom("outbox").execute();

    expect(await letGo(owner, second)).toBe("done");
    expect([await roleOf(second), await roleOf(owner)]).toEqual([null, "owner"]);
    expect(await outcomeOf(listParticipants(ctx(second), eventId, { state: "all", search: "", limit: 10 }))).toBe(
      "not_yours",
    );
    expect([await openKeys(), await openKeys(other)]).toEqual([["Maya's helper"], ["Elsewhere"]]);
    expect(await outcomeOf(acceptInvitation(ctx(third), theirs.secret))).toBe("invitation_gone");
    expect(await outcomeOf(acceptInvitation(ctx(fourth), ours.secret))).toBe("done");
    expect(await outcomeOf(acceptOwnership(ctx(second), eventId))).toBe("not_found");
    // The mail waits for as long as the end can be undone.
    const mails = await make.mails(new Date(Date.now() + 2 * undoWithin));
    const mail = mails.find(({ to }) => to === second.email);
    expect(mail).toMatchObject({ to: second.email, subject: "You no longer organize “Soup for Two Streets”" });
    expect(mail?.text).toContain("Maya has ended your rights");
    const { rows } = await listEventActions(ctx(owner), eventId, { limit: 100 });
    expect(rows.map(actionInWords)).toContain("Ended the rights of Rui");
  });

  it("lets everybody leave themselves, without a mail, and nobody let another go but the owner", async () => {
    const third = await make.member();
    await giveRight(make, { memberId: second.id, eventId });
    await giveRight(make, { memberId: third.id, eventId });
    expect([await letGo(third, second), await letGo(third, owner)]).toEqual(["not_yours", "not_yours"]);
    expect(await letGo(await make.member(), second)).toBe("not_yours");
    expect(await letGo(third, third)).toBe("done");
    expect([await roleOf(second), await roleOf(third)]).toEqual(["organizer", null]);
    expect(await make.mails()).toEqual([]);
  });

  it("refuses to let the owner of an event go, and a person who does not organize it", async () => {
    expect(await letGo(owner, owner)).toBe("last_owner");
    expect(await letGo(owner, second)).toBe("not_found");
    expect(await outcomeOf(endOrganizing(ctx(owner), { eventId }, "nobody"))).toBe("not_found");
    expect(await outcomeOf(endOrganizing(ctx(), { eventId }, second.id))).toBe("sign_in_required");
  });

  it("keeps an event of a community with the community: its owner is named in place of who was let go", async () => {
    const community = await communityOf(second);
    await makeGateKey(ctx(second), community.eventId, { label: "Rui's helper" });
    const { secret } = await invited(make, second, { eventId: community.eventId });
    expect(await letGo(owner, second, { communityId: community.id })).toBe("done");
    const { organizer_id } = await make.db
      .selectFrom("events")
      .select("organizer_id")
      .where("id", "=", community.eventId)
      .executeTakeFirstOrThrow();
    expect([organizer_id, await roleOf(second, community.eventId)]).toEqual([owner.id, null]);
    expect(await openKeys(community.eventId)).toEqual([]);
    expect(await outcomeOf(acceptInvitation(ctx(await make.member()), secret))).toBe("invitation_gone");
  });

  it("leaves the organizer of events elsewhere as they are", async () => {
    const community = await communityOf(second);
    const other = await communityOf(second);
    expect(await letGo(second, second, { communityId: community.id })).toBe("done");
    expect([await roleOf(second, community.eventId), await roleOf(second, other.eventId)]).toEqual([null, "organizer"]);
  });

  it("keeps the last owner of a community, until there is another", async () => {
    const { id } = await communityOf(second);
    expect(await letGo(owner, owner, { communityId: id })).toBe("last_owner");
    await setRole(ctx(owner), id, second.id, { role: "owner" });
    expect(await letGo(owner, owner, { communityId: id })).toBe("done");
    expect([await roleAtCommunity(id, owner), await roleAtCommunity(id, second)]).toEqual([null, "owner"]);
  });

  it("leaves one owner when two let each other go at once", async () => {
    for (let times = 0; times < 8; times++) {
      const { id } = await communityOf(second, "owner");
      const outcomes = await Promise.all([
        letGo(owner, second, { communityId: id }),
        letGo(second, owner, { communityId: id }),
      ]);
      expect(outcomes.toSorted()).toEqual(["done", "not_yours"]);
      const roles = [await roleAtCommunity(id, owner), await roleAtCommunity(id, second)];
      expect(roles.filter((role) => role === "owner")).toHaveLength(1);
    }
  });

  it("leaves one owner when both leave at once", async () => {
    for (let times = 0; times < 8; times++) {
      const { id } = await communityOf(second, "owner");
      const at = { communityId: id };
      const outcomes = await Promise.all([letGo(owner, owner, at), letGo(second, second, at)]);
      expect(outcomes.toSorted()).toEqual(["done", "last_owner"]);
    }
  });

  it("keeps what the person changed, and ends what they do meanwhile or takes it whole", async () => {
    for (let times = 0; times < 6; times++) {
      const id = await make.event({ organizer: owner, title: "Before" });
      await giveRight(make, { memberId: second.id, eventId: id });
      const [edited] = await Promise.all([
        outcomeOf(updateEvent(ctx(second), id, { title: "After" })),
        letGo(owner, second, { eventId: id }),
      ]);
      const { title } = await make.db
        .selectFrom("events")
        .select("title")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect([edited, title]).toEqual(edited === "done" ? ["done", "After"] : ["not_yours", "Before"]);
      expect(await outcomeOf(updateEvent(ctx(second), id, { title: "Later" }))).toBe("not_yours");
    }
  });
});

describe("a right that has ended", () => {
  it("is over too for a request that began before its end and waited for a lock", async () => {
    await giveRight(make, { memberId: second.id, eventId });
    const begun = { ...make.context(second, new Date(Date.now() - 60_000)), links: make.links };
    expect(await outcomeOf(updateEvent(begun, eventId, { title: "In time" }))).toBe("done");
    await letGo(owner, second);
    expect(await outcomeOf(updateEvent(begun, eventId, { title: "Too late" }))).toBe("not_yours");
    expect((await getEventTeam({ ...ctx(owner), now: begun.now }, eventId)).people).toHaveLength(1);
  });
});

describe("setRole", () => {
  it("is for owners of the community alone, and keeps both rights as rows", async () => {
    const { id } = await communityOf(second);
    expect(await outcomeOf(setRole(ctx(second), id, second.id, { role: "owner" }))).toBe("not_yours");
    expect(await outcomeOf(setRole(ctx(owner), id, newId(), { role: "owner" }))).toBe("not_found");
    expect(await outcomeOf(setRole(ctx(owner), newId(), second.id, { role: "owner" }))).toBe("not_found");
    await setRole(ctx(owner), id, second.id, { role: "owner" });
    const rows = await make.db
      .selectFrom("rights")
      .where("community_id", "=", id)
      .where("member_id", "=", second.id)
      .select(["role", "until", "ended_by"])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { role: "organizer", until: expect.any(Date) as Date, ended_by: owner.id },
      { role: "owner", until: null, ended_by: null },
    ]);
  });

  it("keeps one owner when two make each other organizers at once", async () => {
    for (let times = 0; times < 8; times++) {
      const { id } = await communityOf(second, "owner");
      const outcomes = await Promise.all([
        outcomeOf(setRole(ctx(owner), id, second.id, { role: "organizer" })),
        outcomeOf(setRole(ctx(second), id, owner.id, { role: "organizer" })),
      ]);
      expect(outcomes.toSorted()).toEqual(["done", "not_yours"]);
    }
    const { id } = await communityOf(second);
    expect(await outcomeOf(setRole(ctx(owner), id, owner.id, { role: "organizer" }))).toBe("last_owner");
  });
});

describe("setNamed", () => {
  it("names on the page those who agree, and nobody else", async () => {
    const third = await make.member({ displayName: "Lin" });
    await giveRight(make, { memberId: second.id, eventId });
    await giveRight(make, { memberId: third.id, eventId });
    await giveRight(make, { memberId: (await make.member()).id, eventId, until: new Date(Date.now() - 1000) });
    const names = async () => (await listNamedOrganizers(ctx(), eventId)).map(({ name }) => name);
    expect(await names()).toEqual([]);
    await setNamed(ctx(second), { eventId }, { isNamed: true });
    expect(await names()).toEqual(["Rui"]);
    await setNamed(ctx(third), { eventId }, { isNamed: true });
    await setNamed(ctx(second), { eventId }, { isNamed: false });
    expect(await names()).toEqual(["Lin"]);
    expect(await outcomeOf(setNamed(ctx(owner), { eventId }, { isNamed: true }))).toBe("not_yours");
    expect(await outcomeOf(setNamed(ctx(await make.member()), { eventId }, { isNamed: true }))).toBe("not_yours");
    await endOrganizing(ctx(owner), { eventId }, third.id);
    expect(await names()).toEqual([]);
  });
});

describe("getEventTeam", () => {
  it("has the owner first, then the others and the open invitations, for the organizers alone", async () => {
    await giveRight(make, { memberId: second.id, eventId });
    await invited(make, second, { eventId }, "ana@foodbank.example");
    const team = await getEventTeam(ctx(second), eventId);
    expect(team.role).toBe("organizer");
    expect(team.people.map(({ name, role, isMe }) => [name, role, isMe])).toEqual([
      ["Maya", "owner", false],
      ["Rui", "organizer", true],
    ]);
    expect(team.invitations).toMatchObject([{ email: "ana@foodbank.example", invitedBy: "Rui" }]);
    expect((await getEventTeam(ctx(owner), eventId)).role).toBe("owner");
    expect(await outcomeOf(getEventTeam(ctx(await make.member()), eventId))).toBe("not_yours");
  });

  it("has the organizers of an event's community, once each", async () => {
    const community = await communityOf(second);
    const third = await make.member({ displayName: "Lin" });
    await giveRight(make, { memberId: third.id, eventId: community.eventId });
    await giveRight(make, { memberId: second.id, eventId: community.eventId });
    const { people } = await getEventTeam(ctx(third), community.eventId);
    expect(people.map(({ name, role }) => [name, role])).toEqual([
      ["Maya", "owner"],
      ["Rui", "organizer"],
      ["Lin", "organizer"],
    ]);
  });
});
