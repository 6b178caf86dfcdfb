import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

describe("Drawing", () => {
  it("shows the lamps of every drawing within its frame", () => {
    const files = readdirSync(join(import.meta.dirname, "../../../public/scenes"));
    const drawings = files.filter((file) => !/^(face-\d|mark)\.svg$|-lights\.svg$/.test(file));
    expect(drawings.length).toBeGreaterThan(30);
    expect(files.filter((file) => file.endsWith("-lights.svg"))).toEqual(
      drawings.map((file) => file.replace(".svg", "-lights.svg")).toSorted(),
    );
  });
});
