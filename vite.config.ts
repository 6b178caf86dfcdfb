import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { chunks } from "./tools/build/chunks.ts";
import { iconSprite } from "./tools/build/icon-sprite.ts";
import { plainImports } from "./tools/build/plain-imports.ts";
import { sentences } from "./tools/build/sentences.ts";
import { serverOutput } from "./tools/build/server-output.ts";

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), iconSprite(), sentences(), plainImports],
  // These packages are known up front; otherwise the first cold visit in development reloads the page.
  optimizeDeps: { include: ["hono/client", "kysely", "zod"] },
  build: {
    target: "es2022",
    // The oldest versions with `oklch`, which our themes use: for older ones the build would emit each color three
    // times.
    cssTarget: ["chrome111", "safari15.4", "firefox113"],
    // Lazily loaded files are small, and most of their imports are loaded already: listing them in each page's script
    // would cost more.
    modulePreload: { resolveDependencies: (_file, deps, { hostType }) => (hostType === "js" ? [] : deps) },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: chunks() } } } },
    ssr: {
      // Pages and the API in one server bundle. Bundling the packages too makes the start twenty times faster; but not
      // in development, where React's CommonJS must not be bundled.
      resolve: command === "build" ? { noExternal: true } : {},
      build: { rolldownOptions: { input: "./src/platform/process/handler.ts", output: serverOutput } },
    },
  },
}));
