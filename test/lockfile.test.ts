import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { missingFrom } from "../tools/complete-lockfile.ts";

describe("package-lock.json", () => {
  it("lists the packages of every system, without which `npm ci` refuses it (node tools/complete-lockfile.ts adds them)", () => {
    const lockfile = JSON.parse(readFileSync("package-lock.json", "utf8")) as Parameters<typeof missingFrom>[0];
    expect(missingFrom(lockfile)).toEqual([]);
  });
});
