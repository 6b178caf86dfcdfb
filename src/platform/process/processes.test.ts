import { expect, it } from "vitest";
import { arenas, heapFlags } from "./processes.ts";

it("limits the memory of workers, with more relaxed garbage collection, unless the host has set a limit", () => {
  expect(heapFlags("--trace-warnings")).toEqual([
    "--max-old-space-size=512",
    expect.stringMatching(/^--max-semi-space-size=\d+$/),
    "--heap-growing-percent=100",
  ]);
  expect(heapFlags("--max-old-space-size=1024")).toEqual([]);
});

it("limits the arenas of workers, unless the host has set how many there are", () => {
  expect(arenas("")).toEqual({ MALLOC_ARENA_MAX: "2" });
  expect(arenas("8")).toEqual({ MALLOC_ARENA_MAX: "8" });
});
