import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect } from "vitest";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "../../src/db/migrate.ts";
import type { DatabaseChoice } from "#platform/database/open-database.ts";
import { stateOf } from "../../src/domain/registrations/shapes.ts";
import { makeIn, type Make } from "../make.ts";
import { registrationsIn } from "../registrations.ts";
import { type Answer, ask, makeCrowd, type Person } from "../setup/crowd.ts";
import { startHostileSmtp } from "../setup/hostile-smtp.ts";
import { freePort, type RunningServer, startServer } from "../setup/server.ts";

// Kills servers in the middle of their work, again and again, while people join and leave and mails are sent. KILLS
// sets how often.
const kills = Number(process.env["KILLS"] ?? 10);
/** The number of kills of each kind of server. */
export const onEmbedded = Math.ceil(kills / 7);
export const onPostgres = kills - onEmbedded;
const [people, workers, events] = [50 * kills, 6, 4];

const sender = { MAIL_FROM: "Goodturn <hello@goodturn.example>" };

let smtp: Awaited<ReturnType<typeof startHostileSmtp>>;
/** Gives each test of a file a mail server, which `prove` checks. */
export function withHostileSmtp() {
  beforeEach(async () => {
    smtp = await startHostileSmtp();
  });
  afterEach(() => smtp.stop());
}

/** A server at a fixed address, whose processes come and go; each sends its mail under a different name. */
export async function keptServer(name: string, variables: Record<string, string>) {
  const port = String(await freePort());
  let running: RunningServer | undefined;
  let begun = 0;
  const killed = new Map<string, number>();
  const nameNow = () => `${name}-${begun}`;
  return {
    address: `http://localhost:${port}`,
    killed,
    name: nameNow,
    start: async () => {
      begun++;
      running = await startServer({
        ...sender,
        ...variables,
        PORT: port,
        SMTP_URL: smtp.addressFor(nameNow()),
      });
    },
    kill: async () => {
      killed.set(nameNow(), Date.now());
      process.kill(running?.pid ?? 0, "SIGKILL");
      await running?.ended;
    },
    stop: async () => void (await running?.stop()),
  };
}
type KeptServer = Awaited<ReturnType<typeof keptServer>>;

/** The last answers that a person got: about joining, and whether they have left. */
type Story = { person: Person; eventId: string; state: string | undefined; left: boolean };

