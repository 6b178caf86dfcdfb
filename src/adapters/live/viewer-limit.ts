import { Failure } from "#domain/failure.ts";
import { subnetOf } from "../auth/subnet.ts";

/** How many may watch at a time on this process: in all, and from one network address; null is any number. */
export type ViewerLimits = { all: number | null; address: number | null };

/** Counts the viewers, for each holds memory and a connection. */
export function createViewerLimit({ all, address: each }: ViewerLimits) {
  const viewersFrom = new Map<string, number>();
  let count = 0;

  /** Lets one more viewer in. @returns what to call when they have gone. @throws Failure too_many_viewers */
  function admitViewer(address: string): () => void {
    const network = subnetOf(address);
    const others = viewersFrom.get(network) ?? 0;
    if ((all !== null && count >= all) || (each !== null && others >= each)) throw new Failure("too_many_viewers");
    viewersFrom.set(network, others + 1);
    count++;
    return () => {
      count--;
      const left = (viewersFrom.get(network) ?? 1) - 1;
      if (left > 0) viewersFrom.set(network, left);
      else viewersFrom.delete(network);
    };
  }

  return { admitViewer, count: () => count };
}
