import type { Plugin } from "vite";

/**
 * Leaves `import()` to the browser. Vite wraps each in 0.6 kB of script on every page, which preloads the styles and
 * imports of the module; we have one file of styles, and our parts import modules that their page has loaded. If Vite
 * renames its wrapper, this does nothing, and `bench/page-weight.ts` shows it.
 */
export const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
  generateBundle: {
    order: "post",
    /** Removes the lists of styles to preload: 0.1 kB in each file with a dynamic import. */
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = withoutLists(file.code);
    },
  },
};

/** A file's code without the lists of styles for its imports; unchanged unless it finds all of them. */
function withoutLists(code: string): string {
  const bare = code.replace(/^const __vite__mapDeps=.*\n/, "").replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\)/g, "");
  return bare.includes("__vite__mapDeps") ? code : bare;
}
