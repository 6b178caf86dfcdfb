import type { Log } from "#domain/ports.ts";

/** Any reported failure is a bug found by a test, unless the test is about it: see `setup/console.ts`. */
export const log: Log = {
  // oxlint-disable-next-line no-console -- watched by test/setup/console.ts
  failed: (where, bug) => console.error(where, bug),
  // oxlint-disable-next-line no-console -- the same
  warn: (sentence, details = []) => console.warn(sentence, ...[details].flat()),
};
