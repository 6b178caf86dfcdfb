import { describe, expect, it } from "vitest";
import { asName, boardsOf, find, findByInitial, nextLetters, pageOf, spelled, spellingOf } from "./speller.ts";

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

  it("returns the matching part of the name", () => {
    const [one] = find(names, "CEU");
    const { parts } = names[2]!;
    expect(parts.slice(one!.from, one!.to).map(({ shown }) => shown)).toEqual(["C", "é", "u"]);
  });
});

describe("findByInitial", () => {
  const more = spelled([...people, { id: "7", name: "Max", code: null }, { id: "8", name: "Dr. No", code: null }]);
  const guessed = (text: string) => findByInitial(more, spellingOf(text));

  it.each([
    ["martins", ["0"]],
    ["joão martins", ["0"]],
    ["do ceu almeida", ["2"]],
    ["pires", ["1"]],
    ["joana martins", ["1"]],
    ["joão luís martins", ["0"]],
    ["maria martins", ["2", "0"]],
    ["بدران", ["4"]],
    ["ssimon", ["3"]],
    ["artins", ["2"]],
    ["maxi", ["7", "0"]],
    ["drake", ["8"]],
    ["nobody", []],
    ["zé", []],
  ])("finds people whose family name may continue like this: %s", (text, expected) => {
    expect(guessed(text).map(({ id }) => id)).toEqual(expected);
  });

  it("returns the part that matches", () => {
    expect(guessed("martins")).toEqual([{ id: "0", from: 5, to: 6 }]);
    expect(guessed("joão martins")).toEqual([{ id: "0", from: 0, to: 6 }]);
  });
});

describe("nextLetters", () => {
  it("returns exactly the letters that lead to a person", () => {
    expect([...nextLetters(names, "JO")]).toEqual(["A"]);
    expect(nextLetters(names, "").has("J")).toBe(true);
    expect(nextLetters(names, "").has("K")).toBe(true);
    expect(nextLetters(names, "").has("Z")).toBe(false);
    expect([...nextLetters(names, "K7")]).toEqual(["Q"]);
    expect([...nextLetters(names, "S")]).toEqual(["S"]);
  });

  it("leads to every person, key by key", () => {
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

describe("boardsOf", () => {
  it("has a page for each script, so that no two letters on a page look the same", () => {
    const boards = boardsOf(spelled([...people, { id: "o", name: "Олена Ш.", code: null }]), "");
    expect(boards.map(({ label, keys }) => [label, keys.join("")])).toEqual([
      ["ABC", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
      ["АБВ", "ОШ"],
      ["ابج", "بف"],
      ["अआइ", "कनी"],
    ]);
    const begun = boardsOf(names, "ف").find(({ script }) => script === "Arab");
    expect(begun?.keys).toContain("ط");
  });

  it("has the Latin alphabet if there are no names, and leaves it out if no name uses it", () => {
    expect(boardsOf([], "").map(({ label }) => label)).toEqual(["ABC"]);
    expect(boardsOf(spelled([{ id: "1", name: "فاطمة", code: null }]), "").map(({ keys }) => keys)).toEqual([["ف"]]);
    // A script outside of our list is named by its first letter.
    expect(boardsOf(spelled([{ id: "1", name: "მარია", code: null }]), "")).toEqual([
      { script: "", label: "Მ", keys: ["Მ"] },
    ]);
  });

  it("has every letter that leads to a name", () => {
    const all = spelled([...people, { id: "k", name: "Kenji 渡.", code: null }].map((one) => ({ ...one, code: null })));
    for (const query of ["", "J", "JOA", "KENJI", "ف", "नी"]) {
      const keys = new Set(boardsOf(all, query).flatMap((board) => board.keys));
      expect(
        [...nextLetters(all, query)].filter((letter) => !keys.has(letter)),
        query,
      ).toEqual([]);
    }
  });
});

describe("asName", () => {
  it.each([
    ["MARCOS", "Marcos"],
    [" ana silva ", "Ana Silva"],
    ["Ana de Sá", "Ana de Sá"],
    ["ÉLODIE O’NEIL", "Élodie O’Neil"],
    ["नीलम", "नीलम"],
    ["K7Q", ""],
  ])("makes a name from a search: %s", (text, name) => expect(asName(text)).toBe(name));
});

describe("pageOf", () => {
  const kenji = spelled([{ id: "1", name: "Kenji 渡", code: null }]);
  const pageAfter = (query: string, script: string) =>
    pageOf(boardsOf(kenji, query), script, nextLetters(kenji, query))?.script;

  it("keeps the chosen page while it leads to a person, and otherwise chooses one that does", () => {
    expect(pageAfter("", "names")).toBe("Latn");
    expect(pageAfter("", "Hani")).toBe("Hani");
    expect(pageAfter("KENJI", "Latn")).toBe("Hani");
    // If none has a matching letter, the chosen page stays.
    expect(pageAfter("KENJI渡", "Hani")).toBe("Hani");
    expect(pageOf([], "Latn", new Set())).toBeUndefined();
  });
});
