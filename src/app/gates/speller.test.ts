import { describe, expect, it } from "vitest";
import { find, keysOf, nextLetters, spelled, spellingOf } from "./speller.ts";

const people = ["João M.", "Joana P.", "Maria do Céu A.", "Łukasz ß.", "فاطمة ب.", "नीलम क.", "Anne-Marie Ø."].map(
  (name, index) => ({
    id: String(index),
    name,
    code: index === 0 ? "K7QM" : null,
  }),
);
const names = spelled(people);
const found = (text: string) => find(names, spellingOf(text)).map(({ id }) => people[Number(id)]?.name);

describe("find", () => {
  it.each([
    ["jo", ["João M.", "Joana P."]],
    ["joã", ["João M.", "Joana P."]],
    ["joao m", ["João M."]],
    ["ceu", ["Maria do Céu A."]],
    ["marie", ["Anne-Marie Ø."]],
    ["aria", []],
    ["luk", ["Łukasz ß."]],
    ["ss", ["Łukasz ß."]],
    ["ف", ["فاطمة ب."]],
    ["नी", ["नीलम क."]],
    ["k7", ["João M."]],
    ["", []],
  ])("finds by the beginning of any part of a name, without accents, or by the code: %s", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it("says which part of the name it is", () => {
    const [one] = find(names, "CEU");
    const { parts } = names[2]!;
    expect(parts.slice(one!.from, one!.to).map(({ shown }) => shown)).toEqual(["C", "é", "u"]);
  });
});

describe("nextLetters", () => {
  it("has the letters that lead on, and no others", () => {
    expect([...nextLetters(names, "JO")]).toEqual(["A"]);
    expect(nextLetters(names, "").has("J")).toBe(true);
    expect(nextLetters(names, "").has("K")).toBe(true);
    expect(nextLetters(names, "").has("Z")).toBe(false);
    expect([...nextLetters(names, "K7")]).toEqual(["Q"]);
    expect([...nextLetters(names, "S")]).toEqual(["S"]);
  });

  it("leads to everybody, one key after the other", () => {
    for (const { name } of people) {
      let query = "";
      while (found(query).length !== 1) {
        const next = [...nextLetters(names, query)].find((letter) => found(query + letter).includes(name));
        expect(next, `after '${query}' to ${name}`).toBeDefined();
        query += next;
      }
      expect(found(query)).toEqual([name]);
    }
  });
});

describe("keysOf", () => {
  it("are the alphabet and what other scripts begin with; then the letters of that script", () => {
    expect(keysOf(names, "").join("")).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZبفकनी");
    expect(keysOf(names, "ف")).toContain("ط");
    expect(keysOf(names, "ف")).not.toContain("A");
    expect(keysOf(spelled([{ id: "1", name: "فاطمة", code: null }]), "")).toEqual(["ف"]);
  });
});
