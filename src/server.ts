import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sweepDigests } from "#domain/digests/commands.ts";
import { nextMoment } from "#domain/events/next-moment.ts";
import { sweepReminders } from "#domain/reminders/commands.ts";
import { openDatabase } from "#db/connect.ts";
import type { OpenDatabase } from "#db/open-database.ts";
import { StartFailure } from "#db/start-failure.ts";
import type { LoadedHandler } from "./http/listener.ts";
import { keepPrivate } from "./http/private-folder.ts";
import { createOwnAddress, publicAddress } from "./http/own-address.ts";
import { readConfig, type Config } from "./config.ts";

// The one file that knows everything: it opens the database, picks the adapters, makes the handler, and listens.
// Heavy modules are imported while the database opens: the embedded one starts in a thread of its own.

const root = join(import.meta.dirname, "..");
const development = process.argv.includes("--dev");
/** How long requests have to finish once we are told to stop, in milliseconds. */
const drainMax = development ? 500 : 10_000;

// Compiled code is kept for the next start, which then takes a third less of the processor.
enableCompileCache(join(root, "node_modules/.compiled"));

await start().catch((error: unknown) => {
  const sentence = error instanceof StartFailure ? error.message : undefined;
  stop(1, sentence ?? (error instanceof Error ? error.stack : undefined) ?? String(error));
});

async function start() {
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  const config = readConfig(process.env);
  // React and others look at it while they are loaded. The host's own value was read before.
  process.env["NODE_ENV"] = development ? "development" : "production";
  const mails = join(config.dataDir, "mail");
  keepPrivate(config.dataDir, mails);
  const http = createServer();
  const [
    { database, demo },
    { createHandler, before },
    { createBuiltInAuth },
    { createAttempts },
    { startPurging },
    { createPictureMaker },
    { createLiveNumbers },
    { createMailer },
    { handlers },
    { startJobs },
    { limitUnproven },
    { createLinkSigner },
    { createKeptAnswers },
    { createListener },
    { listen, drain },
  ] = await Promise.all([
    openPrepared(config),
    development ? import("./http/dev.ts").then((dev) => dev.loadHandler(http, root)) : builtHandler(),
    import("#adapters/auth/built-in.ts"),
    import("#adapters/auth/attempts.ts"),
    import("#adapters/jobs/purge.ts"),
    import("#adapters/pictures/pictures.ts"),
    import("#adapters/live/live.ts"),
    import("#adapters/mail/mail.ts"),
    import("#adapters/jobs/handlers.ts"),
    import("#adapters/jobs/jobs.ts"),
    import("#adapters/jobs/unproven.ts"),
    import("#adapters/links/links.ts"),
    import("./http/kept-answers.ts"),
    import("./http/listener.ts"),
    import("./http/listening.ts"),
  ]);

  const { db, reads } = database;
  const { origin, firebase } = config;
  const secret = config.authSecret ?? (await import("./http/auth-secret.ts")).keptSecret(config.dataDir);
  const links = createLinkSigner(secret);
  const attempts = createAttempts(db, config.limits);
  const isStoodIn = config.google === "stand-in" && !firebase;
  const standIn = isStoodIn ? { clientId: randomUUID(), clientSecret: randomUUID() } : null;
  const google = config.google === "stand-in" ? standIn : config.google;
  const kept = createKeptAnswers({
    bytesMax: config.keptBytes,
    nextMoment: (now) => nextMoment({ db: reads, now }),
    isHeard: () => live.isHeard(),
    cdnSeconds: config.cdnSeconds,
    byHost: config.origin === null,
  });
  const live = createLiveNumbers({
    db,
    url: config.databaseUrl,
    limits: config.liveViewers,
    onChange: (changed) => (changed === null ? kept.dropAll() : kept.drop(changed)),
  });
  const { announce, watchNumbers } = live;
  const sendsMail = config.smtpUrl !== null;
  const auth = createBuiltInAuth({ db, secret, origin, attempts, sendsMail, announce, google, firebase });
  const handler = createHandler({
    db,
    reads,
    auth,
    links,
    pictures: createPictureMaker(),
    firebase,
    standIn,
    limitAttempts: attempts.limitAttempts,
    announce,
    sendsMail,
    watchNumbers,
    origin,
    addressOf: createOwnAddress(config),
    production: !development,
  });
  const files = development ? null : join(root, "build/client");
  let stopping = false;
  const listener = createListener({
    handler,
    probe: database.probe,
    isStopping: () => stopping,
    requestsMax: config.requestsMax,
    files,
    kept: development ? null : kept,
    origin: config.origin,
    trustedProxies: config.trustedProxies,
  });
  http.on(
    "request",
    before ? (request, response) => before(request, response, () => listener(request, response)) : listener,
  );

  await listen(http, config).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const mailer = createMailer({
    from: config.mailFrom,
    smtpUrl: config.smtpUrl,
    folder: mails,
    log: say,
  });
  const stopJobs = startJobs({
    context: () => ({
      db: database.jobs,
      now: new Date(),
      auth,
      links,
      announce,
      address: publicAddress(config),
      contact: contactOf(config),
    }),
    handlers,
    mailer,
    ...(sendsMail && { admit: limitUnproven(db, attempts.limitAttempts) }),
    sweep: async (ctx) => {
      await sweepReminders(ctx);
      await sweepDigests(ctx);
    },
    log: say,
  });
  const stopPurging = startPurging(database.jobs);
  const stopped = drain(http, {
    limit: drainMax,
    notice: config.drainSeconds * 1000,
    onTold: () => (stopping = true),
    endStreams: live.endStreams,
  }).then(() => Promise.all([stopJobs(), stopPurging()]));
  void stopped
    .then(live.close)
    .then(() => database.close())
    .then(() => stop(0));
  say(linesFor(config, database, demo).join("\n"));
  flushCompileCache();
}

