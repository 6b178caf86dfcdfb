/** The interval for reading the database's clock, and the maximum round trip of a usable answer, in milliseconds. */
const lookEvery = 10_000;
const wayMax = 500;

export type Clock = {
  now: () => Date;
  /** Measures the offset of our own clock. @throws when the database cannot be reached */
  look: () => Promise<void>;
  stop: () => void;
};

/**
 * Creates a clock that follows the database's, which all instances share, by measuring our own clock's offset
 * repeatedly. So a time written by one instance means the same to all others, even if a machine's own clock is wrong.
 * @param read the time by the database's clock
 */
export function createClock(read: () => Promise<Date>): Clock {
  /** The milliseconds by which the database's clock is ahead of ours; null until measured. */
  let ahead: number | null = null;

  async function look() {
    const begun = performance.now();
    const theirs = await read();
    const way = performance.now() - begun;
    // The database read its clock at some point of the round trip, so a slow answer is inexact.
    if (ahead === null || way < wayMax) ahead = Math.round(theirs.getTime() + way / 2 - Date.now());
  }

  // While the database is unreachable, the last known offset is the best we have.
  const timer = setInterval(() => void look().catch(() => {}), lookEvery).unref();
  return { now: () => new Date(Date.now() + (ahead ?? 0)), look, stop: () => clearInterval(timer) };
}
