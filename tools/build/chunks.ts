import { resolve } from "node:path";

/** The code shared by an event's page and members' pages: in one file it is a third smaller than in several. */
const aroundEvents =
  /\/src\/app\/(gates\/gate-button|registrations\/(code-button|standing-mark)|ui\/(back-button|email-text))\./;

/** The rules of events, which the gate needs without the parts. */
const rulesOfEvents = /\/src\/domain\/(events|time-zones)\/rules\.ts/;

/** An event's facts, which every page with an event shows. */
const factsOfEvents = /\/src\/app\/events\/(event-picture|event-time|leaf|type-badge)\.tsx/;

/** The events of a list. */
const listedEvents = /\/src\/app\/events\/(event-card|event-row|spots-left)\.tsx/;

/** A form and its fields. */
const forms = /\/src\/(app\/(session\/own-contact|ui\/(email-field|field|form))|domain\/values\/rules)\.tsx?/;

/** The states of a list before it has rows. */
const emptyLists = /\/src\/app\/(registrations\/next-loading|ui\/(empty-state|spinner))\.tsx/;

/** Files of their own, because some pages need them without the code that imports them. */
const apart = /\/src\/app\/(?:events\/(event-card|event-row|leaf|spots-left)\.css|ui\/(cut-text)\.tsx)/;

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
      group("packages", true, 3),
      group("frame", false, 2),
      { name: (id: string) => apart.exec(id)?.slice(1).find(Boolean) ?? null, priority: 1 },
      { name: "event-rules", test: rulesOfEvents, priority: 1 },
      { name: "around-events", test: aroundEvents, priority: 0 },
      { name: "event-facts", test: factsOfEvents, priority: 0 },
      { name: "listed-events", test: listedEvents, priority: 0 },
      { name: "empty-lists", test: emptyLists, priority: 0 },
      { name: "forms", test: forms, priority: 0 },
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
