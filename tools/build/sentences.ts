import { globSync, readFileSync } from "node:fs";
import { parseAst, type Plugin } from "vite";

// Modules get every sentence from one `say`, which on the server knows all of them. A browser script contains those
// that its modules use: this plugin reads the keys from the calls, so there is no list to keep by hand
// (`docs/decisions/071`).

const sayer = "#messages/say.ts";
const mark = "sentences of this file";
const marked = /([\w$]+)\(["'`]sentences of this file["'`]\)/g;
/** The endings of a sentence's keys: a plural has some of these. */
const forms = ["", "_zero", "_one", "_two", "_few", "_many", "_other"];

type Node = { type: string; start: number; end: number; [name: string]: unknown };
type Sentences = Record<string, string>;

/**
 * Every sentence of a language, in the order of its catalogues: first those of the domain's nouns, then the shared
 * ones.
 */
export const sentencesIn = (locale: string): Sentences =>
  Object.assign(
    {},
    ...globSync([`src/domain/*/${locale}.json`, `src/messages/${locale}/*.json`])
      .toSorted()
      .map((file) => JSON.parse(readFileSync(file, "utf8")) as Sentences),
  );

/**
 * The keys of the sentences that a module uses, with a `*` for each part that is a value, as in `event_type.*`.
 * @throws Error for a key that cannot be read there, or a `say` that is handed on
 */
export function keysSaidIn(code: string, lang: "js" | "ts" | "tsx" = "js"): string[] {
  if (!code.includes(sayer)) return [];
  const nodes = nodesIn(parseAst(code, { lang }));
  const names = nodes.filter(({ type, source }) => type === "ImportDeclaration" && (source as Node)["value"] === sayer);
  const imported = names.flatMap(({ specifiers }) => specifiers as { imported: Node; local: Node }[]);
  const local = imported.find((one) => one.imported["name"] === "say")?.local["name"];
  if (local === undefined) return [];

  const isSay = (node: unknown) => isNode(node) && node.type === "Identifier" && node["name"] === local;
  const calls = nodes.filter(({ type, callee }) => type === "CallExpression" && isSay(callee));
  if (nodes.filter(isSay).length > calls.length + 1)
    throw new Error(`"${String(local)}" is handed on: call it, so that its sentence is known.`);

  const constants = nodes.filter(({ type, init }) => type === "VariableDeclarator" && isNode(init));
  const given = nodes.flatMap(({ type, params, id }) => (type === "VariableDeclarator" ? [id] : [params]));
  /** Names that are not only a constant's: the same name may be a parameter's or a property's. */
  const others = new Set(given.flatMap((part) => (isNode(part) && part.type === "Identifier" ? [] : namesIn(part))));
  const read = (node: Node): string[] => {
    if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : [];
    if (node.type === "TemplateLiteral")
      return [(node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("*")];
    if (node.type === "ConditionalExpression") return [node["consequent"], node["alternate"]].flatMap(readPart);
    if (node.type === "ObjectExpression") return (node["properties"] as Node[]).flatMap(({ value }) => readPart(value));
    if (node.type === "MemberExpression") return readPart(node["object"]);
    // A type assertion or another wrapper of TypeScript.
    if (isNode(node["expression"])) return read(node["expression"]);
    const known = constants.filter(({ id }) => isNode(id) && id["name"] === node["name"]);
    if (node.type === "Identifier" && known.length > 0 && !others.has(node["name"]))
      return known.flatMap(({ init }) => readPart(init));
    throw new Error(`"${code.slice(node.start, node.end)}" is not readable as a key: name the key where it is said.`);
  };
  const readPart = (node: unknown) => (isNode(node) ? read(node) : []);
  return [...new Set(calls.flatMap((call) => readPart((call["arguments"] as Node[])[0])))];
}

/**
 * Returns the catalogue's keys that match these patterns, with every plural form.
 * @throws Error if a pattern matches none
 */
export function keysLike(said: readonly string[], all: Sentences): string[] {
  return said.flatMap((key) => {
    const [start = "", ...rest] = key.split("*");
    const end = rest.at(-1);
    const found =
      end === undefined
        ? forms.map((form) => key + form).filter((one) => one in all)
        : Object.keys(all).filter((one) => one.startsWith(start) && forms.some((form) => one.endsWith(end + form)));
    if (found.length === 0) throw new Error(`There is no sentence ${key}.`);
    return found;
  });
}

/**
 * Gives each browser script its sentences, except those that a script it imports has. In development, pages have all.
 */
export function sentences(locale = "en"): Plugin {
  const saidBy = new Map<string, string[]>();
  let isBuild = false;
  let all: Sentences = {};
  return {
    name: "sentences",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    configResolved: ({ command }) => void (isBuild = command === "build"),
    buildStart: () => void (all = sentencesIn(locale)),
    load: {
      filter: { id: /\/src\/messages\/catalogues\.ts$/ },
      handler: () =>
        isBuild
          ? `export const defaultLocale = "${locale}"; const known = {}; export const catalogues = { ${locale}: known };
             export const add = (more) => Object.assign(known, more);`
          : null,
    },
    transform: {
      filter: { code: sayer },
      handler(code, id) {
        const keys = keysSaidIn(code);
        if (keys.length === 0 || !isBuild) return null;
        saidBy.set(id, keysLike(keys, all));
        // First of all, because a module may use a sentence while it loads.
        return { code: `import { add } from "#messages/catalogues.ts"; add("${mark}");\n${code}`, map: null };
      },
    },
    renderChunk(code, chunk, _options, { chunks }) {
      const [first] = code.match(marked) ?? [];
      if (!first) return null;
      // If two files import each other, either may run first.
      const before = [...importedBy(chunk.fileName, chunks)].filter(
        (file) => !importedBy(file, chunks).has(chunk.fileName),
      );
      const saidIn = (file: string) => chunks[file]?.moduleIds.flatMap((id) => saidBy.get(id) ?? []) ?? [];
      const there = new Set(before.flatMap(saidIn));
      const own = new Set(saidIn(chunk.fileName).filter((key) => !there.has(key)));
      const brought = Object.fromEntries(Object.entries(all).filter(([key]) => own.has(key)));
      let isFirst = true;
      return code.replaceAll(marked, (_mark, add: string) => {
        if (!isFirst || own.size === 0) return "0";
        isFirst = false;
        return `${add}(${JSON.stringify(brought)})`;
      });
    },
  };
}

type Chunks = Readonly<Record<string, { moduleIds: string[]; imports: string[] }>>;

/** The files that a file imports, and those that they import. */
function importedBy(file: string, chunks: Chunks, found = new Set<string>()): Set<string> {
  for (const one of chunks[file]?.imports ?? []) {
    if (found.has(one)) continue;
    found.add(one);
    importedBy(one, chunks, found);
  }
  return found;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

const namesIn = (part: unknown): unknown[] =>
  nodesIn(part).flatMap(({ type, name }) => (type === "Identifier" ? [name] : []));

/** Every node of a syntax tree except property names, which are not names of values. */
function nodesIn(value: unknown, found: Node[] = []): Node[] {
  if (typeof value !== "object" || value === null) return found;
  if (isNode(value)) found.push(value);
  for (const [name, part] of Object.entries(value)) {
    const isName = (name === "property" || name === "key") && !("computed" in value && value.computed);
    if (!isName && name !== "imported") nodesIn(part, found);
  }
  return found;
}
