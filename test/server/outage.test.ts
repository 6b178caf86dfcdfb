import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#platform/database/connect.ts";
import type { OpenDatabase } from "#platform/database/open-database.ts";
import { migrate } from "../../src/db/migrate.ts";
import { say } from "#messages/say.ts";
import { makeIn } from "../make.ts";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { type RunningServer, startServer } from "../setup/server.ts";

let cluster: Cluster;
let database: OpenDatabase;
let server: RunningServer;
let eventId: string;
beforeAll(async () => {
  cluster = await startCluster();
  const url = cluster.url("postgres");
  database = await openDatabase({ url, dataDir: null });
  await migrate(database.db);
  eventId = await makeIn(database.db).event({ title: "Tree day" });
  server = await startServer({ DATABASE_URL: url, AUTH_SECRET: "0123571789abcdef0123571789abcdef" });
});
afterAll(async () => {
  await server.stop();
  await database.close();
  await cluster.stop();
});

/** Makes reading an event fail with this error, by replacing the table with a view. */
async function failingWith(state: string, asked: () => Promise<void>) {
  const { db } = database;
  await sql`create function fails() returns boolean language plpgsql as
    ${sql.raw(`$$ begin raise exception 'a secret' using errcode = '${state}'; end $$`)}`.execute(db);
  await sql`alter table events rename to events_kept`.execute(db);
  await sql`create view events as select * from events_kept where fails()`.execute(db);
  try {
    await asked();
  } finally {
    await sql`drop view events`.execute(db);
    await sql`alter table events_kept rename to events`.execute(db);
    await sql`drop function fails()`.execute(db);
  }
}

const bug = say("error.500.text");

describe("a page whose data the database refuses", () => {
  it.each([
    ["57P03", "unavailable", "2"],
    ["53100", "cannot_save", "30"],
  ] as const)("repeats the API's words about %s, and the time after which to retry", async (state, code, seconds) => {
    const sentence = say(`failure.${code}`);
    await failingWith(state, async () => {
      for (const path of [`/view-event/${eventId}`, `/report?event=${eventId}`, `/enter?event=${eventId}`]) {
        const call = await fetch(`${server.address}/api/view-event/${eventId}`);
        expect([call.status, await call.json()]).toMatchObject([503, { code, message: sentence }]);
        const page = await fetch(server.address + path);
        const { status, headers } = page;
        expect([path, status, headers.get("retry-after")]).toEqual([path, 503, seconds]);
        const shown = (await page.text()).replaceAll("&#x27;", "'");
        expect([path, shown.includes(`>${sentence}<`), shown.includes(bug)]).toEqual([path, true, false]);
        // The browser requests the data alone when a reader follows a link.
        const [name = "", query] = path.split("?");
        const data = await fetch(`${server.address}${name}.data${query === undefined ? "" : `?${query}`}`);
        const id = data.headers.get("x-request-id");
        expect([path, data.status, data.headers.get("retry-after")]).toEqual([path, 503, seconds]);
        expect(await data.json()).toEqual({ code, message: sentence, requestId: id });
      }
    });
  });

  it("says that a bug is our fault, without its details", async () => {
    await failingWith("XX001", async () => {
      const page = await fetch(`${server.address}/view-event/${eventId}`);
      const shown = await page.text();
      expect([page.status, shown.includes(bug), shown.includes("a secret")]).toEqual([500, true, false]);
      const data = await fetch(`${server.address}/view-event/${eventId}.data`);
      expect([data.status, data.headers.get("retry-after")]).toEqual([500, null]);
      expect(await data.json()).toEqual({ requestId: data.headers.get("x-request-id") });
    });
    const page = await fetch(`${server.address}/view-event/${eventId}`);
    expect([page.status, (await page.text()).includes("Tree day")]).toEqual([200, true]);
  });
});
