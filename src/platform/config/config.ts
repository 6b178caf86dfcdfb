import { BlockList } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { AttemptLimits } from "#adapters/auth/attempts.ts";
import { levels } from "../log/levels.ts";
import { StartFailure } from "#db/start-failure.ts";
import { connectionsMin, poolFor, poolOfEach, processesFor } from "./config-processes.ts";
import { firebaseProject } from "./config-firebase.ts";
import { siteTexts } from "./config-site.ts";
import { findEarlierNames, findVariable, type Environment } from "./config-environment.ts";
import {
  addresses,
  asIs,
  folder,
  host,
  isLoopback,
  issuer,
  mailbox,
  mailboxes,
  mostOrOff,
  oneOf,
  onOrOff,
  origin,
  postgresAddress,
  rate,
  secret,
  sender,
  signingKeys,
  smtpAddress,
  tilesAddress,
  wholeNumberFrom,
  Wrong,
  type Rule,
} from "./config-rules.ts";

/** The server's configuration, from the environment. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment: each variable with its rule, and its default if it is missing or empty.
 * @throws StartFailure with one sentence for each wrong value, all at once
 */
export function readConfig(environment: Environment) {
  const problems: string[] = [];

  const read = <Value, Default extends Value | null>(name: string, rule: Rule<Value>, fallback: Default) => {
    const found = findVariable(environment, name);
    if (!found) return fallback;
    try {
      return rule(found.text);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      problems.push(`${found.name} ${error.message}.`);
      return fallback;
    }
  };

  const config = {
    /** Variables that are set by their name in an earlier version, with their current names. */
    earlierNames: findEarlierNames(environment),
    /** The lowest level that is logged. */
    logLevel: read("LOG_LEVEL", oneOf(levels), "info"),
    /** The TCP port to listen on. */
    port: read("PORT", wholeNumberFrom(1, 65_535), 3000),
    /** The address to listen on; by default only this machine can connect. */
    host: read("LISTEN_HOST", host, "127.0.0.1"),
    /** The TCP port and address for metrics; null for no metrics. */
    metricsPort: read("METRICS_LISTEN_PORT", wholeNumberFrom(1, 65_535), null),
    metricsHost: read("METRICS_LISTEN_HOST", host, "127.0.0.1"),
    /** Our public address; without it (null) links lead to this machine. */
    origin: read("ORIGIN", origin, null),
    /** The folder of the embedded database and of its secret. */
    dataDir: read("DATA_DIR", folder, resolve("data")),
    /** True if the embedded database's commits wait for the disk. */
    durable: read("DURABLE", onOrOff, true),
    /** The PostgreSQL to use; null for the embedded database. */
    databaseUrl: read("DATABASE_URL", postgresAddress, null),
    /**
     * The same database without a pooler, for uses that need a session: migrations, and listening to other processes;
     * null if there is none.
     */
    databaseDirectUrl: read("DATABASE_DIRECT_URL", postgresAddress, null),
    /** The requested number of processes; null for the default. */
    processesWanted: read("WEB_CONCURRENCY", wholeNumberFrom(1, 128), null),
    /** The maximum number of connections to PostgreSQL of all processes together; null for the default. */
    databasePool: read("DATABASE_POOL", wholeNumberFrom(connectionsMin, 1000), null),
    /** The secret that signs sessions; null to create one and store it in the data folder. */
    authSecret: read("AUTH_SECRET", secret, null),
    /** The keys that sign credentials; null to create one and store it in the data folder. */
    credentialKeys: read("CREDENTIAL_KEYS", signingKeys, null),
    /** True if a database without events gets demo content; null if only a new embedded one does. */
    demo: read("DEMO", onOrOff, null),
    /** True if a member's first event waits for a host's approval. */
    looksFirst: read("REVIEW", oneOf(["first", "off"]), "off") === "first",
    /**
     * True if mail is sent, and if jobs run. Both are off for a copy of a site, because its members get mail from the
     * site itself.
     */
    mail: read("SEND_MAIL", onOrOff, true),
    jobs: read("RUN_JOBS", onOrOff, true),
    /** True if the towns of the world are read into the database, so that events can be found by them. */
    towns: read("TOWNS", onOrOff, true),
    /** True if events are fetched from addresses that organizers give; files can be imported anyway. */
    import: read("IMPORT", onOrOff, true),
    /** The SMTP server for mail; null to write each mail to a file in the data folder. */
    smtpUrl: read("SMTP_URL", smtpAddress, null),
    /** The sender of our mail. */
    mailFrom: read("MAIL_FROM", sender, "Goodturn <goodturn@localhost>"),
    /** The recipient of messages from the contact page; null for the address in MAIL_FROM. */
    contactEmail: read("CONTACT_EMAIL", mailbox, null),
    /** The hosts' addresses, in the form in which we store addresses. */
    adminEmails: read("ADMIN_EMAILS", mailboxes, new Set<string>()),
    /** The source of map pictures, and the credit line. */
    map: {
      tiles: read("MAP_TILES_URL", tilesAddress, "https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
      credit: read("MAP_TILES_CREDIT", asIs, "© OpenStreetMap contributors"),
    },
    /** The texts in the footer and on the home page in place of our examples. */
    site: siteTexts(environment, (sentence) => problems.push(sentence)),
    /** The proxies whose X-Forwarded-For and X-Request-Id headers are trusted. */
    trustedProxies: read("TRUSTED_PROXIES", addresses, new BlockList()),
    /** Our registration at Google. */
    googleClientId: read("GOOGLE_CLIENT_ID", asIs, null),
    googleClientSecret: read("GOOGLE_CLIENT_SECRET", asIs, null),
    /** The OpenID provider used as Google. */
    googleIssuer: read("GOOGLE_ISSUER", issuer, "https://accounts.google.com"),
    /** The Firebase project that handles passwords; null if we do. */
    firebase: firebaseProject(environment, (sentence) => problems.push(sentence)),
    /** The maximum number of event pages with live numbers, on this process: each takes some 22 kB and a connection. */
    liveViewers: {
      all: read("LIVE_VIEWERS_MAX", mostOrOff, 20_000),
      // A crowd behind one address may look at the same event.
      address: read("LIVE_VIEWERS_PER_ADDRESS", mostOrOff, 2000),
    },
    /** The maximum number of requests in progress that are not answered from the cache. */
    requestsMax: read("REQUESTS_MAX", wholeNumberFrom(1, 100_000), 1000),
    /** The maximum size of the cache of answers that are the same for everybody, in bytes. */
    keptBytes: read("KEPT_MB", wholeNumberFrom(0, 4096), 64) * 1024 * 1024,
    /**
     * The time for which caches between us and readers may answer for us, in seconds; their answers may be outdated by
     * as much.
     */
    cdnSeconds: read("CDN_SECONDS", wholeNumberFrom(0, 3600), 0),
    /**
     * The time for which requests are still served after a signal to stop, so that load balancers notice, in seconds.
     */
    drainSeconds: read("DRAIN_SECONDS", wholeNumberFrom(0, 300), 0),
    /** The rate limits of attempts, by network address, by account and by recipient. */
    limits: {
      // A crowd behind one address may log in within minutes; guessing takes thousands of attempts.
      sign_in: {
        address: read("LIMIT_SIGN_IN_PER_ADDRESS", rate, { most: 30, seconds: 60 }),
        // Only failures count. Ten in five minutes are enough to try every password that an owner may have meant.
        account: read("LIMIT_SIGN_IN_PER_ACCOUNT", rate, { most: 10, seconds: 300 }),
      },
      // The same crowd may register. Registering also reveals whether an e-mail has an account, so its limit is not
      // higher.
      sign_up: { address: read("LIMIT_SIGN_UP_PER_ADDRESS", rate, { most: 30, seconds: 60 }), account: null },
      // A requested mail goes to a stranger if the e-mail is not the caller's.
      mail: {
        address: read("LIMIT_MAIL_PER_ADDRESS", rate, { most: 20, seconds: 600 }),
        account: read("LIMIT_MAIL_PER_ACCOUNT", rate, { most: 5, seconds: 3600 }),
      },
      // Contact messages and newsletter subscriptions, which need no account.
      form: { address: read("LIMIT_FORMS_PER_ADDRESS", rate, { most: 20, seconds: 600 }), account: null },
      // An organizer who adds people by their addresses learns which of these have an account.
      invite: { address: null, account: read("LIMIT_INVITES_PER_ACCOUNT", rate, { most: 30, seconds: 3600 }) },
      // Each import makes us fetch from another site, and parse its data.
      import: { account: read("LIMIT_IMPORTS_PER_ACCOUNT", rate, { most: 10, seconds: 3600 }) },
      // More than any honest reporter needs in a day; an attacker with many accounts or addresses is limited by network
      // address.
      report: {
        address: read("LIMIT_REPORTS_PER_ADDRESS", rate, { most: 20, seconds: 3600 }),
        account: read("LIMIT_REPORTS_PER_ACCOUNT", rate, { most: 30, seconds: 86_400 }),
      },
      // All reports without an account together: as many as a host can still read.
      report_unknown: { account: read("LIMIT_REPORTS_UNKNOWN", rate, { most: 200, seconds: 86_400 }) },
      // A team of helpers opens the gate from one address, some of them several times.
      gate_sync: {
        address: read("LIMIT_GATE_SYNCS_PER_ADDRESS", rate, { most: 3000, seconds: 60 }),
        account: read("LIMIT_GATE_SYNCS_PER_PHONE", rate, { most: 120, seconds: 60 }),
      },
      gate: { address: read("LIMIT_GATES_PER_ADDRESS", rate, { most: 100, seconds: 600 }), account: null },
      // The mails that one person can cause to others in a day, and that one mailbox gets from all of them together.
      outreach: {
        address: read("LIMIT_OUTREACH_PER_ADDRESS", rate, { most: 500, seconds: 86_400 }),
        account: read("LIMIT_OUTREACH_PER_ACCOUNT", rate, { most: 50, seconds: 86_400 }),
        recipient: read("LIMIT_OUTREACH_PER_RECIPIENT", rate, { most: 10, seconds: 86_400 }),
      },
      // An organizer who has held events, to people who came to them before or belong to their community.
      outreach_known: { account: read("LIMIT_OUTREACH_KNOWN_PER_ACCOUNT", rate, { most: 500, seconds: 86_400 }) },
      // A person could register with another's address, and join and leave: the owner gets a mail each time.
      unproven: { recipient: read("LIMIT_UNPROVEN_PER_RECIPIENT", rate, { most: 20, seconds: 86_400 }) },
      // Creating weekly events for a whole season one by one takes more than an hour, so organizers do not reach this
      // limit.
      event: { account: read("LIMIT_EVENTS_PER_ACCOUNT", rate, { most: 60, seconds: 3600 }) },
      picture: { account: read("LIMIT_PICTURES_PER_ACCOUNT", rate, { most: 50, seconds: 86_400 }) },
      // A person does not press a button every other second for ten minutes. A program might, and may continue a little
      // later.
      write: { account: read("LIMIT_WRITES_PER_ACCOUNT", rate, { most: 300, seconds: 600 }) },
    } satisfies AttemptLimits,
  };

  if ((config.googleClientId === null) !== (config.googleClientSecret === null)) {
    problems.push("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET have to be set together: Google's console gives both.");
  }

  // Several instances would each create their own, and would not recognize each other's sessions.
  if (config.databaseUrl !== null && !environment["AUTH_SECRET"]?.trim()) {
    problems.push(
      "AUTH_SECRET has to be set when DATABASE_URL is, the same on every instance: `openssl rand -base64 32` makes one.",
    );
  }
  if (config.metricsPort === config.port) {
    problems.push("METRICS_LISTEN_PORT is the same as PORT: everybody could read the figures; it has to be another.");
  }
  if (config.databaseDirectUrl !== null && config.databaseUrl === null) {
    problems.push("DATABASE_DIRECT_URL is set, and DATABASE_URL is not: it has to be set, to the pooler's address.");
  }
  if (config.smtpUrl !== null && !environment["MAIL_FROM"]?.trim()) {
    problems.push("MAIL_FROM has to be set when SMTP_URL is, such as 'Goodturn <hello@goodturn.example>'.");
  }
  if (problems.length > 0) throw new StartFailure(problems.join("\n"));
  const google = googleOf(config);
  // The embedded database, and the memory of our stand-in for Google, exist in one process only.
  const isForOne = config.databaseUrl === null || google === "stand-in";
  const processes = isForOne
    ? 1
    : (config.processesWanted ?? processesFor(availableParallelism(), config.databasePool));
  const connections = config.databasePool ?? poolFor(processes);
  return { ...config, google, processes, databaseConnections: connections };
}

/** Returns the configuration with each process's share of common resources. */
export function shareOf(config: Config): Config {
  const { processes } = config;
  const part = (most: number) => Math.ceil(most / processes);
  const { all, address } = config.liveViewers;
  return {
    ...config,
    databaseConnections: poolOfEach(config.databaseConnections, processes),
    requestsMax: part(config.requestsMax),
    keptBytes: part(config.keptBytes),
    liveViewers: { all: all === null ? null : part(all), address: address === null ? null : part(address) },
  };
}

type GoogleConfig = {
  googleClientId: string | null;
  googleClientSecret: string | null;
  googleIssuer: string;
  demo: boolean | null;
  host: string;
  origin: string | null;
};

/**
 * Returns the provider for logging in with Google: Google itself, if this site is registered there; our stand-in, if
 * the demo is on and only this machine can reach us; otherwise null.
 */
function googleOf({ googleClientId, googleClientSecret, googleIssuer, demo, ...here }: GoogleConfig) {
  if (googleClientId !== null && googleClientSecret !== null) {
    return { clientId: googleClientId, clientSecret: googleClientSecret, issuer: googleIssuer };
  }
  const { host: name, origin: address } = here;
  const isAtHome = isLoopback(name) && (address === null || isLoopback(new URL(address).hostname));
  return demo === true && isAtHome ? ("stand-in" as const) : null;
}
