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

/** How the server is set up, from the environment. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment: each variable with its rule and its default for when it is not set, or empty.
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
    /** Variables that are set by the name that they had in the version before, and the name that each has now. */
    earlierNames: findEarlierNames(environment),
    /** From which level on something is written to the log. */
    logLevel: read("LOG_LEVEL", oneOf(levels), "info"),
    /** The TCP port that we listen on. */
    port: read("PORT", wholeNumberFrom(1, 65_535), 3000),
    /** The address that we listen on. Other machines are let in by choice only. */
    host: read("LISTEN_HOST", host, "127.0.0.1"),
    /** The TCP port on which figures are read, and the address; null where they are not counted. */
    metricsPort: read("METRICS_LISTEN_PORT", wholeNumberFrom(1, 65_535), null),
    metricsHost: read("METRICS_LISTEN_HOST", host, "127.0.0.1"),
    /** Our public address; without it (null) links lead to this machine. */
    origin: read("ORIGIN", origin, null),
    /** The folder of the embedded database and of its secret. */
    dataDir: read("DATA_DIR", folder, resolve("data")),
    /** Whether the embedded database's commits wait for the disk. */
    durable: read("DURABLE", onOrOff, true),
    /** A PostgreSQL to use; null is the embedded database. */
    databaseUrl: read("DATABASE_URL", postgresAddress, null),
    /** The same without a pooler in between, for what needs a session: migrations, and hearing from others; null when there is none. */
    databaseDirectUrl: read("DATABASE_DIRECT_URL", postgresAddress, null),
    /** How many processes were asked for; null when nobody has said. */
    processesWanted: read("WEB_CONCURRENCY", wholeNumberFrom(1, 128), null),
    /** How many connections to PostgreSQL all processes together may have; null when nobody has said. */
    databasePool: read("DATABASE_POOL", wholeNumberFrom(connectionsMin, 1000), null),
    /** Signs sessions; null when it is to be made and kept in the data folder. */
    authSecret: read("AUTH_SECRET", secret, null),
    /** What credentials are signed with; null when a key is to be made and kept in the data folder. */
    credentialKeys: read("CREDENTIAL_KEYS", signingKeys, null),
    /** Whether a database without events gets demo content; null when only a new embedded one does. */
    demo: read("DEMO", onOrOff, null),
    /** Whether a member's first event waits for a host's yes. */
    looksFirst: read("REVIEW", oneOf(["first", "off"]), "off") === "first",
    /** Whether mail goes out, and what the clock causes is done: neither by a copy of a site, whose people hear from the site itself. */
    mail: read("SEND_MAIL", onOrOff, true),
    jobs: read("RUN_JOBS", onOrOff, true),
    /** Whether the towns of the world are read into the database, so that events can be found by them. */
    towns: read("TOWNS", onOrOff, true),
    /** Whether events are fetched from addresses that organizers give; files are read anyway. */
    import: read("IMPORT", onOrOff, true),
    /** The SMTP server that mail goes through; null is a file for each mail, in the data folder. */
    smtpUrl: read("SMTP_URL", smtpAddress, null),
    /** The sender of our mail. */
    mailFrom: read("MAIL_FROM", sender, "Goodturn <goodturn@localhost>"),
    /** Where messages from the contact page go; null is the address of MAIL_FROM. */
    contactEmail: read("CONTACT_EMAIL", mailbox, null),
    /** The addresses of the people who run this site, as we keep addresses. */
    adminEmails: read("ADMIN_EMAILS", mailboxes, new Set<string>()),
    /** Where the pictures of maps come from, and whom they are credited to. */
    map: {
      tiles: read("MAP_TILES_URL", tilesAddress, "https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
      credit: read("MAP_TILES_CREDIT", asIs, "© OpenStreetMap contributors"),
    },
    /** What stands in the footer and on the home page in place of our examples. */
    site: siteTexts(environment, (sentence) => problems.push(sentence)),
    /** The proxies whose X-Forwarded-For and X-Request-Id are believed. */
    trustedProxies: read("TRUSTED_PROXIES", addresses, new BlockList()),
    /** Our name at Google. */
    googleClientId: read("GOOGLE_CLIENT_ID", asIs, null),
    googleClientSecret: read("GOOGLE_CLIENT_SECRET", asIs, null),
    /** The OpenID provider that is asked for Google. */
    googleIssuer: read("GOOGLE_ISSUER", issuer, "https://accounts.google.com"),
    /** The Firebase project that knows the passwords; null when we do. */
    firebase: firebaseProject(environment, (sentence) => problems.push(sentence)),
    /** How many event pages may be open on live numbers, on this process: each takes some 22 kB and a connection. */
    liveViewers: {
      all: read("LIVE_VIEWERS_MAX", mostOrOff, 20_000),
      // A hall of people behind one address looks at the same event.
      address: read("LIVE_VIEWERS_PER_ADDRESS", mostOrOff, 2000),
    },
    /** How many requests may be under way that are not answered from what is kept. */
    requestsMax: read("REQUESTS_MAX", wholeNumberFrom(1, 100_000), 1000),
    /** How many bytes the answers may take that are kept because they are the same for everybody. */
    keptBytes: read("KEPT_MB", wholeNumberFrom(0, 4096), 64) * 1024 * 1024,
    /** How long caches between us and readers may answer for us, in seconds: so long may what they say be outdated. */
    cdnSeconds: read("CDN_SECONDS", wholeNumberFrom(0, 3600), 0),
    /** How long everybody is served after we were told to stop, so that balancers see that we do, in seconds. */
    drainSeconds: read("DRAIN_SECONDS", wholeNumberFrom(0, 300), 0),
    /** How often something may be tried: from a network address, and with an account. */
    limits: {
      // A hall of people behind one address logs in within minutes; someone who guesses needs thousands of attempts.
      sign_in: {
        address: read("LIMIT_SIGN_IN_PER_ADDRESS", rate, { most: 30, seconds: 60 }),
        // Only failures count. Ten in five minutes are enough to try every password that one might have meant.
        account: read("LIMIT_SIGN_IN_PER_ACCOUNT", rate, { most: 10, seconds: 300 }),
      },
      // The same hall registers. Registering also tells whether an e-mail has an account, so it is no faster.
      sign_up: { address: read("LIMIT_SIGN_UP_PER_ADDRESS", rate, { most: 30, seconds: 60 }), account: null },
      // A mail that somebody asks for lands with somebody else when the e-mail is not theirs.
      mail: {
        address: read("LIMIT_MAIL_PER_ADDRESS", rate, { most: 20, seconds: 600 }),
        account: read("LIMIT_MAIL_PER_ACCOUNT", rate, { most: 5, seconds: 3600 }),
      },
      // Contact messages and newsletter subscriptions, which need no account.
      form: { address: read("LIMIT_FORMS_PER_ADDRESS", rate, { most: 20, seconds: 600 }), account: null },
      // An organizer who adds people by their addresses learns which of these have an account.
      invite: { address: null, account: read("LIMIT_INVITES_PER_ACCOUNT", rate, { most: 30, seconds: 3600 }) },
      // Each makes us fetch from somebody else, and read what they have written.
      import: { account: read("LIMIT_IMPORTS_PER_ACCOUNT", rate, { most: 10, seconds: 3600 }) },
      // Nobody finds more than that at fault in a day; whoever makes up accounts or addresses for it is counted by where they are.
      report: {
        address: read("LIMIT_REPORTS_PER_ADDRESS", rate, { most: 20, seconds: 3600 }),
        account: read("LIMIT_REPORTS_PER_ACCOUNT", rate, { most: 30, seconds: 86_400 }),
      },
      // All of them without an account together: so many a person can still read.
      report_unknown: { account: read("LIMIT_REPORTS_UNKNOWN", rate, { most: 200, seconds: 86_400 }) },
      // A team of helpers opens it at one place, some of them a few times.
      gate_sync: {
        address: read("LIMIT_GATE_SYNCS_PER_ADDRESS", rate, { most: 3000, seconds: 60 }),
        account: read("LIMIT_GATE_SYNCS_PER_PHONE", rate, { most: 120, seconds: 60 }),
      },
      gate: { address: read("LIMIT_GATES_PER_ADDRESS", rate, { most: 100, seconds: 600 }), account: null },
      // What one person can have mailed to others in a day, and what one mailbox gets of it from all of them together.
      outreach: {
        address: read("LIMIT_OUTREACH_PER_ADDRESS", rate, { most: 500, seconds: 86_400 }),
        account: read("LIMIT_OUTREACH_PER_ACCOUNT", rate, { most: 50, seconds: 86_400 }),
        recipient: read("LIMIT_OUTREACH_PER_RECIPIENT", rate, { most: 10, seconds: 86_400 }),
      },
      // Somebody could register with an address that is not theirs, and join and leave: its owner is mailed each time.
      unproven: { recipient: read("LIMIT_UNPROVEN_PER_RECIPIENT", rate, { most: 20, seconds: 86_400 }) },
      // A season of weekly events, run again one by one, takes longer than an hour.
      event: { account: read("LIMIT_EVENTS_PER_ACCOUNT", rate, { most: 60, seconds: 3600 }) },
      picture: { account: read("LIMIT_PICTURES_PER_ACCOUNT", rate, { most: 50, seconds: 86_400 }) },
      // Nobody presses a button every other second for ten minutes; a program does, and may go on a little later.
      write: { account: read("LIMIT_WRITES_PER_ACCOUNT", rate, { most: 300, seconds: 600 }) },
    } satisfies AttemptLimits,
  };

  if ((config.googleClientId === null) !== (config.googleClientSecret === null)) {
    problems.push("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET have to be set together: Google's console gives both.");
  }

  // Several instances would each make their own, and none would know the sessions of the others.
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
  // The embedded database, and what our stand-in for Google remembers, are one process's own.
  const isForOne = config.databaseUrl === null || google === "stand-in";
  const processes = isForOne
    ? 1
    : (config.processesWanted ?? processesFor(availableParallelism(), config.databasePool));
  const connections = config.databasePool ?? poolFor(processes);
  return { ...config, google, processes, databaseConnections: connections };
}

/** What each of our processes has of all that is for them together. */
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
 * The Google that people sign in with: Google itself, with the values it gave us; our stand-in, where somebody has
 * asked for the demo and nobody but this machine can reach it; or null, nobody.
 */
function googleOf({ googleClientId, googleClientSecret, googleIssuer, demo, ...here }: GoogleConfig) {
  if (googleClientId !== null && googleClientSecret !== null) {
    return { clientId: googleClientId, clientSecret: googleClientSecret, issuer: googleIssuer };
  }
  const { host: name, origin: address } = here;
  const isAtHome = isLoopback(name) && (address === null || isLoopback(new URL(address).hostname));
  return demo === true && isAtHome ? ("stand-in" as const) : null;
}
