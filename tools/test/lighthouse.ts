import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium, chromiumFlags, firstEvent, withDemoServer } from "../demo/demo-server.ts";
import { installApart } from "./install-apart.ts";

// Lighthouse's scores for the home page, the list and an event on a slow phone, compared with our promises. Each page
// is measured three times. For performance, which other programs here affect, the median counts; for the rest, the
// worst value does.

const rounds = 3;
const limits = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
const shiftMax = 0;

type Category = keyof typeof limits;
type Audit = { id: string; title: string; score: number | null; displayValue?: string; numericValue?: number };
type Answer = {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  runtimeError?: { message: string };
};

// Its hundred packages are for this command alone.
const folder = await installApart("lighthouse");
await withDemoServer(async (address) => {
  for (const [name, path] of [
    ["home", "/"],
    ["list", "/upcoming-events"],
    ["event", await firstEvent(address)],
  ] as const) {
    await judge(name, address + path);
  }
});

async function judge(name: string, address: string) {
  const answers: Answer[] = [];
  // A busy browser can lose its record of a load; one loss is allowed.
  for (let round = 0; round < rounds; round++) answers.push(await ask(address).catch(() => ask(address)));
  const scores = (category: Category) =>
    answers.map(({ categories }) => Math.round(categories[category].score * 100)).toSorted((a, b) => a - b);
  const shift = Math.max(...answers.map(({ audits }) => audits["cumulative-layout-shift"]?.numericValue ?? Infinity));
  const found = {
    performance: scores("performance")[Math.floor(rounds / 2)] ?? 0,
    accessibility: scores("accessibility")[0] ?? 0,
    "best-practices": scores("best-practices")[0] ?? 0,
    seo: scores("seo")[0] ?? 0,
  };
  const parts = Object.entries(found).map(([category, score]) => `${category} ${score}`);
  const missed = Object.entries(limits).filter(([category, limit]) => found[category as Category] < limit);
  const isFine = missed.length === 0 && shift <= shiftMax;
  process.stdout.write(
    `${name.padEnd(6)} ${parts.join(", ")}, layout shift ${shift}: ${isFine ? "ok" : "TOO LITTLE"} (performance ${scores("performance").join(", ")})\n`,
  );
  if (isFine) return;
  process.exitCode = 1;
  for (const [category] of missed) explain(answers, category as Category);
}

/** Names the audits that cost points, so that they can be fixed. */
function explain(answers: Answer[], category: Category) {
  const lines = answers.flatMap(({ categories, audits }) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `  ${category}: ${audits[id]?.title ?? id} ${audits[id]?.displayValue ?? ""}`.trimEnd()),
  );
  process.stdout.write(`${[...new Set(lines)].join("\n")}\n`);
}

/** Makes one measurement in a new browser; Lighthouse's defaults simulate a slow phone. */
async function ask(address: string): Promise<Answer> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(folder, "node_modules/lighthouse/cli/index.js"),
      address,
      "--quiet",
      "--output=json",
      "--no-enable-error-reporting",
      `--chrome-flags=${["--headless", ...chromiumFlags].join(" ")}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 100_000_000 },
  );
  const answer = JSON.parse(stdout) as Answer;
  if (answer.runtimeError) throw new Error(answer.runtimeError.message);
  return answer;
}
