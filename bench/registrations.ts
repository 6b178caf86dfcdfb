import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { Client } from "pg";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "#db/migrate.ts";
import { joinEvent } from "#domain/registrations/commands.ts";
import { makeIn } from "#test/make.ts";
import { startCluster } from "../test/setup/cluster.ts";
import { type Person, signedIn } from "../test/setup/crowd.ts";
import { startServer } from "../test/setup/server.ts";
import { medianOf, report } from "./measure.ts";
import { childrenOf, processorTime, programOf } from "./processor-time.ts";
import { joinsByCall } from "./registrations-http.ts";

// Measures how many people register per second, for one popular event and for a thousand events, compared with
// PostgreSQL running the same statement from pgbench, with as many clients on the same machine: in one process without
// HTTP, and by calls of our site with a process for each core, which also look up the session and count the member's
// writes. Our statement is planned once per connection; pgbench plans it each time and, for comparison, once.

/** The highest ratios of pgbench's speed to ours. */
const limits = { function: 2.5, call: 1.66 };
const clients = 10;
const seconds = 3;
const rounds = 3;
/** The number of calls before measuring: the compiler's first work is not part of a call's cost. */
const warmUp = 3000;
const events = 1000;
/** The number of members for each client to join with. */
const membersEach = 8000;
/** The number of them with a token. */
const callersEach = 1500;

/** Members and events have numbers, which are in their ids. */
const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const idInSql = (number: string) => `('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

const cluster = await startCluster();
const folder = mkdtempSync(join(tmpdir(), "goodturn-bench-"));
const { db, close } = await openDatabase({ url: cluster.url("postgres"), dataDir: null });
try {
  await migrate(db);
  await fill();
  const statements = await statementsOfJoin();
  const people = await signedInClients();
  const postgres = childrenOf(process.pid).filter((pid) => programOf(pid) === "postgres");
  const site = await startServer({
    DATABASE_URL: cluster.url("postgres"),
    DATA_DIR: folder,
    AUTH_SECRET: randomUUID(),
    WEB_CONCURRENCY: String(availableParallelism()),
    // Otherwise the mails would be sent during pgbench's turns too.
    RUN_JOBS: "off",
  });
  for (let calls = 0; calls < warmUp;) {
    await empty();
    calls += (await byCall(() => 1 + Math.floor(Math.random() * events))).done;
  }
  await compare("registrations for one event", () => 1, "1");
  await compare(
    `registrations for ${events} events`,
    () => 1 + Math.floor(Math.random() * events),
    `random(1, ${events})`,
  );
  await site.stop();

  /** Measured in turns, so that other work on the machine affects all alike; the median counts. */
  async function compare(what: string, anyEvent: () => number, anyInPgbench: string) {
    const turns: Record<string, Turn[]> = { "by call": [], "by function": [], pgbench: [], "pgbench, prepared": [] };
    for (let count = 0; count < rounds; count++) {
      turns["by call"]!.push(await turn(() => byCall(anyEvent)));
      turns["pgbench"]!.push(await turn(() => pgbench(anyInPgbench, statements, "extended")));
      turns["by function"]!.push(await turn(() => byFunction(anyEvent)));
      turns["pgbench, prepared"]!.push(await turn(() => pgbench(anyInPgbench, statements, "prepared")));
    }
    for (const [name, its] of Object.entries(turns)) process.stdout.write(`${what}, ${name}: ${inWords(its)}\n`);
    const toOurs = (name: string) =>
      medianOf((turns["pgbench"] ?? []).map(({ rate }, at) => rate / turns[name]![at]!.rate));
    report(`${what} by function, pgbench's rate to ours`, toOurs("by function"), limits.function, "times");
    report(`${what} by call, pgbench's rate to ours`, toOurs("by call"), limits.call, "times");
  }

  async function turn(run: () => Promise<Done>): Promise<Turn> {
    await empty();
    const look = watch(site.pid, postgres);
    const { done, seconds: took } = await run();
    const spent = Object.entries(look()).map(([part, time]) => [part, time / done] as const);
    await expectRegistrations(done);
    return { rate: done / took, spent: new Map(spent) };
  }

  async function byCall(anyEvent: () => number): Promise<Done> {
    const next = (client: number, index: number) => {
      const token = people[client]?.[index]?.token;
      if (token === undefined) throw new Error("There are more registrations than people: the bench needs more.");
      return { eventId: idOf(anyEvent()), token };
    };
    return joinsByCall(site.address, clients, seconds, next);
  }
} finally {
  await close();
  await cluster.stop();
  rmSync(folder, { recursive: true });
}

/** Starts measuring the processor time of each part; the result returns the time since, in milliseconds. */
function watch(site: number, postgres: readonly number[]) {
  const before = spentBy(site, postgres);
  return () => {
    const now = spentBy(site, postgres);
    const [itsSite, itsDatabase] = [now.site - before.site, now.database - before.database];
    // The bench starts all these processes; the rest of its processor time is its own.
    return { site: itsSite, database: itsDatabase, caller: now.bench - before.bench - itsSite - itsDatabase };
  };
}

const spentBy = (site: number, postgres: readonly number[]) => ({
  site: processorTime(site),
  database: postgres.reduce((sum, pid) => sum + processorTime(pid), 0),
  bench: processorTime(process.pid),
});

/** The logged-in members of each client, with a token each. */
async function signedInClients(): Promise<Person[][]> {
  const people: Person[][] = [];
  for (let client = 0; client < clients; client++) {
    const members = Array.from({ length: callersEach }, (_, index) => idOf(client * membersEach + index));
    people.push(
      await signedIn(
        db,
        members.map((id) => ({ id, email: `${id}@example.org` })),
      ),
    );
  }
  return people;
}

