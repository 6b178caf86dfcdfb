import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { giveRight, invited } from "#test/teams.ts";
import type { Member } from "../members/shapes.ts";
import { roleAt, roleIn } from "../rights/queries.ts";
import { acceptInvitation, declineInvitation, endInvitation, invite, readInvitation } from "./inviting.ts";
import { getCommunityTeam, getEventTeam } from "./queries.ts";
import { openFor, organizersMax } from "./rules.ts";

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

const ctx = (member?: Member, now?: Date) => ({ ...make.context(member, now), links: make.links });
const hourAgo = () => new Date(Date.now() - 3_600_000);

async function roleOf(member: Member, id = eventId) {
  const event = await make.db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return roleAt(make.db, event, member.id, new Date());
}
const accepted = (member: Member, secret: string) => outcomeOf(acceptInvitation(ctx(member), secret));
const openAt = (id = eventId) =>
  make.db.selectFrom("invitations").where("event_id", "=", id).select(["id", "email"]).execute();

describe("invite", () => {
  it("mails an address its invitation and tells the sender, with one mail each", async () => {
    const made = await invite(ctx(owner), { eventId }, { email: second.email });
    expect(made).toMatchObject({ url: null, invitation: { email: second.email, invitedBy: "Maya" } });
    const mails = await make.mails();
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: second.email, subject: "Maya invites you to organize “Soup for Two Streets”" },
      { to: owner.email, subject: "An invitation to organize “Soup for Two Streets” was made" },
    ]);
    const [, secret = ""] = /invitation#(\S+)/.exec(mails[0]?.text ?? "") ?? [];
    expect(await accepted(second, secret)).toBe("done");
    expect(await roleOf(second)).toBe("organizer");
    expect((await make.mails()).map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: owner.email, subject: "Rui organizes “Soup for Two Streets” with you now" },
    ]);
  });

  it("tells the address of a link once, and stores only the hash of its secret", async () => {
    const { url } = await invite(ctx(owner), { eventId }, {});
    const [, secret = ""] = (url ?? "").split("#");
    expect(url).toBe(`https://goodturn.example/invitation#${secret}`);
    const rows = JSON.stringify(await make.db.selectFrom("invitations").selectAll().execute());
    expect(rows).not.toContain(secret);
    expect(JSON.stringify(await getEventTeam(ctx(owner), eventId))).not.toContain(secret);
    expect((await make.mails()).map(({ to }) => to)).toEqual([owner.email]);
  });

  it("is for every organizer, and not for other members", async () => {
    await giveRight(make, { memberId: second.id, eventId });
    const [third, fourth] = [await make.member(), await make.member()];
    const { secret } = await invited(make, second, { eventId });
    expect(await accepted(third, secret)).toBe("done");
    expect(await outcomeOf(invite(ctx(fourth), { eventId }, {}))).toBe("not_yours");
    expect(await outcomeOf(invite(ctx(), { eventId }, {}))).toBe("sign_in_required");
  });

  it("needs a proof of identity of the last minutes, and a confirmed address where mail is sent", async () => {
    const old = { at: new Date(Date.now() - 11 * 60_000), generation: 0 };
    expect(await outcomeOf(invite({ ...ctx(owner), proof: old }, { eventId }, {}))).toBe("log_in_again");
    await make.db.updateTable("members").set({ email_verified: false }).where("id", "=", owner.id).execute();
    expect(await outcomeOf(invite({ ...ctx(owner), sendsMail: true }, { eventId }, {}))).toBe("email_unconfirmed");
    const ended = { ...ctx(owner), proof: { at: new Date(), generation: 1 } };
    expect(await outcomeOf(invite(ended, { eventId }, {}))).toBe("sign_in_required");
    expect(await openAt()).toEqual([]);
  });

  it("refuses one's own address and an organizer's, and replaces an earlier invitation of an address", async () => {
    expect(await outcomeOf(invite(ctx(owner), { eventId }, { email: owner.email }))).toBe("invalid");
    const first = await invited(make, owner, { eventId }, second.email);
    const again = await invited(make, owner, { eventId }, second.email);
    expect(await openAt()).toEqual([{ id: again.id, email: second.email }]);
    expect(await accepted(second, first.secret)).toBe("invitation_gone");
    expect(await accepted(second, again.secret)).toBe("done");
    expect(await outcomeOf(invite(ctx(owner), { eventId }, { email: second.email }))).toBe("already_organizer");
  });

  it("has room for 20 people, open invitations included, and expired ones take none", async () => {
    await giveRight(make, { memberId: second.id, eventId });
    for (let made = 1; made < organizersMax; made++) await invited(make, owner, { eventId });
    expect(await outcomeOf(invite(ctx(owner), { eventId }, {}))).toBe("organizers_full");
    const [first] = await openAt();
    await make.db.updateTable("invitations").set({ expires_at: hourAgo() }).where("id", "=", first!.id).execute();
    expect(await outcomeOf(invite(ctx(owner), { eventId }, {}))).toBe("done");
    expect(await outcomeOf(invite(ctx(owner), { eventId }, {}))).toBe("organizers_full");
  });

  it("is refused while the event is hidden, and counted like other mail to people", async () => {
    const none = attemptsFor(make.db, { outreach: { address: null, account: { most: 0, seconds: 60 } } });
    expect(await outcomeOf(invite({ ...ctx(owner), ...none }, { eventId }, {}))).toBe("too_many_mails");
    await make.db.updateTable("events").set({ review: "hidden", is_draft: true }).where("id", "=", eventId).execute();
    expect(await outcomeOf(invite(ctx(owner), { eventId }, {}))).toBe("under_review");
  });

  it("sends no mail to a person whom a block keeps apart from the sender", async () => {
    const block = { blocker_id: second.id, blocked_id: owner.id, blocked_at: new Date() };
    await make.db.insertInto("blocks").values(block).execute();
    await invited(make, owner, { eventId }, second.email);
    expect((await make.mails()).map(({ to }) => to)).toEqual([owner.email]);
  });
});

