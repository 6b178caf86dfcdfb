import { statSync } from "node:fs";
import { resolve } from "node:path";
import { backUp } from "../src/backups/backup.ts";
import { runProgram, say } from "./host-program.ts";

// `npm run backup -- <file>`: a backup of the site, whether it runs or not.

await runProgram("Say `npm run backup -- <file>`.", ([name, ...rest], config) => {
  if (name === undefined || name.startsWith("-") || rest.length > 0) return null;
  const file = resolve(name);
  return backUp(file, config()).then(({ kind, state }) => {
    const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
    const database = kind === "embedded" ? "the embedded database" : "the PostgreSQL database";
    say(
      `${file} has ${database} as of ${state.madeAt} and the secret, ${megabytes} MB. Keep it where nobody else reads it.`,
    );
    return 0;
  });
});
