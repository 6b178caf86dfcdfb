import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "#domain/failure.ts";
import { testDatabase } from "#test/database.ts";
import { broken } from "#test/fuzz/invariants.ts";
import { makeIn, type Make } from "#test/make.ts";
import { prove } from "#test/prove.ts";
import { datesOfSeries } from "#test/series.ts";
import { daysAfter, wallClockIn } from "../events/rules.ts";
import type { Member } from "../members/shapes.ts";
import { cancelEvent, deleteEvent, updateEvent } from "../organizing/commands.ts";
import { datesOf, momentOf } from "../recurrence/dates.ts";
import { dayOf, type Recurrence, weekdayNumberOf, weekdays } from "../recurrence/rules.ts";
import { joinEvent, leaveEvent } from "../registrations/commands.ts";
import { createSeries } from "./commands.ts";
import { makeDueDates, ruleOf } from "./making.ts";
import { daysAhead } from "./rules.ts";
import { endSeries, previewSeries, updateSeries } from "./saving.ts";
import { SeriesInput, SeriesUpdate } from "./shapes.ts";

// Random histories of a series, in four zones whose clocks change meanwhile: one of the southern hemisphere, one that
// moves by half an hour. After each action, everything that must hold is asked of the database.

const zones = ["Europe/Berlin", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe"] as const;
const begun = Date.parse("2027-02-10T12:00:00Z");
const hour = 3_600_000;

const nat = (max: number) => fc.nat({ max });
const clock = fc.constantFrom("18:00", "18:30", "02:30", "23:45", "09:00");
const rule = fc.record({
  every: fc.constantFrom("week" as const, "two-weeks" as const),
  days: fc.subarray([0, 1, 2, 3, 5]),
});
const choice = fc.constantFrom("keep" as const, "cancel" as const, "move" as const);
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("join" as const), who: nat(3), which: nat(8) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("leave" as const), who: nat(3), which: nat(8) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("pass" as const), hours: nat(400), twice: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("move" as const), which: nat(8), hours: fc.integer({ min: -30, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), which: nat(8) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), which: nat(8) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("retime" as const),
      from: nat(4),
      clock,
      minutes: fc.constantFrom(60, 120),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("rename" as const), from: nat(4), alone: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("resize" as const), capacity: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("repeat" as const), from: nat(4), rule, choice, clock }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("end" as const), which: nat(8) }) },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;
const history = fc.record({
  zone: fc.constantFrom(...zones),
  clock,
  rule,
  actions: fc.array(action, { minLength: 4, maxLength: 14 }),
});
type History = typeof history extends fc.Arbitrary<infer One> ? One : never;

/** The codes with which an action of a history may be refused. */
const refusals = [
  "invalid",
  "series_over",
  "cannot_join",
  "already_joined",
  "event_cancelled",
  "event_over",
  "not_found",
];

/** A history as it goes on. */
type World = {
  make: Make;
  organizer: Member;
  people: Member[];
  id: string;
  now: Date;
  /** The events that their organizer deleted, or at which a person left: nobody misses anything there. */
  deleted: Set<string>;
  /** The day from which the present rule holds. */
  from: string;
};

/** The rule of every week with the first date's weekday, and with others. */
function ruleAt(first: string, { every, days }: { every: "week" | "two-weeks"; days: readonly number[] }): Recurrence {
  const own = weekdayNumberOf(first);
  const all = weekdays.filter((day) => day === own || days.some((more) => ((own + more - 1) % 7) + 1 === day));
  return { every, weekdays: all, until: null, count: null };
}

async function begin({ zone, clock: time, rule: repeats }: History): Promise<World> {
  const make = makeIn(await testDatabase());
  const organizer = await make.member();
  const people = await make.members(4);
  const now = new Date(begun);
  const day = daysAfter(wallClockIn(now, zone).date, 2);
  const eventDate = momentOf(`${day}T${time}`, zone);
  const input = SeriesInput.parse({
    event: {
      title: "Food Sorting",
      eventType: "food",
      location: "Old Bakery",
      eventDate: eventDate.toISOString(),
      eventEnd: new Date(eventDate.getTime() + 2 * hour).toISOString(),
      timeZone: zone,
      maxParticipant: "2",
      thumbnailUrl: "https://example.org/food.jpg",
      description: "We sort food.",
    },
    repeats: ruleAt(day, repeats),
  });
  const { seriesId: id } = await createSeries(make.context(organizer, now), input);
  return { make, organizer, people, id, now, deleted: new Set(), from: day };
}

/** The dates of the series that have not begun, the first one first. */
const coming = async ({ make, id, now }: World) =>
  (await datesOfSeries(make, id)).filter((event) => event.event_date > now);

