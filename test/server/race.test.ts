import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#platform/database/connect.ts";
import type { OpenDatabase } from "#platform/database/open-database.ts";
import { migrate } from "../../src/db/migrate.ts";
import { makeIn, type Make } from "../make.ts";
import { registrationsIn } from "../registrations.ts";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { ask, makeCrowd, type Person } from "../setup/crowd.ts";
import { type RunningServer, startServer } from "../setup/server.ts";

// 500 people want 50 spots, and 200 of them leave in between, at two servers on one PostgreSQL.
const [crowd, leavers, capacity] = [500, 200, 50];

let cluster: Cluster;
let database: OpenDatabase;
let servers: RunningServer[];
let make: Make;
beforeAll(async () => {
  cluster = await startCluster();
  const url = cluster.url("postgres");
  database = await openDatabase({ url, dataDir: null });
  await migrate(database.db);
  make = makeIn(database.db);
  const variables = { DATABASE_URL: url, AUTH_SECRET: "0123571789abcdef0123571789abcdef" };
  servers = await Promise.all([startServer(variables), startServer(variables)]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.close();
  await cluster.stop();
});

/**
 * A person's answers and their times, in milliseconds: when they asked to join and were answered, when they learned of
 * a spot, and when they asked to leave; `heard` is the answer to leaving, or to accepting an offer.
 */
type Story = {
  person: Person;
  asks: number;
  told: number;
  state: string;
  has: number;
  leaves: number;
  heard: number | string;
};

/** Resolves when the first person asks to leave; some join only then, so that it is a race even on a slow machine. */
const somebodyLeaves = Promise.withResolvers<void>();
const comesLate = (index: number) => index >= leavers && index % 5 === 4;

/**
 * Asks until it is answered: a busy server may refuse a request before it has done anything. If the refused request had
 * taken effect after all, repeating it would show that.
 */
const insist: typeof ask = async (...words) => {
  const answer = await ask(...words);
  if (answer.status !== 503) return answer;
  await pause(500);
  return insist(...words);
};

const anyServer = () => servers[Math.floor(Math.random() * servers.length)]?.address ?? "";

/** Joins, some at both servers at once, and later leaves, or accepts an offer. */
async function live(eventId: string, person: Person, index: number): Promise<Story> {
  if (comesLate(index)) await somebodyLeaves.promise;
  await pause(Math.random() * 3000);
  const asks = performance.now();
  const join = (address: string) => insist(address, person, "POST", "/join-event", { eventId });
  const answers = await Promise.all(
    index % 4 === 0 ? servers.map(({ address }) => join(address)) : [join(anyServer())],
  );
  const [first, ...rest] = answers.toSorted((a, b) => a.status - b.status);
  expect([first?.status, ...rest.map(({ status, said }) => [status, said.code])]).toEqual([
    200,
    ...rest.map(() => [409, "already_joined"]),
  ]);
  const { state = "" } = first?.said ?? {};
  const told = performance.now();
  const story = {
    person,
    asks,
    told,
    state,
    has: state === "joined" ? told : Infinity,
    leaves: Infinity,
    heard: 0 as number | string,
  };
  await pause(Math.random() * 1000);
  if (index < leavers) {
    story.leaves = performance.now();
    somebodyLeaves.resolve();
    story.heard = (await insist(anyServer(), person, "DELETE", `/join-event/${eventId}`)).status;
  } else if (state === "waiting") {
    const took = await insist(anyServer(), person, "POST", `/join-event/${eventId}/accept`);
    story.heard = took.said.code ?? took.status;
    if (took.status === 200) Object.assign(story, { state: took.said.state, has: performance.now() });
  }
  return story;
}

describe("two servers on one PostgreSQL", () => {
  it(`give ${capacity} spots to ${crowd} people of whom ${leavers} leave, none twice, and in the order of arrival`, async () => {
    const eventDate = new Date(Date.now() + 30 * 86_400_000);
    const eventId = await make.event({ maxParticipant: String(capacity), eventDate });
    const people = await makeCrowd(make, crowd);
    // People who leave are spread among the others.
    const order = people.map((person, index) => [person, (index * 7) % crowd] as const);
    const stories = await Promise.all(order.map(([person, index]) => live(eventId, person, index)));

    const registrations = registrationsIn(make);
    await registrations.expectRight(eventId);
    const rows = await registrations.rows(eventId);
    const rowOf = new Map(rows.map((row) => [row.member_id, row]));
    const leave = stories.filter(({ leaves }) => leaves < Infinity);
    expect(new Set(leave.map(({ heard }) => heard))).toEqual(new Set([200]));
    const stay = stories.filter(({ leaves }) => leaves === Infinity);

    expect(stay.filter(({ heard }) => ![0, 200, "no_offer"].includes(heard))).toEqual([]);

    // Each member who stays has the registration that they were told of, and there are no others.
    expect(rows).toHaveLength(crowd - leavers);
    expect(stay.map(({ person }) => rowOf.get(person.id)?.status)).toEqual(
      stay.map(({ state }) => (state === "waiting" ? "waitlisted" : state)),
    );
    // Every spot is taken, or held for an offer.
    const { taken, held } = await registrations.counts(eventId);
    expect(taken + held).toBe(capacity);
    expect(mostAtOnce(stories)).toBeLessThanOrEqual(capacity);

    // People with a spot or an offer came before everybody who waits without one.
    const isIn = (row: (typeof rows)[number]) => row.status === "joined" || row.offer_expires_at !== null;
    const last = Math.max(...rows.filter(isIn).map(({ seq }) => seq));
    const next = Math.min(...rows.filter((row) => !isIn(row)).map(({ seq }) => seq));
    expect(last).toBeLessThan(next);
    // People who got their answer before another person asked are ahead of that person.
    const lines = stay.map(({ person, asks, told }) => ({ asks, told, seq: rowOf.get(person.id)?.seq ?? 0 }));
    const overtaken = lines.filter((one) => lines.some((other) => one.told < other.asks && one.seq > other.seq));
    expect(overtaken).toEqual([]);
    // The race was real: some people left before others came.
    const firstLeft = Math.min(...stories.map(({ leaves }) => leaves));
    expect(stories.some(({ asks }) => asks > firstLeft)).toBe(true);
  });
});

// On the eve free spots are not kept: people on the waitlist and newcomers press at the same time.
const [rivals, newcomers] = [50, 10];

describe("two servers on the eve of an event", { timeout: 300_000 }, () => {
  it(`give 2 spots to 2 of ${rivals} people who press at once, and mail each waiting person once`, async () => {
    const eventDate = new Date(Date.now() + 10 * 3_600_000);
    const eventId = await make.event({ maxParticipant: "2", eventDate });
    const [one, other, ...people] = (await makeCrowd(make, 2 + rivals)) as [Person, Person, ...Person[]];
    const waiting = people.slice(newcomers);
    const join = (person: Person) => insist(anyServer(), person, "POST", "/join-event", { eventId });
    const leave = (person: Person) => insist(anyServer(), person, "DELETE", `/join-event/${eventId}`);
    await Promise.all([one, other].map(join));
    await Promise.all(waiting.map(join));
    await Promise.all([one, other].map(leave));

    const press = async (person: Person, index: number) => {
      const server = servers[index % servers.length]?.address ?? "";
      const isNew = index < newcomers;
      const { status, said } = isNew
        ? await insist(server, person, "POST", "/join-event", { eventId })
        : await insist(server, person, "POST", `/join-event/${eventId}/accept`);
      return said.state ?? said.code ?? status;
    };
    const answers = await Promise.all(people.map(press));
    expect(answers.filter((answer) => answer === "joined")).toHaveLength(2);
    const lost = answers.map((answer, index) => [answer, index < newcomers ? "waiting" : "no_offer"]);
    expect(lost.filter(([answer, wanted]) => answer !== wanted && answer !== "joined")).toEqual([]);

    const registrations = registrationsIn(make);
    await registrations.expectRight(eventId);
    expect(await registrations.counts(eventId)).toEqual({ taken: 2, waitlisted: rivals - 2, held: 0, capacity: 2 });
    const joined = (await registrations.rows(eventId)).filter(({ status }) => status === "joined");
    expect(new Set(joined.map(({ member_id }) => member_id))).toEqual(
      new Set(people.filter((_, index) => answers[index] === "joined").map(({ id }) => id)),
    );
    const told = await make.db.selectFrom("outbox").select("kind").where("key", "like", "spots_open:%").execute();
    expect(told).toHaveLength(waiting.length);
  });
});

/** The maximum number of people at one moment who knew of their spot and had not asked to leave. */
function mostAtOnce(stories: Story[]): number {
  const known = stories.filter(({ has, leaves }) => has < leaves);
  return Math.max(...known.map(({ has: at }) => known.filter(({ has, leaves }) => has <= at && at < leaves).length));
}
