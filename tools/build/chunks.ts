import { resolve } from "node:path";

/** The code shared by an event's page and members' pages: in one file it is a third smaller than in several. */
const aroundEvents =
  /\/src\/app\/(gates\/gate-button|registrations\/(code-button|standing-mark)|ui\/(back-button|email-text))\./;

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** The modules that every page loads. */
const onEveryPage = ["src/app/entry.client.tsx", "src/app/root.tsx", "src/app/page-meta.ts", "src/app/ui/open-part.ts"];

/**
 * The code that every page needs, as two files (packages and ours) instead of dozens: on a slow line each file costs a
 * round trip. Code of some screens alone stays as the bundler splits it.
 */
export function chunks() {
  let needed: Set<string> | undefined;
  const isNeeded = (id: string, graph: Graph) => (needed ??= reachable(onEveryPage, graph)).has(id);
  const group = (name: string, ofPackages: boolean, priority: number) => ({
    name: (id: string, graph: Graph) =>
      isNeeded(id, graph) && id.includes("/node_modules/") === ofPackages ? name : null,
    debugName: name,
    priority,
  });
  // Packages go first, because a file takes along its modules' imports.
  return {
    groups: [
      group("packages", true, 2),
      group("frame", false, 1),
      { name: "around-events", test: aroundEvents, priority: 0 },
    ],
  };
}

function reachable(files: string[], graph: Graph): Set<string> {
  const found = new Set<string>();
  const walk = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(walk);
  };
  files.map((file) => resolve(file)).forEach(walk);
  return found;
}
