import { keepingOutput, run, say } from "./programs.ts";

/** How many tests of a step passed, failed, and were left out. */
export type Count = { passed: number; failed: number; skipped: number };

/** A check: a name for the table, and the function that runs it. */
export type Step = { name: string; run: () => Promise<Count> };

/** Steps that run one after the other. */
export type Lane = Step[];

/** Lanes that run beside each other; the next stage begins when all have ended. */
export type Stage = Lane[];

/** The fast ones: how the code is written. Each counts as one test. */
export const codeSteps: Lane = [
  { name: "format", run: () => one("oxfmt", ["--check"]) },
  // One pass over the types, for their own errors and for the rules that look at them.
  { name: "lint", run: () => withRouteTypes("oxlint", ["--type-aware", "--type-check"]) },
];

/**
 * Runs the steps of the stages, prints a table and, as the last line, `N passed, N failed`; the exit code tells whether all
 * passed. A step that breaks counts as a failure. What a step writes is seen as it comes, but of one that has others beside
 * it when it has ended.
 * @param names the only steps to run; none means all
 */
export async function report(stages: Stage[], names: string[]): Promise<void> {
  const all = stages.flat(2).map(({ name }) => name);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown) {
    process.stderr.write(`There is no step '${unknown}'; there are ${all.join(", ")}.\n`);
    process.exit(1);
  }
  const begun = performance.now();
  const results = new Map<string, Result>();
  for (const stage of stages) {
    const lanes = stage.map((lane) => lane.filter(({ name }) => names.length === 0 || names.includes(name)));
    const busy = lanes.filter((lane) => lane.length > 0);
    if (busy.length > 1) say(`\nBeside each other, each told of when it has ended: ${busy.map(namesOf).join(" | ")}\n`);
    await Promise.all(
      busy.map(async (lane) => {
        for (const step of lane) {
          const tried = () => tryStep(step);
          results.set(step.name, await (busy.length > 1 ? keepingOutput(tried) : tried()));
        }
      }),
    );
  }
  const counts = [...results.values()].map(({ count }) => count);
  const sum = counts.reduce(added, { passed: 0, failed: 0, skipped: 0 });
  const lines = all.flatMap((name) => lineOf(name, results.get(name)));
  say(`\n${[...lines, ...lineOf("together", { seconds: secondsSince(begun), count: sum })].join("\n")}\n\n`);
  say(`${sentence(sum)}\n`);
  process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
}

const namesOf = (lane: Lane) => lane.map(({ name }) => name).join(", ");

type Result = { seconds: number; count: Count };

async function tryStep(step: Step): Promise<Result> {
  say(`\n── ${step.name} ──\n`);
  const begun = performance.now();
  const count = await step.run().catch((error: unknown) => {
    say(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  return { seconds: secondsSince(begun), count };
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1000;

const added = (a: Count, b: Count): Count => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

const lineOf = (name: string, result: Result | undefined): string[] =>
  result ? [`${name.padEnd(12)}${result.seconds.toFixed(1).padStart(7)} s   ${sentence(result.count)}`] : [];

const sentence = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/** Runs a program of our packages as one test. */
export async function one(program: string, words: string[]): Promise<Count> {
  return oneOf((await run(program, words)) === 0);
}

export const oneOf = (passed: boolean): Count => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });

/** The same for a program that wants the types of our routes, which a fresh clone does not have yet. */
async function withRouteTypes(program: string, words: string[]): Promise<Count> {
  const made = await one("react-router", ["typegen"]);
  return made.failed > 0 ? made : one(program, words);
}
