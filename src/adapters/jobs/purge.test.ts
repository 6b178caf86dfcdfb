import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { enqueue } from "#domain/outbox.ts";
import { aboutNobody, kept } from "#domain/privacy/rules.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { purgeExpired, startPurging } from "./purge.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/**
 * A session, a verification and a count of attempts that end in this many seconds, and a mailed link that ended a week
 * before.
 */
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
  await sql`insert into mail_links (secret_hash, member_id, email, expires_at) values (${name}, ${id}, '', ${ends} - interval '7 days')`.execute(
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
  it("deletes only rows that have ended", async () => {
    await endingIn(-1);
    await endingIn(600);
    await purgeExpired(make.db);
    expect(await left()).toEqual(Array(5).fill("600"));
    expect(await make.db.selectFrom("members").select("id").execute()).toHaveLength(2);
  });
});

describe("words of events", () => {
  it("are deleted when the last event that has them is over", async () => {
    await sql`insert into event_words (word, until) values
      ('gone', now() - interval '1 second'), ('here', now() + interval '1 minute')`.execute(make.db);
    await purgeExpired(make.db);
    expect(await make.db.selectFrom("event_words").select("word").execute()).toEqual([{ word: "here" }]);
  });
});

const ago = (days: number) => sql`now() - ${days} * interval '1 day'`;

describe("data kept for a limited time", () => {
  it("include finished tasks for 30 days, and failed ones for 90; waiting ones stay", async () => {
    const task = async (key: string, column: "done_at" | "failed_at" | "created_at", days: number) => {
      await enqueue(make.db, { kind: "reset_password", key, payload: { email: "a@example.org" } }, new Date());
      await sql`update outbox set ${sql.ref(column)} = ${ago(days)} where key = ${key}`.execute(make.db);
    };
    await task("done long ago", "done_at", 31);
    await task("done", "done_at", 29);
    await task("failed long ago", "failed_at", 91);
    await task("failed", "failed_at", 89);
    await task("waiting", "created_at", 400);
    await purgeExpired(make.db);
    const rows = await make.db.selectFrom("outbox").select("key").orderBy("key").execute();
    expect(rows.map(({ key }) => key)).toEqual(["done", "failed", "waiting"]);
  });

  it("include messages to hosts, for a year, and unconfirmed addresses, for 30 days", async () => {
    for (const days of [364, 366]) {
      await sql`insert into contact_messages (id, name, email, message, created_at)
        values (${newId()}, ${String(days)}, 'a@example.org', 'Hello', ${ago(days)})`.execute(make.db);
    }
    await sql`insert into subscribers (email, confirmed_at, created_at)
      values ('reader@example.org', ${ago(40)}, ${ago(40)}), ('late@example.org', null, ${ago(31)}),
        ('new@example.org', null, ${ago(29)})`.execute(make.db);
    await sql`insert into follows (id, email, filter, last_day, keys, since, confirmed_at, created_at)
      values (${newId()}, 'reader@example.org', 'over', '2026-01-01', '{*}', 0, now(), now()),
        (${newId()}, 'reader@example.org', 'asked', null, '{*}', 0, null, ${ago(31)}),
        (${newId()}, 'reader@example.org', 'lately', '2100-01-01', '{*}', 0, null, ${ago(29)})`.execute(make.db);
    await make.db.insertInto("subscribers").values({ email: "idle@example.org", time_zone: "UTC" }).execute();
    await purgeExpired(make.db);
    const filters = await make.db
      .selectFrom("follows")
      .select("filter")
      .where("email", "=", "reader@example.org")
      .orderBy("filter")
      .execute();
    expect(filters.map(({ filter }) => filter)).toEqual(["", "lately"]);
    const messages = await make.db.selectFrom("contact_messages").select("name").execute();
    const addresses = await make.db.selectFrom("subscribers").select("email").orderBy("email").execute();
    expect(messages.map(({ name }) => name)).toEqual(["364"]);
    expect(addresses.map(({ email }) => email)).toEqual(["new@example.org", "reader@example.org"]);
  });

  it("include decided reviews with their reports, for a year; open ones stay", async () => {
    for (const [name, days] of [
      ["long ago", 366],
      ["lately", 364],
      ["open", null],
    ] as const) {
      const id = newId();
      const decided = days === null ? sql`null` : ago(days);
      const [decision, why] = days === null ? [null, null] : ["none", "Fine."];
      await sql`insert into reviews (id, about, subject_id, cause, opened_at, decision, decided_at, decided_for)
        values (${id}, 'event', ${newId()}, 'report', ${ago(400)}, ${decision}, ${decided}, ${why})`.execute(make.db);
      await sql`insert into reports (id, review_id, reason, words, is_confirmed, created_at)
        values (${newId()}, ${id}, 'untrue', ${name}, false, ${ago(400)})`.execute(make.db);
    }
    await purgeExpired(make.db);
    const reports = await make.db.selectFrom("reports").select("words").orderBy("words").execute();
    expect(reports.map(({ words }) => words)).toEqual(["lately", "open"]);
  });

  it("are in the table of stored data, which has every other table too", async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'`.execute(
      make.db,
    );
    const named = new Set([...kept.flatMap(({ tables }): readonly string[] => tables), ...aboutNobody]);
    expect([...named].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });
});

