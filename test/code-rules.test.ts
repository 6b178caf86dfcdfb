import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import {
  commentsIn,
  longLinesIn,
  namelessPeopleIn,
  oddPhrasesIn,
  paragraphsIn,
  sentencesIn,
  titlesIn,
} from "./prose.ts";
import { isTest, readFiles } from "./source-files.ts";

// Rules about the code inside our files: the clock it reads, its answers, the way a page waits for them, and the
// English of its comments, titles and sentences.

const sources = readFiles(["src"]).filter(({ path }) => !isTest(path));

const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");

describe("the time", () => {
  it("is the database's: this machine's clock is read only where it is meant", () => {
    const isOfServer = /^src\/(adapters|api|db|domain|platform)\//;
    const looking = sources.filter(
      ({ path, text }) => isOfServer.test(path) && /\bnew Date\(\)|\bDate\.now\(\)/.test(text),
    );
    const allowed = [
      // A file with a mail is for the person at this machine, and lines in the log have this machine's time.
      "src/adapters/mail/mail.ts",
      "src/platform/log/log.ts",
      // Backups are named after this machine's day, and the start is timed by its clock.
      "src/platform/backups/archive.ts",
      "src/platform/backups/nightly.ts",
      "src/platform/start-lines.ts",
      // The start time of a process, beside Prometheus' own metrics of this machine.
      "src/platform/metrics/metrics.ts",
      // For tests that have no other clock.
      "src/adapters/auth/built-in.ts",
      "src/api/index.ts",
      "src/platform/process/kept-answers.ts",
      // This file serves a single process.
      "src/api/stand-in.ts",
      "src/platform/database/embedded.ts",
      "src/platform/database/clock.ts",
      // Browsers run this file too.
      "src/domain/events/rules.ts",
    ];
    expect(looking.map(({ path }) => path).toSorted()).toEqual(allowed.toSorted());
  });
});

describe("values that go out", () => {
  it("are assembled by `shape`, which does not compile if a field is missing", () => {
    const parsed = sources.flatMap(({ path, text }) =>
      Array.from(text.matchAll(/\b[A-Z]\w*\.parse\(\s*\{/g), ([call]) => `${path}: ${call}`),
    );
    expect(parsed).toEqual([]);
  });
});

describe("the tables of registrations", () => {
  const tables = "(?:registrations|guests|reservations|happenings)\\b";
  const methods = String.raw`\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|from|table|\w+Join|\w+JoinLateral)`;
  const inKysely = new RegExp(String.raw`${methods}\(\s*(?:\[[^\]]*)?["'\x60]${tables}[^\n]*`, "g");
  const inSql = new RegExp(
    String.raw`\b(?:from|join|into|update|using|table|only)\s+(?:[\w". ]+,\s*)*"?(?:public\.)?${tables}[^\n]*`,
    "gi",
  );
  const namedIn = (text: string) =>
    [inKysely, inSql].flatMap((pattern) => Array.from(withoutComments(text).matchAll(pattern), ([found]) => found));

  it("are read and written only by their noun, which other nouns ask", () => {
    const own = /^src\/(domain\/registrations|db)\//;
    expect(sources.filter(({ path, text }) => own.test(path) && namedIn(text).length > 0).length).toBeGreaterThan(5);
    const others = sources.filter(({ path }) => !own.test(path));
    expect(others.flatMap(({ path, text }) => namedIn(text).map((found) => `${path}: ${found}`))).toEqual([]);
  });

  it.each([
    'db.selectFrom("registrations")',
    'db.selectFrom(["events", "registrations as r"])',
    'query.leftJoin("guests", "guests.id", "person_id")',
    'query\n    .innerJoin(\n      "reservations as kept", (on) => on)',
    'tx.deleteFrom("happenings").where("id", "=", id)',
    "sql`select from registrations where id = ${id}`",
    "sql`select count(*)\n  from events\n  join guests g on true`",
    "sql`delete from follows using events, registrations where true`",
    "sql`update registrations set name = ''`",
    "sql`select 1 FROM public.registrations`",
  ])("are noticed in %s", (code) => {
    expect(namedIn(code)).toHaveLength(1);
  });

  it.each([
    'import { joinedPeople } from "../registrations/people.ts";',
    "/** Reads from registrations of the caller. */",
    "// Those who left are gone from registrations.",
    'const wanted = shape(Counts, { registrations: 1, tables: ["registrations", "guests"] });',
    "sql`select from ${joinedPeople(id)} person`",
  ])("are not what %s names", (code) => {
    expect(namedIn(code)).toEqual([]);
  });
});

describe("loaders", () => {
  it("wait for a query only with `orRefusal`, without which an unreachable database is reported as a bug", () => {
    const loaders = sources.flatMap(({ path, text }) => {
      const [, body] = /^export async function loader\([^]*?\n([^]*?)^}/m.exec(text) ?? [];
      return path.startsWith("src/app/") && body !== undefined ? [{ path, body }] : [];
    });
    const waits = loaders.flatMap(({ path, body }) =>
      Array.from(body.matchAll(/\bawait [^;]*;/g), ([statement]) => ({ path, statement })),
    );
    expect(waits.length).toBeGreaterThan(5);
    // `inTurns` does not run queries.
    const bare = waits.filter(({ statement }) => !/^await (orRefusal|inTurns)\(|\.catch\(/.test(statement));
    expect(bare.map(({ path, statement }) => `${path}: ${statement}`)).toEqual([]);
  });
});

/** Parts of a syntax tree that run later than their module. */
const isLater = /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/;

/** The sentences that a module says while it loads. */
function saidWhileLoading({ path, text }: { path: string; text: string }): string[] {
  const sayer = /import \{[^}]*\bsay\b(?: as (\w+))?[^}]*\} from "[^"]*\/say\.ts"/.exec(text);
  if (!sayer) return [];
  const walk = (part: unknown): string[] => {
    if (typeof part !== "object" || part === null) return [];
    const { type, callee, start, end, ...parts } = part as Record<string, unknown>;
    // A field of an object is filled when the object is made, unless it is the class's own.
    if (isLater.test(String(type)) || (type === "PropertyDefinition" && !parts["static"])) return [];
    const isSaid = type === "CallExpression" && (callee as { name?: string }).name === (sayer[1] ?? "say");
    const said = isSaid ? [`${path}: ${text.slice(Number(start), Number(end))}`] : [];
    return [...said, ...Object.values({ callee, ...parts }).flatMap(walk)];
  };
  return walk(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }));
}