describe("readInvitation", () => {
  it("says to visitors who invites to what, until it is taken back or a week has passed", async () => {
    const { id, secret } = await invited(make, owner, { eventId });
    const about = { about: "event", aboutId: eventId, title: "Soup for Two Streets", invitedBy: "Maya" };
    expect(await readInvitation(ctx(), secret)).toMatchObject({ ...about, isForAddress: false });
    expect(await outcomeOf(readInvitation(ctx(undefined, new Date(Date.now() + openFor)), secret))).toBe(
      "invitation_gone",
    );
    expect(await outcomeOf(readInvitation(ctx(), `${secret}x`))).toBe("invitation_gone");
    await endInvitation(ctx(owner), { eventId }, id);
    expect(await outcomeOf(readInvitation(ctx(), secret))).toBe("invitation_gone");
  });
});

describe("acceptInvitation", () => {
  it("makes one person an organizer, once", async () => {
    const third = await make.member();
    const { secret } = await invited(make, owner, { eventId });
    expect(await outcomeOf(acceptInvitation(ctx(), secret))).toBe("sign_in_required");
    expect(await accepted(second, secret)).toBe("done");
    expect(await accepted(second, secret)).toBe("invitation_gone");
    expect(await accepted(third, secret)).toBe("invitation_gone");
    expect([await roleOf(second), await roleOf(third)]).toEqual(["organizer", null]);
  });

  it("refuses an invitation of an address to any other account, and to its own until it is confirmed", async () => {
    const third = await make.member();
    await make.proven(third);
    const { secret } = await invited(make, owner, { eventId }, second.email);
    expect(await accepted(third, secret)).toBe("other_account");
    await make.db.updateTable("members").set({ email_verified: false }).where("id", "=", second.id).execute();
    expect(await accepted(second, secret)).toBe("email_unconfirmed");
    await make.proven(second);
    expect(await accepted(second, secret)).toBe("done");
  });

  it("refuses a link to accounts without a confirmed address where mail is sent", async () => {
    const third = await make.member();
    const { secret } = await invited(make, owner, { eventId });
    expect(await outcomeOf(acceptInvitation({ ...ctx(third), sendsMail: true }, secret))).toBe("email_unconfirmed");
    expect(await outcomeOf(acceptInvitation({ ...ctx(second), sendsMail: true }, secret))).toBe("done");
  });

  it("refuses the owner and other organizers, whose link stays for another person", async () => {
    const { secret } = await invited(make, owner, { eventId });
    await giveRight(make, { memberId: second.id, eventId });
    expect([await accepted(owner, secret), await accepted(second, secret)]).toEqual([
      "already_organizer",
      "already_organizer",
    ]);
    expect(await accepted(await make.member(), secret)).toBe("done");
  });

  it.each(["by the owner", "of the owner"])("refuses a person when a block %s stands between them", async (whose) => {
    const third = await make.member();
    const { secret } = await invited(make, owner, { eventId });
    const [one, other] = whose === "by the owner" ? [owner, second] : [second, owner];
    const block = { blocker_id: one.id, blocked_id: other.id, blocked_at: new Date() };
    await make.db.insertInto("blocks").values(block).execute();
    expect([await accepted(second, secret), await accepted(third, secret)]).toEqual(["invitation_gone", "done"]);
  });

  it("waits while the event is hidden, and works once it is shown again", async () => {
    const { secret } = await invited(make, owner, { eventId });
    const hidden = (is: boolean) =>
      make.db
        .updateTable("events")
        .set({ is_draft: is, review: is ? "hidden" : null })
        .where("id", "=", eventId)
        .execute();
    await hidden(true);
    expect(await accepted(second, secret)).toBe("under_review");
    await hidden(false);
    expect([await accepted(second, secret), await roleOf(second)]).toEqual(["done", "organizer"]);
  });

  it("refuses a suspended member, and an invitation whose sender has no right any more", async () => {
    const third = await make.member();
    const right = await giveRight(make, { memberId: third.id, eventId });
    const [ofOwner, ofThird] = [await invited(make, owner, { eventId }), await invited(make, third, { eventId })];
    await make.db.updateTable("rights").set({ until: hourAgo() }).where("id", "=", right).execute();
    expect(await accepted(second, ofThird.secret)).toBe("invitation_gone");
    await make.db.updateTable("members").set({ suspended_at: new Date() }).where("id", "=", second.id).execute();
    expect(await accepted(second, ofOwner.secret)).toBe("sign_in_required");
    expect(await roleOf(second)).toBeNull();
  });

  it("works for a community, whose events the person then organizes", async () => {
    const community = await make.community({ title: "Clean Streets" });
    await giveRight(make, { memberId: owner.id, communityId: community, role: "owner" });
    await make.db.updateTable("events").set({ owner_community_id: community }).where("id", "=", eventId).execute();
    const { secret } = await invited(make, owner, { communityId: community }, second.email);
    const first = (await make.mails()).map(({ subject }) => subject);
    expect(first).toContain("Maya invites you to run “Clean Streets”");
    expect(await readInvitation(ctx(), secret)).toMatchObject({ about: "community", title: "Clean Streets" });
    expect(await accepted(second, secret)).toBe("done");
    expect([await roleIn(make.db, community, second.id, new Date()), await roleOf(second)]).toEqual([
      "organizer",
      "organizer",
    ]);
    const team = await getCommunityTeam(ctx(second), community);
    expect(team.people.map(({ name, role, isMe }) => ({ name, role, isMe }))).toEqual([
      { name: "Maya", role: "owner", isMe: false },
      { name: "Rui", role: "organizer", isMe: true },
    ]);
    const then = (await make.mails()).map(({ to, subject }) => ({ to, subject }));
    expect(then).toEqual([{ to: owner.email, subject: "Rui organizes “Clean Streets” with you now" }]);
  });

  it("makes one of many people an organizer who accept a link at once", async () => {
    const { secret } = await invited(make, owner, { eventId });
    const people = await make.members(6);
    const outcomes = await Promise.all(people.map((person) => accepted(person, secret)));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "invitation_gone")).toHaveLength(5);
    const roles = await Promise.all(people.map((person) => roleOf(person)));
    expect(roles.filter(Boolean)).toHaveLength(1);
  });

  it("gives a right or none when it is taken back at once, and the team says which", async () => {
    for (let times = 0; times < 8; times++) {
      const person = await make.member();
      const { id, secret } = await invited(make, owner, { eventId });
      const [outcome] = await Promise.all([accepted(person, secret), endInvitation(ctx(owner), { eventId }, id)]);
      expect(["done", "invitation_gone"]).toContain(outcome);
      expect(await roleOf(person)).toBe(outcome === "done" ? "organizer" : null);
      expect(await openAt()).toEqual([]);
    }
  });
});

describe("declineInvitation", () => {
  it("ends an invitation, whose holder gets no right, and leaves others open", async () => {
    const [one, other] = [await invited(make, owner, { eventId }), await invited(make, owner, { eventId })];
    await declineInvitation(ctx(), one.secret);
    expect(await accepted(second, one.secret)).toBe("invitation_gone");
    expect(await outcomeOf(declineInvitation(ctx(), one.secret))).toBe("invitation_gone");
    expect(await accepted(second, other.secret)).toBe("done");
  });
});

describe("endInvitation", () => {
  it("is for the organizers of this event alone", async () => {
    const { id, secret } = await invited(make, owner, { eventId });
    const elsewhere = await make.event({ organizer: second });
    expect(await outcomeOf(endInvitation(ctx(second), { eventId }, id))).toBe("not_yours");
    expect(await outcomeOf(endInvitation(ctx(second), { eventId: elsewhere }, id))).toBe("done");
    expect(await readInvitation(ctx(), secret)).toMatchObject({ aboutId: eventId });
  });
});
