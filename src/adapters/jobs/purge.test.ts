import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { enqueue } from "#domain/outbox.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { purgeExpired, startPurging } from "./purge.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** A session, a verification, a mailed link and a count that end in so many seconds. */
async function endingIn(seconds: number) {
  const { id } = await make.member();
  const ends = sql`now() + ${seconds} * interval '1 second'`;
  const name = String(seconds);
  await sql`insert into sessions (id, member_id, token, expires_at) values (${newId()}, ${id}, ${name}, ${ends})`.execute(
    make.db,
  );
  await sql`insert into verifications (id, identifier, value, expires_at) values (${newId()}, ${name}, '', ${ends})`.execute(
    make.db,
  );
  await sql`insert into mail_links (secret_hash, member_id, email, expires_at) values (${name}, ${id}, '', ${ends})`.execute(
    make.db,
  );
  await sql`insert into passkey_challenges (challenge, expires_at) values (${name}, ${ends})`.execute(make.db);
  await sql`insert into attempts (key, n, ends_at) values (${name}, 1, ${ends})`.execute(make.db);
}

const left = async () => {
  const { rows } = await sql<{ name: string }>`
    select token as name from sessions union all select identifier from verifications union all select secret_hash from mail_links union all select challenge from passkey_challenges
    union all select key from attempts
    order by name`.execute(make.db);
  return rows.map(({ name }) => name);
};

describe("purgeExpired", () => {
  it("deletes rows that have ended, and nothing else", async () => {
    await endingIn(-1);
    await endingIn(600);
    await purgeExpired(make.db);
    expect(await left()).toEqual(Array(5).fill("600"));
    expect(await make.db.selectFrom("members").select("id").execute()).toHaveLength(2);
  });
});

describe("tasks that are done", () => {
  it("stay for 30 days, and those that are not done, or given up, for good", async () => {
    const done = async (key: string, days: number | null) => {
      await enqueue(make.db, { kind: "reset_password", key, payload: { email: "a@example.org" } }, new Date());
      const at = days === null ? sql`null` : sql`now() - ${days} * interval '1 day'`;
      await sql`update outbox set done_at = ${at} where key = ${key}`.execute(make.db);
    };
    await done("old", 31);
    await done("recent", 29);
    await done("waiting", null);
    await purgeExpired(make.db);
    const kept = await make.db.selectFrom("outbox").select("key").orderBy("key").execute();
    expect(kept.map(({ key }) => key)).toEqual(["recent", "waiting"]);
  });
});

describe("startPurging", () => {
  it("purges again and again, until it is stopped", async () => {
    const stop = startPurging(make.db, 5);
    for (let time = 0; time < 2; time++) {
      await endingIn(-1);
      await expect.poll(left, { timeout: 20_000, interval: 5 }).toEqual([]);
    }
    await stop();
    await endingIn(-1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await left()).toHaveLength(5);
  });

  it("goes on after a failure, and warns of it", async () => {
    let broken = true;
    const db = make.db.withPlugin({
      transformQuery({ node }) {
        if (broken) throw new Error("out of reach");
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const warned = new Promise((resolve) => process.once("warning", resolve));
    const stop = startPurging(db, 5);
    await endingIn(-1);
    expect(String(await warned)).toMatch(/What has expired could not be deleted: Error: out of reach/);
    broken = false;
    await expect.poll(left, { timeout: 20_000, interval: 5 }).toEqual([]);
    await stop();
  });
});