/** The database, brought up to date, with demo content when it is to have some; `demo` tells if it got it now. */
async function openPrepared(config: Config) {
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    connections: config.databaseConnections,
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

/** The handler as it was built. @throws StartFailure when nothing was built yet */
async function builtHandler(): Promise<LoadedHandler> {
  const bundle = join(root, "build/server/index.js");
  if (!existsSync(bundle)) throw new StartFailure("There is no build yet. Run `npm start`, which builds and starts.");
  return (await import(pathToFileURL(bundle).href)) as LoadedHandler;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The address that gets the messages of the contact page. */
function contactOf({ contactEmail, mailFrom }: Config): string {
  return contactEmail ?? /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
}

/** The lines for the person at the terminal: where we are, where the data lies, and what is not set up. */
function linesFor(config: Config, { embedded, where }: OpenDatabase, demo: boolean): string[] {
  const seconds = (performance.now() / 1000).toFixed(1);
  return [
    `Goodturn is at ${publicAddress(config)} (started in ${seconds} s${development ? ", development" : ""})`,
    embedded
      ? `Data: ${where}, an embedded database for this one process; a power cut may lose the last seconds. For production, set DATABASE_URL to a PostgreSQL database.`
      : `Data: ${where}`,
    ...(demo
      ? ["Demo: the database was empty and got demo events and communities. DEMO=off starts without them."]
      : []),
    identityLine(config.firebase),
    config.smtpUrl === null
      ? `Mail: not configured. Each mail is written to ${join(config.dataDir, "mail")}; set SMTP_URL to send mail. Until then nobody confirms an address: events are published under addresses that may be somebody else's.`
      : `Mail: through ${URL.parse(config.smtpUrl)?.host}, from ${config.mailFrom}`,
    ...(config.firebase ? [] : [googleLine(config)]),
    ...(config.origin
      ? []
      : [
          `Public address: not configured. Links in mails lead to ${publicAddress(config)}; set ORIGIN to change that.`,
        ]),
  ];
}

/** Says whether people can sign in with Google, what to set if not, and what to register at Google. */
function googleLine(config: Config): string {
  const { google } = config;
  const register = `register ${publicAddress(config)}/api/auth/callback/google there as redirect URI`;
  if (google === "stand-in") {
    return "Google: a stand-in of ours, because of DEMO=on, for this computer only. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET for the real one.";
  }
  return google
    ? `Google: configured, at ${google.issuer}; ${register}.`
    : `Google: not configured. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET from console.cloud.google.com, and ${register}.`;
}

/** Says who keeps the passwords. */
function identityLine(firebase: Config["firebase"]): string {
  if (!firebase) return "Identity: built in; members and their passwords are in our database.";
  const { projectId, emulator } = firebase;
  if (!emulator)
    return `Identity: Firebase Authentication, project ${projectId}; this site's address has to be registered there.`;
  return `Identity: the emulator of Firebase Authentication at ${emulator}, project ${projectId}, for tests: anyone who reaches it can sign in as anybody.`;
}

function stop(code: number, sentence?: string): never {
  if (sentence) process.stderr.write(`${sentence}\n`);
  process.exit(code);
}
