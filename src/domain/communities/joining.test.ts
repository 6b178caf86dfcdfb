import { beforeEach, describe, expect, it } from "vitest";
import { giveRight, makeMembership } from "#test/community-operations.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Member } from "../members/shapes.ts";
import { answerRequest, joinCommunity, leaveCommunity, setMembership } from "./commands.ts";
import { getCommunityPage } from "./page.ts";
import { getOwnPlace, listCommunities, listRequests } from "./queries.ts";

let make: Make;
let owner: Member;
let person: Member;
let id: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [owner, person] = (await make.members(2)) as [Member, Member];
  id = await make.community();
  await giveRight(make, id, owner);
});

const join = (member = person) => joinCommunity(make.context(member), { communityId: id });
const leave = (member = person) => leaveCommunity(make.context(member), { communityId: id });
const asksFirst = (asks_first = true) => make.db.updateTable("communities").set({ asks_first }).execute();
const count = async () => (await listCommunities(make.context())).rows[0]?.member;
const place = (member = person) => getOwnPlace(make.context(member), id);
const slugOf = async () => (await make.db.selectFrom("communities").select("slug").executeTakeFirstOrThrow()).slug;

describe("joining", () => {
  it("switches mails on and the face off, which a member changes apart", async () => {
    expect(await place()).toMatchObject({ member: false, hears: null, isShown: false, role: null });
    await join();
    expect(await place()).toMatchObject({ member: true, waiting: false, hears: true, isShown: false });
    await setMembership(make.context(person), id, { isShown: true });
    expect(await place()).toMatchObject({ hears: true, isShown: true });
    await setMembership(make.context(person), id, { hears: false });
    expect(await place()).toMatchObject({ hears: false, isShown: true });
    await expect(setMembership(make.context(owner), id, { hears: true })).rejects.toMatchObject({ code: "not_found" });
  });

  it("shows a face on the page only of members who agree, and counts all", async () => {
    const other = await make.member();
    for (const who of [person, other]) await join(who);
    const shown = async () => {
      const { faces, community } = await getCommunityPage(make.context(), await slugOf());
      return [faces.length, community.member];
    };
    expect(await shown()).toEqual([0, 2]);
    await setMembership(make.context(person), id, { isShown: true });
    expect(await shown()).toEqual([1, 2]);
    await make.db.updateTable("members").set({ suspended_at: new Date() }).where("id", "=", person.id).execute();
    expect(await shown()).toEqual([0, 2]);
  });
});

describe("a community that asks first", () => {
  it("counts a person once who joined while it did not ask, and whose earlier request gets a yes", async () => {
    await asksFirst();
    await join();
    await asksFirst(false);
    await join();
    await answerRequest(make.context(owner), { communityId: id, memberId: person.id }, { accept: true });
    expect([await count(), await place()]).toMatchObject([1, { member: true }]);
  });

  it("counts a person only after the yes of an organizer, and tells them", async () => {
    await asksFirst();
    expect(await join()).toEqual({ acknowledged: true, modifiedCount: 0, waits: true });
    expect(await join()).toMatchObject({ waits: true });
    expect([await count(), await place()]).toMatchObject([0, { member: false, waiting: true }]);
    expect(await listRequests(make.context(owner), id)).toMatchObject([{ memberId: person.id }]);
    const answer = (accept: boolean) =>
      answerRequest(make.context(owner), { communityId: id, memberId: person.id }, { accept });
    await answer(true);
    expect([await count(), await place()]).toMatchObject([1, { member: true, waiting: false, hears: true }]);
    expect((await make.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, "You are a member of River Keepers"],
    ]);
    await expect(answer(false)).rejects.toMatchObject({ code: "not_found" });
    expect(await join()).toEqual({ acknowledged: true, modifiedCount: 0 });
  });

  it("leaves a person out after a no, and lets them ask again", async () => {
    await asksFirst();
    await join();
    await answerRequest(make.context(owner), { communityId: id, memberId: person.id }, { accept: false });
    expect([await count(), await place()]).toMatchObject([0, { member: false, waiting: false }]);
    expect((await make.mails()).map(({ subject }) => subject)).toEqual(["About River Keepers"]);
    expect(await join()).toMatchObject({ waits: true });
  });

  it("lets people take back what they asked, and its organizers in at once", async () => {
    await asksFirst();
    await join();
    expect(await leave()).toMatchObject({ modifiedCount: 0 });
    expect(await listRequests(make.context(owner), id)).toEqual([]);
    expect(await join(owner)).toEqual({ acknowledged: true, modifiedCount: 1 });
  });

  it("has its requests read and answered by its own organizers only", async () => {
    await asksFirst();
    await join();
    const stranger = await make.member();
    await giveRight(make, await make.community(), stranger);
    await expect(listRequests(make.context(stranger), id)).rejects.toMatchObject({ code: "not_yours" });
    const asked = { communityId: id, memberId: person.id };
    await expect(answerRequest(make.context(person), asked, { accept: true })).rejects.toMatchObject({
      code: "not_yours",
    });
    expect(await count()).toBe(0);
  });

  it("answers a request once, when two organizers do it at once", async () => {
    await asksFirst();
    await join();
    const second = await make.member();
    await giveRight(make, id, second, "organizer");
    const asked = { communityId: id, memberId: person.id };
    const answers = await Promise.allSettled(
      [owner, second].map((who) => answerRequest(make.context(who), asked, { accept: true })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await count()).toBe(1);
  });
});

describe("a block", () => {
  it("by an owner keeps a person out, also of one that asks first; by an organizer or a member it does not", async () => {
    const [organizer, member] = [await make.member(), await make.member()];
    await giveRight(make, id, organizer, "organizer");
    await makeMembership(make, id, member);
    const block = (blocker: Member) =>
      make.db
        .insertInto("blocks")
        .values({ blocker_id: blocker.id, blocked_id: person.id, blocked_at: new Date() })
        .execute();
    await block(owner);
    await expect(join()).rejects.toMatchObject({ code: "cannot_join_community" });
    await asksFirst();
    await expect(join()).rejects.toMatchObject({ code: "cannot_join_community" });
    expect(await listRequests(make.context(owner), id)).toEqual([]);
    await make.db.deleteFrom("blocks").execute();
    await asksFirst(false);
    for (const who of [organizer, member]) await block(who);
    expect(await join()).toMatchObject({ modifiedCount: 1 });
  });
});

describe("leaving", () => {
  it("is refused to owners and organizers while they are that, and open to members", async () => {
    const organizer = await make.member();
    await giveRight(make, id, organizer, "organizer");
    for (const who of [owner, organizer, person]) await makeMembership(make, id, who);
    for (const who of [owner, organizer]) await expect(leave(who)).rejects.toMatchObject({ code: "still_organizes" });
    expect([await leave(), await count()]).toEqual([{ acknowledged: true, modifiedCount: 1 }, 2]);
    await make.db.updateTable("rights").set({ until: new Date() }).where("member_id", "=", organizer.id).execute();
    expect([await leave(organizer), await count()]).toEqual([{ acknowledged: true, modifiedCount: 1 }, 1]);
  });
});
