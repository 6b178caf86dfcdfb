import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Config } from "./config/config.ts";
import { publicAddress } from "./process/own-address.ts";

/** The location of the data, and the circumstances of the start. */
type Started = { where: string; now: () => Date; embedded: boolean; demo: boolean; isDevelopment: boolean };

/**
 * Returns the lines for the person at the terminal: our address, the location of the data, and what is not configured.
 */
export function startLines(config: Config, started: Started): string[] {
  const { where, now, embedded, demo, isDevelopment } = started;
  const seconds = (performance.now() / 1000).toFixed(1);
  return [
    `Goodturn is at ${publicAddress(config)} (started in ${seconds} s${isDevelopment ? ", development" : ""})`,
    embedded ? `Data: ${where}, an embedded database for this one process. ${durability(config)}` : `Data: ${where}`,
    ...clockLines(Date.now() - now().getTime()),
    ...(isDevelopment ? [] : processLines(config)),
    ...(demo
      ? ["Demo: the database was empty and got demo events and communities. DEMO=off starts without them."]
      : []),
    ...offLines(config),
    ...config.earlierNames.map(
      ([earlier, name]) =>
        `${earlier} is called ${name} now. The old name still works in this version, but not in the next.`,
    ),
    identityLine(config.firebase),
    mailLine(config),
    ...(config.firebase ? [] : [googleLine(config)]),
    ...(config.origin
      ? []
      : [
          `Public address: not configured. Links in mails lead to ${publicAddress(config)}; set ORIGIN to change that.`,
        ]),
  ];
}

const durability = ({ durable }: Config): string =>
  durable
    ? "What it has confirmed is on the disk. For many people at once, set DATABASE_URL to a PostgreSQL database."
    : "DURABLE=off: A POWER CUT MAY LOSE THE LAST SECONDS, or damage it.";

/** Warns clearly of the work that a copy of a site leaves undone, but a real site must do. */
function offLines(config: Config): string[] {
  const { mail, jobs, smtpUrl } = config;
  const what = smtpUrl === null ? `is written to ${folderOf(config)} at once` : "goes out at once";
  if (!jobs) {
    return [
      `RUN_JOBS=off: NO SCHEDULED WORK IS DONE. No mail goes out or is written, nobody is reminded, no offer expires, no account is deleted. Mails wait in the outbox: without RUN_JOBS=off each of them ${what}.`,
    ];
  }
  if (mail) return [];
  return [
    `SEND_MAIL=off: NO MAIL GOES OUT, and none is written to a folder. Mails wait in the outbox (npm run jobs lists them): without SEND_MAIL=off each of them ${what}.`,
  ];
}

/** Tells where mails go, unless the outbox holds them. */
function mailLine(config: Config): string {
  const { mail, jobs, smtpUrl, mailFrom } = config;
  if (smtpUrl !== null) return `Mail: through ${URL.parse(smtpUrl)?.host}, from ${mailFrom}`;
  const written = mail && jobs ? ` Each mail is written to ${folderOf(config)};` : "";
  return `Mail: not configured.${written} ${written ? "set" : "Set"} SMTP_URL to send mail. Until then addresses are not confirmed: events may be published under another person's address.`;
}

const folderOf = ({ dataDir }: Config): string => join(dataDir, "mail");

/** Warns of a clock that is wrong by a minute or more. @param ahead of the database's, in milliseconds */
function clockLines(ahead: number): string[] {
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  if (minutes === 0) return [];
  const how = ahead > 0 ? "ahead of" : "behind";
  return [
    `Clock: this machine's is ${minutes} ${minutes === 1 ? "minute" : "minutes"} ${how} the database's; the database's time is used.`,
  ];
}

/** Tells the number of processes, if there are several, or fewer than requested. */
function processLines({ processes, processesWanted, databaseUrl }: Config): string[] {
  const cores = availableParallelism();
  if (processesWanted === null && databaseUrl !== null && processes < cores) {
    return [
      `Processes: ${processes}, for ${cores} cores, because PostgreSQL's connections are not enough for more; WEB_CONCURRENCY and DATABASE_POOL set the number.`,
    ];
  }
  if (processes > 1) return [`Processes: ${processes}, on one port; WEB_CONCURRENCY sets the number.`];
  if (processesWanted === null || processesWanted === 1) return [];
  const reason = databaseUrl === null ? "The embedded database is for one" : "The stand-in for Google is for one";
  return [`Processes: one. ${reason}, so WEB_CONCURRENCY=${processesWanted} is ignored.`];
}

/** Tells whether members can log in with Google, what to set if not, and what to register at Google. */
function googleLine(config: Config): string {
  const { google } = config;
  const register = `register ${publicAddress(config)}/api/auth/callback/google there as redirect URI`;
  if (google === "stand-in") {
    return "Google: our stand-in, because of DEMO=on, for this computer only. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET for the real one.";
  }
  return google
    ? `Google: configured, at ${google.issuer}; ${register}.`
    : `Google: not configured. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET from console.cloud.google.com, and ${register}.`;
}

/** Tells where passwords are handled. */
function identityLine(firebase: Config["firebase"]): string {
  if (!firebase) return "Identity: built in; members and their passwords are in our database.";
  const { projectId, emulator } = firebase;
  if (!emulator) return `Identity: Firebase Authentication, project ${projectId}; register this site's address there.`;
  return `Identity: the emulator of Firebase Authentication at ${emulator}, project ${projectId}, for tests: anyone who reaches it can sign in as anybody.`;
}
