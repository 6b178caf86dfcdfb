import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
let call: Call;
let token: string;
let id: string;
let headers: Record<string, string>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  const { cookie, ...organizer } = await make.signedIn();
  ({ token } = organizer);
  id = await make.event({ organizer: organizer.member });
  headers = { origin: "http://localhost", cookie };
});

const person = { name: "Zoe", image: "https://example.org/me.jpg", password: "Gannet" };

/** The calls that take a person's e-mail address, each with the other required fields. */
const calls: [path: string, field: string, ask: (email: string) => ReturnType<Call>][] = [
  ["auth/sign-up/email", "email", (email) => identity("sign-up/email", { ...person, email })],
  ["auth/sign-in/email", "email", (email) => identity("sign-in/email", { email, password: "Gannet" })],
  ["auth/request-password-reset", "email", (email) => identity("request-password-reset", { email })],
  ["auth/change-email", "newEmail", (newEmail) => identity("change-email", { newEmail, password: "Gannet" })],
  ["subscribe", "email", (email) => call("POST", "/subscribe", { json: { email } })],
  ["contact", "email", (email) => call("POST", "/contact", { json: { name: "Zoe", email, message: "Hello" } })],
  ["hand-over", "email", (email) => own("hand-over", { email })],
  ["participants", "email", (email) => own("participants", { email, reason: "You asked." })],
];
const identity = (path: string, json: unknown) => call("POST", `/auth/${path}`, { json, headers });
const own = (path: string, json: unknown) => call("POST", `/events/${id}/${path}`, { json, token });

describe.each(calls)("%s", (path, field, ask) => {
  it.each(["a,v@example.org", "<v@example.org", '"q"v@example.org', "(c)v@example.org", "v@ｅxample.org"])(
    "rejects %s, which is not an ordinary address of one mailbox",
    async (address) => {
      const { status, body } = await ask(address);
      expect([status, body.fields]).toEqual([
        422,
        [{ path: field, message: "This does not look like an e-mail address." }],
      ]);
    },
  );

  it("accepts an ordinary address", async () => {
    const { status, body } = await ask("V@Example.org");
    expect([status, body.fields]).not.toEqual([422, expect.anything()]);
  });
});

describe("an address with an internationalized domain", () => {
  it("is the same in every spelling", async () => {
    for (const email of ["zoe@BÜCHER.example", "Zoe@xn--bcher-kva.example", "zoe@bu\u0308cher.example"]) {
      await call("POST", "/subscribe", { json: { email } });
    }
    expect(await make.db.selectFrom("subscribers").select("email").execute()).toEqual([
      { email: "zoe@bücher.example" },
    ]);
    expect((await call("POST", "/subscribe", { json: { email: "zoe@xn--a.example" } })).status).toBe(422);
  });
});
