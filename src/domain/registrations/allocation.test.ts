import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJobs } from "#adapters/jobs/jobs.ts";
import { Failure } from "#domain/failure.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { act, countsOf, type Deed, type Model, namesFor, registrationOf } from "#test/allocation-model.ts";
import { cancelEvent, updateEvent } from "../organizing/commands.ts";
import { noLimit } from "../events/rules.ts";
import type { Member } from "../members/shapes.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { joinEvent, removeGuest, leaveEvent, acceptOffer } from "./commands.ts";
import { registrationJobs } from "./jobs.ts";
import { stateOf } from "./shapes.ts";
import { getOwnRegistration } from "./queries.ts";

// Deeds in any order and at any time, done by the product and by a model of it; after each the two have to be the same.
// PROOF_RUNS does more of them, PROOF_SEED others; a failure prints its seed and the shortest history that shows it.
const runs = Number(process.env["PROOF_RUNS"] ?? 40);
const seed = Number(process.env["PROOF_SEED"] ?? 20_261_121);

const crowd = 6;
const everybody = Array.from({ length: crowd }, (_, number) => number);
const minute = 60_000;
const begun = Date.parse("2027-03-20T08:00:00Z");

const who = fc.nat({ max: crowd - 1 });
const join = fc.record({
  do: fc.constant("join" as const),
  who,
  along: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat({ max: 5 })),
  whenShort: fc.constantFrom("wait" as const, "take" as const),
});
const leave = fc.record({ do: fc.constant("leave" as const), who });
const goAlone = fc.record({ do: fc.constant("removeGuest" as const), who, which: fc.nat({ max: 2 }) });
const take = fc.record({ do: fc.constant("acceptOffer" as const), who });
const places = fc.option(fc.integer({ min: 1, max: 9 }), { freq: 6 });
const resize = fc.record({ do: fc.constant("resize" as const), capacity: places });
const holdFor = fc.record({ do: fc.constant("holdFor" as const), hours: fc.integer({ min: 1, max: 72 }) });
const far = fc.oneof(fc.integer({ min: -10, max: 120 }), fc.integer({ min: 1, max: 4 * 24 * 60 }));
const move = fc.record({ do: fc.constant("move" as const), minutes: far });
const pass = fc.record({ do: fc.constant("pass" as const), minutes: fc.nat({ max: 24 * 60 }) });
const what = fc.oneof(
  { weight: 5, arbitrary: fc.constant("an offer ends" as const) },
  fc.constant("it begins" as const),
);
const passUntil = fc.record({ do: fc.constant("passUntil" as const), what });
const cancel = fc.record({ do: fc.constant("cancel" as const) });

/** What can be done at the same moment. */
const deedAtOnce: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: join },
  { weight: 3, arbitrary: leave },
  { weight: 2, arbitrary: goAlone },
  { weight: 4, arbitrary: take },
  { weight: 2, arbitrary: resize },
);
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 16, arbitrary: deedAtOnce },
  { weight: 1, arbitrary: holdFor },
  { weight: 2, arbitrary: move },
  { weight: 2, arbitrary: pass },
  { weight: 3, arbitrary: passUntil },
  { weight: 1, arbitrary: fc.oneof({ weight: 1, arbitrary: cancel }, { weight: 4, arbitrary: take }) },
);
const start = fc.record({ capacity: places, minutes: fc.integer({ min: 1, max: 4 * 24 * 60 }) });

type Wishes = { capacity: number | null; minutes: number };

let make: Make;
let people: Member[];
let organizer: Member;
let eventId: string;
let model: Model;

/** Empty tables with one event, and the same in the model. */
async function begin({ capacity, minutes }: Wishes) {
  make = makeIn(await testDatabase());
  people = await make.members(crowd);
  organizer = await make.member();
  const begins = begun + minutes * minute;
  eventId = await make.event({ organizer, maxParticipant: wordsFor(capacity), eventDate: new Date(begins) });
  model = { now: begun, begins, capacity, holdHours: 12, cancelled: false, parties: [] };
}

const wordsFor = (capacity: number | null): string => (capacity === null ? noLimit : `up to ${capacity}`);
const at = () => new Date(model.now);
const as = (number: number) => make.context(people[number], at());

/** Does a deed in the product, at the model's time; @returns its outcome in the model's words */
async function perform(deed: Deed): Promise<string> {
  const outcome = await attempt(deed).catch((error: unknown) => {
    if (error instanceof Failure) return error.code;
    throw error;
  });
  return typeof outcome === "string" ? outcome : outcome.position ? `waiting ${outcome.position}` : outcome.state;
}

async function attempt(deed: Deed): Promise<string | { state: string; position?: number | undefined }> {
  const owner = make.context(organizer, at());
  switch (deed.do) {
    case "join": {
      const companions = namesFor(deed.who, deed.along).map((name) => ({ name, under18: name.endsWith("1") }));
      return joinEvent(as(deed.who), { eventId, companions, whenShort: deed.whenShort });
    }
    case "leave":
      return leaveEvent(as(deed.who), eventId).then(() => "done");
    case "removeGuest": {
      const { companions } = await getOwnRegistration(as(deed.who), eventId);
      const companion = companions.find(({ name }) => name === namesFor(deed.who, 5)[deed.which]);
      return removeGuest(as(deed.who), eventId, companion?._id ?? eventId).then(() => "done");
    }
    case "acceptOffer":
      return acceptOffer(as(deed.who), eventId);
    case "resize":
      return updateEvent(owner, eventId, { maxParticipant: wordsFor(deed.capacity) }).then(() => "done");
    case "holdFor":
      return updateEvent(owner, eventId, { holdHours: deed.hours }).then(() => "done");
    case "move":
      return updateEvent(owner, eventId, { eventDate: new Date(model.now + deed.minutes * minute) }).then(() => "done");
    case "cancel":
      return cancelEvent(owner, eventId, { reason: "A storm is coming." }).then(() => "done");
    default:
      // Time goes by with the model's clock; what is due by then is done as on the server.
      await workOff();
      return "done";
  }
}

