import type { OpenTask, Overview } from "#domain/hosting/tasks.ts";

/** Formats the overview as lines for a terminal. */
export function linesOf({ counts, open }: Overview, now: Date): string[] {
  if (counts.length === 0) return ["There is nothing in the outbox, and nothing was done in the last 30 days."];
  const total = (of: "done" | "waiting" | "failed") => counts.reduce((sum, count) => sum + count[of], 0);
  return [
    row("kind", "waiting", "failed", "done"),
    ...counts.map(({ kind, waiting, failed, done }) => row(kind, waiting, failed, done)),
    row("all", total("waiting"), total("failed"), total("done")),
    ...(open.length > 0 ? ["", ...open.map((task) => lineOf(task, now))] : []),
    ...(total("waiting") + total("failed") > open.length ? [`… and more: these are the first ${open.length}.`] : []),
    ...(total("failed") > 0
      ? ["", "npm run jobs -- retry <id>|all tries again, npm run jobs -- drop <id> lets one go."]
      : []),
  ];
}

const row = (kind: string, ...numbers: (number | string)[]) =>
  kind.padEnd(24) + numbers.map((number) => String(number).padStart(9)).join("");

function lineOf({ id, kind, runAt, failedAt, attempts, reason }: OpenTask, now: Date): string {
  const when = failedAt
    ? `failed for good ${failedAt.toISOString()}`
    : `${runAt > now ? "waits until" : "due since"} ${runAt.toISOString()}`;
  const tried = attempts > 0 ? `, tried ${attempts} ${attempts === 1 ? "time" : "times"}` : "";
  return `${id}  ${kind}  ${when}${tried}${reason ? `: ${reason}` : ""}`;
}
