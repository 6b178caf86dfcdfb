/** The pages of a build: by name, the part of the address that each adds to its parent's. */
export type BuiltRoutes = Readonly<Record<string, { path?: string; parentId?: string } | undefined>>;

/** The route of an unknown address. */
const noPage = "(no page)";

/**
 * Finds the pattern of a page's address, such as `/view-event/:id`, and of mere page data, `/view-event/:id.data`.
 * Patterns are limited in number, and contain no personal data.
 */
export function createPageRoutes(routes: BuiltRoutes): (path: string) => string {
  const patterns = Object.keys(routes)
    .map((id) => pathOf(routes, id))
    .filter((path) => !path.includes("*"));
  // A page with a fixed name goes before one with a parameter.
  const known = [...new Set(patterns)].toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
  const finders = known.map((route) => ({ route, finds: finderOf(route) }));
  return (path) => {
    const isData = path.endsWith(".data");
    const page = isData ? path.replace(/(?:^\/_)?\.data$/, "") : path;
    const route = finders.find(({ finds }) => finds.test(page || "/"))?.route ?? noPage;
    return isData ? `${route}.data` : route;
  };
}

function pathOf(routes: BuiltRoutes, id: string): string {
  const { path = "", parentId } = routes[id] ?? {};
  const before = parentId === undefined ? "" : pathOf(routes, parentId);
  return `${before === "/" ? "" : before}/${path}`.replace(/\/+$/, "") || "/";
}

const finderOf = (route: string) =>
  new RegExp(`^${route.replace(/[.+?()[\]{}|^$\\]/g, "\\$&").replace(/:\w+/g, "[^/]+")}/?$`, "i");
