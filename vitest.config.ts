import { defineConfig } from "vitest/config";
import { forSeconds } from "./test/setup/server.ts";

// React Router's Vite plugin stays out: screens are tested as plain components and functions.
const everything = ["src/**/*.test.{ts,tsx}", "test/*.test.ts"];
/** What asks no database, or nothing that differs between the two. */
const once = [
  "test/{architecture,docs,image,lockfile,unused-routing}.test.ts",
  "src/{config,config-environment,config-rules,start-lines}.test.ts",
  "src/messages/**",
  "src/**/rules.test.ts",
  "src/app/**",
  "src/http/**",
  "src/adapters/{gazetteer,imports,links,mail}/**",
  "src/adapters/pictures/**",
  "src/db/fold.test.ts",
  "src/domain/events/feeds.test.ts",
];
/** What opens embedded databases of its own, each for seconds. */
const onlyEmbedded = [
  "src/backups/{archive,backup}.test.ts",
  "src/db/embedded*.test.ts",
  "src/db/directory-lock.test.ts",
];
/** What only PostgreSQL can show. */
const onlyPostgres = ["src/{backups,db}/postgres*.test.ts"];
/**
 * The calls, and all of identity: once is enough, on the database that takes half as long. Each query has tests of its noun, which run on
 * both, and the journeys make these calls on the embedded database.
 */
const walks = ["src/api/*.test.ts", "src/adapters/auth/*.test.ts"];
/** How many cases a property is tried with: most of them where a case takes a quarter of the time. */
const proofs = (runs: number) => ({ PROOF_RUNS: process.env["PROOF_RUNS"] ?? String(runs) });
/** Whole processes, from the finished build; in some of them hundreds of people want the same at once. */
const crowds = "test/server/{race,kill*}.test.ts";

/** In milliseconds. Generous: what hangs is found all the same, and a busy machine is no failure. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };
/** What goes wrong at a site that several programs make up; each test has the machine to itself. */
const alone = { fileParallelism: false, testTimeout: 300_000, hookTimeout: 120_000 };
const shared = {
  setupFiles: ["test/setup/console.ts", "test/setup/hashes.ts"],
  isolate: false,
  maxWorkers: 2,
  // All other style is nothing here.
  css: { include: [/embeds/] },
  ...patience,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "pglite",
          env: proofs(20),
          include: everything,
          exclude: [...onlyPostgres, ...onlyEmbedded, ...walks],
          globalSetup: ["test/setup/pglite.ts"],
        },
      },
      {
        test: {
          ...shared,
          name: "postgres",
          env: proofs(60),
          include: everything,
          exclude: [...once, ...onlyEmbedded],
          globalSetup: ["test/setup/postgres.ts"],
          execArgv: forSeconds,
        },
      },
      {
        test: {
          ...shared,
          name: "server",
          include: ["test/server/*.test.ts", ...onlyEmbedded],
          exclude: [crowds],
          execArgv: forSeconds,
        },
      },
      { test: { ...shared, name: "crowds", include: [crowds], execArgv: forSeconds } },
      { test: { ...shared, name: "operations", include: ["test/faults/*.test.ts"], ...alone } },
    ],
  },
});
