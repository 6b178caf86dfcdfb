import { parseAst, type Plugin } from "vite";

// The part of React Router's script that our pages never run: one function handles all navigation, so bundlers cannot
// see which parts are unused. `docs/decisions/006` has the figures.

/**
 * The release whose functions are listed here. For another one, check again what they do, and where its data for the
 * scripts are read (`src/app/entry.server.tsx`): a test compares this version.
 */
export const release = "8.4.0";

/** A list of functions, by the file that declares them. */
type Functions = Record<string, string[]>;

/**
 * Functions that are never called. Each throws instead, so that a page that begins to need one fails in its first
 * journey.
 */
const neverCalled: Functions = {
  "router/router.js": [
    // Our pages use neither its forms nor its fetchers: ours call the API (docs/decisions/018).
    "fetch",
    "handleAction",
    "handleFetcherAction",
    "handleFetcherLoader",
    // The manifest has all routes, so none is discovered later.
    "discoverRoutes",
    "patchRoutesImpl",
    // Pages that the server renders load by another way.
    "defaultDataStrategyWithMiddleware",
  ],
  "router/instrumentation.js": ["getRouteInstrumentationUpdates", "instrumentClientSideRouter"],
  // Ours are data routes, the outermost has an error page, and there are no server components.
  "hooks.js": ["useNavigateUnstable", "DefaultErrorComponent", "RSCErrorHandler"],
  "errors.js": ["decodeRedirectErrorDigest", "decodeRouteErrorResponseDigest"],
  "dom/ssr/components.js": ["RSCPrefetchPageLinksImpl"],
  "dom/ssr/fog-of-war.js": ["fetchAndApplyManifestPatches", "getPartialManifest"],
  "dom/ssr/single-fetch.js": ["singleFetchActionStrategy", "nonSsrStrategy", "singleFetchLoaderFetcherStrategy"],
};

/** Functions that are called but have no effect, because the manifest has all routes. Each is left empty. */
export const withoutEffect: Functions = {
  "dom/ssr/fog-of-war.js": ["getPatchRoutesOnNavigationFunction", "useFogOFWarDiscovery"],
};

const folder = "/node_modules/react-router/dist/production/lib/";

/** Removes these functions from the code for browsers. If React Router has changed, the build fails with a message. */
export function unusedRouting(): Plugin {
  const missed = new Set([...Object.keys(neverCalled), ...Object.keys(withoutEffect)]);
  return {
    name: "unused-routing",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: new RegExp(folder) },
      handler(code, id) {
        const [, file = ""] = id.split(folder);
        missed.delete(file);
        return { code: withoutUnused(file, code), map: null };
      },
    },
    buildEnd() {
      if (missed.size > 0)
        this.error(`React Router has no ${[...missed].join(", ")}: see tools/build/unused-routing.ts.`);
    },
  };
}

/**
 * A file of React Router without its unused functions. @throws Error unless it declares each listed function exactly
 * once
 */
export function withoutUnused(file: string, code: string): string {
  const bodies = [
    ...(neverCalled[file] ?? []).map((name) => ({ name, body: `{throw Error("left out: ${name}")}` })),
    ...(withoutEffect[file] ?? []).map((name) => ({ name, body: "{}" })),
  ];
  const declared = bodies.length > 0 ? functionsIn(parseAst(code)) : [];
  const places = bodies.map(({ name, body }) => {
    const [place, ...others] = declared.filter(({ id }) => id.name === name);
    if (!place || others.length > 0)
      throw new Error(`${file} does not declare one ${name}: see tools/build/unused-routing.ts.`);
    return { ...place.body, body };
  });
  return (
    places
      .toSorted((a, b) => b.start - a.start)
      .reduce((text, { start, end, body }) => text.slice(0, start) + body + text.slice(end), code)
      // Bundlers keep a component with a display name, or with a forwarded reference, even if nothing shows it.
      .replaceAll(/^\w+\.displayName = .*;$/gm, "")
      .replaceAll("= React$1.forwardRef(", "= /* @__PURE__ */ React$1.forwardRef(")
  );
}

type Declaration = { id: { name: string }; body: { start: number; end: number } };

/** Every function declared in a syntax tree, at any depth. */
function functionsIn(node: unknown): Declaration[] {
  if (typeof node !== "object" || node === null) return [];
  const inside = Object.values(node).flatMap(functionsIn);
  return "type" in node && node.type === "FunctionDeclaration" ? [node as unknown as Declaration, ...inside] : inside;
}
