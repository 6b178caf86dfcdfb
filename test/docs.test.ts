import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { siteVariables } from "#platform/config/config-site.ts";
import { firebaseVariables } from "#platform/config/config-firebase.ts";

// Links and paths become outdated before anything else in a document. Each link within the project must lead to a file
// or a folder, and to a heading of it. Each path between backticks must be the end of an existing one, so that a
// document may write `app/routes.ts` for `src/app/routes.ts`.

const ours = ["bench", "docs", "public", "src", "test", "tools"];
const files = [
  ...readdirSync(".", { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : [])),
  ...ours.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  ),
];
const folders = new Set(files.flatMap(foldersOf));
const everything = new Set([...files, ...folders]);
const folderNames = new Set([...folders].map((folder) => folder.slice(folder.lastIndexOf("/") + 1)));

const documents = files
  .filter((path) => /^(docs\/.*|[^/]+)\.md$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

describe("links in the documents", () => {
  it("lead to files, and to headings in them", () => {
    const broken = documents.flatMap(({ path, text }) =>
      linksIn(text)
        .filter((link) => !leadsSomewhere(path, link))
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});

describe("paths in the documents", () => {
  it("exist as files and folders", () => {
    const wrong = documents.flatMap(({ path, text }) =>
      pathsIn(text)
        .filter((named) => !exists(named))
        .map((named) => `${path}: ${named}`),
    );
    expect(wrong).toEqual([]);
  });

  it("of tests exist: `events/rules.test`, `join.spec`", () => {
    const wrong = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/(?<![\w/.-])[\w/-]+\.(?:test|spec)(?![\w.])/g)]
        .flatMap(([name]) => (exists(`${name}.ts`) || exists(`${name}.tsx`) ? [] : [name]))
        .map((name) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("are reported when they are wrong", () => {
    expect(
      pathsIn("`src/app/parts/header.tsx`, `tools/hosts/`, `no-such.ts`, `GET /events`, `docs`").map(exists),
    ).toEqual([false, false, false]);
    const missing = ["decisions", "gone.md", "#no-such-heading"];
    expect(missing.map((link) => leadsSomewhere("docs/ARCHITECTURE.md", link))).toEqual([true, false, false]);
  });
});

describe("the tests that docs/security.md names", () => {
  it("exist in those files, by their titles", () => {
    const text = readFileSync("docs/security.md", "utf8");
    const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`: "([^"]+)"/g)];
    const wrong = named.flatMap(([, file = "", title = ""]) => {
      const path = files.find((one) => `/${one}`.endsWith(`/${file}`));
      return path && readFileSync(path, "utf8").includes(`"${title}"`) ? [] : [`${file}: ${title}`];
    });
    expect(wrong).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });
});

describe("the titles of tests in the documents", () => {
  it("exist by their beginnings: `join.spec: a visitor finds an event…`", () => {
    const wrong = documents
      .filter(({ path }) => path !== "CHANGELOG.md")
      .flatMap(({ path, text }) => titlesNamedIn(text).map((named) => ({ path, ...named })))
      .filter(({ file, titles }) => !titles.every((title) => isInTest(file, title)))
      .map(({ path, file, titles }) => `${path}: ${file}: ${titles.join("… ")}`);
    expect(wrong).toEqual([]);
  });

  it("are reported when they are wrong", () => {
    const [named] = titlesNamedIn("| join.spec: a member joins with guests…, no such title… (Home); another file |");
    expect(named).toEqual({ file: "join.spec", titles: ["a member joins with guests", "no such title"] });
    expect(named?.titles.map((title) => isInTest("join.spec", title))).toEqual([true, false]);
  });
});

describe("the decisions", () => {
  const decisions = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path));

  it("have a number, a title and a status with its date", () => {
    const head =
      /^# \d{3} [^\n]+\n\nStatus: accepted, [A-Z][a-z]+ \d{1,2}, \d{4}(?:; (?:changed|superseded|partly superseded) by [^\n]+)?\.\n/;
    expect(decisions.filter(({ text }) => !head.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("are all in the index with their titles, once each", () => {
    const lines = decisions.map(({ path, text }) => {
      const [, number = "", title = ""] = /^# (\d{3}) (.+)/.exec(text) ?? [];
      return `- [${number}](${path.slice("docs/decisions/".length)}) ${title}`;
    });
    const index = readFileSync("docs/decisions/README.md", "utf8").match(/^- .+/gm) ?? [];
    expect(index.toSorted()).toEqual(lines.toSorted());
  });
});

describe("the variables of the environment", () => {
  it("are all in the documents and in .env.example, and no others", () => {
    const read = [...readFileSync("src/platform/config/config.ts", "utf8").matchAll(/\bread\("([A-Z_]+)"/g)].map(
      ([, name = ""]) => name,
    );
    const firebase = firebaseVariables.toSorted();
    const own = [...read, ...siteVariables].toSorted();
    expect(own.length).toBeGreaterThan(20);
    const table = readFileSync("docs/configuration.md", "utf8");
    const example = readFileSync(".env.example", "utf8");
    expect(namesIn(table, /^\| `([A-Z_]+)`/gm)).toEqual(own);
    expect(namesIn(readFileSync("docs/identity.md", "utf8"), /`(FIREBASE_[A-Z_]+)`/g)).toEqual(firebase);
    expect(namesIn(example, /^# ([A-Z_]+)=/gm)).toEqual([...own, ...firebase].toSorted());
  });
});

describe("the kinds of tasks", () => {
  it("are all in the table of mails, with their cause, recipients and limits", () => {
    const [, tasks = ""] = /export type Tasks = \{(.*?)^\};/ms.exec(readFileSync("src/domain/outbox.ts", "utf8")) ?? [];
    const kinds = namesIn(tasks, /^ {2}([a-z_]+):/gm);
    expect(kinds.length).toBeGreaterThan(20);
    const named = namesIn(readFileSync("docs/mails.md", "utf8"), /`([a-z_]+)`/g);
    expect(kinds.filter((kind) => !named.includes(kind))).toEqual([]);
  });
});

/** The names that a pattern finds in a text, each once, sorted. */
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].toSorted();

/** The tests that a document names by a file and the beginnings of titles, each with an ellipsis. */
const titlesNamedIn = (text: string) =>
  [...text.matchAll(/([a-z-]+\.(?:test|spec)): ([^;|()`]+)/g)].map(([, file = "", list = ""]) => ({
    file,
    titles: list
      .split("…")
      .map((title) => title.replace(/^, /, "").trim())
      .filter((title) => title !== ""),
  }));

/** True if a test file has a title that begins like this; a list of titles may also be separated by commas. */
function isInTest(file: string, title: string): boolean {
  const texts = files.filter((path) => path.includes(`/${file}.ts`)).map((path) => readFileSync(path, "utf8"));
  const has = (words: string) => texts.some((text) => text.includes(words));
  return has(title) || title.split(", ").every(has);
}

/** The links within the project, including pictures. */
function linksIn(text: string): string[] {
  const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

/**
 * The paths between backticks: words with the extension of a file, or a folder of ours followed by a slash. Patterns
 * (`domain/<noun>/rules.ts`, `src/*`) and addresses (`/events`) are not paths.
 */
function pathsIn(text: string): string[] {
  const named = [...prose(text).matchAll(/`([^`\s]+)`/g)].map(([, path = ""]) => path);
  return named.filter((path) => {
    if (/[<>*{}()$…:@]|^[/.]/.test(path)) return false;
    if (/[\w-]\.(ts|tsx|mjs|css|md)$/.test(path)) return true;
    return path.includes("/") && (folderNames.has(path.split("/")[0] ?? "") || formerFolders.test(path));
  });
}

/** Folders that were removed: their names must not come back unnoticed. */
const formerFolders = /^(host|parts|documents)\//;

/** True for a path, or the end of one. */
function exists(named: string): boolean {
  const path = named.replace(/\/$/, "");
  return everything.has(path) || [...everything].some((one) => one.endsWith(`/${path}`));
}

function leadsSomewhere(from: string, link: string): boolean {
  const [file = "", heading] = link.split("#");
  const target = file ? normalize(join(dirname(from), file)).replace(/\/$/, "") : from;
  if (!everything.has(target)) return false;
  return heading === undefined || headingsOf(readFileSync(target, "utf8")).includes(heading);
}

/** The anchors of a document's headings, as GitHub makes them. */
const headingsOf = (text: string): string[] =>
  [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** A document without its code blocks, which are commands and trees. */
function prose(text: string): string {
  return text.replace(/^ *```[^]*?^ *```$/gm, "");
}

/** The folders that a file is in: `src` and `src/app` for `src/app/root.tsx`. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
