import { readFileSync, writeFileSync } from "node:fs";
import { sql } from "kysely";
import { migrate, migrationsDone } from "#db/migrate.ts";
import type { Database } from "#db/schema.server.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { fillTowns } from "#domain/towns/filling.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import { askerIn } from "../asking.ts";
import { startGoogle } from "../google.ts";
import { makeIn } from "../make.ts";
import { operations, type Wanted } from "../operations.ts";
import { type Caller, peopleIn, type Scene, sceneIn } from "../scene.ts";
import { townLike } from "../towns.ts";
import { addVariants } from "./variants.ts";

// Fills a database with the code of the release in whose checkout it runs: `make.ts` copies it there. Makes each call
// of the API once, by the first caller for whom it changes something. Arguments: the release's commit, and the file.

const [commit = "", file = ""] = process.argv.slice(2);
const callers: Caller[] = ["organizer", "participant", "stranger", "waitlisted", "unconfirmed", "host", "visitor"];

const { db, close } = await openDatabase({ url: null, dataDir: null });
await migrate(db);
const google = await startGoogle();
google.become();
const make = makeIn(db, { google: google.google });
const ask = askerIn(make);
const porto = townLike({ id: 1, name: "Porto", otherNames: ["Oporto"], region: "Porto" });
await fillTowns(
  db,
  {
    edition: "tests",
    towns: async function* () {
      yield porto;
    },
  },
  new Date(),
);

let scene = await newScene();
const unmade: string[] = [];
const names = Object.keys(operations);
for (const [index, name] of names.entries()) {
  // Mails of the first half are sent, those of the second wait.
  if (index === Math.floor(names.length / 2)) await make.mails();
  if (!(await isMade(name))) unmade.push(name);
}
scene = await newScene();
// What some calls answer: a mark that waits for its organizer, and a request to assert hours.
for (const name of ["clearGatePhone", "answerAssertion"]) await operations[name]?.(scene);
await leaveWhileTheGateCounts();
await addVariants(db);
scene = await newScene();

const now = new Date();
const migration = (await migrationsDone(db)).toSorted().at(-1);
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const data: Record<string, unknown[]> = {};
for (const name of await tableNames()) data[name] = await rowsOf(name);
// The addresses of the mails that the release itself would send next.
const mails = (await make.mails(new Date(now.getTime() + 5 * 60_000))).map(({ to }) => to).toSorted();
const release = { version, commit, migration, now, links: scene.links, mails, data };
writeFileSync(file, textOf(release));
await google.stop();
await close();
process.stdout.write(`Calls that changed nothing: ${unmade.join(", ")}.\n`);

async function newScene(): Promise<Scene> {
  return sceneIn(make, await peopleIn(make));
}

async function leaveWhileTheGateCounts(): Promise<void> {
  const eventId = await make.event({ eventDate: new Date(Date.now() + 3_600_000) });
  const ctx = make.context(await make.member());
  await joinEvent(ctx, { eventId });
  await leaveEvent(ctx, eventId);
}

/** Makes a call, and again on a new scene if an earlier call has ended what it needs; @returns true if it was made */
async function isMade(name: string): Promise<boolean> {
  const operation = operations[name];
  if (!operation) return false;
  const wanted = await operation(scene);
  if (await changesSomething(wanted)) return true;
  if (wanted.method === "GET") return false;
  scene = await newScene();
  return changesSomething(await operation(scene));
}

/** Makes a call by each caller until it changes something; a refused one changes nothing. */
async function changesSomething(wanted: Wanted): Promise<boolean> {
  for (const caller of callers) {
    const before = await stateOf(db);
    const { status } = await ask(scene.people, caller, wanted);
    if (status === 200 && (await stateOf(db)) !== before) return true;
  }
  return false;
}

/** A sum of the numbers of row versions in all tables but `attempts`, which counts each call. */
async function stateOf(of: Database): Promise<string> {
  const parts = (await tableNames())
    .filter((name) => name !== "attempts")
    .map((name) => sql`select coalesce(sum(xmin::text::bigint), 0) + count(*) as sum from ${sql.table(name)}`);
  const { rows } = await sql`${sql.join(parts, sql` union all `)}`.execute(of);
  return JSON.stringify(rows);
}

async function tableNames(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'
    order by tablename`.execute(db);
  return rows.map(({ name }) => name);
}

async function rowsOf(table: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(each) as row from ${sql.table(table)} as each order by 1`.execute(db);
  return rows.map(({ row }) => row);
}

/** Writes one row on each line, so that a difference shows rows. */
function textOf({ data: tables, ...about }: typeof release): string {
  const texts = Object.entries(tables).map(([name, rows]) => {
    return `"${name}": [${rows.map((row) => `\n${JSON.stringify(row)}`).join(",")}]`;
  });
  return `${JSON.stringify(about).slice(0, -1)},\n"data": {\n${texts.join(",\n")}\n}}\n`;
}
