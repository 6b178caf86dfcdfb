import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

// The map of docs/ARCHITECTURE.md as a test: it reads file names and import lines, and each rule lists what breaks it.

/** Who may import from whom, besides itself. What is not named here assembles the rest, and may import all. */
const mayImport: Record<string, string[]> = {
  messages: [],
  db: [],
  domain: ["db", "messages"],
  adapters: ["db", "domain", "messages"],
  api: ["domain", "messages"],
  app: ["domain", "messages"],
};

/** What assembles the rest. */
const assembly = ["server.ts", "doors.ts", "config.ts", "host", "env.d.ts"];

/** What all nouns share, in `src/domain` itself. */
const sharedByNouns = [
  "context",
  "cursor",
  "failure",
  "identity",
  "mail",
  "outbox",
  "ports",
  "refusal",
  "rules",
  "shapes",
];
const fileOfNoun = /^(rules|shapes|queries|commands|jobs|mails|feeds)$/;

const linesMax = 300;
const sayNothing = /^(utils?|helpers?|lib|common|misc|services?|managers?)$/;

type Import = { from: string; target: string; typeOnly: boolean };
type File = { path: string; lines: number; imports: Import[] };

const folders = ["src", "test", "tools", "bench"];
const files: File[] = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)))
  .filter((path) => /\.(tsx?|mjs)$/.test(path))
  .map(read);
/** What the rules on imports are for: tests may look into everything. */
const sources = files.filter(({ path }) => path.startsWith("src/") && !isTest(path));
const imports = sources.flatMap((file) => file.imports);

describe("imports", () => {
  it("go from the doors to the rooms to the cellar, and never back or across", () => {
    const wrong = imports.filter(({ from, target, typeOnly }) => {
      const [here, there] = [areaOf(from), areaOf(target)];
      if (here === there || !(here in mayImport) || mayImport[here]?.includes(there)) return false;
      // The typed client of the API, which is nothing at run time.
      return !(here === "app" && there === "api" && typeOnly);
    });
    expect(wrong.map(arrow)).toEqual([]);
  });

  it("lead to files that are on the map", () => {
    const areas = [...Object.keys(mayImport), ...assembly];
    expect(sources.map(({ path }) => path).filter((path) => !areas.includes(areaOf(path)) && !isTest(path))).toEqual(
      [],
    );
  });

  it("of rules.ts are other rules.ts, because the browser has them", () => {
    const wrong = imports.filter(
      ({ from, target }) => basename(from) === "rules.ts" && basename(target) !== "rules.ts",
    );
    expect(wrong.map(arrow)).toEqual([]);
  });

  it("of parts and ui are no screens, of ui no parts, and of the domain no more than rules", () => {
    const shared = imports.filter(({ from }) => /^src\/app\/(parts|ui)\//.test(from));
    const wrong = shared.filter(
      ({ from, target, typeOnly }) =>
        target.startsWith("src/app/screens/") ||
        (from.startsWith("src/app/ui/") && target.startsWith("src/app/parts/")) ||
        (areaOf(target) === "domain" && !typeOnly && basename(target) !== "rules.ts"),
    );
    expect(wrong.map(arrow)).toEqual([]);
  });

  it("of a noun go to no noun that comes back to it", () => {
    const edges = imports
      .map(({ from, target }) => [nounOf(from), nounOf(target)] as const)
      .filter(([from, target]) => from && target && from !== target);
    expect(circlesIn(edges)).toEqual([]);
  });

  it("of a file go to no file that comes back to it", () => {
    const edges = imports.filter(({ typeOnly }) => !typeOnly).map(({ from, target }) => [from, target] as const);
    expect(circlesIn(edges)).toEqual([]);
  });
});

describe("files", () => {
  it(`have at most ${linesMax} lines`, () => {
    const long = files.filter(({ lines }) => lines > linesMax);
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  it("have names in kebab-case", () => {
    const odd = files.filter(({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/.test(basename(path)));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it("have names that say something", () => {
    const odd = files.filter(({ path }) => path.split("/").some((part) => sayNothing.test(part.split(".")[0] ?? "")));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it("of the domain, ports included, know no HTTP", () => {
    const rooms = sources.filter(({ path }) => path.startsWith("src/domain/"));
    const http = rooms.filter(({ path }) => /: Request\b|\b(Response|Headers)\b/.test(readFileSync(path, "utf8")));
    expect(http.map(({ path }) => path)).toEqual([]);
  });

  it("are no barrels", () => {
    const barrels = files.filter(({ path }) => /^index\.tsx?$/.test(basename(path)) && path !== "src/api/index.ts");
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  it("of a noun have one of the seven names, and its folder holds nothing else", () => {
    const odd = files
      .map(({ path }) => path)
      .filter((path) => path.startsWith("src/domain/") && !isTest(path))
      .filter((path) => {
        const [noun, file, ...deeper] = path.slice("src/domain/".length).replace(/\.ts$/, "").split("/");
        if (file === undefined) return !sharedByNouns.includes(noun ?? "");
        return !fileOfNoun.test(file) || deeper.length > 0;
      });
    expect(odd).toEqual([]);
  });
});

function read(path: string): File {
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n").length - 1;
  const statements = text.matchAll(
    /^(?:import|export)\s+(?<type>type\s)?(?:[^;"]*?\sfrom\s+)?"(?<to>[#.][^"]+)"|\bimport\("(?<lazy>[#.][^"]+)"\)/gm,
  );
  const found = [...statements].map(({ groups }) => ({
    from: path,
    target: targetOf(path, groups?.["to"] ?? groups?.["lazy"] ?? ""),
    typeOnly: groups?.["type"] !== undefined,
  }));
  return { path, lines, imports: found };
}

/** The file that an import leads to: `#` stands for `src`, as in package.json. */
function targetOf(path: string, to: string): string {
  return to.startsWith("#") ? join("src", to.slice(1)) : join(dirname(path), to);
}

/** The folder in `src` that a file belongs to, or its name when it stands alone. */
const areaOf = (path: string): string => path.split("/")[1] ?? "";

const nounOf = (path: string): string | undefined => /^src\/domain\/([^/]+)\//.exec(path)?.[1];

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

const arrow = ({ from, target }: Import): string => `${from} → ${target}`;

/** The circles in a graph, each as the way round it. */
function circlesIn(edges: (readonly [string | undefined, string | undefined])[]): string[] {
  const next = Map.groupBy(edges, ([from]) => from);
  const circles = new Set<string>();
  const done = new Set<string>();
  const walk = (node: string, trail: string[]) => {
    if (trail.includes(node)) return void circles.add([...trail.slice(trail.indexOf(node)), node].join(" → "));
    if (done.has(node)) return;
    for (const [, target] of next.get(node) ?? []) if (target) walk(target, [...trail, node]);
    done.add(node);
  };
  for (const node of next.keys()) if (node) walk(node, []);
  return [...circles];
}
