import { afterEach, beforeEach, vi, type MockInstance } from "vitest";

// Whatever is written to console.error is a fault that a test has found, ours or React's: the test fails with it.
let written: MockInstance<typeof console.error>;

beforeEach(() => {
  written = vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  const { calls } = written.mock;
  written.mockRestore();
  if (calls.length > 0) throw new Error(`console.error was written to: ${calls.map(String).join("\n")}`);
});
