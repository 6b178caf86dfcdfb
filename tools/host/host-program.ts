import { findPackageJSON } from "node:module";
import { dirname } from "node:path";
import { readConfig, type Config } from "#platform/config/config.ts";
import { loadEnvironment } from "#platform/config/config-environment.ts";
import { StartFailure } from "#db/start-failure.ts";

// The shared part of hosts' programs, here and in the build: they read the site's configuration, and exit with 0 on
// success, with 1 and a sentence on failure, and with 2 and a sentence for wrong arguments.

const root = dirname(findPackageJSON(import.meta.url) ?? "");

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs a program with its arguments and the site's configuration, and sets the exit code.
 * @param deed returns the exit code, or throws a StartFailure; null for wrong arguments
 * @param usage the sentence about the arguments
 */
export async function runProgram(
  usage: string,
  deed: (words: string[], config: () => Config) => Promise<number> | null,
) {
  try {
    const done = deed(process.argv.slice(2), configOfSite);
    process.exitCode = (await done) ?? 2;
    if (done === null) process.stderr.write(`${usage}\n`);
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

const configOfSite = (): Config => readConfig(loadEnvironment(root));
