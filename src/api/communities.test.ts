import { beforeEach, describe, expect, it } from "vitest";
import { joinCommunity } from "#domain/communities/commands.ts";
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

describe("GET /community", () => {
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
      },
      expect.objectContaining({ title: "Night Kitchen" }),
    ]);
  });

  it("tells nobody's address but the caller's own", async () => {
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
  it("makes a member once, however often it is called", async () => {
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
