import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Each page loads React Router's list of all pages, so this removes what browsers never read. The server has its own
// list, by which a page names the files that it needs.

/** A page or resource in React Router's list, with the files that its module imports. */
type Route = { module: string; imports?: string[]; hasDefaultExport: boolean };
/** React Router's list, as `@react-router/dev` writes it. */
export type Manifest = {
  entry: { module: string; imports: string[] };
  routes: { root: Route } & Record<string, Route>;
};

/** The pages that links prefetch, and the frame of members' pages. The imports of other pages are never read. */
export const fetchedAhead = [
  "screens/upcoming-events",
  "screens/event-details",
  "screens/community",
  "screens/about",
  "screens/register",
  "screens/members-only",
  "screens/create-event",
  "screens/manage-events",
  "screens/joined-events",
];

const begin = "window.__reactRouterManifest=";

/**
 * Shortens the list that browsers get.
 * @param client the build's folder of files for browsers
 */
export function writeLeanManifest(client: string) {
  const folder = join(client, "assets");
  const [name, ...others] = readdirSync(folder).filter((file) => /^manifest-\w+\.js$/.test(file));
  if (name === undefined || others.length > 0) throw new Error(`${folder} does not have exactly one list of pages.`);
  const file = join(folder, name);
  const text = readFileSync(file, "utf8");
  if (!text.startsWith(begin)) throw new Error(`${file} is not a list of pages.`);
  const manifest = JSON.parse(text.slice(begin.length, text.lastIndexOf("}") + 1)) as Manifest;
  writeFileSync(file, `${begin}${JSON.stringify(lean(manifest))};`);
}

/**
 * The list without resources, to which no page links in the browser; without false values; and without imports that
 * every page has loaded or nobody reads.
 * @throws Error if it lacks a prefetched page
 */
export function lean(manifest: Manifest) {
  const { entry, routes } = manifest;
  const missing = fetchedAhead.find((id) => !routes[id]);
  if (missing) throw new Error(`There is no ${missing}: see tools/build/lean-manifest.ts.`);
  const loaded = new Set([entry.module, ...entry.imports, routes.root.module, ...(routes.root.imports ?? [])]);
  const pages = Object.entries(routes).filter(([, { hasDefaultExport }]) => hasDefaultExport);
  const short = pages.map(([id, { imports, ...route }]) => {
    // Sorted, since equal orders compress better.
    const ahead = fetchedAhead.includes(id) && imports?.filter((file) => !loaded.has(file)).toSorted();
    return [
      id,
      Object.fromEntries(Object.entries({ ...route, imports: ahead }).filter(([, value]) => value !== false)),
    ];
  });
  return { ...manifest, routes: Object.fromEntries(short) as Record<string, unknown> };
}
