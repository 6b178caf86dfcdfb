import { defineConfig } from "vitest/config";

// React Router's Vite plugin stays out: screens are tested as plain components and functions.
const everything = ["src/**/*.test.{ts,tsx}", "test/*.test.ts"];
/** What asks no database. */
const once = [
  "test/{architecture,docs,lockfile}.test.ts",
  "src/config.test.ts",
  "src/messages/**",
  "src/**/rules.test.ts",
  "src/app/**",
  "src/host/**",
  "src/adapters/{links,mail}/**",
  "src/adapters/auth/{firebase,origin,password,subnet,turns}.test.ts",
  "src/adapters/pictures/**",
  "src/db/fold.test.ts",
  "src/domain/events/feeds.test.ts",
];
/** What only one of the two databases can show. */
const onlyEmbedded = ["src/db/embedded*.test.ts", "src/db/directory-lock.test.ts"];
const onlyPostgres = ["src/db/postgres*.test.ts"];
/** Whole processes, from the finished build. */
const processes = ["test/server/*.test.ts"];

/** In milliseconds. Generous: what hangs is found all the same, and a busy machine is no failure. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };
const shared = { setupFiles: "test/setup/console.ts", isolate: false, maxWorkers: 2, ...patience };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "pglite",
          include: everything,
          exclude: onlyPostgres,
          globalSetup: ["test/setup/pglite.ts"],
        },
      },
      {
        test: {
          ...shared,
          name: "postgres",
          include: everything,
          exclude: [...once, ...onlyEmbedded],
          globalSetup: ["test/setup/postgres.ts"],
        },
      },
      { test: { ...shared, name: "server", include: processes } },
    ],
  },
});
