import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isMessageKey, say, sayFrom } from "./say.ts";

const catalogue = globSync(["src/messages/en/*.json", "src/domain/*/en.json"]).flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>),
);

const stems = (form: string) =>
  catalogue.filter(([key]) => key.endsWith(form)).map(([key]) => key.slice(0, -form.length));

describe("sayFrom", () => {
  const sayHere = sayFrom("en", {
    hello: "Hello {{name}}",
    spots_one: "{{count}} spot",
    spots_other: "{{count}} spots",
  });

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

  it("chooses the plural and writes the number by the rules of the sentences' language", () => {
    const polish = sayFrom("pl", {
      one_one: "{{count}} miejsce",
      one_few: "{{count}} miejsca",
      one_many: "{{count}} miejsc",
    });
    expect([1, 3, 5, 22, 20_000].map((count) => polish("one", { count }))).toEqual([
      "1 miejsce",
      "3 miejsca",
      "5 miejsc",
      "22 miejsca",
      "20\u00a0000 miejsc",
    ]);
    expect(sayFrom("ar-EG", { sum: "{{n}}" })("sum", { n: 25 })).toBe("٢٥");
    expect(sayFrom("de", { sum: "{{n}}" })("sum", { n: 1234.5 })).toBe("1.234,5");
  });

  it("leaves placeholders without a value unchanged, and does not treat a value as a pattern", () => {
    expect(sayHere("hello")).toBe("Hello {{name}}");
    expect(sayHere("hello", { name: "$& {{name}}" })).toBe("Hello $& {{name}}");
  });
});

describe("the catalogue", () => {
  it("has each key once, and returns each of its sentences", () => {
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
