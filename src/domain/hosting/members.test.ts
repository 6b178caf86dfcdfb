import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { giveRight } from "#test/teams.ts";
import type { Context } from "../context.ts";
import type { Member } from "../members/shapes.ts";
import { getMember, listMembers } from "./members.ts";
import { MemberFilter } from "./shapes.ts";

let make: Make;
let host: Member;
let ctx: Context;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  host = await make.member({ email: "host@example.org", displayName: "Zoe Host" });
  await make.proven(host);
  ctx = asHost(make, host);
});

const found = async (search: string, more: Partial<MemberFilter> = {}) => {
  const { rows, total } = await listMembers(ctx, { ...MemberFilter.parse({ search }), ...more });
  return [total, ...rows.map(({ email }) => email)];
};

const counted = async () => {
  const { total, isMore } = await listMembers(ctx, MemberFilter.parse({}));
  return [total, isMore];
};

describe("listMembers", () => {
  it("finds a part of a name or address in any letter case, and treats special characters as ordinary ones", async () => {
    await make.member({ email: "a_b@example.org", displayName: "Ana 100%" });
    await make.member({ email: "axb@example.org", displayName: "Ana 1000" });
    expect(await found("ANA")).toEqual([2, "axb@example.org", "a_b@example.org"]);
    expect(await found("a_b@")).toEqual([1, "a_b@example.org"]);
    expect(await found("100%")).toEqual([1, "a_b@example.org"]);
    expect(await found("nobody")).toEqual([0]);
  });

  it("counts to 1,000, and reports when there are more", async () => {
    // The host is one more member.
    await make.members(999);
    expect(await counted()).toEqual([1000, false]);
    await make.member();
    expect(await counted()).toEqual([1000, true]);
  });

  it("lists page by page, the newest first, and can show only suspended members", async () => {
    const [, second] = [await make.member(), await make.member()];
    const first = await listMembers(ctx, MemberFilter.parse({ limit: "2" }));
    expect([first.total, first.rows.length, first.rows[0]?._id]).toEqual([3, 2, second.id]);
    const rest = await listMembers(ctx, MemberFilter.parse({ limit: "2", cursor: first.next ?? "" }));
    expect([rest.rows.map(({ _id }) => _id), rest.next]).toEqual([[host.id], null]);
    const away = { suspended_at: new Date(), suspended_for: "It has to be so." };
    await make.db.updateTable("members").set(away).where("id", "=", second.id).execute();
    expect(await found("", { state: "suspended" })).toEqual([1, second.email]);
  });
});

describe("getMember", () => {
  it("has what the member organizes by a right, communities first, without rights that have ended", async () => {
    const [member, other] = [await make.member(), await make.member()];
    const eventId = await make.event({ organizer: other, title: "Soup for Two Streets" });
    const [run, left] = [await make.community({ title: "River Keepers" }), await make.community()];
    await make.db.updateTable("communities").set({ slug: "river" }).where("id", "=", run).execute();
    await make.event({ organizer: member, title: "Their own" });
    await giveRight(make, { memberId: member.id, eventId });
    await giveRight(make, { memberId: member.id, communityId: run, role: "owner" });
    await giveRight(make, { memberId: member.id, communityId: left, until: new Date(Date.now() - 1000) });
    await giveRight(make, { memberId: other.id, communityId: left });
    const { rights } = await getMember(ctx, member.id);
    expect(rights).toEqual([
      { about: "community", _id: run, title: "River Keepers", slug: "river", role: "owner", isHidden: false },
      { about: "event", _id: eventId, title: "Soup for Two Streets", slug: null, role: "organizer", isHidden: false },
    ]);
    await make.db.updateTable("communities").set({ hidden_at: new Date() }).where("id", "=", run).execute();
    expect((await getMember(ctx, member.id)).rights[0]?.isHidden).toBe(true);
    expect((await getMember(ctx, host.id)).rights).toEqual([]);
  });
});
