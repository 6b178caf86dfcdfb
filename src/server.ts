import cluster from "node:cluster";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { nextMoment } from "#domain/events/next-moment.ts";
import type { ProcessLog } from "#platform/log/log.ts";
import { readLateness } from "#domain/hosting/tasks.ts";
import { openLog } from "#platform/log/output.ts";
import { StartFailure } from "#db/start-failure.ts";
import type { LoadedHandler } from "#platform/process/listener.ts";
import { keepCompiled } from "#platform/process/compiled.ts";
import { keepPrivate } from "#platform/process/private-folder.ts";
import { contactOf, createOwnAddress, publicAddress } from "#platform/process/own-address.ts";
import { createSaving } from "#platform/process/saving.ts";
import { alone, joinSiblings, workerName } from "#platform/process/siblings.ts";
import { openOnly, openPrepared } from "#platform/site-database.ts";
import { startLines } from "#platform/start-lines.ts";
import { readConfig, shareOf, type Config } from "#platform/config/config.ts";
import { loadEnvironment } from "#platform/config/config-environment.ts";

// The one file that knows all parts: it opens the database, picks the adapters, makes the handler, and listens. Heavy
// modules are imported while the database opens: the embedded one starts in a thread of its own.

const root = join(import.meta.dirname, "..");
const development = process.argv.includes("--dev");
/** The time that requests have to finish after a stop signal, in milliseconds. */
const drainMax = development ? 500 : 10_000;

await start().catch((error: unknown) => {
  const sentence = error instanceof StartFailure ? error.message : undefined;
  stop(1, sentence ?? (error instanceof Error ? error.stack : undefined) ?? String(error));
});

async function start() {
  const config = readConfig(loadEnvironment(root));
  // React and other packages read it while they are loaded. The host's own value was read before.
  process.env["NODE_ENV"] = development ? "development" : "production";
  keepPrivate(config.dataDir, join(config.dataDir, "mail"));
  const compiled = keepCompiled(config.dataDir);
  const worker = process.env[workerName] ?? null;
  const isForPerson = worker === null && (development || process.stdout.isTTY);
  const log = await openLog({ level: config.logLevel, worker, isForPerson });
  if (cluster.isWorker) return serve(shareOf(config), log);
  return development || config.processes === 1 ? serve(config, log) : lead(config, log, compiled);
}

/**
 * Prepares the database, has several processes serve, and waits until it is told to stop.
 * @param compiled the folder of compiled code
 */
async function lead(config: Config, log: ProcessLog, compiled: string) {
  requireBuild();
  const [{ database, demo }, { tryAddress, told }, { startProcesses }] = await Promise.all([
    openPrepared(config, { onLost }),
    import("#platform/process/listening.ts"),
    import("#platform/process/processes.ts"),
  ]);
  await database.close();
  await tryAddress(config);
  const { served, stop: stopAll, count } = startProcesses({ count: config.processes, compiled, log });
  await serveFigures(config, count);
  const stopped = told().then(stopAll);
  if (await served) log.start(startLines(config, { ...database, demo, isDevelopment: false }));
  else await stopAll().then(() => stop(1));
  stop(await stopped);
}

