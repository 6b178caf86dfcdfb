/** What a build says of its pages: by name, the part of the address that each adds to the one that it is in. */
export type BuiltRoutes = Readonly<Record<string, { path?: string; parentId?: string } | undefined>>;

/** The route of an address that no page has. */
const noPage = "(no page)";

/**
 * Finds the pattern of a page's address, such as `/view-event/:id`, and of its data alone, `/view-event/:id.data`: there are only so many
 * of them, and none holds anything of anybody.
 */
export function createPageRoutes(routes: BuiltRoutes): (path: string) => string {
  const patterns = Object.keys(routes)
    .map((id) => pathOf(routes, id))
    .filter((path) => !path.includes("*"));
  // A page whose name is said goes before one that takes any.
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
