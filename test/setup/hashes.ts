import { safeCost, setHashCost } from "#adapters/auth/password.ts";

const cheapCost = { memory: 8, passes: 1 };

// With slow hashes, tests that make all calls would take twice as long. The default cost is tested in
// `password.test.ts`.
setHashCost(cheapCost);

/** Runs work for which the time of hashing matters. */
export async function withSlowHashes<Result>(work: () => Promise<Result>): Promise<Result> {
  setHashCost(safeCost);
  return work().finally(() => setHashCost(cheapCost));
}
