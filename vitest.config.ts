import { fileURLToPath } from "node:url";
import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { hasPostgres } from "./test/setup/postgres-programs.ts";
import { forSeconds } from "./test/setup/server.ts";

// React Router's Vite plugin is left out: screens are tested as plain components and functions.
const everything = ["src/**/*.test.{ts,tsx}", "test/*.test.ts"];
/** The folders whose files use no database, with exceptions. */
const mostlyPlain = [
  "test/{architecture,code-rules,docs,focus,image,lazy-styles,lockfile}.test.ts",
  "test/{browsers,needs,own-environment,pictures,postgres-programs,samples,table}.test.ts",
  "src/platform/config/*.test.ts",
  "src/messages/**/*.test.ts",
  "src/**/rules.test.ts",
  "src/{app,gate}/**/*.test.{ts,tsx}",
  "src/platform/{*,process/*}.test.ts",
  "src/adapters/{gazetteer,imports,links,mail,pictures}/**/*.test.ts",
  "src/db/fold.test.ts",
  "src/domain/events/feeds.test.ts",
  "src/domain/recurrence/{dates,days,recurrence,second-opinion,shapes}.test.ts",
];
/** Exceptions among those files, which do use a database. */
const notPlain = [
  "src/gate/{gate-between,gate-store}.test.ts",
  "src/app/{session/use-towns,screens/community,resources/{embed,event-picture,sitemap}}.test.ts",
  "src/platform/process/{host-gate,listener,open-reading,saving}.test.ts",
];
const plain = globSync(mostlyPlain, { exclude: notPlain });
/** The files that open embedded databases of their own, each for seconds. */
const onlyEmbedded = [
  "src/platform/backups/{archive,backup,nightly}.test.ts",
  "src/platform/database/embedded*.test.ts",
  "src/platform/database/directory-lock.test.ts",
];
/** Tests that only PostgreSQL can run. */
const onlyPostgres = ["src/platform/{backups,database}/postgres*.test.ts"];
/**
 * Tests that take minutes, with thousands of inputs or stopped processes: `npm test` leaves them to `npm run test:all`.
 */
const longServer = "test/server/{busy,clocks,cores,host-program,stop}.test.ts";
const longPostgres = [
  "src/api/{fuzz,garbage}.test.ts",
  "src/adapters/auth/under-attack.test.ts",
  "src/platform/backups/postgres.test.ts",
];
/** Random histories; `npm test` tries some of them. */
const histories = "src/domain/{registrations/allocation,series/histories}.test.ts";
/** Random rules of series against another program's dates; `npm test` tries 60 of them, `long` 10,000. */
const secondOpinion = "src/domain/recurrence/second-opinion.test.ts";
/**
 * Tests of all calls, identity and pages: one database, the faster one, is enough for them. The queries of each noun
 * have tests on both, and the journeys make these calls on the embedded database.
 */
const walks = [
  "src/api/*.test.ts",
  "src/domain/*/api*.test.ts",
  "src/adapters/auth/*.test.ts",
  "src/{app,gate}/**",
  "src/platform/process/**",
];
/** The number of cases per property: most of them on the database where a case takes a quarter of the time. */
const proofs = (runs: number) => ({ PROOF_RUNS: process.env["PROOF_RUNS"] ?? String(runs) });
/** Whole processes from the finished build, in some tests with hundreds of people at once. */
const crowds = "test/server/{race,kill*}.test.ts";
/**
 * The files with whole processes that start a PostgreSQL, if there is none: `tools/test/test.ts` reports that they are
 * left out.
 */
const impossible = hasPostgres() ? [] : globSync("test/server/*.test.ts").filter(startsCluster);

/** In milliseconds. Generous, because a busy machine must not cause a failure, and a hanging test is found anyway. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };
/** Failures of a site of several programs; each test has the machine to itself. */
const alone = { fileParallelism: false, testTimeout: 300_000 };
const shared = {
  setupFiles: ["test/setup/console.ts", "test/setup/hashes.ts"],
  isolate: false,
  alias: { "virtual:icons": fileURLToPath(import.meta.resolve("./test/setup/icons.ts")) },
  maxWorkers: 2,
  // Tests leave out all other styles.
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
          exclude: [...plain, ...onlyPostgres, ...onlyEmbedded, ...walks],
          globalSetup: ["test/setup/pglite.ts"],
        },
      },
      {
        test: {
          ...shared,
          name: "postgres",
          env: proofs(30),
          include: everything,
          exclude: [...plain, ...onlyEmbedded, ...longPostgres],
          globalSetup: ["test/setup/postgres.ts"],
          execArgv: forSeconds,
        },
      },
      {
        test: {
          ...shared,
          name: "long",
          env: { ...proofs(100), PROOF_TIMES: "100" },
          include: [...longPostgres, longServer, histories, secondOpinion],
          exclude: impossible,
          globalSetup: ["test/setup/postgres.ts"],
          execArgv: forSeconds,
        },
      },
      { test: { ...shared, name: "plain", env: proofs(60), include: plain } },
      {
        test: {
          ...shared,
          name: "embedded",
          include: onlyEmbedded,
          execArgv: forSeconds,
          // A test opens up to six databases, which takes some seconds each.
          testTimeout: 180_000,
        },
      },
      {
        test: {
          ...shared,
          name: "server",
          include: ["test/server/*.test.ts"],
          exclude: [crowds, longServer, ...impossible],
          execArgv: forSeconds,
        },
      },
      { test: { ...shared, name: "crowds", include: [crowds], exclude: impossible, execArgv: forSeconds } },
      { test: { ...shared, name: "operations", include: ["test/faults/*.test.ts"], ...alone } },
    ],
  },
});

function startsCluster(file: string): boolean {
  return readFileSync(file, "utf8").includes("setup/cluster.ts");
}
