import { afterEach, beforeEach, vi, type MockInstance } from "vitest";

// Any output to console.error shows a bug of ours or a warning of React's: the test fails with it.
let written: MockInstance<typeof console.error>;

beforeEach(() => {
  written = vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  const { calls } = written.mock;
  written.mockRestore();
  if (calls.length > 0) throw new Error(`There was output to console.error: ${calls.map(String).join("\n")}`);
});
