/** How many kinds are told apart at a time; what comes beyond that counts as one kind. */
const kindsMax = 100;

/**
 * Lets one of a kind through each `every` milliseconds, and counts those that are left out, for the next to say.
 * @returns how many of its kind were left out since the last; null for one that is to be left out itself
 */
export function createLeavingOut(every: number, now: () => number = () => performance.now()) {
  const kinds = new Map<string, { since: number; leftOut: number }>();

  /** One more kind: in the place of one that nothing was left out of lately, or as one of the rest. */
  function room(kind: string): string {
    if (kinds.has(kind) || kinds.size < kindsMax) return kind;
    for (const [name, { since, leftOut }] of kinds) {
      if (leftOut === 0 && now() - since >= every) kinds.delete(name);
    }
    return kinds.size < kindsMax ? kind : "the rest";
  }

  return (kind: string): number | null => {
    const name = room(kind);
    const known = kinds.get(name);
    if (known && now() - known.since < every) {
      known.leftOut++;
      return null;
    }
    kinds.set(name, { since: now(), leftOut: 0 });
    return known?.leftOut ?? 0;
  };
}
