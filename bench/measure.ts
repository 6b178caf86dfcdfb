import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, type RunningServer } from "../test/setup/server.ts";

/** Prints a measured value beside its limit and the ratio of the two; above the limit, the program ends with 1. */
export function report(what: string, measured: number, limit: number, unit: string): void {
  const ratio = measured / limit;
  const verdict = ratio > 1 ? "TOO MUCH" : "ok";
  process.stdout.write(
    `${what}: ${round(measured)} ${unit}, limit ${limit} ${unit}, ratio ${ratio.toFixed(2)}, ${verdict}\n`,
  );
  if (ratio > 1) process.exitCode = 1;
}

/** Small numbers have two digits after the point. */
export const round = (value: number): string => value.toFixed(value < 100 ? 2 : 0);

/** The median of several values. */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The processor time that a process has used, in milliseconds. */
export function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Runs an action with a filled embedded database, as after the first `npm start`. */
export async function withPreparedData<Result>(
  measure: (variables: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "goodturn-bench-"));
  const variables = { DATA_DIR: folder, DEMO: "on" };
  try {
    const server = await startServer(variables);
    await server.stop();
    return await measure(variables);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the server, runs a measurement, and stops the server. */
export async function withServer<Result>(
  variables: Record<string, string>,
  measure: (server: RunningServer) => Promise<Result>,
) {
  const server = await startServer(variables);
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

/** The event loop's probe, for a server started with these variables. */
export function probeOn(port: number) {
  const call = async (method: string, path = "/") =>
    (await (await fetch(`http://127.0.0.1:${port}${path}`, { method })).json()) as { gap: number; work: number };
  const file = join(import.meta.dirname, "event-loop-probe.ts");
  const longest = () => call("GET");
  const reset = () => call("DELETE");
  /** @throws Error if the probe does not notice that the loop is blocked */
  const check = async () => {
    await reset();
    await call("POST", "/200");
    const { gap } = await longest();
    if (gap < 190) throw new Error(`The loop was blocked for 200 ms, but the probe reports ${gap}: it is wrong.`);
  };
  return { variables: { NODE_OPTIONS: `--import=${file}`, PROBE_PORT: String(port) }, longest, reset, check };
}
