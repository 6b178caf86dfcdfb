import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

// The facts about our files for the architecture test: their names, their lengths, and their imports.

export type Import = { from: string; target: string; typeOnly: boolean };
export type SourceFile = { path: string; text: string; lines: number; imports: Import[] };

/** Every TypeScript or JavaScript file in some folders, with its imports from our own files. */
export const readFiles = (folders: string[]): SourceFile[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)))
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .map(read);

function read(path: string): SourceFile {
  const text = readFileSync(path, "utf8");
  const statements = text.matchAll(
    /^(?:import|export)\s+(?<type>type\s)?(?:[^;"]*?\sfrom\s+)?"(?<to>[#.][^"]+)"|\bimport\("(?<lazy>[#.][^"]+)"\)/gm,
  );
  const imports = [...statements].map(({ groups }) => ({
    from: path,
    target: targetOf(path, groups?.["to"] ?? groups?.["lazy"] ?? ""),
    typeOnly: groups?.["type"] !== undefined,
  }));
  return { path, text, lines: text.split("\n").length - 1, imports };
}

/** The file that an import leads to: `#` stands for `src`, as in package.json. */
function targetOf(path: string, to: string): string {
  return to.startsWith("#") ? join("src", to.slice(1)) : join(dirname(path), to);
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** The noun's folder that a file is in, in the domain or in the app. */
export const roomOf = (path: string): string | undefined => /^src\/(?:domain|app)\/[^/]+(?=\/)/.exec(path)?.[0];

export const arrow = ({ from, target }: Import): string => `${from} → ${target}`;

/** The cycles in a graph, each as a path. */
export function circlesIn(edges: (readonly [string | undefined, string | undefined])[]): string[] {
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