/** A statement as pg receives it. */
type Statement = { text: string; values: unknown[] };
/** The number of registrations, and the seconds they took. */
type Done = { done: number; seconds: number };
/** The registrations per second, and the processor time of each by part, in milliseconds. */
type Turn = { rate: number; spent: Map<string, number> };

function inWords(turns: Turn[]): string {
  const parts = [...(turns[0]?.spent.keys() ?? [])].map(
    (part) => `${part} ${medianOf(turns.map(({ spent }) => spent.get(part) ?? 0)).toFixed(2)}`,
  );
  const total = medianOf(turns.map(({ spent }) => [...spent.values()].reduce((sum, time) => sum + time, 0)));
  return `${medianOf(turns.map(({ rate }) => rate)).toFixed(0)} a second, each for ${total.toFixed(2)} ms of the processors: ${parts.join(", ")}`;
}

async function byFunction(anyEvent: () => number): Promise<Done> {
  const make = makeIn(db);
  let done = 0;
  const begun = performance.now();
  const work = async (client: number) => {
    for (let index = 0; performance.now() - begun < seconds * 1000; index++) {
      const id = idOf(client * membersEach + index);
      const member = { id, email: `${id}@example.org`, displayName: "Member", photoURL: null };
      await joinEvent(make.context(member), { eventId: idOf(anyEvent()) });
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  return { done, seconds: (performance.now() - begun) / 1000 };
}

async function pgbench(anyEvent: string, statements: string, mode: "extended" | "prepared"): Promise<Done> {
  const file = join(folder, "join.sql");
  writeFileSync(file, `\\set i :i + 1\n\\set event ${anyEvent}\n${statements}\n`);
  const words = ["-n", "-M", mode, "-c", clients, "-j", 1, "-T", seconds, "-D", "i=-1", "-f", file];
  const address = cluster.url("postgres");
  // It comes with PostgreSQL's client, and is in the PATH.
  const { stdout } = await promisify(execFile)("pgbench", [...words, address].map(String));
  const [, done] = /number of transactions actually processed: (\d+)/.exec(stdout) ?? [];
  const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  return { done: Number(done), seconds: Number(done) / Number(rate) };
}

/** The statements that joining sends, with pgbench's variables in place of their parameters. */
async function statementsOfJoin(): Promise<string> {
  const [member, event] = [idOf(0), idOf(1)];
  const sent: Statement[] = [];
  // As pg receives them: a statement prepared once is compiled before Kysely's plugins see it.
  const query = Reflect.get(Client.prototype, "query") as (...words: unknown[]) => unknown;
  Client.prototype.query = function (this: Client, ...words: unknown[]) {
    const [first, values] = words as [string | Statement, unknown[]];
    sent.push(typeof first === "string" ? { text: first, values: values ?? [] } : first);
    return query.apply(this, words);
  } as typeof Client.prototype.query;
  const watched = await openDatabase({ url: cluster.url("postgres"), dataDir: null });
  try {
    sent.length = 0;
    const me = { id: member, email: `${member}@example.org`, displayName: "Member", photoURL: null };
    await joinEvent({ ...makeIn(db).context(me), db: watched.db }, { eventId: event });
  } finally {
    Client.prototype.query = query as typeof Client.prototype.query;
    await watched.close();
  }
  if (sent.length !== 1) throw new Error(`Joining is ${sent.length} statements and not one: the comparison is wrong.`);

  const valueInSql = (value: unknown): string => {
    if (value === member) return idInSql(`:client_id * ${membersEach} + :i`);
    if (value === event) return idInSql(":event");
    if (value instanceof Date) return `'${value.toISOString()}'`;
    // Ids that are new for each join.
    if (typeof value === "string" && /^[\da-f-]{36}$/.test(value)) return "gen_random_uuid()";
    return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
  };
  const inSql = ({ text, values }: Statement) =>
    `${text.replace(/\$(\d+)/g, (_, number) => valueInSql(values[Number(number) - 1]))};`;
  return sent.map(inSql).join("\n");
}

async function fill() {
  await sql`insert into members (id, name, email)
    select ${sql.raw(idInSql("n"))}, 'Member', ${sql.raw(idInSql("n"))} || '@example.org'
    from generate_series(0, ${clients * membersEach}) n`.execute(db);
  await sql`
    insert into events (id, organizer_id, title, event_type, location, event_date, event_end, time_zone, max_participant,
      capacity, description, search_text, first_day, last_day)
    select ${sql.raw(idInSql("n"))}, ${idOf(0)}, 'Event', 'cleanup', 'Here', now() + interval '9 days',
      now() + interval '10 days', 'UTC', '1000000', 1000000, '', 'event',
      to_char(now() + interval '9 days', 'YYYY-MM-DD'), to_char(now() + interval '10 days', 'YYYY-MM-DD')
    from generate_series(1, ${events}) n`.execute(db);
}

/** Removes all registrations, and restores the tables. */
async function empty() {
  await sql`truncate registrations, guests, happenings, outbox, attempts`.execute(db);
  await sql`update events set taken = 0`.execute(db);
  await sql`vacuum (full, analyze) events`.execute(db);
}

/** Expects that each registration was counted, and stored with its mail: otherwise the measurement means nothing. */
async function expectRegistrations(count: number) {
  const { rows } = await sql<{ rows: number; tasks: number; counted: number }>`
    select (select count(*)::int from registrations) as rows, (select count(*)::int from outbox) as tasks,
      (select sum(taken)::int from events) as counted`.execute(db);
  const { rows: registered, tasks, counted } = rows[0] ?? {};
  if (registered !== count || tasks !== count || counted !== count)
    throw new Error(`${count} registered, but ${JSON.stringify(rows[0])} in the tables: the measurement is wrong.`);
}
