import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type CompiledQuery, sql } from "kysely";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "#db/migrate.ts";
import { joinEvent } from "#domain/registrations/commands.ts";
import { makeIn } from "#test/make.ts";
import { startCluster } from "../test/setup/cluster.ts";
import { medianOf, report, round } from "./measure.ts";

// How many people one process registers a second, for one event that everybody wants and for a thousand, beside what PostgreSQL
// takes of the very same statements from pgbench, with as many clients on the same machine.

/** How many times as fast as we pgbench may be at most. */
const limits = { hot: 2.5, many: 2.5 };
const clients = 10;
const seconds = 3;
const rounds = 3;
const events = 1000;
/** How many members each client has to join with. */
const membersEach = 8000;

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
  await compare("registrations for one event", limits.hot, () => 1, "1", statements);
  await compare(
    `registrations for ${events} events`,
    limits.many,
    () => 1 + Math.floor(Math.random() * events),
    `random(1, ${events})`,
    statements,
  );
} finally {
  await close();
  await cluster.stop();
  rmSync(folder, { recursive: true });
}

/** In turns, so that other work on the machine hits both alike; of each the median counts. */
async function compare(what: string, limit: number, anyEvent: () => number, anyInPgbench: string, statements: string) {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < rounds; turn++) {
    await empty();
    ours.push(await registrationsASecond(anyEvent));
    await empty();
    theirs.push(await pgbench(anyInPgbench, statements));
  }
  process.stdout.write(`${what}: ${round(medianOf(ours))} a second, pgbench ${round(medianOf(theirs))} a second\n`);
  report(`${what}, pgbench's rate to ours`, medianOf(theirs) / medianOf(ours), limit, "times");
}

async function registrationsASecond(anyEvent: () => number): Promise<number> {
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
  const rate = done / ((performance.now() - begun) / 1000);
  await expectRegistrations(done);
  return rate;
}

async function pgbench(anyEvent: string, statements: string): Promise<number> {
  const file = join(folder, "join.sql");
  writeFileSync(file, `\\set i :i + 1\n\\set event ${anyEvent}\n${statements}\n`);
  const words = ["-n", "-M", "extended", "-c", clients, "-j", 1, "-T", seconds, "-D", "i=-1", "-f", file];
  const address = cluster.url("postgres");
  // It comes with PostgreSQL's client, and is in the PATH.
  const { stdout } = await promisify(execFile)("pgbench", [...words, address].map(String));
  const [, done] = /number of transactions actually processed: (\d+)/.exec(stdout) ?? [];
  const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  await expectRegistrations(Number(done));
  return Number(rate);
}

/** The statements that joining sends, with pgbench's variables where their parameters were. */
async function statementsOfJoin(): Promise<string> {
  const [member, event] = [idOf(0), idOf(1)];
  const sent: CompiledQuery[] = [];
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      sent.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const me = { id: member, email: `${member}@example.org`, displayName: "Member", photoURL: null };
  await joinEvent({ ...makeIn(db).context(me), db: watched }, { eventId: event });
  // One that looks for spots kept by mail, one that registers, and one that reads what the screen shows next.
  if (sent.length !== 3)
    throw new Error(`Joining is ${sent.length} statements and not three: the comparison is wrong.`);

  const valueInSql = (value: unknown): string => {
    if (value === member) return idInSql(`:client_id * ${membersEach} + :i`);
    if (value === event) return idInSql(":event");
    if (value instanceof Date) return `'${value.toISOString()}'`;
    // Ids that are new for each join.
    if (typeof value === "string" && /^[\da-f-]{36}$/.test(value)) return "gen_random_uuid()";
    return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
  };
  const inSql = ({ sql: text, parameters }: CompiledQuery) =>
    `${text.replace(/\$(\d+)/g, (_, number) => valueInSql(parameters[Number(number) - 1]))};`;
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

/** Nobody has joined anything, and the tables are as they were. */
async function empty() {
  await sql`truncate registrations, guests, outbox`.execute(db);
  await sql`update events set taken = 0`.execute(db);
  await sql`vacuum (full, analyze) events`.execute(db);
}

/** Each was counted, and written with its mail: else we would have measured something else. */
async function expectRegistrations(count: number) {
  const { rows } = await sql<{ rows: number; tasks: number; counted: number }>`
    select (select count(*)::int from registrations) as rows, (select count(*)::int from outbox) as tasks,
      (select sum(taken)::int from events) as counted`.execute(db);
  const { rows: registered, tasks, counted } = rows[0] ?? {};
  if (registered !== count || tasks !== count || counted !== count)
    throw new Error(`${count} registered, but ${JSON.stringify(rows[0])} in the tables: the measurement is wrong.`);
}
