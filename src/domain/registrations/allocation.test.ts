import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createJobs } from "#adapters/jobs/jobs.ts";
import { Failure } from "#domain/failure.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { act, type Action, countsOf, type Model, namesFor, registrationOf } from "#test/allocation-model.ts";
import { prove } from "#test/prove.ts";
import { cancelEvent, updateEvent } from "../organizing/commands.ts";
import { durationDefault, noLimit } from "../events/rules.ts";
import type { Member } from "../members/shapes.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { joinEvent, removeGuest, leaveEvent, acceptOffer } from "./commands.ts";
import { sweepEves } from "./eves.ts";
import { registrationJobs } from "./jobs.ts";
import { getOwnRegistration } from "./queries.ts";

// Runs random actions at random times against both the product and a model of it, and compares the two after each
// action. A failure prints its seed and the shortest history that reproduces it (see `prove`).

const crowd = 6;
const everybody = Array.from({ length: crowd }, (_, number) => number);
const minute = 60_000;
const begun = Date.parse("2027-03-20T08:00:00Z");

const who = fc.nat({ max: crowd - 1 });
const join = fc.record({
  do: fc.constant("join" as const),
  who,
  guests: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat({ max: 5 })),
  whenShort: fc.constantFrom("wait" as const, "take" as const),
});
const leave = fc.record({ do: fc.constant("leave" as const), who });
const goWithoutGuest = fc.record({ do: fc.constant("removeGuest" as const), who, which: fc.nat({ max: 2 }) });
const accept = fc.record({ do: fc.constant("acceptOffer" as const), who });
const spots = fc.option(fc.integer({ min: 1, max: 9 }), { freq: 6 });
const resize = fc.record({ do: fc.constant("resize" as const), capacity: spots });
const holdFor = fc.record({ do: fc.constant("holdFor" as const), hours: fc.integer({ min: 1, max: 72 }) });
const far = fc.oneof(fc.integer({ min: -10, max: 120 }), fc.integer({ min: 1, max: 4 * 24 * 60 }));
const move = fc.record({ do: fc.constant("move" as const), minutes: far });
const pass = fc.record({ do: fc.constant("pass" as const), minutes: fc.nat({ max: 24 * 60 }) });
const what = fc.oneof(
  { weight: 5, arbitrary: fc.constant("an offer expires" as const) },
  fc.constantFrom("its eve begins" as const, "it begins" as const, "it ends" as const),
);
const passUntil = fc.record({ do: fc.constant("passUntil" as const), what });
const cancel = fc.record({ do: fc.constant("cancel" as const) });

/** Actions that can happen at the same moment. */
const actionAtOnce: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: join },
  { weight: 3, arbitrary: leave },
  { weight: 2, arbitrary: goWithoutGuest },
  { weight: 4, arbitrary: accept },
  { weight: 2, arbitrary: resize },
);
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 16, arbitrary: actionAtOnce },
  { weight: 1, arbitrary: holdFor },
  { weight: 2, arbitrary: move },
  { weight: 2, arbitrary: pass },
  { weight: 3, arbitrary: passUntil },
  { weight: 1, arbitrary: fc.oneof({ weight: 1, arbitrary: cancel }, { weight: 4, arbitrary: accept }) },
);
/**
 * Zones with and without a change of clocks in the four weeks after the start, and with whole-hour and half-hour
 * offsets.
 */
const zones = fc.constantFrom("Europe/Berlin", "Asia/Kolkata", "America/St_Johns");
const start = fc.record({ capacity: spots, minutes: fc.integer({ min: 1, max: 4 * 24 * 60 }), timeZone: zones });

type Wishes = { capacity: number | null; minutes: number; timeZone: string };

let make: Make;
let people: Member[];
let organizer: Member;
let eventId: string;
let model: Model;

/** Creates empty tables with one event, and the same in the model. */
async function begin({ capacity, minutes, timeZone }: Wishes) {
  make = makeIn(await testDatabase());
  people = await make.members(crowd);
  organizer = await make.member();
  const begins = begun + minutes * minute;
  const eventDate = new Date(begins);
  eventId = await make.event({ organizer, maxParticipant: wordsFor(capacity), eventDate, timeZone });
  const unmoved = { holdHours: 12, cancelled: false, isOpenToAll: false, parties: [] };
  model = { now: begun, begins, capacity, timeZone, ...unmoved };
}

