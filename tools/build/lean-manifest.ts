import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Each page loads React Router's list of all pages: what a browser never reads of it is left out. The server has a list of its own, by
// which a page names all that it needs itself.

/** One page or resource in React Router's list, with the files that its module imports. */
type Route = { module: string; imports?: string[]; hasDefaultExport: boolean };
/** React Router's list, as `@react-router/dev` writes it. */
export type Manifest = {
  entry: { module: string; imports: string[] };
  routes: { root: Route } & Record<string, Route>;
};

/** The pages that some link fetches ahead, and the frame of those that are for members. Of the others nobody asks what they import. */
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
 * Leaves out of the list that browsers get.
 * @param client the folder that the build has made for browsers
 */
export function writeLeanManifest(client: string) {
  const folder = join(client, "assets");
  const [name, ...others] = readdirSync(folder).filter((file) => /^manifest-\w+\.js$/.test(file));
  if (name === undefined || others.length > 0) throw new Error(`${folder} has not one list of pages.`);
  const file = join(folder, name);
  const text = readFileSync(file, "utf8");
  if (!text.startsWith(begin)) throw new Error(`${file} is no list of pages.`);
  const manifest = JSON.parse(text.slice(begin.length, text.lastIndexOf("}") + 1)) as Manifest;
  writeFileSync(file, `${begin}${JSON.stringify(lean(manifest))};`);
}

/**
 * The list without resources, to which no page leads in the browser; without what is not so; and without imports that every page has
 * loaded, or that nobody asks for.
 * @throws Error for a page that is fetched ahead and is not in it
 */
export function lean(manifest: Manifest) {
  const { entry, routes } = manifest;
  const missing = fetchedAhead.find((id) => !routes[id]);
  if (missing) throw new Error(`There is no ${missing}: see tools/build/lean-manifest.ts.`);
  const loaded = new Set([entry.module, ...entry.imports, routes.root.module, ...(routes.root.imports ?? [])]);
  const pages = Object.entries(routes).filter(([, { hasDefaultExport }]) => hasDefaultExport);
  const short = pages.map(([id, { imports, ...route }]) => {
    // In one order they are smaller when they are compressed.
    const ahead = fetchedAhead.includes(id) && imports?.filter((file) => !loaded.has(file)).toSorted();
    return [
      id,
      Object.fromEntries(Object.entries({ ...route, imports: ahead }).filter(([, value]) => value !== false)),
    ];
  });
  return { ...manifest, routes: Object.fromEntries(short) as Record<string, unknown> };
}
