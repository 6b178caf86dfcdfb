import { safeCost, setHashCost } from "#adapters/auth/password.ts";

const cheapCost = { memory: 8, passes: 1 };

// Half the time of the tests that walk through all calls would go into making hashes slow. What they cost where nobody has
// set it is for `password.test.ts`.
setHashCost(cheapCost);

/** Does something for which the time that hashes take is the point. */
export async function withSlowHashes<Result>(work: () => Promise<Result>): Promise<Result> {
  setHashCost(safeCost);
  return work().finally(() => setHashCost(cheapCost));
}
