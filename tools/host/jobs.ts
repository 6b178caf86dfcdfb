import { existsSync } from "node:fs";
import { join } from "node:path";
import { linesOf } from "#adapters/jobs/overview.ts";
import { dropTask, readOutbox, retryTasks } from "#domain/hosting/tasks.ts";
import type { Config } from "#platform/config/config.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { isMigrated } from "#db/migrate.ts";
import { StartFailure } from "#db/start-failure.ts";
import { runProgram, say } from "./host-program.ts";

// `npm run jobs`: lists the outbox for hosts; `-- retry <id>|all` and `-- drop <id>` change it. With PostgreSQL it
// works while the server runs. Only one process can open the embedded database, so stop the server first.

const usage = "Say `npm run jobs`, `npm run jobs -- retry <id>|all` or `npm run jobs -- drop <id>`.";

await runProgram(usage, ([deed = "list", which = ""], config) =>
  !["list", "retry", "drop"].includes(deed) || (deed !== "list" && which === "") ? null : work(deed, which, config()),
);

async function work(deed: string, which: string, { databaseDirectUrl, databaseUrl, dataDir }: Config): Promise<number> {
  if (databaseUrl === null && !existsSync(join(dataDir, "database"))) {
    throw new StartFailure(`There is no database in ${dataDir} yet: start the server once, or set DATA_DIR.`);
  }
  const { db, now, close } = await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  try {
    if (!(await isMigrated(db))) throw new StartFailure("The tables are of another version: start the server first.");
    if (deed === "list") {
      for (const line of linesOf(await readOutbox(db), now())) say(line);
      return 0;
    }
    const count = deed === "retry" ? await retryTasks(db, which, now()) : await dropTask(db, which, now());
    say(`${count} ${count === 1 ? "task" : "tasks"} ${deed === "retry" ? "will be tried again" : "dropped"}.`);
    return count > 0 || which === "all" ? 0 : 1;
  } finally {
    await close();
  }
}
