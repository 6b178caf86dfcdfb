import { getMigrations } from "better-auth/db/migration";
import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { log as testLog } from "#test/log.ts";
import { authOptions } from "./better-auth.ts";

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
});

const now = () => new Date();

describe("authOptions", () => {
  it("needs no table, column, type or index that our migrations have not created", async () => {
    const complaints: unknown[] = [];
    const log = (...line: unknown[]) => void complaints.push(line);
    const options = authOptions({
      db,
      secret: "a secret that only tests know, 0123456789",
      origin: null,
      now,
      log: testLog,
    });
    // A column of an unexpected type causes only a warning.
    const {
      compileMigrations,
      runMigrations: _,
      ...plan
    } = await getMigrations({
      ...options,
      logger: { level: "warn", log },
    });
    for (const [name, work] of Object.entries(plan)) expect(work, name).toEqual([]);
    expect(Object.keys(plan)).toContain("toBeAdded");
    expect(await compileMigrations()).toBe(";");
    expect(complaints).toEqual([]);
  });
});
