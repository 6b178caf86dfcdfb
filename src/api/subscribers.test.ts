import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

describe("POST /subscribe", () => {
  it("stores an address once in any letter case, and never tells that it was there", async () => {
    const answers = [];
    for (const email of ["amina@example.org", " Amina@Example.ORG ", "amina@example.org"]) {
      answers.push(await call("POST", "/subscribe", { json: { email } }));
    }
    const expected = { acknowledged: true, insertedId: "amina@example.org" };
    expect(answers).toMatchObject(Array.from({ length: 3 }, () => ({ status: 200, body: expected })));
    const rows = await make.db.selectFrom("subscribers").select("email").execute();
    expect(rows).toEqual([{ email: "amina@example.org" }]);
  });

  it("says what is wrong with an address", async () => {
    for (const [email, message] of [
      [undefined, "Please enter your e-mail address."],
      ["  ", "Please enter your e-mail address."],
      ["amina@example", "This does not look like an e-mail address."],
      [7, "This should be text."],
    ]) {
      const { body } = await call("POST", "/subscribe", { json: { email } });
      expect(body.fields).toEqual([{ path: "email", message }]);
    }
  });
});
