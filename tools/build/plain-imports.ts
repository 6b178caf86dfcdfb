import type { Plugin } from "vite";

/**
 * Leaves `import()` to the browser. Vite wraps each in 0.6 kB of script on every page, which loads the styles and the imports
 * of what is asked for ahead of it; we have one file of styles, and our parts import what their page has loaded. Where Vite
 * has another name for its wrapper, this does nothing, and `bench/page-weight.ts` tells.
 */
export const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
  generateBundle: {
    order: "post",
    /** Without the lists of styles that it would have loaded: 0.1 kB in each file that asks for a part. */
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = withoutLists(file.code);
    },
  },
};

/** A file's code without what names styles for its imports; as it is where that is not all found. */
function withoutLists(code: string): string {
  const bare = code.replace(/^const __vite__mapDeps=.*\n/, "").replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\)/g, "");
  return bare.includes("__vite__mapDeps") ? code : bare;
}
