import { run } from "./programs.ts";
import { provideSystemNeeds } from "./system-needs.ts";

// `npm run fuzz`: 100,000 odd calls, by all kinds of callers; `npm test` makes 5,000 of them. FUZZ_REQUESTS=<number>
// sets another number, FUZZ_SEED=<seed> repeats a run.
const { FUZZ_REQUESTS = "100000" } = process.env;
await provideSystemNeeds(["postgres"]);
process.exitCode = await run("vitest", ["run", "--project", "postgres", "src/api/fuzz.test.ts"], { FUZZ_REQUESTS });
