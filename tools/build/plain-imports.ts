import type { Plugin } from "vite";

/**
 * Leaves `import()` to the browser. Vite's wrapper would load the styles of each lazy part after those of its page, and
 * so change their order; a part's page has loaded its styles already. If Vite renames its wrapper, this does nothing,
 * and the journeys about layout fail.
 */
export const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
  generateBundle: {
    order: "post",
    /** Removes the lists of styles that the wrapper would have loaded. */
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = withoutLists(file.code);
    },
  },
};

/** Removes the list of styles from a file's code, or leaves the code as it is if not all of it is found. */
function withoutLists(code: string): string {
  const bare = code.replace(/^const __vite__mapDeps=.*\n/, "").replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\)/g, "");
  return bare.includes("__vite__mapDeps") ? code : bare;
}
