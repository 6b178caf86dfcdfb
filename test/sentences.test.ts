import { basename, join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { describe, expect, it } from "vitest";
import { keysLike, keysSaidIn, sentences, sentencesIn } from "../tools/build/sentences.ts";
import { isTest, readFiles } from "./source-files.ts";

const importing = 'import { say } from "#messages/say.ts";';
const said = (code: string) => keysSaidIn(`${importing}\n${code}`, "tsx");

describe("keysSaidIn", () => {
  it.each([
    ["a key", 'say("event.join")', ["event.join"]],
    ["each key once", 'say("a.b"); say("a.b", { count: 1 })', ["a.b"]],
    ["a name with a value in it", "say(`event_type.${type}`)", ["event_type.*"]],
    ["a name with two values in it", "say(`host.${deed}.of.${thing}.text`)", ["host.*.of.*.text"]],
    ["both keys of a choice", 'say(isFull ? "a.full" : isOver ? "a.over" : "a.open")', ["a.full", "a.over", "a.open"]],
    ["a constant", 'const words = isFull ? "a.full" : "a.open"; say(words)', ["a.full", "a.open"]],
    ["no key for null", 'const over = isOver ? "a.over" : null; over && say(over)', ["a.over"]],
    [
      "the fields of a constant",
      'const words = { in: "a.in", out: "a.out" } as const; say(words[state])',
      ["a.in", "a.out"],
    ],
  ])("reads %s", (_what, code, keys) => {
    expect(said(code)).toEqual(keys);
  });

  it("recognizes say under another name, but no other function of that name", () => {
    const code = 'import { say as sentence } from "#messages/say.ts"; sentence("a.b"); say("no.key")';
    expect(keysSaidIn(code)).toEqual(["a.b"]);
    expect(keysSaidIn('import { say } from "./host-program.ts"; say("no.key")')).toEqual([]);
  });

  it.each([
    ["a parameter", "const tell = (key) => say(key)"],
    ["a parameter with a constant's name", 'const key = "a.b"; const tell = (key) => say(key)'],
    ["a destructured value", 'const key = "a.b"; { const { key } = read(); say(key) }'],
    ["an entry of a list", 'for (const [key] of [["a.b"]]) say(key)'],
    ["the result of a call", "say(keyOf(event))"],
    ["a constant of another module", 'import { words } from "./words.ts"; say(words[state])'],
  ])("refuses a key that is %s", (_what, code) => {
    expect(() => said(code)).toThrow("is not readable as a key");
  });

  it("refuses a say that is passed on", () => {
    expect(() => said("const words = wordsOf(event, say)")).toThrow('"say" is handed on');
    expect(() => said("const words = wordsOf({ say })")).toThrow('"say" is handed on');
  });
});

describe("keysLike", () => {
  const all = { "a.spots_one": "", "a.spots_other": "", "a.spots.left": "", "b.x.text": "", "b.y.text": "", "b.y": "" };

  it("has every form of a plural, and no other sentence with the same beginning", () => {
    expect(keysLike(["a.spots"], all)).toEqual(["a.spots_one", "a.spots_other"]);
    expect(keysLike(["a.spots.left"], all)).toEqual(["a.spots.left"]);
  });

  it("has exactly the sentences that a key with a value may mean", () => {
    expect(keysLike(["b.*.text"], all)).toEqual(["b.x.text", "b.y.text"]);
    expect(keysLike(["b.*"], all)).toEqual(["b.x.text", "b.y.text", "b.y"]);
  });

  it("refuses a key without a sentence", () => {
    expect(() => keysLike(["a.spot"], all)).toThrow("There is no sentence a.spot.");
    expect(() => keysLike(["c.*"], all)).toThrow("There is no sentence c.*.");
  });
});

/** The files that a build makes of these modules, by the name of each page. */
async function built(modules: Record<string, string>, pages: string[], output: Rolldown.OutputOptions = {}) {
  const given: Plugin = {
    name: "given",
    resolveId: (id) => {
      if (id.startsWith("#messages/"))
        return join(import.meta.dirname, "../src/messages", id.slice("#messages/".length));
      return id in modules ? `\0${id}` : null;
    },
    load: (id) => modules[id.slice(1)] ?? null,
  };
  const made = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [given, sentences()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: pages, preserveEntrySignatures: "allow-extension", output },
    },
  });
  const written = [made].flat().flatMap((each) => ("output" in each ? each.output : []));
  const files = written.flatMap((file) => (file.type === "chunk" ? [file] : []));
  const codeOf = (page: string) => files.find(({ facadeModuleId }) => facadeModuleId === `\0${page}`)?.code ?? "";
  return { codeOf, shared: files.filter(({ isEntry }) => !isEntry).map(({ code }) => code) };
}

const groupOf = (name: string) => ({ name, test: (id: string) => id === `\0${name}` });

describe("sentences", () => {
  it("gives a file the sentences of its modules, and shares a sentence of two files", async () => {
    const { codeOf, shared } = await built(
      {
        frame: `${importing} export const close = () => say("close");`,
        home: `${importing} import { close } from "frame"; export const home = [close(), say("close"), say("home.title")];`,
        other: `${importing} import { close } from "frame"; export const other = (type) => [close(), say(\`event_type.\${type}\`)];`,
      },
      ["home", "other"],
    );
    const all = sentencesIn("en");
    const has = (code: string, key: string) => code.includes(`"${key}": ${JSON.stringify(all[key])}`);
    const everywhere = [codeOf("home"), codeOf("other"), ...shared];
    const filesWith = (key: string) => everywhere.filter((code) => has(code, key));

    expect(filesWith("home.title")).toEqual([codeOf("home")]);
    expect(filesWith("event_type.cleanup")).toEqual([codeOf("other")]);
    expect(filesWith("close")).toHaveLength(1);
    expect(shared.some((code) => has(code, "close"))).toBe(true);
    expect(filesWith("home.text")).toEqual([]);
    expect(everywhere.join()).not.toContain("sentences of this file");
  });

  it("leaves a sentence in files that import each other", async () => {
    const { codeOf, shared } = await built(
      {
        home: 'import { left } from "left"; import { right } from "right"; export const home = [left(), right()];',
        left: `${importing} import { right } from "right"; export const left = () => say("close") + right.name;`,
        right: `${importing} import { left } from "left"; export const right = () => say("close") + left.name;`,
      },
      ["home"],
      { codeSplitting: { groups: [groupOf("left"), groupOf("right")], includeDependenciesRecursively: false } },
    );
    const files = [codeOf("home"), ...shared];
    const [left = "", right = ""] = ["left", "right"].map((name) =>
      files.find((code) => code.includes(`${name} = () =>`)),
    );
    expect(left).not.toBe(right);
    for (const code of [left, right]) expect(code).toContain('"close": "Close"');
  });

  it("fails a build in which a key is not readable", async () => {
    const page = { home: `${importing} export const tell = (key) => say(key);` };
    await expect(built(page, ["home"])).rejects.toThrow("is not readable as a key");
  });
});

describe("every module for browsers", () => {
  it("uses only readable keys of existing sentences", () => {
    const all = sentencesIn("en");
    const files = readFiles(["src/app", "src/gate", "src/domain"]).filter(
      ({ path }) => !isTest(path) && (!path.startsWith("src/domain") || basename(path) === "rules.ts"),
    );
    const counts = files.map(({ path, text }) => {
      const keys = keysSaidIn(text, path.endsWith("x") ? "tsx" : "ts");
      expect(() => keysLike(keys, all), path).not.toThrow();
      return keys.length;
    });
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(100);
  });
});
