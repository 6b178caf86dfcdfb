import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "../../src/db/migrate.ts";

// A process that adds subscribers to the embedded database in a folder until it is killed, and writes the number of
// each one once it is stored.
const [, , dataDir = "", durable] = process.argv;
const { db } = await openDatabase({ url: null, dataDir, durable: durable !== "off" });
await migrate(db);
for (let number = 1; ; number++) {
  await db
    .insertInto("subscribers")
    .values({ email: `${number}@demo.example` })
    .execute();
  process.stdout.write(`${number}\n`);
}
