import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { arrow, circlesIn, type Import, isTest, readFiles, roomOf } from "./source-files.ts";

// The map of docs/ARCHITECTURE.md as a test: it reads file names and import lines, and each rule lists its violations.

/**
 * The folders that each folder may import, besides itself. Files outside of this list assemble the others, and may
 * import all of these folders.
 */
const mayImport: Record<string, string[]> = {
  messages: [],
  db: [],
  domain: ["db", "messages"],
  adapters: ["db", "domain", "messages"],
  api: ["domain", "messages"],
  app: ["domain", "gate", "messages"],
  gate: ["app", "domain", "messages"],
};
/** The files and folders that assemble the rest. */
const assembly = ["server.ts", "platform", "env.d.ts"];
/** The folders of `platform`, from the top; none imports a higher one. Its own files are above all of them. */
const platform = ["", "backups", "config", "process", "metrics", "database", "log"];

/** The folders of `app`, and the other folders that each may import. */
const appMayImport: Record<string, string[]> = {
  reports: ["session", "ui"],
  ui: [],
  session: ["ui"],
  follows: ["session", "ui"],
  events: ["follows", "session", "ui"],
  maps: ["events", "session", "ui"],
  "event-list": ["events", "follows", "maps", "session", "ui"],
  regulars: ["session", "ui"],
  registrations: ["accounts", "events", "follows", "regulars", "session", "ui"],
  organizing: ["events", "gates", "maps", "session", "ui"],
  participants: ["events", "gates", "organizing", "regulars", "session", "ui"],
  imports: ["events", "session", "ui"],
  teams: ["session", "ui"],
  outcomes: ["events", "organizing", "session", "ui"],
  outreach: ["events", "registrations", "session", "ui"],
  accounts: ["follows", "session", "ui"],
  records: ["session", "ui"],
  series: ["registrations", "session", "ui"],
  assertions: ["session", "ui"],
  communities: ["events", "follows", "session", "ui"],
  hosting: ["accounts", "session", "ui"],
  gates: ["session", "ui"],
  site: ["accounts", "session", "ui"],
  embeds: ["events"],
  resources: ["embeds", "events"],
};
/** Files of `app` itself that every folder there may import: a page's context and metadata, and links to pages. */
const pageFiles = "addresses context page-meta nonce public-pages".split(" ").map((name) => `src/app/${name}.ts`);

/** The files that all nouns share, in `src/domain` itself. */
const sharedByNouns =
  "bug context cursor earlier-words failure identity mail outage outbox ports refusal rules shapes turns".split(" ");
const fileOfNoun = /^(rules|shapes|queries|commands|jobs|mails|feeds|api|tables\.server)$/;
/** Parts of the domain that are subjects of their own, each with the file named after it. */
const subjects = Object.entries({
  access: "ending kinds proof",
  communities: "announcing contact-address founding locking naming-owner news page people years",
  events:
    "announcing area around cards changes counting days filter-words filtering good-to-know in-box line listing-around locking next-moment pins placing publishing rows similar sitemap spelling ways-out zone-rules",
  follows: "filters keys news targets telling",
  gates: "codes leaving locking marking phones roster",
  hosting: "access log members tasks",
  imports: "fitting identity merging",
  members: "confirming",
  organizing: "event-columns inserting point-columns saving",
  outcomes: "done figures keeping settling",
  outreach: "known sources",
  records: "keeping proving revoking verifying",
  registrations:
    "action-links added allocation at-dates eves freed-spots happenings list party own-reservation people purging regular reservations take-spots to-call",
  "ownership-transfers": "giving",
  participants: "notes",
  regulars: "action-links joining locking naming registering skipping weekly",
  reports: "dates deciding",
  reviews: "hiding listed-words opening taken-down",
  rights: "organizers passing",
  recurrence: "dates recurrence",
  series: "changing dates joining locking making saving telling words",
  teams: "ending inviting places restoring",
  towns: "countries filling near placing reading zones",
  values: "mailbox",
}).flatMap(([noun, names]) => names.split(" ").map((name) => `${noun}/${name}`));
/** Vocabularies in which nouns ask about another's tables. They stand below all nouns, so they import only `db`. */
const vocabularies = ["src/domain/registrations/people.ts"];
/** The files of `api`, and the catalogues of sentences that belong to no noun. */
const apiItself = [
  "auth",
  "caller",
  "docs",
  "document",
  "earlier-words",
  "index",
  "openapi",
  "own-origin",
  "popup-page",
  "refuse",
  "requests",
  "stand-in",
];
const messagesItself = ["failures", "mails", "rules", "site"];

