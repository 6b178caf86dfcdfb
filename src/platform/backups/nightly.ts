import { statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "#db/schema.server.ts";
import { StartFailure } from "#db/start-failure.ts";
import { backupFailedMail } from "#domain/hosting/mails.ts";
import type { Config } from "../config/config.ts";
import { contactOf, publicAddress } from "../process/own-address.ts";
import { backUp } from "./backup.ts";

/** The number of days for which a backup is kept; it still has data that people have deleted since. */
export const keptDays = 30;
const day = 24 * 3600 * 1000;
/** True for backups, and for remains of interrupted ones. */
const isBackup = (name: string) => /\.goodturn(\.part)?$/.test(name);

/**
 * Backs up into a folder, under a name with the time, and then deletes the backups there that are older than 30 days.
 * If it fails, no older backup is deleted, and hosts get a mail, if there is a mail server.
 * @returns the file, what is in it, and the names of deleted backups
 * @throws StartFailure with the reason, and whether a mail was sent
 */
export async function backUpNightly(folder: string, config: Config, now = new Date()) {
  const file = join(folder, `${now.toISOString().slice(0, 16).replace(":", "")}.goodturn`);
  try {
    const backup = await backUp(file, config);
    return { file, ...backup, removed: await removeOld(folder, now) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartFailure(`${reason}\n${await tellByMail(folder, reason, config)}`, { cause: error });
  }
}

async function removeOld(folder: string, now: Date): Promise<string[]> {
  const isOld = (name: string) => now.getTime() - statSync(join(folder, name)).mtimeMs > keptDays * day;
  const old = (await readdir(folder)).filter(isBackup).filter(isOld);
  await Promise.all(old.map((name) => rm(join(folder, name))));
  return old.toSorted();
}

/** @returns a sentence that says whether a mail was sent */
async function tellByMail(folder: string, reason: string, config: Config): Promise<string> {
  const to = contactOf(config);
  if (config.smtpUrl === null) return "No mail was sent: SMTP_URL is not set.";
  try {
    const { createMailer } = await import("#adapters/mail/mail.ts");
    const mailer = createMailer({ from: config.mailFrom, smtpUrl: config.smtpUrl, folder, log: () => {} });
    await mailer.send(backupFailedMail({ to, folder, reason, address: publicAddress(config) }), newId());
    return `A mail to ${to} reports this.`;
  } catch (error) {
    return `A mail to ${to} could not be sent either: ${error instanceof Error ? error.message : String(error)}`;
  }
}
