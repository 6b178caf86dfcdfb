import type { Log } from "#domain/ports.ts";

/** Whatever is said to have failed is a fault that a test has found, unless it is what the test is about: see `setup/console.ts`. */
export const log: Log = {
  // oxlint-disable-next-line no-console -- watched by test/setup/console.ts
  failed: (where, bug) => console.error(where, bug),
  // oxlint-disable-next-line no-console -- the same
  warn: (sentence, details = []) => console.warn(sentence, ...[details].flat()),
};
