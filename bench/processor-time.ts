import { readFileSync } from "node:fs";

/** How many parts of a second Linux counts in. */
const ticks = 100;

/** What a process and all that it has started, also what has ended since, took of the processors, in milliseconds. */
export function processorTime(pid: number): number {
  const stat = read(pid, "stat");
  // It has just ended, and is counted by its parent.
  if (stat === null) return 0;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  const own = ((user + system + endedUser + endedSystem) * 1000) / ticks;
  return childrenOf(pid).reduce((sum, child) => sum + processorTime(child), own);
}

/** The processes that a process has started and that live. */
export const childrenOf = (pid: number): number[] =>
  (read(pid, `task/${pid}/children`) ?? "").trim().split(" ").filter(Boolean).map(Number);

/** The name of a process's program. */
export const programOf = (pid: number): string => (read(pid, "comm") ?? "").trim();

function read(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return null;
  }
}
