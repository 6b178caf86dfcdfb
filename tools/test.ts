import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeEmptyData } from "../test/setup/empty-data.ts";
import { provideEmulator } from "./firebase.ts";
import { run, runScript, say } from "./programs.ts";
import { codeSteps, type Count, type Lane, oneOf, report, type Stage, type Step } from "./steps.ts";
import { provideSystemNeeds } from "./system-needs.ts";

// Everything that we promise, tested; `npm test -- pglite journeys` runs some of it.

const folder = mkdtempSync(join(tmpdir(), "goodturn-test-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

let emptyData: Promise<string> | undefined;
/** What every runner of tests is told: where the data lie that `newData` copies. */
const variables = async () => ({ EMPTY_DATA: await (emptyData ??= makeEmptyData(join(folder, "empty"))) });

const rooms: Lane = [
  { name: "pglite", run: () => vitest("pglite") },
  { name: "postgres", run: () => vitest("postgres") },
];
const build: Step = { name: "build", run: async () => oneOf((await runScript("tools/run.mjs", ["build"])) === 0) };
/** Mostly waiting: for starts, ends, and what does not come. */
const processes: Step = { name: "server", run: () => vitest("server") };
const fewJourneys: Step = { name: "firebase", run: firebase };
/** Alone: in it hundreds of people want the same at once, whom a server that is short of time would put off. */
const crowds: Step = { name: "crowds", run: () => vitest("crowds") };
const journeys: Step = { name: "journeys", run: () => playwright("journeys", "playwright.config.ts") };
/** What goes wrong at a whole site: takes minutes, so it runs only when it is named (`npm run test:operations`). */
const operations: Step = { name: "operations", run: () => vitest("operations") };

const names = process.argv.slice(2);
const forSites = names.includes(operations.name);
provideSystemNeeds(forSites);
const everything: Stage[] = [[[...codeSteps, build, processes, fewJourneys], rooms], [[crowds]], [[journeys]]];
await report(forSites ? [[[operations]]] : everything, names);

/** The tests of one of the projects in `vitest.config.ts`. */
async function vitest(project: string): Promise<Count> {
  const file = join(folder, `${project}.json`);
  const words = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run("vitest", words, await variables());
  const result = JSON.parse(readFileSync(file, "utf8")) as VitestResult;
  const skipped = result.numPendingTests + result.numTodoTests;
  return withoutHiddenFailure(code, { passed: result.numPassedTests, failed: result.numFailedTests, skipped });
}

type VitestResult = Record<"numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests", number>;

/** The journeys that need the emulator of Firebase Authentication, where this machine can have it. */
async function firebase(): Promise<Count> {
  const without = await provideEmulator();
  if (without === null) return playwright("firebase", "test/firebase/playwright.config.ts");
  say(`Skipped: ${without}.\n`);
  return { passed: 0, failed: 0, skipped: 1 };
}

/** Journeys in a browser. */
async function playwright(name: string, config: string): Promise<Count> {
  const file = join(folder, `${name}.json`);
  const words = ["test", "--config", config, "--reporter=list,json"];
  const code = await run("playwright", words, { ...(await variables()), PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { stats } = JSON.parse(readFileSync(file, "utf8")) as PlaywrightResult;
  const { expected, unexpected, flaky, skipped } = stats;
  return withoutHiddenFailure(code, { passed: expected, failed: unexpected + flaky, skipped });
}

type PlaywrightResult = { stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number> };

/** A runner can fail though none of its tests has: a file that does not load, an error outside of tests, or no test at all. */
function withoutHiddenFailure(code: number, count: Count): Count {
  return count.failed === 0 && (code !== 0 || count.passed === 0) ? { ...count, failed: 1 } : count;
}
