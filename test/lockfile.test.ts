import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { missingFrom } from "../tools/test/complete-lockfile.ts";

const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Parameters<typeof missingFrom>[0];

describe("package-lock.json", () => {
  it("lists the packages of every system, without which `npm ci` refuses it (node tools/test/complete-lockfile.ts adds them)", () => {
    expect(missingFrom(read("package-lock.json"))).toEqual([]);
  });
});

describe("tools/test/postgres/package-lock.json", () => {
  it("lists PostgreSQL for every system, with the checksums of the packages", () => {
    const path = "tools/test/postgres/package-lock.json";
    expect(missingFrom(read(path))).toEqual([]);
    const sums = Object.entries(read(path).packages).flatMap(([name, entry]) =>
      name ? [[name, "integrity" in entry]] : [],
    );
    expect(sums).toHaveLength(4);
    expect(sums.filter(([, hasSum]) => !hasSum)).toEqual([]);
  });
});
