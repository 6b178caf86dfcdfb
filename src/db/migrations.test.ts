import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newPostgresDatabase, tablesOf } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { lastRelease } from "#test/releases/release.ts";
import { readTables } from "#test/schema-effect.ts";
import { getLinkedRegistration } from "#domain/registrations/action-links.ts";
import { getLinkedPreference } from "#domain/notification-preferences/queries.ts";
import { getSubscription } from "#domain/subscribers/queries.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "./migrate.ts";
import type { OpenDatabase } from "#platform/database/open-database.ts";
import { newId } from "./schema.server.ts";

type Row = Record<string, unknown>;
const release = lastRelease();
const before = release.data;
const now = new Date(release.now);

/** Rows that migrations since the release have changed on purpose, as they are now; by table. */
const changed: Record<string, (row: Row) => Row> = {};

let open: OpenDatabase;
let make: Make;
let tablesThen: string[];
/** Each word that a check of the release allows, such as 'reviews.cause: words'. */
let wordsThen: string[];
const after: Record<string, Row[]> = {};

beforeAll(async () => {
  const url = inject("database").url === undefined ? null : await newPostgresDatabase();
  open = await openDatabase({ url, dataDir: null });
  await migrate(open.db, release.migration);
  tablesThen = await tablesOf(open.db);
  wordsThen = wordsOf((await readTables(open.db)).rules);
  await fill();
  await migrate(open.db);
  for (const name of tablesThen) after[name] = await rowsOf(name);
  // The clock of the release: what it mailed has not expired.
  make = makeIn(open.db, { now: () => now });
  // A new embedded database takes seconds on a quiet machine, a minute on a busy one.
}, 180_000);
afterAll(() => open.close());

/** Writes the release's rows unchanged: without triggers, which have done their work on them. */
async function fill() {
  await open.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [name, rows] of Object.entries(before)) {
      const found = await sql<{ column: string; sequence: string | null }>`
        select attname as column, pg_get_serial_sequence(${name}, attname) as sequence from pg_attribute
        where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx);
      const columns = sql.join(found.rows.map(({ column }) => sql.ref(column)));
      await sql`insert into ${sql.table(name)} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::jsonb)`.execute(
        tx,
      );
      for (const { column, sequence } of found.rows) {
        if (sequence) {
          await sql`select setval(${sequence}, (select max(${sql.ref(column)}) from ${sql.table(name)}))`.execute(tx);
        }
      }
    }
  });
}

async function rowsOf(table: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`select to_jsonb(each) as row from ${sql.table(table)} as each`.execute(
    open.db,
  );
  return rows.map(({ row }) => row);
}

/** Times are written in the session's zone, which differs between the two databases. */
const sorted = (rows: Row[]) =>
  rows
    .map((row) => JSON.stringify(row, (_, value) => (isMoment(value) ? new Date(value).toISOString() : value)))
    .toSorted();
const isMoment = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !value.endsWith("Z");

describe("a database of the last release", () => {
  it("has rows of every table of that release, except attempts, which pass", () => {
    expect(Object.keys(before).toSorted()).toEqual(tablesThen.toSorted());
    expect(tablesThen.filter((name) => before[name]?.length === 0)).toEqual(["attempts"]);
  });

  it("has rows with every word that a check of that release allows", () => {
    expect(wordsThen).toContain("reviews.cause: words");
    const missing = wordsThen.filter((text) => {
      const [table = "", column = "", word] = text.split(/\.|: /);
      return !before[table]?.some((row) => row[column] === word);
    });
    expect(missing).toEqual([]);
  });

  it.each(Object.keys(before))("keeps every row of %s", (name) => {
    const expected = before[name]!.map((row) => changed[name]?.(row) ?? row);
    // A row may have got columns.
    const names = Object.keys(expected[0] ?? {});
    expect(sorted(after[name]!.map((row) => pick(row, names)))).toEqual(
      sorted(expected.map((row) => pick(row, names))),
    );
  });

  it("gives a newcomer the next position in order of arrival", async () => {
    const organizer = await make.member({ email: "late-organizer@example.org" });
    const event_id = await make.event({ organizer });
    const { id: member_id } = await make.member({ email: "newcomer@example.org" });
    await make.db.insertInto("registrations").values({ id: newId(), event_id, member_id, joined_at: now }).execute();
    const { seq } = await make.db
      .selectFrom("registrations")
      .select("seq")
      .where("member_id", "=", member_id)
      .executeTakeFirstOrThrow();
    expect(seq).toBeGreaterThan(Math.max(...before["registrations"]!.map((row) => Number(row["seq"]))));
    await make.db.deleteFrom("events").where("id", "=", event_id).execute();
  });

  it("opens the links that were mailed", async () => {
    const registration = (token: string) =>
      getLinkedRegistration({ db: make.db, now }, make.links.read("registration", token));
    expect(await registration(release.links.participant)).toMatchObject({
      event: { title: "Beach Cleanup" },
      registration: { state: "joined", guests: [{ name: "Guest of the participant", under18: false }] },
      confirmed: false,
    });
    expect(await registration(release.links.waitlisted)).toMatchObject({
      registration: { state: "waiting", position: 1, offer: { spots: 1 }, guests: [] },
    });
    const linked = make.links.read("notifications", release.links.thanks);
    expect(await getLinkedPreference(make, linked)).toMatchObject({ kind: "thanks", wanted: true });
    const subscriber = make.links.read("newsletter", release.links.newsletter);
    expect((await getSubscription(make, subscriber)).email).toBe(subscriber);
    // A link for one purpose has no other effect.
    expect(make.links.read("notifications", release.links.participant)).toBe(null);
  });

  it("does the waiting tasks: everybody gets the same mails, once", async () => {
    const soon = new Date(now.getTime() + 5 * 60_000);
    const mails = await make.mails(soon);
    expect(release.mails.length).toBeGreaterThan(50);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(release.mails);
    const waiting = await make.db
      .selectFrom("outbox")
      .select("kind")
      .where("done_at", "is", null)
      .where("failed_at", "is", null)
      .where("run_at", "<", soon)
      .execute();
    expect(waiting).toEqual([]);
    const failed = await make.db.selectFrom("outbox").select("id").where("failed_at", "is not", null).execute();
    const failedBefore = before["outbox"]!.filter((row) => row["failed_at"] !== null).map((row) => String(row["id"]));
    expect(failed.map(({ id }) => id).toSorted()).toEqual(failedBefore.toSorted());
    expect(await make.mails(soon)).toEqual([]);
  });
});

/** Returns some columns of a row, ordered by name. */
const pick = (row: Row, names: string[]): Row => Object.fromEntries(names.toSorted().map((name) => [name, row[name]]));

/** Each word of the checks that list words. */
function wordsOf(rules: Awaited<ReturnType<typeof readTables>>["rules"]): string[] {
  return [...rules.values()].flatMap(({ table, text }) => {
    const [, column, words = ""] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*?)\]\)\)\)$/.exec(text) ?? [];
    return [...words.matchAll(/'(\w+)'::text/g)].map(([, word]) => `${table}.${column}: ${word}`);
  });
}
