import { RouterContextProvider } from "react-router";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { makeTowns } from "#test/towns.ts";
import { originOf, visitor } from "../context.ts";
import { publicPages } from "../public-pages.ts";
import { loader } from "./sitemap.ts";

const origin = "https://goodturn.example";
const locationsIn = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location = ""]) => location);

/** Reads the sitemap of a database. */
const readerOf = (make: Make) => async (address: string) => {
  const context = new RouterContextProvider();
  context.set(visitor, make.context());
  context.set(originOf, origin);
  const request = new Request(address);
  const answer = await loader({ context, request } as unknown as Parameters<typeof loader>[0]);
  return answer.text();
};

describe("GET /sitemap.xml", () => {
  it("has the communities of the list, and neither hidden nor unlisted ones", async () => {
    const make = makeIn(await testDatabase());
    const read = readerOf(make);
    const pages = publicPages.map((path) => `${origin}${path}`);
    const of = async (slug: string, values: object = {}) => {
      const id = await make.community({ title: slug });
      await make.db
        .updateTable("communities")
        .set({ slug, ...values })
        .where("id", "=", id)
        .execute();
    };
    await of("river-keepers");
    await of("waiting", { hidden_at: new Date() });
    await of("secret", { is_unlisted: true });
    await of("河");
    expect(locationsIn(await read(`${origin}/sitemap.xml`))).toEqual([
      ...pages,
      `${origin}/community/river-keepers`,
      `${origin}/community/%E6%B2%B3`,
    ]);
  });

  it("is one file, or an index of files if the addresses exceed one", async () => {
    const make = makeIn(await testDatabase());
    const read = readerOf(make);
    const id = await make.event();
    const pages = publicPages.map((path) => `${origin}${path}`);
    const one = await read(`${origin}/sitemap.xml`);
    expect(one).toContain("<urlset");
    expect(locationsIn(one)).toEqual([...pages, `${origin}/view-event/${id}`]);

    // The list around a town with an upcoming event, under a name that finds exactly that town.
    await makeTowns(make.db, [
      { id: 1, name: "Porto" },
      { id: 2, name: "Porto", country: "BR", population: 90, lat: -12 },
      { id: 3, name: "Braga", lat: 41.5 },
    ]);
    await make.db.updateTable("events").set({ town_id: 2 }).execute();
    expect(locationsIn(await read(`${origin}/sitemap.xml`))[pages.length]).toBe(
      `${origin}/upcoming-events?near=Porto%2C+BR`,
    );
    await make.db.updateTable("events").set({ town_id: null }).execute();

    // Leaves out the search text, whose indexes take seconds.
    const columns =
      sql.raw(`organizer_id, title, event_type, location, event_date, event_end, time_zone, first_day, last_day,
      max_participant, description`);
    await sql`insert into events (id, search_text, ${columns}) select gen_random_uuid(), '', ${columns}
      from events, generate_series(1, 10000)`.execute(make.db);
    const index = await read(`${origin}/sitemap.xml`);
    expect(index).toContain("<sitemapindex");
    const files = locationsIn(index);
    expect(files).toHaveLength(2);
    const found = await Promise.all(files.map(async (file) => locationsIn(await read(file))));
    expect(found.map((file) => file.length)).toEqual([pages.length + 10_000, 1]);
    expect(new Set(found.flat()).size).toBe(pages.length + 10_001);
  });
});
