import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askerIn } from "#test/asking.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { type GoogleServer, startGoogle } from "#test/google.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newEvent, operations } from "#test/operations.ts";
import { communityOf } from "#test/owning.ts";
import { type SavedTables, saveTables } from "#test/saved-tables.ts";
import { type People, peopleIn, type Scene, sceneIn } from "#test/scene.ts";
import { getEvent } from "#domain/events/queries.ts";
import { createEvent } from "#domain/organizing/commands.ts";
import { EventInput } from "#domain/organizing/shapes.ts";
import { endOwnershipTransfer } from "#domain/ownership-transfers/commands.ts";
import { getOwnershipTransfer } from "#domain/ownership-transfers/queries.ts";
import { type Right, rightFor, rights, rightsOf, type Role } from "#domain/rights/rules.ts";

let google: GoogleServer;
let make: Make;
let people: People;
let scene: Scene;
let saved: SavedTables;
let ask: ReturnType<typeof askerIn>;

beforeAll(async () => {
  google = await startGoogle();
  google.become();
  make = makeIn(await testDatabase(), { google: google.google });
  ask = askerIn(make);
  people = await peopleIn(make);
  scene = await sceneIn(make, people);
  saved = await saveTables(make.db, ["attempts"]);
});
afterAll(async () => {
  await saved.end();
  await google.stop();
});

/** Runs a call while owners, or organizers, have only these rights. */
async function withOnly<Answer>(
  left: readonly Right[],
  call: () => Promise<Answer>,
  role: Role = "owner",
): Promise<Answer> {
  const held = rightsOf[role] as Set<Right>;
  const before = [...held];
  const set = (some: readonly Right[]) => {
    held.clear();
    for (const right of some) held.add(right);
  };
  set(left);
  try {
    return await call();
  } finally {
    set(before);
  }
}

/** The caller with each role. */
const callerWith = { owner: "organizer", organizer: "coorganizer" } as const;

/**
 * The result of a call by an owner or organizer with only some rights: its status and code, and whether it changed
 * anything.
 */
async function resultOf(operationId: string, left: readonly Right[], role: Role = "owner"): Promise<string> {
  const wanted = await operations[operationId]!(scene);
  const before = await saved.writes();
  const answer = await withOnly(left, () => ask(people, callerWith[role], wanted), role);
  const isChanged = (await saved.writes()) > before;
  await saved.restore();
  return [answer.status, answer.status === 200 ? null : answer.body.code, isChanged && "changed"]
    .filter(Boolean)
    .join(" ");
}

/** Operations whose results differ by their input, or only in what they show of a hidden event or an offer. */
const differing = ["getEvent", "getOffer", "createEvent", "createSeries"];

/** The operations that organize an event, which its co-organizers may do with the right alone. */
const ofEvents = (Object.keys(rightFor) as (keyof typeof rightFor)[]).filter(
  (operationId) =>
    !differing.includes(operationId) &&
    !/^(endOffer|giveEvent|restoreAtEvent)$/.test(operationId) &&
    !/Communit|setRole/.test(operationId),
);

describe("the rights of an organizer", () => {
  it.each(Object.entries(operations).map(([operationId]) => operationId))(
    "decide about %s if and only if the table has it, and then by one right alone",
    async (operationId) => {
      const [whole, none] = [await resultOf(operationId, rights), await resultOf(operationId, [])];
      const asked = differing.includes(operationId) ? undefined : (rightFor as Record<string, Right>)[operationId];
      const allowed: (Right | "none needed")[] = none === whole ? ["none needed"] : [];
      if (none !== whole)
        for (const right of rights) if ((await resultOf(operationId, [right])) === whole) allowed.push(right);
      expect(allowed).toEqual([asked ?? "none needed"]);
    },
  );

  it.each(ofEvents)("decide about %s too for a member who organizes the event with its owner", async (operationId) => {
    const whole = await resultOf(operationId, rights, "organizer");
    const allowed: Right[] = [];
    for (const right of rights) if ((await resultOf(operationId, [right], "organizer")) === whole) allowed.push(right);
    expect([allowed, whole.startsWith("200")]).toEqual([[rightFor[operationId]], true]);
    expect(await resultOf(operationId, [], "organizer")).toMatch(/not_yours|not_found/);
  });

  it("decide who sees a draft and a hidden event, by one right alone", async () => {
    for (const values of [{ is_draft: true }, { is_draft: true, review: "hidden" as const }]) {
      const id = await make.event({ organizer: people.organizer.member });
      await make.db.updateTable("events").set(values).where("id", "=", id).execute();
      const seen = (left: readonly Right[]) =>
        withOnly(left, () =>
          getEvent(make.context(people.organizer.member), id).then(
            () => true,
            () => false,
          ),
        );
      const others = rights.filter((right) => right !== rightFor.getEvent);
      expect([await seen([rightFor.getEvent]), await seen(others)]).toEqual([true, false]);
    }
  });

  it("decide who creates an event of a community, by one right alone", async () => {
    const { member } = people.organizer;
    const communityId = await communityOf(make, [member]);
    const create = (left: readonly Right[]) =>
      withOnly(left, () =>
        outcomeOf(
          createEvent(
            { ...make.context(member), limitAttempts: make.limitAttempts },
            EventInput.parse({ ...newEvent(), communityId }),
          ),
        ),
      );
    const others = rights.filter((right) => right !== rightFor.createEvent);
    expect([await create([rightFor.createEvent]), await create(others)]).toEqual(["done", "not_yours"]);
    await saved.restore();
  });

  it("decide who reads to whom an event is offered, and takes it back, by one right alone", async () => {
    const ctx = make.context(people.organizer.member);
    const others = rights.filter((right) => right !== rightFor.getOffer);
    const offeredTo = async (left: readonly Right[]) =>
      (await withOnly(left, () => getOwnershipTransfer(ctx, scene.eventId))).offeredTo;
    expect([await offeredTo([rightFor.getOffer]), await offeredTo(others)]).toEqual([
      people.stranger.member.email,
      null,
    ]);

    await withOnly(others, () => endOwnershipTransfer(ctx, scene.eventId));
    expect(await offeredTo(rights)).toBe(people.stranger.member.email);
    await withOnly([rightFor.endOffer], () => endOwnershipTransfer(ctx, scene.eventId));
    expect(await offeredTo(rights)).toBeNull();
    await saved.restore();
  });
});
