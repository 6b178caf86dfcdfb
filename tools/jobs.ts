import { existsSync } from "node:fs";
import { join } from "node:path";
import { dropTask, linesOf, readOutbox, retryTasks } from "../src/adapters/jobs/overview.ts";
import { readConfig } from "../src/config.ts";
import { openDatabase } from "../src/db/connect.ts";
import { isMigrated } from "../src/db/migrate.ts";
import { StartFailure } from "../src/db/start-failure.ts";

// `npm run jobs`: lists the outbox, for the people who run this server; `-- retry <id>|all` and `-- drop <id>` change it.
// With PostgreSQL it works while the server runs. The embedded database can be opened by one process only: stop it first.

const root = join(import.meta.dirname, "..");
const [deed = "list", which = ""] = process.argv.slice(2);

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  if (!["list", "retry", "drop"].includes(deed) || (deed !== "list" && which === "")) {
    process.stderr.write("Say `npm run jobs`, `npm run jobs -- retry <id>|all` or `npm run jobs -- drop <id>`.\n");
    return 1;
  }
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  const { databaseDirectUrl, databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl === null && !existsSync(join(dataDir, "database"))) {
    throw new StartFailure(`There is no database in ${dataDir} yet: start the server once, or set DATA_DIR.`);
  }
  const { db, now, close } = await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  try {
    if (!(await isMigrated(db))) throw new StartFailure("The tables are of another version: start the server first.");
    if (deed === "list") {
      process.stdout.write(`${linesOf(await readOutbox(db), now()).join("\n")}\n`);
      return 0;
    }
    const count = deed === "retry" ? await retryTasks(db, which, now()) : await dropTask(db, which, now());
    process.stdout.write(
      `${count} ${count === 1 ? "task" : "tasks"} ${deed === "retry" ? "will be tried again" : "dropped"}.\n`,
    );
    return count > 0 || which === "all" ? 0 : 1;
  } finally {
    await close();
  }
}
