import { readFileSync } from "node:fs";

/** The unit of Linux's counts, as parts of a second. */
const ticks = 100;

/** The processor time used by a process and all its child processes, including ended ones, in milliseconds. */
export function processorTime(pid: number): number {
  const stat = read(pid, "stat");
  // The process has just ended, and its parent counts its time.
  if (stat === null) return 0;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  const own = ((user + system + endedUser + endedSystem) * 1000) / ticks;
  return childrenOf(pid).reduce((sum, child) => sum + processorTime(child), own);
}

/** The running child processes of a process. */
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
