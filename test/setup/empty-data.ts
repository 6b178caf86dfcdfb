import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "../../src/db/migrate.ts";

/** Makes the folder that `newData` copies. @returns it */
export async function makeEmptyData(dataDir: string): Promise<string> {
  const { db, close } = await openDatabase({ url: null, dataDir, durable: false });
  await migrate(db);
  await close();
  return dataDir;
}