const linesMax = 300;
const sayNothing = /^(parts|utils?|helpers?|lib|common|misc|services?|managers?)$/;

const files = readFiles(["src", "test", "tools", "bench"]);
/** The files that the import rules cover: tests may import anything. */
const sources = files.filter(({ path }) => path.startsWith("src/") && !isTest(path));
const imports = sources.flatMap((file) => file.imports);
const nouns = readdirSync("src/domain", { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

const isCalls = (path: string): boolean => /^src\/domain\/[^/]+\/api\.ts$/.test(path);
const isCatalogue = (path: string): boolean => /^src\/domain\/[^/]+\/en\.json$/.test(path);
const isTables = (path: string): boolean => /^src\/domain\/[^/]+\/tables\.server\.ts$/.test(path);
/** The folder in `src` that a file belongs to, or its own name if it is in none. A noun's calls are part of the API. */
const areaOf = (path: string): string => (isCalls(path) ? "api" : (path.split("/")[1] ?? ""));
/** True for the parts of the domain that browsers load, and for sentences. */
const isForBrowsers = (path: string): boolean => basename(path) === "rules.ts" || areaOf(path) === "messages";
const isAllowed = (wrong: (one: Import) => boolean) => imports.filter(wrong).map(arrow);

describe("imports", () => {
  it("go down from screens and calls to the domain and the tables, and never back or across", () => {
    const wrong = isAllowed(({ from, target, typeOnly }) => {
      const [here, there] = [areaOf(from), areaOf(target)];
      if (here === "messages" && isCatalogue(target)) return false;
      if (here === there || !(here in mayImport) || mayImport[here]?.includes(there)) return false;
      // Types vanish at run time: the API's typed client, and the tables of each noun.
      return !(typeOnly && ((here === "app" && there === "api") || (here === "db" && isTables(target))));
    });
    expect(wrong).toEqual([]);
  });

  it("of platform's folders go down too, and never to the server", () => {
    const wrong = isAllowed(({ from, target }) => {
      if (areaOf(from) !== "platform") return false;
      if (areaOf(target) === "server.ts") return true;
      return areaOf(target) === "platform" && floorOf(target) < floorOf(from);
    });
    expect(wrong).toEqual([]);
  });

  it("of a noun's calls are only in api/index.ts", () => {
    const wrong = isAllowed(({ from, target }) => isCalls(target) && from !== "src/api/index.ts");
    expect(wrong).toEqual([]);
  });

  it("of the gate are only `ui`, refusals and sentences, and from the domain only rules and types", () => {
    const wrong = isAllowed(
      ({ from, target, typeOnly }) =>
        areaOf(from) === "gate" &&
        !/^src\/(gate\/|messages\/|app\/ui\/|app\/session\/refusal\.ts$)/.test(target) &&
        !(areaOf(target) === "domain" && (typeOnly || basename(target) === "rules.ts")),
    );
    expect(wrong).toEqual([]);
  });

  it("lead to files on the map", () => {
    const areas = [...Object.keys(mayImport), ...assembly];
    expect(sources.map(({ path }) => path).filter((path) => !areas.includes(areaOf(path)))).toEqual([]);
  });

  it("of rules.ts are only other rules.ts and sentences, because browsers load them", () => {
    expect(isAllowed(({ from, target }) => basename(from) === "rules.ts" && !isForBrowsers(target))).toEqual([]);
  });

  it("of a folder of app go to the folders below it, and never to a screen or the root", () => {
    const wrong = isAllowed(({ from, target }) => {
      const here = folderOfApp(from);
      if (!(here in appMayImport) || areaOf(target) !== "app" || pageFiles.includes(target)) return false;
      const there = folderOfApp(target);
      return there !== here && !appMayImport[here]?.includes(there);
    });
    expect(wrong).toEqual([]);
  });

  it("of app belong to files on the map: in a noun's folder, or shared by all pages", () => {
    const known = [...Object.keys(appMayImport), "screens", ""];
    const odd = sources.filter(({ path }) => areaOf(path) === "app" && !known.includes(folderOfApp(path)));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it("of a vocabulary for SQL are only from db, because every noun may import it", () => {
    expect(sources.map(({ path }) => path)).toEqual(expect.arrayContaining(vocabularies));
    expect(isAllowed(({ from, target }) => vocabularies.includes(from) && areaOf(target) !== "db")).toEqual([]);
  });

  it("of app from the domain are only rules and types, except in screens and resources", () => {
    const wrong = isAllowed(
      ({ from, target, typeOnly }) =>
        areaOf(from) === "app" &&
        !["screens", "resources", ""].includes(folderOfApp(from)) &&
        areaOf(target) === "domain" &&
        !typeOnly &&
        basename(target) !== "rules.ts",
    );
    expect(wrong).toEqual([]);
  });

  it("of links and navigation are our own, which know the routes", () => {
    const untyped = /^import \{[^}]*\b(?:Link|NavLink|Navigate|useNavigate)\b[^}]*\} from "react-router"/m;
    const odd = sources.filter(({ path, text }) => path !== "src/app/addresses.ts" && untyped.test(text));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it("of a noun's folder never form a cycle, types included", () => {
    const edges = imports
      .filter(({ from, target }) => !isCalls(from) && !isTables(target) && !vocabularies.includes(target))
      .map(({ from, target }) => [roomOf(from), roomOf(target)] as const)
      .filter(([from, target]) => from && target && from !== target);
    expect(circlesIn(edges)).toEqual([]);
  });

  it("of a file never form a cycle, types included", () => {
    expect(circlesIn(imports.map(({ from, target }) => [from, target] as const))).toEqual([]);
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

  it("have meaningful names", () => {
    const odd = files.filter(({ path }) => path.split("/").some((part) => sayNothing.test(part.split(".")[0] ?? "")));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it("of the domain, ports included, do not use HTTP", () => {
    const rooms = sources.filter(({ path }) => path.startsWith("src/domain/") && !isCalls(path));
    const http = rooms.filter(({ path }) => /: Request\b|\b(Response|Headers)\b/.test(readFileSync(path, "utf8")));
    expect(http.map(({ path }) => path)).toEqual([]);
  });

  it("do not re-export a folder", () => {
    const barrels = files.filter(({ path }) => /^index\.tsx?$/.test(basename(path)) && path !== "src/api/index.ts");
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  it("of a noun have one of the seven names, or that of a decision with a subject of its own", () => {
    const odd = sources
      .map(({ path }) => path)
      .filter((path) => path.startsWith("src/domain/"))
      .filter((path) => {
        const name = path.slice("src/domain/".length).replace(/\.ts$/, "");
        const [noun = "", file, ...deeper] = name.split("/");
        if (file === undefined) return !sharedByNouns.includes(noun);
        return deeper.length > 0 || !(fileOfNoun.test(file) || subjects.includes(name));
      });
    expect(odd).toEqual([]);
  });

  it("of the API are shared by all nouns", () => {
    const odd = namesIn("src/api/").filter((name) => !apiItself.some((own) => isPartOf(name, own)));
    expect(odd).toEqual([]);
  });

  it("of sentences are one in each noun's folder, and a few for the sentences of no single noun", () => {
    const catalogues = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".json"),
    );
    const odd = catalogues
      .map((path) => `src/${path}`)
      .filter((path) => !isCatalogue(path) && !messagesItself.some((name) => path === `src/messages/en/${name}.json`));
    expect(odd).toEqual(["src/db/demo-content.json"]);
  });

  it("of app are in folders named after a noun of the domain, except for the site itself, maps and the list", () => {
    const rooms = Object.keys(appMayImport).filter(
      (room) => !["ui", "session", "site", "resources", "maps", "event-list"].includes(room),
    );
    expect(rooms.filter((room) => !nouns.includes(room))).toEqual([]);
  });
});

/** The position of a file's folder in `platform`, from the top; -1 for an unknown folder. */
const floorOf = (path: string): number => platform.indexOf(/^src\/platform\/([^/]+)\//.exec(path)?.[1] ?? "");

/** The folder of `app` that a file is in; empty for a file of `app` itself. */
const folderOfApp = (path: string): string => /^src\/app\/([^/]+)\//.exec(path)?.[1] ?? "";

const namesIn = (folder: string): string[] =>
  sources.flatMap(({ path }) => (path.startsWith(folder) ? basename(path).replace(/\.ts$/, "") : []));

/** True for `events` and for a part of it, such as `events-mails`. */
const isPartOf = (name: string, whole: string): boolean => name === whole || name.startsWith(`${whole}-`);
