import { run } from "./programs.ts";

// `npm run fuzz`: 100,000 calls that nobody would make, by all kinds of callers; `npm test` makes 5,000 of them.
// FUZZ_REQUESTS=<number> makes another number, FUZZ_SEED=<seed> repeats a run.
const { FUZZ_REQUESTS = "100000" } = process.env;
process.exitCode = await run("vitest", ["run", "--project", "pglite", "src/api/fuzz.test.ts"], { FUZZ_REQUESTS });
