/** How often we look at the database's clock, and how long its answer may be on the way to count, in milliseconds. */
const lookEvery = 10_000;
const wayMax = 500;

export type Clock = {
  now: () => Date;
  /** Looks how far our own clock is off. @throws when the database cannot be reached */
  look: () => Promise<void>;
  stop: () => void;
};

/**
 * A clock that goes by the database's, which all instances have in common: we look again and again how far our own is off. So
 * whatever one of them has written holds as long at every other, however wrong a machine's own clock is.
 * @param read the time by the database's clock
 */
export function createClock(read: () => Promise<Date>): Clock {
  /** How far the database's is ahead of ours, in milliseconds; null until we have looked. */
  let ahead: number | null = null;

  async function look() {
    const begun = performance.now();
    const theirs = await read();
    const way = performance.now() - begun;
    // It was read somewhere on the way; an answer that was long on it says little.
    if (ahead === null || way < wayMax) ahead = Math.round(theirs.getTime() + way / 2 - Date.now());
  }

  // Without the database, what we know of it is the best that we have.
  const timer = setInterval(() => void look().catch(() => {}), lookEvery).unref();
  return { now: () => new Date(Date.now() + (ahead ?? 0)), look, stop: () => clearInterval(timer) };
}