/** People join one after the other, and every second one leaves, until `isOver`; people without an answer try again. */
async function comeAndGo(crowd: Person[], eventIds: string[], servers: KeptServer[], isOver: () => boolean) {
  const stories: Story[] = [];
  const waiting = [...crowd.entries()];
  const insist = async (...words: [Person, string, string, object?]): Promise<Answer> => {
    for (;;) {
      const { address } = servers[Math.floor(Math.random() * servers.length)]!;
      const answer = await ask(address, ...words).catch(() => null);
      if (answer) return answer;
      await pause(20);
    }
  };
  const work = async () => {
    for (let next; !isOver() && (next = waiting.shift());) {
      const [index, person] = next;
      const eventId = eventIds[index % events] ?? "";
      const { status, said } = await insist(person, "POST", "/join-event", { eventId });
      // An unanswered request may have succeeded.
      expect(status === 409 ? said.code : status).toBe(status === 409 ? "already_joined" : 200);
      const left = Math.floor(index / events) % 2 === 1;
      if (left) expect((await insist(person, "DELETE", `/join-event/${eventId}`)).status).toBe(200);
      stories.push({ person, eventId, state: status === 200 ? said.state : undefined, left });
      await pause(Math.random() * 30);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return stories;
}

/** Kills each of the servers again and again, in the middle of its work, and restarts it. */
async function killAgainAndAgain(servers: KeptServer[], times: number) {
  let left = times;
  const round = async (server: KeptServer) => {
    while (left-- > 0) {
      // Some are killed during their start, most right after sending a mail.
      if (left % 4 > 0) await smtp.takenFrom(server.name(), 3000);
      await pause(Math.random() * (left % 4 > 0 ? 30 : 300));
      await server.kill();
      await server.start();
    }
  };
  await Promise.all(servers.map(round));
}

type InTables = <Result>(look: (make: Make) => Promise<Result>) => Promise<Result>;

/**
 * Lets time pass for the tasks until all due ones are done: failed ones are retried, and those of dead processes are
 * taken over. The mail server stays hostile for a while, and then works.
 */
async function letTimeGoBy(servers: KeptServer[], inTables: InTables) {
  for (const minutes of [5, 30, 120, 300, 600]) {
    smtp.setHostility(minutes > 5 ? 0 : 0.1);
    await inTables(async ({ db }) => {
      const earlier = sql<Date>`run_at - ${minutes} * interval '1 minute'`;
      await db.updateTable("outbox").set({ run_at: earlier }).where("kind", "!=", "expire_offers").execute();
    });
    await Promise.all(servers.map((server) => server.start()));
    await smtp.quiet(1500);
    await Promise.all(servers.map((server) => server.stop()));
    if ((await inTables(openTasks)).length === 0) return;
  }
}

/** Runs everything on a database, and checks it afterwards. @returns the mails that were repeated without a reason */
export async function prove(choice: DatabaseChoice, servers: KeptServer[], times: number) {
  const inTables: InTables = async (look) => {
    const { db, close } = await openDatabase(choice);
    try {
      await migrate(db);
      return await look(makeIn(db));
    } finally {
      await close();
    }
  };
  const { crowd, eventIds } = await inTables(async (make) => {
    const eventDate = new Date(Date.now() + 300 * 86_400_000);
    const event = () => make.event({ maxParticipant: "5", eventDate });
    return { eventIds: await Promise.all(Array.from({ length: events }, event)), crowd: await makeCrowd(make, people) };
  });

  smtp.setHostility(0.15);
  await Promise.all(servers.map((server) => server.start()));
  let isOver = false;
  const [stories] = await Promise.all([
    comeAndGo(crowd, eventIds, servers, () => isOver),
    killAgainAndAgain(servers, times).finally(() => (isOver = true)),
  ]);
  await Promise.all(servers.map((server) => server.stop()));
  await letTimeGoBy(servers, inTables);
  await inTables((make) => expectKept(make, stories, eventIds));
  return sentAgain(new Map(servers.flatMap(({ killed }) => [...killed])));
}

/** The tasks still to do. Offers expire later than any of this. */
const openTasks = ({ db }: Make) =>
  db
    .selectFrom("outbox")
    .select(["id", "kind", "attempts", "reason"])
    .where("done_at", "is", null)
    .where("kind", "!=", "expire_offers")
    .execute();

/** Expects that every acknowledged join and leave is there, and that each has brought its mail. */
async function expectKept(make: Make, stories: Story[], eventIds: string[]) {
  const registrations = registrationsIn(make);
  for (const eventId of eventIds) await registrations.expectRight(eventId);
  const rows = (await Promise.all(eventIds.map(registrations.rows))).flat();
  const stay = stories.filter(({ left }) => !left);
  expect(rows.map((row) => String(row.member_id)).toSorted()).toEqual(stay.map(({ person }) => person.id).toSorted());
  const states = new Map(rows.map((row) => [row.member_id, stateOf(row.status)]));
  for (const { person, state } of stay) expect(state ?? states.get(person.id)).toBe(states.get(person.id));

  expect(await openTasks(make)).toEqual([]);
  const tasks = await make.db.selectFrom("outbox").select(["id", "kind", "key"]).execute();
  const arrived = new Set(smtp.taken.map(({ id }) => id));
  const idOf = new Map(tasks.map(({ key, id }) => [key, id]));
  const keyOf = ({ id, status, offer_expires_at }: (typeof rows)[number]) => {
    if (status === "joined") return `registration_joined:${id}`;
    // Each offer has its own mail.
    return offer_expires_at
      ? `registration_offered:${id}:${offer_expires_at.toISOString()}`
      : `registration_waitlisted:${id}`;
  };
  const owed = rows.map((row) => idOf.get(keyOf(row)));
  const ofLeaving = tasks.filter(({ kind }) => kind === "registration_left").map(({ id }) => id);
  expect(ofLeaving).toHaveLength(stories.length - stay.length);
  expect([...owed, ...ofLeaving].filter((id) => !id || !arrived.has(id))).toEqual([]);
}

/**
 * Expects each mail once, however often something fails. It may repeat only if its sender was killed, or the connection
 * lost, after the server had taken it and before that was stored. Such repeats have the same Message-ID.
 * @returns the mails that were repeated for any other reason
 */
function sentAgain(killed: Map<string, number>) {
  const byId = Map.groupBy(smtp.taken, ({ id }) => id);
  const repeats = [...byId.values()].flatMap((times) => times.slice(0, -1));
  const unsaid = repeats.filter(({ said }) => !said);
  const byKill = repeats.filter(({ said, from }) => said && killed.has(from));
  const figures = { mails: byId.size, "answer lost": unsaid.length, "sender killed": byKill.length };
  process.stdout.write(`${JSON.stringify({ kills: killed.size, ...figures, "went wrong": smtp.count })}\n`);
  return repeats.filter((mail) => !unsaid.includes(mail) && !byKill.includes(mail));
}