/** What is mailed is not what this is about. */
const mailed = [...Object.keys(registrationJobs), "event_cancelled"];
const noMails = Object.fromEntries(mailed.map((kind) => [kind, async () => null]));

/** The outbox, worked off up to the model's time. */
const workOff = () =>
  createJobs({
    context: () => ({ db: make.db, now: at(), announce: make.announce }) as TaskContext,
    handlers: { ...noMails, expire_offers: registrationJobs.expire_offers } as TaskHandlers,
    mailer: { send: async () => {} },
    log: () => {},
  }).work();

/** What the tables and the product's own answers say, in the model's shape. */
async function observed(asked = everybody) {
  const event = await make.db
    .selectFrom("events")
    .select(["taken", "waitlisted", "held", "capacity"])
    .where("id", "=", eventId)
    .executeTakeFirstOrThrow();
  const rows = await make.db
    .selectFrom("registrations")
    .selectAll()
    .where("event_id", "=", eventId)
    .orderBy("seq")
    .execute();
  const standings = await Promise.all(asked.map((number) => standing(number)));
  const line = rows.map((row) => ({
    who: people.findIndex(({ id }) => id === row.member_id),
    places: row.party_size,
    state: stateOf(row.status),
    until: row.offer_expires_at?.getTime() ?? null,
  }));
  return { event, line, standings };
}

async function standing(number: number) {
  const { state, position, companions, offer } = await getOwnRegistration(as(number), eventId);
  const held = offer && { places: offer.places, until: offer.until === null ? null : Date.parse(offer.until) };
  return { state, position, names: companions.map(({ name }) => name), offer: held };
}

const expected = (of: Model, asked = everybody) => ({
  event: { ...countsOf(of), capacity: of.capacity },
  line: of.parties.map(({ names, ...party }) => ({ ...party, places: 1 + names.length })),
  standings: asked.map((number) => registrationOf(of, number)),
});

/** What has to hold whatever the model says. */
function expectPromises({ event, line }: Awaited<ReturnType<typeof observed>>) {
  const { capacity, begins, now, cancelled } = model;
  expect(new Set(line.map((party) => party.who)).size).toBe(line.length);
  for (const { until } of line) expect(until ?? 0).toBeLessThanOrEqual(begins);
  const free = (capacity ?? Infinity) - event.taken - event.held;
  expect(free).toBeGreaterThanOrEqual(0);
  const next = line.find(({ state, until }) => state === "waiting" && until === null);
  const canBeOffered = next !== undefined && begins > now && !cancelled;
  expect(canBeOffered && next.places <= free).toBe(false);
}

/** Does some deeds one after the other; after each, all has to be as the model says. */
async function historyOf(wishes: Wishes, deeds: Deed[]) {
  await begin(wishes);
  for (const [index, deed] of deeds.entries()) {
    // Time goes by for both; what else is done, the product does first.
    const isTime = deed.do === "pass" || deed.do === "passUntil";
    const before = isTime ? act(model, deed) : await perform(deed);
    const after = isTime ? await perform(deed) : act(model, deed);
    expect([deed, before]).toEqual([deed, after]);
    // Everybody is asked now and then: each asking takes longer than most deeds.
    const asked = index % 8 === 7 || index === deeds.length - 1 ? everybody : [index % crowd];
    const seen = await observed(asked);
    expectPromises(seen);
    expect(seen).toEqual(expected(model, asked));
  }
}

/** Does some deeds at once, then some more: one of the orders in which they can have happened leads to all that was answered. */
async function historyAtOnce(wishes: Wishes, rounds: Deed[][]) {
  await begin(wishes);
  for (const deeds of rounds) {
    const told = await Promise.all(deeds.map(perform));
    const seen = await observed();
    const orders = permutationsOf(deeds.map((_, index) => index)).map((order) => inOrder(deeds, order));
    const right = orders.find(({ result }) => isDeepStrictEqual(result, { told, ...seen }));
    const lines = [{ told, ...seen }, "is none of", ...orders.map(({ result }) => result)];
    if (!right) throw new Error(lines.map((line) => JSON.stringify(line)).join("\n"));
    model = right.after;
    expectPromises(seen);
  }
}

/** What the model says of deeds when they happen in an order of their numbers. */
function inOrder(deeds: Deed[], order: number[]) {
  const after = structuredClone(model);
  const told: string[] = [];
  for (const index of order) told[index] = act(after, deeds[index]!);
  return { after, result: { told, ...expected(after) } };
}

const settings = { numRuns: runs, seed, interruptAfterTimeLimit: 240_000 };
const timeout = 300_000;

describe("what an event promises", () => {
  it("is kept in any history, and is what a list of people in their order says", { timeout }, async () => {
    const deeds = fc.array(anyDeed, { maxLength: 40, size: "max" });
    await fc.assert(fc.asyncProperty(start, deeds, historyOf), settings);
  });

  it("is kept when much happens at once: as if one thing had happened after the other", { timeout }, async () => {
    const atOnce = fc.array(deedAtOnce, { minLength: 2, maxLength: 4, size: "max" });
    const rounds = fc.array(atOnce, { maxLength: 8, size: "max" });
    await fc.assert(fc.asyncProperty(start, rounds, historyAtOnce), settings);
  });
});

/** Every order of some things. */
function permutationsOf<Thing>(things: Thing[]): Thing[][] {
  if (things.length <= 1) return [things];
  return things.flatMap((first, index) => permutationsOf(things.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
