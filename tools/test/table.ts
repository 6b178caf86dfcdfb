// The summary of a run: a line for each step, the reasons for skipped parts, and the total.

/**
 * The numbers of a step's tests that passed, failed and were skipped; and, a line each, which tests failed, and the
 * reasons for skipped parts.
 */
export type Count = { passed: number; failed: number; skipped: number; failures?: string[]; notRun?: string[] };

export type Result = { name: string; seconds: number; count: Count };

/** A step, or a part of it, that was left out for a reason: it counts as one skipped test. */
export const notRun = (reason: string): Count => ({ passed: 0, failed: 0, skipped: 1, notRun: [reason] });

/**
 * The table of results, as lines, with the reasons for skipped parts and the tests that failed below.
 * @param before results of another run, whose failures are listed again
 */
export function tableOf(results: Result[], seconds: number, before: Result[] = []): string[] {
  return [
    ...[...results, { name: "together", seconds, count: sumOf(results) }].map(lineOf),
    ...listOf("Not run:", "notRun", results),
    ...listOf("Failed:", "failures", [...before, ...results]),
  ];
}

function listOf(title: string, what: "failures" | "notRun", results: Result[]): string[] {
  const lines = results.flatMap(({ name, count }) => (count[what] ?? []).map((line) => row(name, line)));
  return lines.length > 0 ? ["", title, ...lines] : [];
}

const row = (name: string, text: string) => `${name.padEnd(12)}${text}`;

const lineOf = ({ name, seconds, count }: Result) =>
  row(name, `${seconds.toFixed(1).padStart(7)} s   ${sentence(count)}`);

export const sumOf = (results: Result[]): Count => ({
  passed: total(results, "passed"),
  failed: total(results, "failed"),
  skipped: total(results, "skipped"),
});

const total = (results: Result[], what: "passed" | "failed" | "skipped") =>
  results.reduce((sum, { count }) => sum + count[what], 0);

/** The total in words: `N passed, N failed`, and the number skipped, if any. */
export const sentence = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
