import { describe, expect, it } from "vitest";
import { statusOf } from "#domain/failure.ts";
import { constraints } from "#test/constraints.ts";
import { testDatabase } from "#test/database.ts";
import { readTables } from "#test/schema-effect.ts";

describe("checks and unique keys", () => {
  it("each have an answer: the refusal that a caller gets, or the reason why no call can break them", async () => {
    const { rules } = await readTables(await testDatabase());
    const here = [...rules].filter(([, { refers_to }]) => refers_to === null).map(([name]) => name);
    expect(here.length).toBeGreaterThan(100);
    expect(Object.keys(constraints).toSorted()).toEqual(here.toSorted());
  });

  it("become refusals instead of internal errors", () => {
    const wrong = Object.entries(constraints).filter(([, answer]) =>
      "never" in answer ? answer.never === "" : answer.becomes !== "done" && statusOf[answer.becomes] >= 500,
    );
    expect(wrong).toEqual([]);
  });
});
