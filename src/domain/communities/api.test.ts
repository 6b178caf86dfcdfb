import { beforeEach, describe, expect, it } from "vitest";
import { joinCommunity, leaveCommunity } from "./commands.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

const join = (communityId: string, token?: string) =>
  call("PATCH", "/joinCommunity", { ...(token && { token }), json: { communityId } });

const leave = (communityId: string, token: string) =>
  call("PATCH", "/leaveCommunity", { token, json: { communityId } });

const total = async (token?: string) =>
  (await call("GET", "/community", token ? { token } : {})).headers.get("x-total-count");

describe("GET /community", () => {
  it("returns the number of members, to visitors and members alike", async () => {
    expect(await total()).toBe("0");
    await make.community();
    const hidden = await make.community();
    const { token } = await make.signedIn();
    expect([await total(), await total(token)]).toEqual(["2", "2"]);
    await make.db.updateTable("communities").set({ hidden_at: new Date() }).where("id", "=", hidden).execute();
    expect(await total()).toBe("1");
  });

  it("lists the communities, oldest first, with the specification's fields", async () => {
    const ids = [await make.community({ title: "River Keepers" }), await make.community({ title: "Night Kitchen" })];
    const { status, body } = await call("GET", "/community");
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        _id: ids[0],
        id: ids[0],
        title: "River Keepers",
        image: null,
        description: "We look after the river.",
        member: 0,
        joinedMembers: [],
        slug: expect.any(String),
      },
      expect.objectContaining({ title: "Night Kitchen" }),
    ]);
  });

  it("shows only the caller's own address", async () => {
    const id = await make.community();
    const [amina, ben, eve] = [await make.signedIn(), await make.signedIn(), await make.signedIn()];
    await join(id, amina.token);
    await join(id, ben.token);
    const membersSeenBy = async (token?: string) =>
      (await call("GET", "/community", token ? { token } : {})).body[0].joinedMembers as string[];
    expect(await membersSeenBy(amina.token)).toEqual([amina.member.email]);
    expect(await membersSeenBy(ben.token)).toEqual([ben.member.email]);
    expect(await membersSeenBy(eve.token)).toEqual([]);
    expect(await membersSeenBy()).toEqual([]);
    expect((await call("GET", "/community")).body[0].member).toBe(2);
  });
});

describe("PATCH /joinCommunity", () => {
  it("adds a member once, however often it is called", async () => {
    const id = await make.community();
    const { token } = await make.signedIn();
    expect((await join(id, token)).body).toEqual({ acknowledged: true, modifiedCount: 1 });
    const again = await Promise.all(Array.from({ length: 20 }, () => join(id, token)));
    expect(again.map(({ body }) => body)).toEqual(
      Array.from({ length: 20 }, () => ({ acknowledged: true, modifiedCount: 0 })),
    );
    expect((await call("GET", "/community")).body[0].member).toBe(1);
  });

  it("counts 100 people who join at once as 100", async () => {
    const communityId = await make.community();
    const members = await make.members(100);
    await Promise.all(members.map((member) => joinCommunity(make.context(member), { communityId })));
    expect((await call("GET", "/community")).body[0].member).toBe(100);
    expect(await make.db.selectFrom("memberships").selectAll().execute()).toHaveLength(100);
  });
});

describe("PATCH /joinCommunity of a hidden community", () => {
  it("finds no community, and adds no member", async () => {
    const [hidden, seen] = [await make.community(), await make.community()];
    await make.db.updateTable("communities").set({ hidden_at: new Date() }).where("id", "=", hidden).execute();
    const { token } = await make.signedIn();
    expect([(await join(hidden, token)).status, (await join(seen, token)).status]).toEqual([404, 200]);
    const memberships = await make.db.selectFrom("memberships").select("community_id").execute();
    expect(memberships).toEqual([{ community_id: seen }]);
  });
});

describe("PATCH /leaveCommunity", () => {
  it("removes a member once, however often it is called, and lets them come back", async () => {
    const [id, other] = [await make.community(), await make.community({ title: "Night Kitchen" })];
    const [amina, ben] = [await make.signedIn(), await make.signedIn()];
    for (const { token } of [amina, ben]) for (const community of [id, other]) await join(community, token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => leave(id, amina.token)));
    const left = answers.map(({ body }) => body.modifiedCount as number);
    expect(left.filter((count) => count === 1)).toHaveLength(1);
    const seen = (await call("GET", "/community", { token: amina.token })).body;
    expect(seen).toMatchObject([
      { member: 1, joinedMembers: [] },
      { member: 2, joinedMembers: [amina.member.email] },
    ]);
    expect((await join(id, amina.token)).body.modifiedCount).toBe(1);
    expect((await call("GET", "/community")).body[0].member).toBe(2);
  });

  it("changes nothing for a person outside it, and counts correctly while people come and go", async () => {
    const communityId = await make.community();
    const [stranger] = await make.members(1);
    const leaveAs = (member = stranger) => leaveCommunity(make.context(member), { communityId });
    expect(await leaveAs()).toEqual({ acknowledged: true, modifiedCount: 0 });
    const members = await make.members(40);
    const [going, coming] = [members.slice(0, 20), members.slice(20)];
    await Promise.all(going.map((member) => joinCommunity(make.context(member), { communityId })));
    await Promise.all([
      ...going.map((member) => leaveAs(member)),
      ...coming.map((member) => joinCommunity(make.context(member), { communityId })),
    ]);
    expect((await call("GET", "/community")).body[0].member).toBe(20);
  });
});
