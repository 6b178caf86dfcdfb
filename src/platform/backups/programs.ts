import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { StartFailure } from "#db/start-failure.ts";

/** A program and its arguments; `variables` are added to our environment. */
type Program = { name: string; words: string[]; variables?: Record<string, string> };

/**
 * Starts a program on this machine. `ended` resolves when it ends successfully.
 * @throws StartFailure (by `ended`) with the program's message if it fails or is not installed
 */
export function startProgram({ name, words, variables }: Program) {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(name, words, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...variables },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(0, 2000)));
  // The program may end before it has read everything; its exit gives the reason.
  child.stdin.on("error", () => {});
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", (error) => reject(new StartFailure(sentenceFor(name, error), { cause: error })));
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new StartFailure(`${name} has failed (${code}): ${said.trim()}`)),
    );
  });
  // The failure is handled where `ended` is awaited, possibly later.
  ended.catch(() => {});
  return { input: child.stdin, output: child.stdout, ended };
}

/** Yields the output of a program, which is started on first read; ends only if the program succeeds. */
export async function* outputOf(start: () => ReturnType<typeof startProgram>): AsyncIterable<Uint8Array> {
  const { input, output, ended } = start();
  input.end();
  for await (const piece of output) yield piece as Uint8Array;
  await ended;
}

/** Starts one of PostgreSQL's own programs on a database. */
export function startPostgresProgram(name: "pg_dump" | "psql", words: string[], url: string) {
  const { address, password } = withoutPassword(url);
  return startProgram({ name, words: [...words, `--dbname=${address}`], variables: password });
}

/** Passes the password through the environment, where other users of the machine cannot see it. */
function withoutPassword(address: string): { address: string; password: Record<string, string> } {
  const url = new URL(address);
  const password = decodeURIComponent(url.password);
  url.password = "";
  return { address: url.href, password: password ? { PGPASSWORD: password } : {} };
}

const ofPostgres = ["pg_dump", "pg_restore", "psql"];

function sentenceFor(name: string, error: NodeJS.ErrnoException): string {
  if (error.code !== "ENOENT") return `${name} does not run: ${error.message}.`;
  if (!ofPostgres.includes(name)) return `${name} is not installed here.`;
  return `${name} is not installed here. It comes with PostgreSQL (apt-get install postgresql-client), and must be at least as new as the server.`;
}
