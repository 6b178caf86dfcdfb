import { findPackageJSON } from "node:module";
import { dirname } from "node:path";
import { readConfig, type Config } from "#platform/config/config.ts";
import { loadEnvironment } from "#platform/config/config-environment.ts";
import { StartFailure } from "#db/start-failure.ts";

// What the programs for the people who host a site have in common, here and in the build: they read what the site reads, and end with
// 0 when it is done, with 1 and a sentence when it could not be, and with 2 and a sentence when they were asked for something else.

const root = dirname(findPackageJSON(import.meta.url) ?? "");

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs a program with the words that it was given and the configuration of the site, and sets the exit code.
 * @param deed gives the exit code, or throws a StartFailure; null when the words are not what it takes
 * @param usage the sentence that says what it takes
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
