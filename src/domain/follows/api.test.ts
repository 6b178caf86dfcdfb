import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { timing } from "#test/operations.ts";

let make: Make;
let call: Call;
let me: Awaited<ReturnType<Make["signedIn"]>>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  me = await make.signedIn();
  await make.proven(me.member);
});

const own = "/account/follows";
/** Follows a filter as a member. */
const followed = async (filter: string) =>
  (await call("POST", own, { token: me.token, json: { about: "filter", filter, timeZone: "Asia/Dhaka" } })).body;

describe("a member's follows", () => {
  it("have one entry for each filter, start weekly by the member's clocks, and end when the member says so", async () => {
    const { insertedId } = await followed("category=food&from=2030-05-01");
    expect((await followed("from=2030-05-01&category=food&when=past")).insertedId).toBe(insertedId);
    const { body } = await call("GET", own, { token: me.token });
    expect(body).toEqual({
      email: me.member.email,
      isConfirmed: true,
      pace: "weekly",
      weekday: 4,
      hour: 17,
      timeZone: "Asia/Dhaka",
      follows: [
        expect.objectContaining({
          _id: insertedId,
          about: "filter",
          filter: "category=food&from=2030-05-01",
          isConfirmed: true,
        }),
      ],
    });
    expect((await call("PUT", own, { token: me.token, json: timing })).body).toEqual({ acknowledged: true });
    expect((await call("GET", own, { token: me.token })).body).toMatchObject(timing);
    const other = await make.signedIn();
    await make.proven(other.member);
    const end = (token: string) => call("DELETE", `${own}/${insertedId}`, { token });
    expect((await end(other.token)).body).toEqual({ acknowledged: true, modifiedCount: 0 });
    expect((await end(me.token)).body).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect((await call("GET", own, { token: me.token })).body).toMatchObject({ follows: [] });
  });
});

describe("an address's follows", () => {
  it("can be read, timed and ended by the link in its mails", async () => {
    const { insertedId } = await followed("category=food");
    const linked = `/newsletter/${make.links.sign("newsletter", me.member.email)}`;
    expect((await call("GET", `${linked}/follows`)).body).toMatchObject({ follows: [{ _id: insertedId }] });
    expect((await call("PUT", `${linked}/follows`, { json: timing })).status).toBe(200);
    expect((await call("GET", own, { token: me.token })).body).toMatchObject(timing);
    await followed("category=cleanup");
    const { body } = await call("DELETE", `${linked}/follows/${insertedId}`);
    expect(body).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect((await call("POST", linked)).status).toBe(200);
    expect((await call("GET", `${linked}/follows`)).body).toMatchObject({ follows: [], isConfirmed: false });
  });
});
