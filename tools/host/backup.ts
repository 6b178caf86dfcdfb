import { statSync } from "node:fs";
import { resolve } from "node:path";
import { backUp } from "#platform/backups/backup.ts";
import { backUpNightly } from "#platform/backups/nightly.ts";
import { runProgram, say } from "./host-program.ts";

// `npm run backup -- <file>`: a backup of the site, running or stopped. With `--nightly <folder>`, the name contains
// the time, and backups older than 30 days are deleted.

await runProgram("Say `npm run backup -- <file>` or `npm run backup -- --nightly <folder>`.", (words, config) => {
  const [name, folder] = words;
  if (name === "--nightly" && folder !== undefined && words.length === 2) {
    return backUpNightly(resolve(folder), config()).then(({ removed, ...made }) => tell({ ...made, removed }));
  }
  if (name === undefined || name.startsWith("-") || words.length > 1) return null;
  const file = resolve(name);
  return backUp(file, config()).then((made) => tell({ file, ...made, removed: [] }));
});

type Made = { file: string; removed: string[] } & Awaited<ReturnType<typeof backUp>>;

function tell({ file, kind, state, removed }: Made): number {
  const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
  const database = kind === "embedded" ? "the embedded database" : "the PostgreSQL database";
  say(
    `${file} has ${database} as of ${state.madeAt} and the secret, ${megabytes} MB. Keep it where nobody else reads it.`,
  );
  if (removed.length > 0) say(`Removed, as they are older than 30 days: ${removed.join(", ")}.`);
  return 0;
}
