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

// Actions in any order and at any time, done by the product and by a model of it; after each the two have to be the same.
// A failure prints its seed and the shortest history that shows it (see `prove`).

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

/** What can be done at the same moment. */
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
/** Zones whose clocks change within four weeks of then, or do not, and whose hours begin with ours, or half an hour later. */
const zones = fc.constantFrom("Europe/Berlin", "Asia/Kolkata", "America/St_Johns");
const start = fc.record({ capacity: spots, minutes: fc.integer({ min: 1, max: 4 * 24 * 60 }), timeZone: zones });

type Wishes = { capacity: number | null; minutes: number; timeZone: string };

let make: Make;
let people: Member[];
let organizer: Member;
let eventId: string;
let model: Model;

/** Empty tables with one event, and the same in the model. */
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

/** Does an action in the product, at the model's time; @returns its outcome in the model's words */
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
      const companions = namesFor(action.who, action.guests).map((name) => ({ name, under18: name.endsWith("1") }));
      return joinEvent(as(action.who), { eventId, companions, whenShort: action.whenShort });
    }
    case "leave":
      return leaveEvent(as(action.who), eventId).then(() => "done");
    case "removeGuest": {
      const { companions } = await getOwnRegistration(as(action.who), eventId);
      const guest = companions.find(({ name }) => name === namesFor(action.who, 5)[action.which]);
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
    mailer: { send: async () => {}, isThere: async () => true },
    sweep: sweepEves,
    log: () => {},
  }).work();

const isOver = ({ begins, now }: Model) => begins + durationDefault <= now;

/** What the tables and the product's own answers say, in the model's shape. Who passed is nothing to anybody once the event is over. */
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
  const { state, position, companions, offer } = await getOwnRegistration(as(number), eventId);
  const names = companions.map(({ name }) => name);
  if (offer === null) return { state, position, names, offer };
  const expiresAt = offer.until === null ? null : Date.parse(offer.until);
  return { state, position, names, offer: { spots: offer.places, expiresAt } };
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

/** What has to hold whatever the model says. */
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
  // Nothing that is free on the eve is kept for anybody, and nothing on other days that nobody is in line for.
  const isForAll = isOpen && free > 0 && (now >= begins - 18 * 60 * minute || !next);
  if (isForAll) expect(waits.filter(({ passed }) => !passed)).toEqual([]);
  // Only what is free can be passed.
  if (free === 0) expect(rows.filter(({ passed }) => passed)).toEqual([]);
}

/** Does some actions one after the other; after each, all has to be as the model says. */
async function historyOf(wishes: Wishes, actions: Action[]) {
  await begin(wishes);
  for (const [index, action] of actions.entries()) {
    // Time goes by for both; what else is done, the product does first.
    const isTime = action.do === "pass" || action.do === "passUntil";
    const before = isTime ? act(model, action) : await perform(action);
    const after = isTime ? await perform(action) : act(model, action);
    expect([action, before]).toEqual([action, after]);
    // Everybody is asked now and then: asking takes longer than most actions.
    const asked = index % 8 === 7 || index === actions.length - 1 ? everybody : [index % crowd];
    const seen = await observed(asked);
    expectPromises(seen);
    expect(seen).toEqual(expected(model, asked));
  }
}

/**
 * Does some actions at once, then some more, perhaps after an offer has expired: one of the orders in which they can have
 * happened leads to all that was answered.
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

/** What the model says of actions when they happen in an order of their numbers. */
function inOrder(actions: Action[], order: number[]) {
  const after = structuredClone(model);
  const told: string[] = [];
  for (const index of order) told[index] = act(after, actions[index]!);
  return { after, result: { told, ...expected(after) } };
}

const timeout = 600_000;

describe("what an event promises", () => {
  it("is kept in any history, and is what a list of people in their order says", { timeout }, async () => {
    const actions = fc.array(anyAction, { maxLength: 40, size: "max" });
    await prove("any history", fc.asyncProperty(start, actions, historyOf));
  });

  it("is kept when much happens at once: as if one thing had happened after the other", { timeout }, async () => {
    const atOnce = fc.array(actionAtOnce, { minLength: 2, maxLength: 4, size: "max" });
    const rounds = fc.array(fc.record({ actions: atOnce, later: fc.boolean() }), { maxLength: 8, size: "max" });
    await prove("much at once", fc.asyncProperty(start, rounds, historyAtOnce));
  });
});

/** Every order of some things. */
function permutationsOf<Thing>(things: Thing[]): Thing[][] {
  if (things.length <= 1) return [things];
  return things.flatMap((first, index) => permutationsOf(things.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
