import { beforeEach, describe, expect, it } from "vitest";
import { giveRight, makeMembership, makePost } from "#test/community-operations.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { deleteAccount, planDeletion } from "../accounts/commands.ts";
import { exportAccount } from "../accounts/queries.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { suspendMember } from "../suspensions/commands.ts";
import { nameOwner } from "./naming-owner.ts";
import { getRunCommunity } from "./queries.ts";

let make: Make;
let owner: Member;
let id: string;
let slug: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  owner = await make.member();
  id = await make.community({ title: "River Keepers" });
  await giveRight(make, id, owner);
  await makeMembership(make, id, owner, { hears: true });
  ({ slug } = await make.db.selectFrom("communities").select("slug").executeTakeFirstOrThrow());
});

const later = new Date(Date.now() + 8 * 86_400_000);
const plan = (member = owner) => planDeletion(make.context(member));
async function deleteNow(member: Member) {
  await make.db
    .updateTable("members")
    .set({ deletion_at: new Date(Date.now() - 1000) })
    .where("id", "=", member.id)
    .execute();
  await deleteAccount({ ...make.context(), now: later }, member.id);
}
const uploaded = async (member: Member) => {
  const { newId } = await import("#db/schema.server.ts");
  const picture = newId();
  const row = { id: picture, owner_id: member.id, content: new Uint8Array([1]), created_at: new Date() };
  await make.db.insertInto("pictures").values(row).execute();
  return `/pictures/${picture}.webp`;
};
const imageOf = async () => (await make.db.selectFrom("communities").select("image").executeTakeFirstOrThrow()).image;

describe("the only owner of a community", () => {
  it("cannot delete their account before another owns it or it is closed; others can", async () => {
    await expect(plan()).rejects.toMatchObject({ code: "owns_community" });
    const organizer = await make.member();
    await giveRight(make, id, organizer, "organizer");
    expect(await plan(organizer)).toMatchObject({ acknowledged: true });
    await expect(plan()).rejects.toMatchObject({ code: "owns_community" });
    const second = await make.member();
    await giveRight(make, id, second);
    expect(await plan()).toMatchObject({ acknowledged: true });
  });

  it("is not an organizer of a community whose owner is gone", async () => {
    const organizer = await make.member();
    await giveRight(make, id, organizer, "organizer");
    await make.db.updateTable("rights").set({ until: new Date() }).where("member_id", "=", owner.id).execute();
    expect([await plan(organizer), await plan()]).toMatchObject([{ acknowledged: true }, { acknowledged: true }]);
  });

  it("is not relieved by an owner whose right has ended or whose account is suspended", async () => {
    const [former, suspended] = [await make.member(), await make.member()];
    await giveRight(make, id, former);
    await make.db.updateTable("rights").set({ until: new Date() }).where("member_id", "=", former.id).execute();
    await giveRight(make, id, suspended);
    await make.db.updateTable("members").set({ suspended_at: new Date() }).where("id", "=", suspended.id).execute();
    await expect(plan()).rejects.toMatchObject({ code: "owns_community" });
  });
});

describe("the deletion of an account", () => {
  it("counts the member out, and leaves the community and their posts without their name", async () => {
    await makePost(make, id, owner);
    await deleteNow(owner);
    const [community] = await make.db.selectFrom("communities").select(["id", "members"]).execute();
    expect(community).toEqual({ id, members: 0 });
    const posts = await make.db.selectFrom("community_posts").select(["text", "member_id"]).execute();
    expect(posts).toEqual([{ text: "News", member_id: null }]);
  });

  it("passes pictures that the community shows to another owner, and takes them off without one", async () => {
    const second = await make.member();
    await giveRight(make, id, second);
    const [image, unused] = [await uploaded(owner), await uploaded(owner)];
    await make.db.updateTable("communities").set({ image }).execute();
    await deleteNow(owner);
    const left = await make.db.selectFrom("pictures").select(["id", "owner_id"]).execute();
    expect(left.map((row) => row.owner_id)).toEqual([second.id]);
    expect(unused).not.toContain(left[0]?.id);
    expect(await imageOf()).toBe(image);
    await deleteNow(second);
    expect([await imageOf(), await make.db.selectFrom("pictures").select("id").execute()]).toEqual([null, []]);
  });
});

describe("an account's own data", () => {
  it("has its memberships with their switches, requests and posts, and none of others", async () => {
    const other = await make.member();
    await make.proven(owner);
    await makePost(make, id, owner, { text: "Mine" });
    await makePost(make, id, other, { text: "Theirs" });
    const asked = await make.community({ title: "Night Kitchen" });
    for (const member_id of [owner.id, other.id]) {
      const row = { community_id: asked, member_id, asked_at: new Date() };
      await make.db.insertInto("membership_requests").values(row).execute();
    }
    const data = await exportAccount(make.context(owner));
    expect(data.communities).toMatchObject([{ communityId: id, title: "River Keepers", hears: true, isShown: false }]);
    expect(data.communitiesAsked).toMatchObject([{ communityId: asked, title: "Night Kitchen" }]);
    expect(data.communityPosts).toMatchObject([{ communityId: id, text: "Mine" }]);
  });
});

describe("a suspended owner", () => {
  it("leaves the community without an owner; a host names another, tells them by mail, and the log records it", async () => {
    const [host, heir] = [await make.member(), await make.member()];
    const hosted = () => ({ ...hostedBy(asHost(make, host)), endAccess: make.auth.endAccess });
    expect(await getRunCommunity(make.context(owner), slug)).toMatchObject({ role: "owner" });
    await suspendMember(hosted(), owner.id, { reason: "Fraud." });
    await expect(getRunCommunity(make.context(owner), slug)).rejects.toMatchObject({ code: "not_yours" });
    expect(await make.db.selectFrom("communities").select("id").execute()).toEqual([{ id }]);
    await make.mails();

    const name = (email: string) => nameOwner(hosted(), id, { email, reason: "The owner is gone." });
    await expect(name(heir.email)).rejects.toMatchObject({ code: "no_such_member" });
    await make.proven(heir);
    const suspended = (suspended_at: Date | null) =>
      make.db.updateTable("members").set({ suspended_at }).where("id", "=", heir.id).execute();
    await suspended(new Date());
    await expect(name(heir.email)).rejects.toMatchObject({ code: "no_such_member" });
    await suspended(null);
    await name(heir.email);
    expect(await getRunCommunity(make.context(heir), slug)).toMatchObject({ role: "owner" });
    expect((await make.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [heir.email, "You own River Keepers now"],
    ]);
    const log = await make.db.selectFrom("host_actions").select(["action", "subject_id"]).orderBy("id").execute();
    expect(log.at(-1)).toEqual({ action: "name_owner", subject_id: id });
  });
});
