import { build, type Plugin } from "vite";
import { serverOutput } from "./server-output.ts";

// Builds the programs of a site (`node build/start.js` and its host's other programs), each with all our code and most
// packages bundled, so that they start without a compiler and without development packages.

/** Each program, and the threads and processes that programs start. */
const programs = {
  start: "src/server.ts",
  jobs: "tools/host/jobs.ts",
  backup: "tools/host/backup.ts",
  restore: "tools/host/restore.ts",
  move: "tools/host/move.ts",
  host: "tools/host/host.ts",
};
const threads = {
  "embedded-worker": "src/platform/database/embedded-worker.ts",
  "picture-worker": "src/adapters/pictures/picture-worker.ts",
  "photo-process": "src/adapters/pictures/photo-process.ts",
  "reading-worker": "src/adapters/imports/reading-worker.ts",
};

/** Packages that load files of their own, so they are not bundled. Vite is only for development. */
const apart = ["@electric-sql/pglite", "pg", "sharp", "vite"];

/** A thread starts from a file beside the code that starts it. */
const threadsBeside: Plugin = {
  name: "threads-beside",
  transform: (code) =>
    code.replaceAll(/new URL\("\.\/([\w-]+)\.ts", import\.meta\.url\)/g, 'new URL("./$1.js", import.meta.url)'),
};

/** Adds the programs to `build`, beside the site. */
export async function buildPrograms(): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [threadsBeside],
    ssr: { noExternal: true, external: apart },
    build: {
      ssr: true,
      outDir: "build",
      emptyOutDir: false,
      target: "node24",
      rolldownOptions: {
        input: { ...programs, ...threads },
        output: {
          ...serverOutput,
          entryFileNames: ({ name }) => (name in programs ? "[name].js" : "programs/[name].js"),
          chunkFileNames: "programs/[name]-[hash].js",
        },
      },
    },
  });
}
