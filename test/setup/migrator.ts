import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "../../src/db/migrate.ts";

// A process that migrates one database, as each of several servers does at its start.
const { db, close } = await openDatabase({ url: process.argv[2] ?? "", dataDir: null });
await migrate(db);
await close();
