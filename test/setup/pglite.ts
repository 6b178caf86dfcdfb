import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { cube } from "@electric-sql/pglite/contrib/cube";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely, PGliteDialect } from "kysely";
import type { TestProject } from "vitest/node";
import { migrate } from "../../src/db/migrate.ts";
import type { Schema } from "../../src/db/schema.server.ts";
import { newData } from "./data.ts";

/**
 * Makes one migrated embedded database and dumps it. Each test worker starts with the dump: creating a new one takes 4
 * s, and loading the dump a tenth of that.
 */
export default async function setup(project: TestProject) {
  const data = await newData("pglite");
  const pglite = await PGlite.create({ dataDir: join(data, "database"), extensions: { cube, pg_trgm } });
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
  await migrate(db);
  const dump = await pglite.dumpDataDir("none");
  await writeFile(join(data, "dump.tar"), Buffer.from(await dump.arrayBuffer()));
  await db.destroy();
  project.provide("database", { dump: join(data, "dump.tar") });
  return () => rm(data, { recursive: true, force: true });
}
