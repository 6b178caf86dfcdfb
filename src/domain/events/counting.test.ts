import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { countEvents } from "./counting.ts";
import { EventFilter } from "./shapes.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/**
 * Copies the only event a number of times. The copies share one word as text, because indexing all of it takes seconds.
 */
async function copyEvents(count: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'events' and is_generated = 'NEVER' and column_name not in ('id', 'search_text')`.execute(
    make.db,
  );
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into events (id, search_text, ${columns})
    select gen_random_uuid(), 'beach', ${columns} from events, generate_series(1, ${count}::int)`.execute(make.db);
}

const countOf = (filter: object = {}) => countEvents(make.context(), EventFilter.parse(filter));

describe("countEvents", () => {
  it("counts the events that match", async () => {
    expect(await countOf()).toEqual({ total: 0, isMore: false });
    await make.event({ eventType: "food" });
    await make.event({ eventType: "cleanup" });
    expect(await countOf()).toEqual({ total: 2, isMore: false });
    expect(await countOf({ category: "food" })).toEqual({ total: 1, isMore: false });
    expect(await countOf({ search: "beach" })).toEqual({ total: 2, isMore: false });
    expect(await countOf({ when: "past" })).toEqual({ total: 0, isMore: false });
  });

  it("counts to ten thousand, and reports when there are more, also to API clients", async () => {
    const totals = async () => {
      const { headers } = await callerOf(make)("GET", "/events?limit=1");
      return [headers.get("x-total-count"), headers.get("x-total-count-exact")];
    };
    await make.event({ known: { languages: ["pt"] } });
    await copyEvents(9999);
    expect(await countOf()).toEqual({ total: 10_000, isMore: false });
    expect(await countOf({ search: "beach" })).toEqual({ total: 1000, isMore: true });
    expect(await totals()).toEqual(["10000", null]);
    await make.event();
    expect(await countOf()).toEqual({ total: 10_000, isMore: true });
    expect(await totals()).toEqual(["10000", "false"]);
    await make.event({ eventType: "food", known: { languages: ["pt", "sw"] } });
    expect(await countOf({ language: "pt" })).toEqual({ total: 1000, isMore: true });
    // For a common language the database looks through all events.
    expect(await countOf({ language: "pt", category: "food" })).toEqual({ total: 1, isMore: false });
    expect(await countOf({ language: "sw" })).toEqual({ total: 1, isMore: false });
    expect(await countOf({ language: "sw", category: "cleanup" })).toEqual({ total: 0, isMore: false });
    expect(await countOf({ language: "zu" })).toEqual({ total: 0, isMore: false });
  });

  it("counts all events with a word, however common it is among the soonest", async () => {
    await make.event({ eventType: "cleanup" });
    await copyEvents(2999);
    const write = (word: string, direction: "asc" | "desc", count: number) =>
      sql`update events set search_text = ${word}
        where id in (select id from events order by event_date ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${count})`.execute(
        make.db,
      );
    await write("forest", "asc", 300);
    await write("forest", "desc", 15);
    await write("harbor", "desc", 10);
    expect(await countOf({ search: "forest" })).toEqual({ total: 305, isMore: false });
    expect(await countOf({ search: "harbor" })).toEqual({ total: 10, isMore: false });
    expect(await countOf({ search: "beach" })).toEqual({ total: 1000, isMore: true });
    expect(await countOf({ search: "beach", category: "cleanup" })).toEqual({ total: 1000, isMore: true });
    expect(await countOf({ search: "beach", category: "food" })).toEqual({ total: 0, isMore: false });
    expect(await countOf({ search: "beach", when: "past" })).toEqual({ total: 0, isMore: false });
    // Exactly as many events as are counted.
    await write("forest", "asc", 995);
    expect(await countOf({ search: "forest" })).toEqual({ total: 1000, isMore: false });
    await write("forest", "asc", 996);
    expect(await countOf({ search: "forest" })).toEqual({ total: 1000, isMore: true });
  });
});
