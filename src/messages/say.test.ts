import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isMessageKey, say } from "./all.ts";
import { sayFrom } from "./say.ts";

const folder = join(import.meta.dirname, "en");
const catalogue = readdirSync(folder).flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, string>),
);

const stems = (form: string) =>
  catalogue.filter(([key]) => key.endsWith(form)).map(([key]) => key.slice(0, -form.length));

describe("sayFrom", () => {
  const sayHere = sayFrom({ hello: "Hello {{name}}", spots_one: "{{count}} spot", spots_other: "{{count}} spots" });

  it("fills in values, chooses the plural, and groups numbers", () => {
    expect(sayHere("hello", { name: "Amina" })).toBe("Hello Amina");
    expect([0, 1, 2, 999, 1000].map((count) => sayHere("spots", { count }))).toEqual([
      "0 spots",
      "1 spot",
      "2 spots",
      "999 spots",
      "1,000 spots",
    ]);
  });

  it("leaves what it is not told, and takes no value for a pattern", () => {
    expect(sayHere("hello")).toBe("Hello {{name}}");
    expect(sayHere("hello", { name: "$& {{name}}" })).toBe("Hello $& {{name}}");
  });
});

describe("the catalogue", () => {
  it("has each key once, and says each of its sentences", () => {
    const keys = catalogue.map(([key]) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const [key, sentence] of catalogue) {
      expect(sentence.trim(), key).toBe(sentence);
      expect(isMessageKey(key) && say(key), key).toBe(sentence);
    }
  });

  it("has both forms of every plural", () => {
    expect(stems("_one").toSorted()).toEqual(stems("_other").toSorted());
  });

  it("does not promise tasks and freelance jobs, as a leftover of the original did", () => {
    expect(catalogue.filter(([, sentence]) => /freelanc|\bjobs?\b|post(ing)? (a )?tasks?/i.test(sentence))).toEqual([]);
  });
});
