import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { asBug } from "./bug.ts";

describe("asBug", () => {
  const secret = "a-secret-of-somebody";
  const failed = Object.assign(new RangeError("a rule was broken"), {
    code: "23514",
    constraint: "sessions_check",
    detail: `Failing row contains (${secret}).`,
    query: "insert",
    params: [secret],
    config: { headers: { referer: `https://example.org/#${secret}` } },
  });

  it("keeps the message, stack, code and rule, which identify the bug", () => {
    const bug = asBug(failed);
    expect(bug).toMatchObject({ name: "RangeError", message: "a rule was broken", code: "23514" });
    expect(bug).toMatchObject({ constraint: "sessions_check", stack: failed.stack });
  });

  it("keeps no values, not even of its causes, nor of a thrown value that is not an error", () => {
    const outer = new Error("could not save", { cause: failed });
    const text = [failed, outer, { token: secret }, secret].map((error) => inspect(asBug(error), { depth: 9 })).join();
    expect(text).not.toContain(secret);
    expect(text).toContain("a rule was broken");
  });
});