describe("startPurging", () => {
  it("purges again and again until it is stopped", async () => {
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
    expect(String(await warned)).toMatch(/Expired data could not be deleted: Error: out of reach/);
    broken = false;
    await expect.poll(left, { timeout: 20_000, interval: 5 }).toEqual([]);
    await stop();
  });

  it("deletes contact data of walk-ins 30 days after the event's end, and names of walk-ins and leavers after a year", async () => {
    const { id: owner_id } = await make.member();
    for (const days of [29, 31, 366]) {
      const eventId = await make.event();
      await sql`update events set event_date = ${ago(days + 2)}, event_end = ${ago(days)} where id = ${eventId}`.execute(
        make.db,
      );
      const mark = {
        id: newId(),
        event_id: eventId,
        seq: 1,
        kind: "walk_in",
        person_id: newId(),
        name: "Marta",
      } as const;
      const times = { at: new Date(), device_at: new Date(), received_at: new Date() };
      await make.db
        .insertInto("gate_marks")
        .values({ ...mark, ...times })
        .execute();
      const contact = { mark_id: mark.id, event_id: eventId, phone: String(days), email: null };
      await make.db.insertInto("walk_in_contacts").values(contact).execute();
      const key = { id: newId(), event_id: eventId, label: "Bea", created_by: owner_id };
      await make.db.insertInto("gate_keys").values(key).execute();
      const device = { event_id: eventId, id: newId(), key_id: key.id, number: 1 };
      await make.db
        .insertInto("gate_devices")
        .values({ ...device, first_seen: new Date(), last_seen: new Date() })
        .execute();
      const { seq: position, ...late } = { ...mark, id: newId(), name: String(days), phone: "+351 912" };
      await make.db
        .insertInto("gate_late_marks")
        .values({ ...late, ...times, position, device_id: device.id })
        .execute();
      const leaver = { event_id: eventId, person_id: newId(), owner_id, name: String(days), under18: false };
      await make.db
        .insertInto("gate_leavers")
        .values({ ...leaver, left_at: new Date() })
        .execute();
    }
    await purgeExpired(make.db);
    expect(await make.db.selectFrom("walk_in_contacts").select("phone").execute()).toEqual([{ phone: "29" }]);
    const late = await make.db.selectFrom("gate_late_marks").select(["name", "phone"]).orderBy("name").execute();
    expect(late).toEqual([
      { name: "29", phone: "+351 912" },
      { name: "31", phone: null },
    ]);
    const namesIn = async (table: "gate_marks" | "gate_leavers") =>
      (await make.db.selectFrom(table).select("name").orderBy("name").execute()).map(({ name }) => name);
    expect([await namesIn("gate_marks"), await namesIn("gate_leavers")]).toEqual([
      ["", "Marta", "Marta"],
      ["29", "31"],
    ]);
  });
});