const wordsFor = (capacity: number | null): string => (capacity === null ? noLimit : `up to ${capacity}`);
const at = () => new Date(model.now);
const as = (number: number) => make.context(people[number], at());

/** Runs an action in the product at the model's time. @returns its outcome in the model's words */
async function perform(action: Action): Promise<string> {
  const outcome = await attempt(action).catch((error: unknown) => {
    if (error instanceof Failure) return error.code;
    throw error;
  });
  return typeof outcome === "string" ? outcome : outcome.position ? `waiting ${outcome.position}` : outcome.state;
}

async function attempt(action: Action): Promise<string | { state: string; position?: number | undefined }> {
  const owner = make.context(organizer, at());
  switch (action.do) {
    case "join": {
      const guests = namesFor(action.who, action.guests).map((name) => ({ name, under18: name.endsWith("1") }));
      return joinEvent(as(action.who), { eventId, guests, whenShort: action.whenShort });
    }
    case "leave":
      return leaveEvent(as(action.who), eventId).then(() => "done");
    case "removeGuest": {
      const { guests } = await getOwnRegistration(as(action.who), eventId);
      const guest = guests.find(({ name }) => name === namesFor(action.who, 5)[action.which]);
      return removeGuest(as(action.who), eventId, guest?._id ?? eventId).then(() => "done");
    }
    case "acceptOffer":
      return acceptOffer(as(action.who), eventId);
    case "resize":
      return updateEvent(owner, eventId, { maxParticipant: wordsFor(action.capacity) }).then(() => "done");
    case "holdFor":
      return updateEvent(owner, eventId, { holdHours: action.hours }).then(() => "done");
    case "move":
      return updateEvent(owner, eventId, { eventDate: new Date(model.now + action.minutes * minute) }).then(
        () => "done",
      );
    case "cancel":
      return cancelEvent(owner, eventId, { reason: "A storm is coming." }).then(() => "done");
    default:
      // Time follows the model's clock; tasks due by then run as on the server.
      await workOff();
      return "done";
  }
}

/** This test does not cover mails. */
const mailed = [...Object.keys(registrationJobs), "event_cancelled"];
const noMails = Object.fromEntries(mailed.map((kind) => [kind, async () => null]));

/** Processes the outbox up to the model's time. */
const workOff = () =>
  createJobs({
    context: () => ({ db: make.db, now: at(), announce: make.announce }) as TaskContext,
    handlers: { ...noMails, expire_offers: registrationJobs.expire_offers } as TaskHandlers,
    mailer: { send: async () => {}, isThere: async () => true },
    sweep: sweepEves,
    log: () => {},
  }).work();

const isOver = ({ begins, now }: Model) => begins + durationDefault <= now;

/**
 * Reads the tables and the product's own answers into the model's shape. After the event, the parties that passed are
 * left out.
 */
async function observed(asked = everybody) {
  const over = isOver(model);
  const event = await make.db
    .selectFrom("events")
    .select(["taken", "waitlisted", "held", "passed", "capacity"])
    .where("id", "=", eventId)
    .executeTakeFirstOrThrow();
  const found = await make.db
    .selectFrom("registrations")
    .innerJoin("events", "events.id", "event_id")
    .selectAll("registrations")
    .select(sql<boolean>`status = 'waitlisted' and offer_expires_at is null and seq <= passed_seq`.as("passed"))
    .select(sql<boolean>`status = 'waitlisted' and coalesce(missed_round = round, false)`.as("missed"))
    .where("event_id", "=", eventId)
    .orderBy("seq")
    .execute();
  const registrations = await Promise.all(asked.map((number) => registrationFor(number)));
  const rows = found.map((row) => ({
    who: people.findIndex(({ id }) => id === row.member_id),
    spots: row.party_size,
    status: row.status,
    expiresAt: row.offer_expires_at?.getTime() ?? null,
    missed: row.missed,
    passed: row.passed && !over,
  }));
  return { event: over ? { ...event, passed: 0 } : event, rows, registrations };
}

async function registrationFor(number: number) {
  const { state, position, guests, offer } = await getOwnRegistration(as(number), eventId);
  const names = guests.map(({ name }) => name);
  if (offer === null) return { state, position, names, offer };
  const expiresAt = offer.until === null ? null : Date.parse(offer.until);
  return { state, position, names, offer: { spots: offer.spots, expiresAt } };
}

