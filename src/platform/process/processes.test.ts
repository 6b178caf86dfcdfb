import { expect, it } from "vitest";
import { heapFlags } from "./processes.ts";

it("limits the memory of workers, which may double before it is cleared up, unless the host has set a limit", () => {
  expect(heapFlags("--trace-warnings")).toEqual([
    "--max-old-space-size=512",
    expect.stringMatching(/^--max-semi-space-size=\d+$/),
    "--heap-growing-percent=100",
  ]);
  expect(heapFlags("--max-old-space-size=1024")).toEqual([]);
});
