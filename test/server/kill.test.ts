import { describe, expect, it } from "vitest";
import { startCluster } from "../setup/cluster.ts";
import { keptServer, onPostgres, prove, withHostileSmtp } from "./killing.ts";

withHostileSmtp();

describe("kill -9", () => {
  it(
    "of two servers on one PostgreSQL loses nothing, and repeats a mail only if it cannot be known to have been sent",
    { timeout: 20 * 60_000 },
    async () => {
      const cluster = await startCluster();
      const url = cluster.url("postgres");
      const variables = { DATABASE_URL: url, AUTH_SECRET: "0123571789abcdef0123571789abcdef" };
      const servers = [await keptServer("one", variables), await keptServer("two", variables)];
      try {
        expect(await prove({ url, dataDir: null }, servers, onPostgres)).toEqual([]);
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
        await cluster.stop();
      }
    },
  );
});