async function act(world: World, done: Action): Promise<void> {
  const { make, organizer, people, id, now } = world;
  const dates = await coming(world);
  const at = (which: number) => dates[which % Math.max(1, dates.length)];
  const event = "which" in done ? at(done.which) : undefined;
  const by = make.context(organizer, now);
  const change = (input: Parameters<typeof SeriesUpdate.parse>[0]) => updateSeries(by, id, SeriesUpdate.parse(input));
  const from = "from" in done && done.from > 0 ? at(done.from)?.id : undefined;
  switch (done.do) {
    case "join":
      if (event) await joinEvent(make.context(people[done.who], now), { eventId: event.id });
      return;
    case "leave":
      if (event) await leaveEvent(make.context(people[done.who], now), event.id);
      return;
    case "pass":
      world.now = new Date(now.getTime() + done.hours * hour);
      await Promise.all([
        makeDueDates(make.db, id, world.now),
        ...(done.twice ? [makeDueDates(make.db, id, world.now)] : []),
      ]);
      return;
    case "move":
      if (event)
        await updateEvent(by, event.id, { eventDate: new Date(event.event_date.getTime() + done.hours * hour) });
      return;
    case "cancel":
      if (event) await cancelEvent(by, event.id, { reason: "The hall is closed." });
      return;
    case "delete":
      if (event) await deleteEvent(by, event.id, {});
      if (event) world.deleted.add(event.id);
      return;
    case "retime":
      await change({ from, changes: { startTime: done.clock, minutes: done.minutes } });
      return;
    case "rename":
      if (done.alone && dates[0]) await updateEvent(by, dates[0].id, { title: "For once" });
      else await change({ from, changes: { title: "Food for All" } });
      return;
    case "resize":
      await change({ changes: { maxParticipant: String(done.capacity) } });
      return;
    case "repeat":
      await repeat(world, done, from);
      return;
    case "end":
      await endSeries(by, id, { last: event && dayOf(event.series_start ?? ""), reason: "We move away." });
  }
}

/** Changes the rule; dates with people are kept, canceled or moved, and kept where there is nothing to move to. */
async function repeat(world: World, done: Extract<Action, { do: "repeat" }>, from: string | undefined): Promise<void> {
  const { make, organizer, id, now } = world;
  const by = make.context(organizer, now);
  const series = await make.db.selectFrom("series").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const start = from === undefined ? undefined : (await datesOfSeries(make, id)).find((event) => event.id === from);
  const day = start?.series_start ? dayOf(start.series_start) : wallClockIn(now, series.time_zone).date;
  const first = daysAfter(day, 1);
  const repeats = ruleAt(first, done.rule);
  const input = { from, first, repeats, changes: { startTime: done.clock }, reason: "The hall is closed." };
  const { misfits } = await previewSeries(by, id, SeriesUpdate.parse(input));
  const chosen = misfits.map(({ eventId, nearest }) => {
    return [eventId, done.choice === "move" && nearest === null ? "keep" : done.choice] as const;
  });
  await updateSeries(by, id, SeriesUpdate.parse({ ...input, misfits: Object.fromEntries(chosen) }));
  world.from = day;
}

/** Asks everything that must hold after an action. @returns the sentences that do not */
async function wrongWith(world: World, before: readonly { event_id: string; id: string }[]): Promise<string[]> {
  const { make, id, now } = world;
  const wrong = await broken(make.db);
  const left = new Set((await registrations(make)).map((row) => row.id));
  const lost = before.filter((row) => !left.has(row.id) && !world.deleted.has(row.event_id));
  if (lost.length > 0) wrong.push("a person's registration went silently");

  const series = await make.db.selectFrom("series").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const days = await make.db.selectFrom("series_days_left_out").select("day").where("series_id", "=", id).execute();
  const out = new Set(days.map(({ day }) => day));
  const events = await datesOfSeries(make, id);
  const has = new Set(events.map(({ series_start }) => dayOf(series_start ?? "")));
  const today = wallClockIn(now, series.time_zone).date;
  if (series.ended_at === null) {
    const choiceOf = {
      after: world.from > today ? world.from : today,
      before: daysAfter(series.made_until, 1),
      limit: 500,
    };
    const due = datesOf(ruleOf(series), series.anchor, choiceOf).filter(
      (start) => momentOf(start, series.time_zone) > now,
    );
    const missing = due.filter((start) => !has.has(dayOf(start)) && !out.has(dayOf(start)));
    if (missing.length > 0) wrong.push(`no event on ${missing.join()}`);
  }
  const late = daysAfter(today, daysAhead + 8);
  if (events.some(({ series_start }) => (series_start ?? "") > late)) wrong.push("a date is made too early");
  return wrong;
}

const registrations = (make: Make) => make.db.selectFrom("registrations").select(["id", "event_id"]).execute();

describe("a series", () => {
  it("loses no date and no person, whatever happens to it", { timeout: 600_000 }, async () => {
    const property = fc.asyncProperty(history, async (story) => {
      const world = await begin(story);
      for (const done of story.actions) {
        const before = done.do === "leave" ? [] : await registrations(world.make);
        await act(world, done).catch((error: unknown) => {
          if (error instanceof Failure && refusals.includes(error.code)) return;
          throw error;
        });
        expect(await wrongWith(world, before)).toEqual([]);
      }
    });
    await prove("histories of series", property);
  });
});