describe("a sentence", () => {
  it("is said when it is drawn or sent, not when its module loads, which knows no reader's language", () => {
    expect(sources.flatMap(saidWhileLoading)).toEqual([]);
  });

  it("is noticed if its module says it while it loads, and not in a function, a method or another `say`", () => {
    const importLine = 'import { perLocale, say } from "#messages/say.ts";';
    const noticed = (code: string, line = importLine) => saidWhileLoading({ path: "a.tsx", text: `${line}\n${code}` });
    const loading = [
      'const names = { a: say("ok") };',
      'const names = ["ok"].concat([say("ok")]);',
      'export const Part = <p title={say("ok")} />;',
      'class A { static text = say("ok"); }',
      'if (1 < 2) notice(say("ok"));',
      'const a = `${say("ok")}`.trim();',
    ];
    for (const code of loading) expect(noticed(code), code).toEqual(['a.tsx: say("ok")']);
    expect(noticed('const a = tell("ok");', 'import { say as tell } from "./say.ts";')).toEqual(['a.tsx: tell("ok")']);
    const later = [
      'const names = { a: () => say("ok"), b() { return say("ok"); }, get c() { return say("ok"); } };',
      'function Part({ text = say("ok") }) { return <p title={say("ok")}>{text}</p>; }',
      'class A { text = say("ok"); told() { return say("ok"); } }',
      'const list = perLocale(() => say("ok"));',
    ];
    for (const code of later) expect(noticed(code), code).toEqual([]);
    expect(noticed('say("ready");', "const say = (text: string) => console.log(text);")).toEqual([]);
  });
});

describe("a request that loads or has failed", () => {
  it("is drawn by `Answered`, so that each is announced and can be tried again", () => {
    const drawing = sources.filter(({ imports }) => imports.some(({ target }) => target === "src/app/ui/failed.tsx"));
    const allowed = [
      "src/app/session/answered.tsx",
      // It says the same of an event while this loads, and only adds a line if it fails.
      "src/app/events/hidden-event.tsx",
      // A list that the server sends, of which the previous one stays.
      "src/app/screens/upcoming-events.tsx",
    ];
    expect(drawing.map(({ path }) => path).toSorted()).toEqual(allowed.toSorted());
  });
});

