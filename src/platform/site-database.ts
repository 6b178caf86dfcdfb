import { openDatabase } from "./database/connect.ts";
import type { DatabaseChoice } from "./database/open-database.ts";
import type { Config } from "./config/config.ts";

type Told = Pick<DatabaseChoice, "onQuery" | "onLost">;

/** Opens the database, migrated, with demo content if configured; `demo` tells whether that was added now. */
export async function openPrepared(config: Config, told: Told) {
  const { databaseDirectUrl: direct } = config;
  // A pooler would mix up a migration's session with other sessions.
  const database = await openOnly(
    direct === null ? config : { ...config, databaseUrl: direct, databaseDirectUrl: null },
    told,
  );
  try {
    const { migrate } = await import("#db/migrate.ts");
    await migrate(database.db);
    const { fillWithDemo, isUnused } = await import("#db/demo.ts");
    const wanted = config.demo ?? (database.embedded && (await isUnused(database.db)));
    const demo = wanted && (await fillWithDemo(database.db, database.now()));
    if (direct === null) return { database, demo };
    await database.close();
    return { database: await openOnly(config, told), demo };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the database without migrating it. */
export function openOnly(config: Config, told: Told) {
  return openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    durable: config.durable,
    isPooled: config.databaseDirectUrl !== null,
    connections: config.databaseConnections,
    ...told,
  });
}
