import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newPostgresDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { getLinkedRegistration } from "#domain/registrations/action-links.ts";
import { getLinkedPreference } from "#domain/notification-preferences/queries.ts";
import { getSubscription } from "#domain/subscribers/queries.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "./migrate.ts";
import type { OpenDatabase } from "#platform/database/open-database.ts";
import { newId } from "./schema.server.ts";

// A database that the last release filled with every kind of row, by the release's own commands, with tasks waiting in
// its outbox and links that it mailed; `mails` are those that the release itself sent afterwards.
type Row = Record<string, unknown>;
type Release = {
  now: string;
  links: Record<"joined" | "offered" | "waiting" | "mails" | "newsletter", string>;
  mails: [to: string, subject: string][];
  data: Record<string, Row[]>;
};
const release = JSON.parse(readFileSync("test/releases/011.json", "utf8")) as Release;
const before = release.data;
const now = new Date(release.now);

/** The current name of each table and column; unlisted ones have not changed. */
const tables: Record<string, string> = {
  joins: "registrations",
  companions: "guests",
  handovers: "ownership_transfers",
  mail_opt_outs: "notification_preferences",
};
const columns: Record<string, Record<string, string>> = {
  joins: {
    state: "status",
    places: "party_size",
    offered_until: "offer_expires_at",
    confirmed_at: "attendance_confirmed_at",
  },
  companions: { join_id: "registration_id" },
  events: { participants: "taken", waiting: "waitlisted" },
};
const kinds: Record<string, string> = {
  place_joined: "registration_joined",
  place_waiting: "registration_waitlisted",
  place_offered: "registration_offered",
  place_lapsed: "offer_expired",
  place_left: "registration_left",
  place_changed: "registration_event_changed",
  place_removed: "registration_removed",
  place_added: "registration_added",
  lapse_offers: "expire_offers",
  event_offered: "ownership_offered",
  event_taken_over: "ownership_accepted",
};

let open: OpenDatabase;
let make: Make;
const after: Record<string, Row[]> = {};

beforeAll(async () => {
  const url = inject("database").url === undefined ? null : await newPostgresDatabase();
  open = await openDatabase({ url, dataDir: null });
  await migrate(open.db, "011-promises");
  await fill();
  await mailLinks();
  await migrate(open.db);
  for (const name of Object.keys(before)) after[name] = await rowsOf(tables[name] ?? name);
  make = makeIn(open.db);
});
afterAll(() => open.close());

/** Inserts the release's rows unchanged, beginning with those that others refer to. */
async function fill() {
  const first = ["members", "events", "joins", "communities"];
  const names = [...first, ...Object.keys(before).filter((name) => !first.includes(name))];
  for (const name of names) {
    await sql`insert into ${sql.table(name)} overriding system value
      select * from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(before[name])}::jsonb)`.execute(
      open.db,
    );
  }
  await sql`select setval('joins_seq_seq', (select max(seq) from joins))`.execute(open.db);
}

/**
 * Links in mailboxes, as stored by releases until 013: an address to confirm, a password to reset, and a deleted
 * member.
 */
async function mailLinks() {
  const id = String(before["members"]![0]!["id"]);
  const values = [
    ["a", JSON.stringify({ memberId: id, email: "new@example.org" })],
    ["b", id],
    ["c", newId()],
    ["d", "{}"],
  ];
  for (const [hash, value] of values) {
    await sql`insert into verifications (id, identifier, value, expires_at)
      values (${newId()}, ${hash}, ${value}, ${now})`.execute(open.db);
  }
}

async function rowsOf(table: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`select to_jsonb(each) as row from ${sql.table(table)} as each`.execute(
    open.db,
  );
  return rows.map(({ row }) => row);
}

/** Returns an old row as it should be now. */
function renamed(table: string, row: Row): Row {
  const names = columns[table] ?? {};
  const entries = Object.entries(row).map(([name, value]) => [names[name] ?? name, inNewWords(table, name, value)]);
  return Object.fromEntries(entries);
}

function inNewWords(table: string, name: string, value: unknown): unknown {
  const isStatus = (table === "joins" && name === "state") || (table === "messages" && name === "audience");
  return isStatus && value === "waiting" ? "waitlisted" : value;
}

/** Times are written in the session's zone, which differs between the two databases. */
const sorted = (rows: Row[]) =>
  rows
    .map((row) => JSON.stringify(row, (_, value) => (isMoment(value) ? new Date(value).toISOString() : value)))
    .toSorted();
const isMoment = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !value.endsWith("Z");

