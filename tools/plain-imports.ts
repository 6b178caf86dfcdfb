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
};