describe("a doc comment", () => {
  const opening = /\/\*\*\s*(?:\n\s*\*\s*)?(What|How|Where|Whether|Whom|Whose|That|Who|One|Of)\b[^\n]*/g;
  const openingsIn = (text: string) => Array.from(text.matchAll(opening), ([comment]) => comment);

  it("begins with its noun or verb", () => {
    const files = readFiles(["src", "test", "tools", "bench"]);
    expect(files.flatMap(({ path, text }) => openingsIn(text).map((comment) => `${path}: ${comment}`))).toEqual([]);
  });

  it("is noticed if it begins with a question's word, on its first line or the next", () => {
    for (const begin of ["/** ", "/**\n * "]) expect(openingsIn(begin + "Whose event it is. */")).toHaveLength(1);
    expect(openingsIn("/** The organizer of the event, whose word counts. */ /** Whatever comes. */")).toEqual([]);
  });
});

const read = (...patterns: string[]) => globSync(patterns).map((path) => ({ path, text: readFileSync(path, "utf8") }));

describe("our English", () => {
  const code = read("{src,test,tools,bench}/**/*.{ts,tsx,mjs,css}", "*.ts").filter(
    // These two files quote the phrases that are refused here.
    ({ path }) => !/^test\/(?:prose|code-rules\.test)\.ts$/.test(path),
  );
  const comments = code.flatMap(commentsIn);
  const titles = code.filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path)).flatMap(titlesIn);
  const documents = read("*.md", "docs/**/*.md").flatMap(paragraphsIn);
  const sentences = read("src/domain/*/en.json", "src/messages/en/*.json").flatMap(sentencesIn);

  it("is read from all its places", () => {
    expect(comments.length).toBeGreaterThan(7000);
    expect(titles.length).toBeGreaterThan(2500);
    expect(documents.length).toBeGreaterThan(1500);
    expect(sentences.length).toBeGreaterThan(3000);
  });

  it("has no phrases that a native reader stumbles over, in comments, test titles, documents and sentences", () => {
    expect(oddPhrasesIn([...comments, ...titles, ...documents, ...sentences])).toEqual([]);
  });

  it("names the role of people in comments and test titles", () => {
    expect(namelessPeopleIn([...comments, ...titles])).toEqual([]);
  });

  it("has comments of at most 120 columns", () => {
    expect(code.flatMap((file) => longLinesIn(file, 120))).toEqual([]);
  });

  it("is checked in comments of every kind, and in titles", () => {
    const text = `const a = 1; // Anew.\n/* Anew. */\n/**\n * It starts\n * anew.\n */\n{/* Anew. */}`;
    expect(oddPhrasesIn(commentsIn({ path: "a.tsx", text })).map((hit) => hit.split(" ")[0])).toEqual([
      "a.tsx:1:",
      "a.tsx:2:",
      "a.tsx:3:",
      "a.tsx:7:",
    ]);
    expect(commentsIn({ path: "a.ts", text: `const a = "https://example.org/*"; const b = anew;` })).toEqual([]);
    const tests = `it("starts anew", () => {});\ntest.describe(\n  "whoever", () => {});\nit.each([\n])("is no %s", run);`;
    expect(oddPhrasesIn(titlesIn({ path: "a.test.ts", text: tests }))).toHaveLength(3);
    expect(oddPhrasesIn(sentencesIn({ path: "en.json", text: `{\n  "a.anew": "Again",\n  "b": "Anew"\n}` }))).toEqual([
      "en.json:3: 'Anew' in '…Anew…': say 'again'",
    ]);
  });

  it("may say that there is no such thing, that it is no longer there, and that nobody can do it", () => {
    const fine = [
      "There is no event. If there are no events, it is no longer shown. Not today. Any more questions?",
      "Nobody else has it, so that nobody can guess it.",
    ].map((words) => ({ path: "a.ts", line: 1, text: words }));
    expect([...oddPhrasesIn(fine), ...namelessPeopleIn(fine)]).toEqual([]);
    const hidden = [{ path: "a.ts", line: 1, text: "Tells nobody, and is offered to nobody else by somebody." }];
    expect(namelessPeopleIn(hidden)).toHaveLength(3);
  });

  it("may have long lines outside of comments", () => {
    const text = `/**\n * ${"long ".repeat(30)}\n */\nconst long = "${"long ".repeat(30)}";`;
    expect(longLinesIn({ path: "a.ts", text }, 120)).toEqual(["a.ts:2: 153 columns"]);
  });
});
