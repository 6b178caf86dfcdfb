import { resolve } from "node:path";
import { restore } from "#platform/backups/restore.ts";
import { runProgram, say } from "./host-program.ts";

// `npm run restore -- <file>`: restores the site from a backup; `--replace` permits it to replace existing data.

await runProgram("Say `npm run restore -- <file>`, and `--replace` when what is there may go.", (words, config) => {
  const [name, ...rest] = words.filter((word) => word !== "--replace");
  if (name === undefined || name.startsWith("-") || rest.length > 0) return null;
  return restore(resolve(name), config(), words.includes("--replace")).then(({ about, where, hasSecret }) => {
    say(`${where} is as it was on ${about.madeAt}, in version ${about.version}.`);
    if (!hasSecret) {
      say(
        `AUTH_SECRET is another than that of the backup: everybody is logged out, and links in mails no longer work. \`tar -xOf ${name} auth-secret\` prints the backup's.`,
      );
    }
    say(
      "Is it a copy, beside a site that goes on? Start it with SEND_MAIL=off and RUN_JOBS=off: it would remind everybody again.",
    );
    return 0;
  });
});
