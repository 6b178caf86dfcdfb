import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { makeEmptyData } from "../../test/setup/empty-data.ts";
import { drawsWith, keptWith, whyNotCompared } from "../../test/pictures/made-with.ts";
import { makeOwn } from "../../test/setup/own-environment.ts";
import { provideEmulator } from "./firebase.ts";
import type { NeedName } from "./needs.ts";
import { run, runScript, say } from "./programs.ts";
import { codeSteps, oneOf, onlyNamed, report, type Stage, type Step } from "./steps.ts";
import { provideSystemNeeds } from "./system-needs.ts";
import { type Count, notRun, type Result } from "./table.ts";

// `npm test` runs `everyday`; `npm run test:all` runs all; `.ci/run` runs `everyday`, then `rest`, which is all but
// `operations`. `npm test -- pglite journeys` runs some steps from either.

makeOwn(process.env);
const folder = mkdtempSync(join(tmpdir(), "goodturn-test-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

type Choice = "everyday" | "all" | "rest";
type TestStep = Step & {
  /** If one of these is missing, the step does not run. */
  needs?: NeedName[];
  /** If one of these is missing, the step leaves out the tests that need it. */
  partly?: NeedName[];
  /** If one of these is missing, only the step's pictures look different. */
  looks?: NeedName[];
  wantsBuild?: boolean;
};

let emptyData: Promise<string> | undefined;
/** The variables for every test runner: the folder that `newData` copies. */
const variables = async () => ({ EMPTY_DATA: await (emptyData ??= makeEmptyData(join(folder, "empty"))) });

const build: Step = { name: "build", run: async () => oneOf((await runScript("tools/run.mjs", ["build"])) === 0) };
const plain: TestStep = { name: "plain", run: () => vitest("plain") };
const postgres: TestStep = {
  name: "postgres",
  run: () => vitest("postgres"),
  needs: ["postgres"],
};
/** The step tries thousands of inputs, backs up and restores, and stops whole processes. */
const long: TestStep = {
  name: "long",
  run: () => vitest("long"),
  needs: ["postgres"],
  partly: ["backup"],
  wantsBuild: true,
};
const pglite: TestStep = { name: "pglite", run: () => vitest("pglite") };
const embedded: TestStep = { name: "embedded", run: () => vitest("embedded") };
/** The step mostly waits: for starts, ends, and events that must not come. */
const server: TestStep = { name: "server", run: () => vitest("server"), partly: ["postgres"], wantsBuild: true };
/** The step runs alone: hundreds of people want the same at once, and a busy server would refuse some. */
const crowds: TestStep = { name: "crowds", run: () => vitest("crowds"), partly: ["postgres"], wantsBuild: true };
const firebase: TestStep = { name: "firebase", run: runFirebase, needs: ["browser"], wantsBuild: true };
/** The step runs alone too: a browser keeps two processors busy. */
const journeys = (words: string[]): TestStep => ({
  name: "journeys",
  run: () => playwright("journeys", "playwright.config.ts", words),
  needs: ["browser"],
  looks: ["letters", "emoji"],
  wantsBuild: true,
});
/** Weighs the scripts and styles of each page. */
const weight: TestStep = {
  name: "weight",
  run: async () => oneOf((await runScript("bench/page-weight.ts", [])) === 0),
  wantsBuild: true,
};
/** Compares the main screens with their stored pictures. */
const pictures = (words: string[]): TestStep => ({
  name: "pictures",
  run: () => runPictures(words),
  needs: ["browser"],
  wantsBuild: true,
});
/** The step makes parts of a whole site fail, which takes many minutes, so `.ci/run` leaves it out. */
const operations: TestStep = {
  name: "operations",
  run: () => vitest("operations"),
  needs: ["postgres", "nginx", "haproxy", "caddy", "pgbouncer"],
  partly: ["backup", "cron", "promtool"],
  wantsBuild: true,
};

const everyday = "@everyday";
// The lanes of a stage keep two processors busy and end at about the same time.
const stagesOf: Record<Choice, Stage[]> = {
  everyday: [
    // The linter needs both processors and much memory.
    [codeSteps, [build]],
    [[server], [postgres, plain]],
    [[journeys(["--grep", everyday]), pictures(["--grep", everyday])]],
  ],
  all: [
    [codeSteps, [build]],
    [
      [server, firebase, embedded],
      [postgres, plain, pglite, weight],
    ],
    [[long]],
    [[crowds]],
    [[journeys([]), pictures([])]],
    [[operations]],
  ],
  rest: [
    [
      [firebase, embedded],
      [pglite, weight],
    ],
    [[long]],
    [[crowds]],
    [[journeys(["--grep-invert", everyday]), pictures(["--grep-invert", everyday])]],
  ],
};

const [choice = "everyday", ...names] = process.argv.slice(2) as [Choice?, ...string[]];
/** The file of `.ci/run` for the results of one run, which the next run reads. */
const kept = process.env["TEST_RESULTS"];
const chosen = names.length > 0 ? named() : stagesOf[choice];
const missing = await provideSystemNeeds(chosen.flat(2).flatMap(needsOf));
const isShort = missing.has("postgres") || missing.has("browser");
if (kept && isShort) say("Without PostgreSQL or a browser, .ci/run fails: it has to test everything.\n");
const possible = chosen.map((stage) => stage.map((lane) => lane.map(asFarAsPossible)));
const results = await report(possible, choice === "rest" ? resultsBefore() : []);
// Removing the file tells .ci/run that the last line has been written.
if (kept && choice === "rest") rmSync(kept);
else if (kept) writeFileSync(kept, JSON.stringify(results));
if (kept && isShort) process.exitCode = 1;

/** The stages of the named steps, out of all steps; in `npm test`, the journeys are the everyday ones. */
function named(): Stage[] {
  const stages = [
    ...stagesOf.all.slice(0, 2),
    [[long]],
    [[crowds]],
    choice === "all" ? [[journeys([]), pictures([])]] : (stagesOf.everyday[2] ?? []),
    [[operations]],
  ];
  const wantsBuild = stages.flat(2).some((step: TestStep) => step.wantsBuild && names.includes(step.name));
  return onlyNamed(stages, wantsBuild ? ["build", ...names] : names);
}

function needsOf({ needs = [], partly = [], looks = [] }: TestStep): NeedName[] {
  return [...needs, ...partly, ...looks];
}

/** The same step, but it reports the tests that it leaves out because a program is missing. */
function asFarAsPossible({ name, run: runAll, needs = [], partly = [] }: TestStep): Step {
  const [without] = needs.flatMap((need) => missing.get(need) ?? []);
  if (without) return { name, run: () => Promise.resolve(notRun(without)) };
  const left = partly.flatMap((need) => missing.get(need) ?? []).map((sentence) => `some of its tests: ${sentence}`);
  const runRest = async () => {
    const count = await runAll();
    const reasons = [...(count.notRun ?? []), ...left];
    return { ...count, skipped: Math.max(count.skipped, reasons.length), notRun: reasons };
  };
  return { name, run: runRest };
}

/**
 * The results of `npm test`, which `.ci/run` has run before the rest. An aborted run has left none, and counts as
 * failed.
 */
function resultsBefore(): Result[] {
  const text = kept && existsSync(kept) ? readFileSync(kept, "utf8") : "";
  if (text) return JSON.parse(text) as Result[];
  return [{ name: "npm test", seconds: 0, count: oneOf(false) }];
}

/** Runs the tests of a project in `vitest.config.ts`. */
async function vitest(project: string): Promise<Count> {
  const file = join(folder, `${project}.json`);
  const words = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run("vitest", words, await variables());
  const result = JSON.parse(readFileSync(file, "utf8")) as VitestResult;
  const skipped = result.numPendingTests + result.numTodoTests;
  const failures = result.testResults.flatMap(failuresOf);
  const { numPassedTests: passed, numFailedTests: failed } = result;
  return withoutHiddenFailure(code, { passed, failed, skipped, failures });
}

type VitestResult = Record<"numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests", number> & {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};

/** The tests of a file that failed; the file itself if it failed outside of its tests. */
function failuresOf({ name, status, assertionResults }: VitestResult["testResults"][number]): string[] {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return status === "failed" ? [file] : [];
  return failed.map(({ fullName }) => `${file} > ${fullName}`);
}

/** Runs the journeys with the emulator of Firebase Authentication, if this machine can have it. */
async function runFirebase(): Promise<Count> {
  const without = await provideEmulator();
  return without ? notRun(without) : playwright("firebase", "test/firebase/playwright.config.ts");
}

/** Compares only if this machine draws pages as they were drawn for the stored pictures. */
async function runPictures(which: string[]): Promise<Count> {
  const reason = whyNotCompared(keptWith(), drawsWith());
  return reason ? notRun(reason) : playwright("pictures", "test/pictures/playwright.config.ts", which);
}

/** Runs journeys in a browser. */
async function playwright(name: string, config: string, which: string[] = []): Promise<Count> {
  const file = join(folder, `${name}.json`);
  const words = ["test", "--config", config, "--reporter=list,json", ...which];
  const code = await run("playwright", words, { ...(await variables()), PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { stats, suites } = JSON.parse(readFileSync(file, "utf8")) as PlaywrightResult;
  const { expected, unexpected, flaky, skipped } = stats;
  const failed = unexpected + flaky;
  return withoutHiddenFailure(code, { passed: expected, failed, skipped, failures: suites.flatMap(failedIn) });
}

type PlaywrightResult = {
  stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number>;
  suites: Suite[];
};
type Suite = {
  suites?: Suite[];
  specs: { title: string; file: string; line: number; tests: { status: string }[] }[];
};

/** The journeys of a file or `describe` that failed, also if they passed when tried again. */
function failedIn({ suites = [], specs }: Suite): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => /^(unexpected|flaky)$/.test(status)));
  return [...failed.map(({ file, line, title }) => `${file}:${line} > ${title}`), ...suites.flatMap(failedIn)];
}

/**
 * Turns a failed exit code without failed tests into a failure: a file that does not load, an error outside of tests,
 * or no test at all.
 */
function withoutHiddenFailure(code: number, count: Count): Count {
  if (count.failed > 0 || (code === 0 && count.passed > 0)) return count;
  const { failures = [] } = count;
  return { ...count, failed: 1, failures: failures.length > 0 ? failures : ["see its output above"] };
}