const expected = (of: Model, asked = everybody) => ({
  event: { ...countsOf(of), capacity: of.capacity, ...(isOver(of) && { passed: 0 }) },
  rows: of.parties.map(({ names, passed, ...party }) => ({
    ...party,
    passed: passed && !isOver(of),
    spots: 1 + names.length,
  })),
  registrations: asked.map((number) => registrationOf(of, number)),
});

/** Checks the invariants that hold regardless of the model. */
function expectPromises({ event, rows }: Awaited<ReturnType<typeof observed>>) {
  const { capacity, begins, now, cancelled } = model;
  expect(new Set(rows.map((party) => party.who)).size).toBe(rows.length);
  for (const { expiresAt } of rows) expect(expiresAt ?? 0).toBeLessThanOrEqual(begins);
  const free = (capacity ?? Infinity) - event.taken - event.held;
  expect(free).toBeGreaterThanOrEqual(0);
  const waits = rows.filter((row) => row.status === "waitlisted" && row.expiresAt === null);
  const next = waits.find(({ missed, passed }) => !missed && !passed);
  const isOpen = begins + durationDefault > now && !cancelled;
  expect(isOpen && next !== undefined && next.spots <= free).toBe(false);
  // On the eve no free spot is kept for anyone; before it, a free spot is kept only for a party in line.
  const isForAll = isOpen && free > 0 && (now >= begins - 18 * 60 * minute || !next);
  if (isForAll) expect(waits.filter(({ passed }) => !passed)).toEqual([]);
  // Only free spots can be passed.
  if (free === 0) expect(rows.filter(({ passed }) => passed)).toEqual([]);
}

/** Runs actions one after the other, and compares product and model after each. */
async function historyOf(wishes: Wishes, actions: Action[]) {
  await begin(wishes);
  for (const [index, action] of actions.entries()) {
    // The model's clock moves first when time passes; every other action runs in the product first.
    const isTime = action.do === "pass" || action.do === "passUntil";
    const before = isTime ? act(model, action) : await perform(action);
    const after = isTime ? await perform(action) : act(model, action);
    expect([action, before]).toEqual([action, after]);
    // Everybody's answers are compared only now and then, because reading them takes longer than most actions.
    const asked = index % 8 === 7 || index === actions.length - 1 ? everybody : [index % crowd];
    const seen = await observed(asked);
    expectPromises(seen);
    expect(seen).toEqual(expected(model, asked));
  }
}

/**
 * Runs some actions at once, then some more, perhaps after an offer has expired. At least one order of those actions in
 * the model must give all the observed answers.
 */
async function historyAtOnce(wishes: Wishes, rounds: { actions: Action[]; later: boolean }[]) {
  await begin(wishes);
  for (const { actions, later } of rounds) {
    if (later) {
      act(model, { do: "passUntil", what: "an offer expires" });
      await workOff();
    }
    const told = await Promise.all(actions.map(perform));
    const seen = await observed();
    const orders = permutationsOf(actions.map((_, index) => index)).map((order) => inOrder(actions, order));
    const right = orders.find(({ result }) => isDeepStrictEqual(result, { told, ...seen }));
    const lines = [{ told, ...seen }, "is none of", ...orders.map(({ result }) => result)];
    if (!right) throw new Error(lines.map((line) => JSON.stringify(line)).join("\n"));
    model = right.after;
    expectPromises(seen);
  }
}

/** Returns the model's answers to actions performed in the given order. */
function inOrder(actions: Action[], order: number[]) {
  const after = structuredClone(model);
  const told: string[] = [];
  for (const index of order) told[index] = act(after, actions[index]!);
  return { after, result: { told, ...expected(after) } };
}

const timeout = 600_000;

describe("the spots of an event", () => {
  it("match a model with one ordered list after any sequence of actions", { timeout }, async () => {
    const actions = fc.array(anyAction, { maxLength: 40, size: "max" });
    await prove("any history", fc.asyncProperty(start, actions, historyOf));
  });

  it("match some sequential order of actions that ran at the same time", { timeout }, async () => {
    const atOnce = fc.array(actionAtOnce, { minLength: 2, maxLength: 4, size: "max" });
    const rounds = fc.array(fc.record({ actions: atOnce, later: fc.boolean() }), { maxLength: 8, size: "max" });
    await prove("much at once", fc.asyncProperty(start, rounds, historyAtOnce));
  });
});

/** Returns every order of a list. */
function permutationsOf<Thing>(things: Thing[]): Thing[][] {
  if (things.length <= 1) return [things];
  return things.flatMap((first, index) => permutationsOf(things.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
