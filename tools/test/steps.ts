import { keepingOutput, run, say } from "./programs.ts";
import { type Count, type Result, sentence, sumOf, tableOf } from "./table.ts";

/** A check: a name for the table, and the function that runs it. */
export type Step = { name: string; run: () => Promise<Count> };

/** Steps that run one after the other. */
export type Lane = Step[];

/** Lanes that run in parallel; the next stage begins when all have ended. */
export type Stage = Lane[];

/** The fast steps, about the code itself. Each counts as one test. */
export const codeSteps: Lane = [
  { name: "format", run: () => one("oxfmt", ["--check"]) },
  // A single pass over the types, for their own errors and for the rules that need them.
  { name: "lint", run: () => withRouteTypes("oxlint", ["--type-aware", "--type-check"]) },
];

/** The steps of some stages that have one of these names. An unknown name ends the program with a sentence. */
export function onlyNamed(stages: Stage[], names: string[]): Stage[] {
  const all = stages.flat(2).map(({ name }) => name);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown) {
    process.stderr.write(`There is no step '${unknown}'; there are ${all.join(", ")}.\n`);
    process.exit(1);
  }
  return stages.map((stage) => stage.map((lane) => lane.filter(({ name }) => names.includes(name))));
}

/**
 * Runs the steps of the stages, prints a table and, as the last line, `N passed, N failed`; the exit code says whether
 * all passed. A step that throws counts as a failure. The output of a step is printed as it comes, or at its end if
 * other steps run beside it.
 * @param before results of another run, which the last line counts too
 * @returns the results of this run
 */
export async function report(stages: Stage[], before: Result[] = []): Promise<Result[]> {
  const begun = performance.now();
  const results = new Map<string, Result>();
  for (const stage of stages) {
    const busy = stage.filter((lane) => lane.length > 0);
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
  const ordered = stages.flat(2).flatMap(({ name }) => results.get(name) ?? []);
  say(`\n${tableOf(ordered, secondsSince(begun), before).join("\n")}\n\n`);
  const sum = sumOf([...before, ...ordered]);
  say(`${sentence(sum)}\n`);
  process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
  return ordered;
}

const namesOf = (lane: Lane) => lane.map(({ name }) => name).join(", ");

async function tryStep(step: Step): Promise<Result> {
  say(`\n── ${step.name} ──\n`);
  const begun = performance.now();
  const count = await step.run().catch((error: unknown): Count => {
    say(`${error instanceof Error ? error.message : String(error)}\n`);
    return oneOf(false);
  });
  for (const reason of count.notRun ?? []) say(`Not run: ${reason}\n`);
  return { name: step.name, seconds: secondsSince(begun), count };
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1000;

/** Runs a program of our packages as one test. */
export async function one(program: string, words: string[]): Promise<Count> {
  return oneOf((await run(program, words)) === 0);
}

export const oneOf = (passed: boolean): Count =>
  passed
    ? { passed: 1, failed: 0, skipped: 0 }
    : { passed: 0, failed: 1, skipped: 0, failures: ["see its output above"] };

/** The same for a program that needs the types of our routes, which a fresh clone does not have yet. */
async function withRouteTypes(program: string, words: string[]): Promise<Count> {
  const made = await one("react-router", ["typegen"]);
  return made.failed > 0 ? made : one(program, words);
}
