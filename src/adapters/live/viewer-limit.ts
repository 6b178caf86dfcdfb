import { Failure } from "#domain/failure.ts";
import { subnetOf } from "../auth/subnet.ts";

/** How many may watch at a time on this process: in all, and from one network address; null is any number. */
export type ViewerLimits = { all: number | null; address: number | null };

/** Counts who watches, for each holds memory and a connection. */
export function createViewerLimit({ all, address: each }: ViewerLimits) {
  const taken = new Map<string, number>();
  let count = 0;

  /** Takes a seat. @returns how to give it back. @throws Failure too_many_viewers */
  function admitViewer(address: string): () => void {
    const key = subnetOf(address);
    const mine = taken.get(key) ?? 0;
    if ((all !== null && count >= all) || (each !== null && mine >= each)) throw new Failure("too_many_viewers");
    taken.set(key, mine + 1);
    count++;
    return () => {
      count--;
      const left = (taken.get(key) ?? 1) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    };
  }

  return { admitViewer, count: () => count };
}
