/** The interval at which a visible gate reads news, in milliseconds. */
const pace = 15_000;
/** The wait after a failed call, in milliseconds; it doubles with each failure. */
const first = 2000;
const longest = 60_000;

/** The delay before the next call, in milliseconds; a press and the network's return do not wait for it. */
export const nextCallIn = (failures: number): number =>
  failures === 0 ? pace : Math.min(first * 2 ** (failures - 1), longest);
