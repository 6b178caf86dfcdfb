import * as fc from "fast-check";

/** This seed makes every run try the same cases; a second, fresh seed adds new ones. */
const fixedSeed = 20_261_121;
const { PROOF_RUNS, PROOF_SEED, PROOF_TIMES } = process.env;
const runs = Number(PROOF_RUNS ?? 40);
/** The factor for properties whose cases take milliseconds. */
const times = Number(PROOF_TIMES ?? 1);

/**
 * Tries a property with the fixed seed and then with a fresh one, half of the runs each. The fresh seed is printed:
 * PROOF_SEED=<seed> uses only that one for all runs, and so repeats a failure. PROOF_RUNS sets the number of runs;
 * a quick property is tried PROOF_TIMES as often.
 * @throws Error with the seed and the shortest failing case
 */
export async function prove<Case>(name: string, property: fc.IAsyncProperty<Case>, isQuick = false): Promise<void> {
  const seeds = PROOF_SEED === undefined ? [fixedSeed, freshSeed(name)] : [Number(PROOF_SEED)];
  const numRuns = Math.ceil((isQuick ? runs * times : runs) / seeds.length);
  for (const seed of seeds) await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: 240_000 });
}

/** It does not use the console: errors there fail a test, and reporters hide other output of a passing test. */
function freshSeed(name: string): number {
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`Fresh seed of '${name}': PROOF_SEED=${seed}\n`);
  return seed;
}
