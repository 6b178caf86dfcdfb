import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, tomorrow, yesterday } from "#test/make.ts";
import { isFirstFile, listEventAddresses, listSitemapFiles } from "./sitemap.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

describe("listEventAddresses", () => {
  it("names each upcoming event once, in order, even if more share a moment than are read at once", async () => {
    const first = await make.event({ eventDate: new Date(Date.now() + 60_000) });
    const [one, over] = [await make.event(), await make.event({ eventDate: yesterday() })];
    const more = 2001;
    const columns =
      sql.raw(`organizer_id, title, event_type, location, event_date, event_end, time_zone, first_day, last_day,
      max_participant, description, search_text`);
    await sql`insert into events (id, ${columns}) select gen_random_uuid(), ${columns}
      from events, generate_series(1, ${more}::int) where id = ${one}`.execute(make.db);
    const ids = (await listEventAddresses(make.context())).map(({ id }) => id);
    expect(ids).toHaveLength(more + 2);
    expect(new Set(ids).size).toBe(more + 2);
    expect(ids[0]).toBe(first);
    expect(ids).not.toContain(over);
  });
});

describe("listSitemapFiles", () => {
  it("divides the upcoming events among files, each of them in one", async () => {
    const ctx = make.context();
    expect(await listSitemapFiles(ctx, 2)).toHaveLength(1);
    const [made, from]: [string[], number] = [[], tomorrow().getTime()];
    // Some events share a moment.
    for (const hours of [1, 2, 2, 2, 3, 4]) {
      made.push(await make.event({ eventDate: new Date(from + hours * 3_600_000) }));
    }
    await make.event({ eventDate: yesterday() });
    await make.event({ cancelReason: "The weather." });

    const files = await listSitemapFiles(ctx, 2);
    expect(files).toHaveLength(3);
    expect(files.map(isFirstFile)).toEqual([true, false, false]);
    const found = await Promise.all(files.map((file) => listEventAddresses(ctx, file, 2)));
    expect(found.map((file) => file.length)).toEqual([2, 2, 2]);
    expect(found.flat().map(({ id }) => id)).toEqual(made);
    expect(await listSitemapFiles(ctx, 7)).toHaveLength(1);
    await expect(listEventAddresses(ctx, "nonsense")).rejects.toMatchObject({ code: "invalid" });
  });
});