/** Serves, as the only process or as one of several. */
async function serve(config: Config, log: ProcessLog) {
  const mails = join(config.dataDir, "mail");
  const metrics = config.metricsPort === null ? null : await countingFigures();
  const http = createServer();
  const saving = createSaving(metrics?.query);
  const told = { onQuery: saving.onQuery, onLost };
  const [
    { database, demo },
    { createHandler, before },
    { createBuiltInAuth },
    { createAttempts },
    { startPurging },
    { createPictureMaker },
    { createLiveNumbers },
    { createMailer },
    { handlers, silentKinds, sweep },
    { startJobs },
    { limitUnproven },
    { createGazetteer },
    { createLinkSigner },
    { createKeptAnswers },
    { createListener },
    { listen, drain },
    { watchLoop },
    { createReadiness },
  ] = await Promise.all([
    cluster.isWorker
      ? openOnly(config, told).then((opened) => ({ database: opened, demo: false }))
      : openPrepared(config, told),
    development ? import("#platform/process/dev.ts").then((dev) => dev.loadHandler(http, root)) : builtHandler(),
    import("#adapters/auth/built-in.ts"),
    import("#adapters/auth/attempts.ts"),
    import("#adapters/jobs/purge.ts"),
    import("#adapters/pictures/pictures.ts"),
    import("#adapters/live/live.ts"),
    import("#adapters/mail/mail.ts"),
    import("#adapters/jobs/handlers.ts"),
    import("#adapters/jobs/jobs.ts"),
    import("#adapters/jobs/unproven.ts"),
    import("#adapters/gazetteer/gazetteer.ts"),
    import("#adapters/links/links.ts"),
    import("#platform/process/kept-answers.ts"),
    import("#platform/process/listener.ts"),
    import("#platform/process/listening.ts"),
    import("#platform/process/loop-delay.ts"),
    import("#platform/process/readiness.ts"),
  ]);

  const { db, reads, readsFor, now } = database;
  const { origin, firebase } = config;
  const secret = config.authSecret ?? (await import("#platform/process/auth-secret.ts")).keptSecret(config.dataDir);
  const links = createLinkSigner(secret);
  const attempts = createAttempts(db, config.limits);
  const isStoodIn = config.google === "stand-in" && !firebase;
  const standIn = isStoodIn ? { clientId: randomUUID(), clientSecret: randomUUID() } : null;
  const google = config.google === "stand-in" ? standIn : config.google;
  const kept = createKeptAnswers({
    bytesMax: config.keptBytes,
    nextMoment: (moment) => nextMoment({ db: reads, now: moment }),
    now,
    isHeard: () => live.isHeard(),
    cdnSeconds: config.cdnSeconds,
    byHost: config.origin === null,
  });
  const siblings = cluster.isWorker ? await joinSiblings() : alone();
  const live = createLiveNumbers({
    db,
    url: config.databaseDirectUrl ?? config.databaseUrl,
    limits: config.liveViewers,
    instance: siblings.instance,
    tellSiblings: siblings.tell,
    onChange: (changed) => (changed === null ? kept.dropAll() : kept.drop(changed)),
  });
  const { announce, watchNumbers } = live;
  siblings.onTold(live.hear);
  const sendsMail = config.smtpUrl !== null;
  const auth = createBuiltInAuth({ db, secret, origin, attempts, sendsMail, announce, now, log, google, firebase });
  let stopping = false;
  const isReady = createReadiness({ probe: database.probe, canSave: saving.canSave, isStopping: () => stopping });
  const handler = createHandler({
    db,
    readsFor,
    auth,
    links,
    pictures: createPictureMaker(join(config.dataDir, "fonts")),
    importer: (await import("#adapters/imports/importer.ts")).createImporter({ fetches: config.import }),
    firebase,
    standIn,
    signer: (await import("#platform/process/credential-keys.ts")).signerBy(config),
    limitAttempts: attempts.limitAttempts,
    attemptsLeft: attempts.attemptsLeft,
    announce,
    sendsMail,
    hosts: config.adminEmails,
    looksFirst: config.looksFirst,
    map: config.map,
    texts: config.site,
    isReady,
    watchNumbers,
    log,
    now,
    origin,
    addressOf: createOwnAddress(config),
    production: !development,
  });
  const listener = createListener({
    handler,
    isReady,
    requestsMax: config.requestsMax,
    isLate: watchLoop().isLate,
    onceHeard: siblings.onceHeard,
    files: development ? null : join(root, "build/client"),
    kept: development ? null : kept,
    origin: config.origin,
    trustedProxies: config.trustedProxies,
    measure: metrics?.request,
    log,
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
    log: log.info,
  });
  const gazetteer = config.towns ? createGazetteer() : null;
  const work: Parameters<typeof startJobs>[0] = {
    context: () => ({
      db: database.jobs,
      now: now(),
      auth,
      links,
      announce,
      address: publicAddress(config),
      contact: contactOf(config),
      gazetteer,
    }),
    handlers,
    mailer: metrics?.counted(mailer) ?? mailer,
    ...(metrics && { onTask: metrics.task }),
    ...(!config.mail && { only: silentKinds }),
    silent: silentKinds,
    ...(sendsMail && { admit: limitUnproven(db, attempts.limitAttempts) }),
    sweep,
    log: log.warn,
  };
  const stops = config.jobs ? [startJobs(work), startPurging(database.jobs)] : [];
  const stopped = drain(http, {
    limit: drainMax,
    notice: config.drainSeconds * 1000,
    onTold: () => (stopping = true),
    endStreams: live.endStreams,
  }).then(() => Promise.all(stops.map((end) => end())));
  void stopped
    .then(live.close)
    .then(() => database.close())
    .then(() => stop(0));
  if (database.copyTo) {
    const { offerBackups } = await import("#platform/backups/running-site.ts");
    stops.push(offerBackups({ dataDir: config.dataDir, database, secret, log: log.warn }));
  }
  if (metrics) {
    const outbox = () => readLateness(database.probe, now());
    metrics.watch({ pools: database.pools, kept: kept.figures, viewers: live.viewers, outbox });
    siblings.onCount(metrics.figures);
    if (!cluster.isWorker) await serveFigures(config, async () => [await metrics.figures()]);
  }
  if (cluster.isWorker) siblings.serves();
  else log.start(startLines(config, { ...database, demo, isDevelopment: development }));
  flushCompileCache();
}

/** Counts the work of this process. */
async function countingFigures() {
  const [{ createMetrics }, { ownVersion }] = await Promise.all([
    import("#platform/metrics/metrics.ts"),
    import("#platform/process/own-version.ts"),
  ]);
  return createMetrics(ownVersion());
}

/** Serves the figures at the address that the host has set, for as long as this process lives. */
async function serveFigures({ metricsPort: port, metricsHost: host }: Config, count: () => Promise<object[][]>) {
  if (port !== null) await (await import("#platform/process/metrics-server.ts")).serveMetrics({ host, port }, count);
}

/**
 * The handler from the build.
 * @throws StartFailure when nothing was built yet
 */
async function builtHandler(): Promise<LoadedHandler> {
  return (await import(pathToFileURL(requireBuild()).href)) as LoadedHandler;
}

function requireBuild(): string {
  const bundle = join(root, "build/server/index.js");
  if (!existsSync(bundle)) throw new StartFailure("There is no build yet. Run `npm start`, which builds and starts.");
  return bundle;
}

/** Without its database, this process is of no use. */
function onLost(reason: Error) {
  stop(1, `${reason.message}; nothing can be stored without it.`);
}

function stop(code: number, sentence?: string): never {
  if (sentence) process.stderr.write(`${sentence}\n`);
  process.exit(code);
}