describe("a database of the last release", () => {
  it("has rows of every table except temporary data", () => {
    const empty = Object.keys(before).filter((name) => before[name]?.length === 0);
    expect(empty).toEqual(["attempts", "verifications"]);
  });

  it.each(Object.keys(before).filter((name) => !["outbox", "mail_opt_outs", "verifications"].includes(name)))(
    "keeps every row of %s, with the new names",
    (name) => {
      const expected = before[name]!.map((row) => renamed(name, row));
      const kept = after[name]!.map((row, index) => pick(row, Object.keys(expected[index] ?? {})));
      expect(sorted(kept)).toEqual(sorted(expected.map((row) => pick(row, Object.keys(row)))));
    },
  );

  it("keeps members' choices of unwanted mails", () => {
    const expected = before["mail_opt_outs"]!.map((row) => ({ ...row, wanted: false }));
    expect(sorted(after["mail_opt_outs"]!.map((row) => pick(row, ["kind", "member_id", "wanted"])))).toEqual(
      sorted(expected.map((row) => pick(row, ["kind", "member_id", "wanted"]))),
    );
  });

  it("keeps every task, done or not, under its new name, so that none is done twice", () => {
    const expected = before["outbox"]!.map((row) => ({
      ...row,
      kind: newKind(row["kind"]),
      key: String(row["key"]).replace(/^[a-z_]+(?=:)/, newKind),
    }));
    expect(tasksOf(after["outbox"]!)).toEqual(tasksOf(expected));
    const text = JSON.stringify(after["outbox"]);
    expect(text).not.toMatch(/joinId|place_|lapse|event_offered|"waiting"/);
    expect(text.match(/registrationId/g)?.length).toBe(JSON.stringify(before["outbox"]).match(/joinId/g)?.length);
  });

  it("has the new names in its constraints too", async () => {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint where connamespace = 'public'::regnamespace
      union select indexname from pg_indexes where schemaname = 'public'
      union select sequencename from pg_sequences where schemaname = 'public'`.execute(open.db);
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) =>
          /joins|join_id|place|companion|handover|opt_out|state|offered_until|participants|wait(?!list)/.test(name),
        ),
    ).toEqual([]);
    const registration = { ...after["joins"]![0], id: newId() };
    const writing = (change: Row) =>
      sql`update registrations set status = ${change["status"]}, offer_expires_at = ${change["offer_expires_at"] ?? null}
        where id = ${after["joins"]![0]!["id"]}`.execute(open.db);
    await expect(writing({ ...registration, status: "waiting" })).rejects.toThrow("registrations_status_check");
    await expect(writing({ status: "joined", offer_expires_at: now })).rejects.toThrow("registrations_offer_check");
    await expect(sql`update messages set audience = 'waiting'`.execute(open.db)).rejects.toThrow(
      "messages_audience_check",
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
    expect(seq).toBeGreaterThan(Math.max(...before["joins"]!.map((row) => Number(row["seq"]))));
    await make.db.deleteFrom("events").where("id", "=", event_id).execute();
  });

  it("keeps the links that lead into accounts, and leaves Better Auth's other rows alone", async () => {
    const { id: member_id, email } = before["members"]![0]!;
    const links = (await rowsOf("mail_links")).map((row) => pick(row, ["secret_hash", "member_id", "email"]));
    expect(links.toSorted((a, b) => String(a["secret_hash"]).localeCompare(String(b["secret_hash"])))).toEqual([
      { secret_hash: "a", member_id, email: "new@example.org" },
      { secret_hash: "b", member_id, email },
    ]);
    expect((await rowsOf("verifications")).map((row) => row["identifier"])).toEqual(["d"]);
  });

  it("opens the links that were mailed", async () => {
    const registration = (token: string) =>
      getLinkedRegistration({ db: make.db, now }, make.links.read("registration", token));
    expect(await registration(release.links.joined)).toMatchObject({
      event: { title: "Full" },
      registration: { state: "joined", guests: [{ name: "Rita", under18: true }] },
      confirmed: true,
    });
    expect(await registration(release.links.offered)).toMatchObject({
      registration: { state: "waiting", position: 1, offer: { spots: 1 } },
      confirmed: false,
    });
    expect(await registration(release.links.waiting)).toMatchObject({
      registration: { state: "waiting", position: 2, offer: null, guests: [{ name: "Tim" }, { name: "Nina" }] },
    });
    const linked = make.links.read("notifications", release.links.mails);
    expect(await getLinkedPreference(make, linked)).toMatchObject({ kind: "thanks", wanted: false });
    const subscription = await getSubscription(make, make.links.read("newsletter", release.links.newsletter));
    expect(subscription.email).toBe("reader@example.org");
    // A link for one purpose has no other effect.
    expect(make.links.read("notifications", release.links.joined)).toBe(null);
  });

  it("does the waiting tasks: everybody gets the same mails, once, except for premature thanks", async () => {
    const mails = await make.mails(new Date(now.getTime() + 5 * 60_000));
    // People are no longer thanked for an event that they may not have attended: its organizer is asked who came.
    const heard = release.mails.map(([to, subject]) =>
      subject?.startsWith("Thank you") ? "organizer@example.org" : to,
    );
    expect(mails.map(({ to }) => to).toSorted()).toEqual(heard.toSorted());
    const waiting = await make.db
      .selectFrom("outbox")
      .select("kind")
      .where("done_at", "is", null)
      .where("run_at", "<", new Date(now.getTime() + 5 * 60_000))
      .execute();
    expect(waiting).toEqual([]);
    const failed = await make.db.selectFrom("outbox").select("reason").where("failed_at", "is not", null).execute();
    expect(failed).toEqual([]);
  });
});

/** Returns some columns of a row, ordered by name. */
const pick = (row: Row, names: string[]): Row => Object.fromEntries(names.toSorted().map((name) => [name, row[name]]));

const newKind = (kind: unknown): string => kinds[String(kind)] ?? String(kind);
const tasksOf = (rows: Row[]) =>
  sorted(rows.map((row) => pick(row, ["attempts", "done_at", "id", "key", "kind", "run_at"])));
