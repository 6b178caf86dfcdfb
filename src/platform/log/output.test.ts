import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { collecting } from "./output.ts";

afterEach(() => void vi.useRealTimers());

describe("collecting", () => {
  it("writes many lines together: after a tenth of a second, at a size limit, and at the end", () => {
    vi.useFakeTimers();
    const written: string[] = [];
    const out = collecting((text) => void written.push(text));
    out.write("one\n");
    out.write("two\n");
    expect(written).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(written).toEqual(["one\ntwo\n"]);
    vi.advanceTimersByTime(1000);
    expect(written).toHaveLength(1);
    const long = `${"x".repeat(99)}\n`;
    for (let line = 0; line < 200; line++) out.write(long);
    expect(written).toHaveLength(2);
    out.flush();
    expect(written.join("")).toBe(`one\ntwo\n${long.repeat(200)}`);
  });
});

/** Runs code in a process with our log; returns its exit code and its output. */
function ranWith(deed: string) {
  const program = `import { openLog } from ${JSON.stringify(join(import.meta.dirname, "output.ts"))};
    const log = await openLog({ level: "info", worker: null, isForPerson: false });
    ${deed}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  return {
    status,
    stderr,
    lines: stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object),
  };
}

describe("openLog", () => {
  it("has the error that ends the process, without attached values, and all earlier lines", () => {
    const { status, stderr, lines } = ranWith(`log.info("before");
      process.emitWarning("mind this");
      setTimeout(() => { throw Object.assign(new TypeError("this is a bug"), { detail: "a secret" }); });`);
    expect([status, stderr]).toEqual([1, ""]);
    expect(lines).toMatchObject([
      { level: "info", msg: "before" },
      { level: "warn", msg: "Warning: mind this" },
      { level: "error", err: { type: "TypeError", message: "this is a bug" } },
    ]);
    expect(JSON.stringify(lines)).not.toContain("a secret");
  });
});
