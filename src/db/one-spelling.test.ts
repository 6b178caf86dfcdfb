import type { Kysely } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { mailboxOf } from "#domain/values/mailbox.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { up } from "./migrations/052-one-spelling.ts";
import { newId } from "./schema.server.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const composed = "zoë@bücher.example";
/** Spellings that are older than the rule of one text for each mailbox. */
const before = ["zoe\u0308@bücher.example", "zoë@xn--bcher-kva.example", "zoë@bu\u0308cher.example"];

const emails = async () =>
  (await make.db.selectFrom("members").select("email").orderBy("email").execute()).map(({ email }) => email);
const subscribe = (email: string, confirmed_at: Date | null) =>
  make.db.insertInto("subscribers").values({ email, confirmed_at }).execute();
const follow = (email: string, filter: string) =>
  make.db
    .insertInto("follows")
    .values({ id: newId(), email, filter, keys: ["*"], since: 0 })
    .execute();

describe("addresses from before each mailbox had one text", () => {
  it.each(before)("are converted to it: %j of a member", async (email) => {
    const { id } = await make.member({ email });
    await make.db.updateTable("members").set({ contact_email: email }).where("id", "=", id).execute();
    const other = await make.member({ email: "amina@example.org" });
    await up(make.db as unknown as Kysely<unknown>);
    expect(
      await make.db.selectFrom("members").select(["id", "email", "contact_email"]).orderBy("email").execute(),
    ).toEqual([
      { id: other.id, email: "amina@example.org", contact_email: null },
      { id, email: composed, contact_email: composed },
    ]);
    expect(mailboxOf(email)).toBe(composed);
  });

  it("stay if another account has the mailbox, or if they are invalid", async () => {
    for (const email of [composed, before[0]!, "zoë@xn--a.example"]) await make.member({ email });
    await up(make.db as unknown as Kysely<unknown>);
    expect((await emails()).toSorted()).toEqual([composed, before[0]!, "zoë@xn--a.example"].toSorted());
  });

  it("keep their follows, without duplicates", async () => {
    await subscribe(before[1]!, new Date());
    await follow(before[1]!, "type=cleanup");
    await up(make.db as unknown as Kysely<unknown>);
    await subscribe(before[2]!, null);
    await follow(before[2]!, "type=cleanup");
    await follow(before[2]!, "type=planting");
    await up(make.db as unknown as Kysely<unknown>);
    const follows = await make.db.selectFrom("follows").select(["email", "filter"]).orderBy("filter").execute();
    // In an earlier version, a confirmed address followed everything.
    expect(follows).toEqual([
      { email: composed, filter: "" },
      { email: composed, filter: "type=cleanup" },
      { email: composed, filter: "type=planting" },
    ]);
    expect(await make.db.selectFrom("subscribers").select(["email", "confirmed_at"]).execute()).toEqual([
      { email: composed, confirmed_at: expect.any(Date) },
    ]);
  });
});
