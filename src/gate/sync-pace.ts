/** How often a gate that somebody looks at asks what is new, in milliseconds. */
const pace = 15_000;
/** How long it waits after a call that failed: the longer, the more have. */
const first = 2000;
const longest = 60_000;

/** When the next call is due, in milliseconds; a press, and the network's return, do not wait for it. */
export const nextCallIn = (failures: number): number =>
  failures === 0 ? pace : Math.min(first * 2 ** (failures - 1), longest);
