import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { constants } from "node:os";

/** How many tests of a step passed, failed, and were left out. */
export type Count = { passed: number; failed: number; skipped: number };

/** A check: a name for the table, and the function that runs it. */
export type Step = { name: string; run: () => Promise<Count> };

/** The fast ones: how the code is written. Each counts as one test. */
export const codeSteps: Step[] = [
  { name: "format", run: () => one("oxfmt", ["--check"]) },
  { name: "lint", run: () => one("oxlint", ["--type-aware"]) },
  { name: "types", run: async () => firstFailure(await one("react-router", ["typegen"]), () => one("tsc", [])) },
];

/**
 * Runs the steps one after the other, prints a table and, as the last line, `N passed, N failed`; the exit code tells
 * whether all passed. A step that breaks counts as a failure.
 * @param names the only steps to run; none means all
 */
export async function report(steps: Step[], names: string[]): Promise<void> {
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown) {
    process.stderr.write(`There is no step '${unknown}'; there are ${steps.map(({ name }) => name).join(", ")}.\n`);
    process.exit(1);
  }
  const lines: string[] = [];
  const sum: Count = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps.filter(({ name }) => names.length === 0 || names.includes(name))) {
    process.stdout.write(`\n── ${step.name} ──\n`);
    const begun = performance.now();
    const count = await step.run().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    lines.push(`${step.name.padEnd(12)}${seconds.padStart(7)} s   ${sentence(count)}`);
    sum.passed += count.passed;
    sum.failed += count.failed;
    sum.skipped += count.skipped;
  }
  process.stdout.write(`\n${lines.join("\n")}\n\n${sentence(sum)}\n`);
  process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
}

const sentence = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/** Runs a program of our packages as one test. */
export async function one(program: string, words: string[]): Promise<Count> {
  return oneOf((await run(program, words)) === 0);
}

export const oneOf = (passed: boolean): Count => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });

/** The first failure of two that count as one test, or their common success. */
async function firstFailure(first: Count, second: () => Promise<Count>): Promise<Count> {
  return first.failed > 0 ? first : second();
}

/** Runs a program of our packages on the Node that runs us; resolves with its exit code. */
export function run(program: string, words: string[], variables: Record<string, string> = {}): Promise<number> {
  return runScript(realpathSync(`node_modules/.bin/${program}`), words, variables);
}

/** Runs a script on the Node that runs us, and hands on the signals that end us; resolves with its exit code. */
export function runScript(script: string, words: string[], variables: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, [script, ...words], {
    stdio: "inherit",
    env: { ...process.env, ...variables },
  });
  const handOn = (signal: NodeJS.Signals) => {
    child.kill(signal);
    child.once("exit", () => process.exit(128 + constants.signals[signal]));
  };
  process.on("SIGINT", handOn).on("SIGTERM", handOn);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      process.off("SIGINT", handOn).off("SIGTERM", handOn);
      resolve(code ?? 1);
    });
  });
}
