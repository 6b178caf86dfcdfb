import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openDatabase, type OpenDatabase } from "#db/connect.ts";
import { StartFailure } from "#db/start-failure.ts";
import type { LoadedDoors } from "./host/answers.ts";
import { readConfig, type Config } from "./config.ts";

// The one file that knows everything: it opens the database, picks the adapters, opens the doors, and listens.
// What is heavy is imported while the database opens: the embedded one starts in a thread of its own.

const root = join(import.meta.dirname, "..");
const development = process.argv.includes("--dev");
/** How long requests have to finish once we are told to stop, in milliseconds. */
const drainMax = development ? 500 : 10_000;

// What was compiled is kept for the next start, which takes a third less of the processor for it.
enableCompileCache(join(root, "node_modules/.compiled"));

// React and others look at it while they are loaded.
process.env["NODE_ENV"] = development ? "development" : "production";

await start().catch((error: unknown) => {
  const sentence = error instanceof StartFailure ? error.message : undefined;
  stop(1, sentence ?? (error instanceof Error ? error.stack : undefined) ?? String(error));
});

async function start() {
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  const config = readConfig(process.env);
  const http = createServer();
  const [
    { database, demo },
    { openDoors, before },
    { createBuiltInAuth },
    { createPictureMaker },
    { answersFor },
    { listen, drain },
  ] = await Promise.all([
    openPrepared(config),
    development ? import("./host/dev.ts").then((dev) => dev.loadDoors(http, root)) : builtDoors(),
    import("#adapters/auth/built-in.ts"),
    import("#adapters/pictures/pictures.ts"),
    import("./host/answers.ts"),
    import("./host/http.ts"),
  ]);

  const { db } = database;
  const { origin } = config;
  const secret = config.authSecret ?? (await import("./host/auth-secret.ts")).keptSecret(config.dataDir);
  const doors = openDoors({
    db,
    auth: createBuiltInAuth({ db, secret, origin }),
    pictures: createPictureMaker(),
    origin,
    production: !development,
  });
  const files = development ? null : join(root, "build/client");
  const answer = answersFor({ doors, db, files, trustedProxies: config.trustedProxies });
  http.on(
    "request",
    before ? (request, response) => before(request, response, () => void answer(request, response)) : answer,
  );

  await listen(http, config).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const stopped = drain(http, drainMax);
  void stopped.then(() => database.close()).then(() => stop(0));
  process.stdout.write(`${linesFor(config, database, demo).join("\n")}\n`);
  flushCompileCache();
}

/** The database, brought up to date, with demo content when it is to have some; `demo` tells if it got it now. */
async function openPrepared(config: Config) {
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    onLost: (reason) => stop(1, `${reason.message}; nothing can be stored without it.`),
  });
  try {
    const { migrate } = await import("#db/migrate.ts");
    await migrate(database.db);
    const { fillWithDemo, isUnused } = await import("#db/demo.ts");
    const wanted = config.demo ?? (database.embedded && (await isUnused(database.db)));
    return { database, demo: wanted && (await fillWithDemo(database.db, new Date())) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The doors as they were built. @throws StartFailure when nothing was built yet */
async function builtDoors(): Promise<LoadedDoors> {
  const bundle = join(root, "build/server/index.js");
  if (!existsSync(bundle)) throw new StartFailure("There is no build yet; `npm start` makes one and starts it.");
  return (await import(pathToFileURL(bundle).href)) as LoadedDoors;
}

/** What the person at the terminal should know: where we are, where the data lies, and what is not set up. */
function linesFor({ port, host, origin }: Config, { embedded, where }: OpenDatabase, demo: boolean): string[] {
  const everywhere = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host);
  const address = origin ?? `http://${everywhere ? "localhost" : host}:${port}`;
  const seconds = (performance.now() / 1000).toFixed(1);
  return [
    `Goodturn is at ${address} (started in ${seconds} s${development ? ", development" : ""})`,
    embedded
      ? `Data: ${where}, an embedded database: for this one process, and a power cut may lose the last seconds. For production set DATABASE_URL to a PostgreSQL.`
      : `Data: ${where}`,
    ...(demo ? ["Demo: the database was empty and got demo events and communities. DEMO=off starts without."] : []),
    "Mail: not configured. This version sends none; a later one will, through SMTP_URL.",
    "Google: not configured. This version signs in by e-mail and password; a later one with Google too, by GOOGLE_CLIENT_ID.",
    ...(origin
      ? []
      : ["Public address: not configured. Links carry the address that a request asks for; ORIGIN sets it."]),
  ];
}

function stop(code: number, sentence?: string): never {
  if (sentence) process.stderr.write(`${sentence}\n`);
  process.exit(code);
}
