import { describe, expect, it } from "vitest";
import { notRun, type Result, sentence, sumOf, tableOf } from "../tools/test/table.ts";

const result = (name: string, passed: number, failed = 0, skipped = 0): Result => ({
  name,
  seconds: 61.23,
  count: { passed, failed, skipped },
});

const failing = (name: string, ...failures: string[]): Result => ({
  name,
  seconds: 1,
  count: { passed: 4, failed: failures.length, skipped: 0, failures },
});

describe("the last line", () => {
  it("counts all results, and names skipped ones only if there are any", () => {
    expect(sentence(sumOf([result("plain", 3), result("server", 4, 1)]))).toBe("7 passed, 1 failed");
    expect(sentence(sumOf([result("plain", 3, 0, 2), result("server", 4)]))).toBe("7 passed, 0 failed, 2 skipped");
    expect(sentence(sumOf([]))).toBe("0 passed, 0 failed");
  });

  it("counts a step that did not run as skipped, not as failed", () => {
    const without = { name: "journeys", seconds: 0, count: notRun("Chromium is missing") };
    expect(sentence(sumOf([result("plain", 3), without]))).toBe("3 passed, 0 failed, 1 skipped");
  });
});

describe("tableOf", () => {
  it("has a line for each step and one for the total", () => {
    expect(tableOf([result("plain", 3), result("server", 4, 1)], 70)).toEqual([
      "plain          61.2 s   3 passed, 0 failed",
      "server         61.2 s   4 passed, 1 failed",
      "together       70.0 s   7 passed, 1 failed",
    ]);
  });

  it("says below, on a line each, which steps did not run or ran in part, and why", () => {
    const part = { name: "server", seconds: 1, count: { passed: 4, failed: 0, skipped: 1, notRun: ["some: because"] } };
    const without = { name: "journeys", seconds: 0, count: notRun("Chromium is missing: install it") };
    expect(tableOf([result("plain", 3), part, without], 70).slice(4)).toEqual([
      "",
      "Not run:",
      "server      some: because",
      "journeys    Chromium is missing: install it",
    ]);
  });

  it("says at its end which tests failed, those of the run before first", () => {
    const before = [failing("plain", "a.test.ts > adds"), result("server", 4)];
    expect(tableOf([result("pglite", 3), failing("long", "b.test.ts")], 70, before).slice(3)).toEqual([
      "",
      "Failed:",
      "plain       a.test.ts > adds",
      "long        b.test.ts",
    ]);
  });
});
