import { move } from "#platform/backups/move.ts";
import { runProgram, say } from "./host-program.ts";

// `npm run move`: from the embedded database in DATA_DIR to the PostgreSQL database of DATABASE_URL.

await runProgram("Say `npm run move`, with DATA_DIR, DATABASE_URL and AUTH_SECRET.", (words, config) => {
  if (words.length > 0) return null;
  return move(config()).then((moved) => {
    for (const { table, rows } of moved) say(`${table.padEnd(24)}${String(rows).padStart(9)}`);
    const all = moved.reduce((sum, { rows }) => sum + rows, 0);
    say(`${"all".padEnd(24)}${String(all).padStart(9)} rows, each table counted and compared in both.`);
    say(
      "Start the site with this DATABASE_URL and AUTH_SECRET from now on. DATA_DIR is as it was; nothing reads its database.",
    );
    return 0;
  });
});
