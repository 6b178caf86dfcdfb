import { describe, expect, it } from "vitest";
import { allowedByDefault, leftForOthers, poolFor, poolOfEach, processesFor } from "./config-processes.ts";

/**
 * Counts all connections of an instance on a machine with that many cores: the pools, and one listening connection per
 * process.
 */
function connectionsOn(cores: number, wanted: number | null = null, pool: number | null = null): number {
  const processes = wanted ?? processesFor(cores, pool);
  return processes * (poolOfEach(pool ?? poolFor(processes), processes) + 1);
}

const each = (processes: number) => poolOfEach(poolFor(processes), processes);

describe("an instance without configuration", () => {
  it("leaves room for another one and for other programs within PostgreSQL's default limit, for any number of cores", () => {
    for (let cores = 1; cores <= 256; cores++) {
      expect(2 * connectionsOn(cores) + leftForOthers, `${cores} cores`).toBeLessThanOrEqual(allowedByDefault);
    }
    expect(allowedByDefault).toBe(97);
  });

  it("has a process for each core up to seven, and as many connections for each as there is room for", () => {
    const cores = [1, 2, 3, 4, 5, 6, 7, 8, 64];
    expect(cores.map((count) => processesFor(count, null))).toEqual([1, 2, 3, 4, 5, 6, 7, 7, 7]);
    expect(cores.map((count) => each(processesFor(count, null)))).toEqual([24, 12, 12, 10, 8, 6, 5, 5, 5]);
  });

  it("has as many processes as a configured pool can serve", () => {
    expect([5, 16, 40, 1000].map((pool) => processesFor(8, pool))).toEqual([1, 3, 8, 8]);
    for (const pool of [5, 16, 40, 72, 1000]) {
      for (let cores = 1; cores <= 64; cores++) {
        const processes = processesFor(cores, pool);
        expect(connectionsOn(cores, null, pool)).toBeLessThanOrEqual(pool + processes);
      }
    }
  });

  it("uses more than half of the connections only if the host asks for more processes", () => {
    expect(2 * connectionsOn(8, 8)).toBe(96);
    expect(2 * connectionsOn(8, 16)).toBeGreaterThan(allowedByDefault);
  });
});
