import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../database/connect.ts";
import { migrate } from "#db/migrate.ts";
import { newData } from "#test/setup/data.ts";
import { startMailReceiver } from "#test/setup/mail-receiver.ts";
import { readConfig } from "../config/config.ts";
import { keptSecret } from "../process/auth-secret.ts";
import { backUpNightly } from "./nightly.ts";

let site: string;
let folder: string;
let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
const now = new Date("2026-11-27T04:00:12Z");
beforeEach(async () => {
  site = await newData("nightly");
  folder = mkdtempSync(join(tmpdir(), "goodturn-nightly-"));
  receiver = await startMailReceiver();
});
afterEach(async () => {
  await receiver.stop();
  for (const one of [site, folder]) rmSync(one, { recursive: true, force: true });
});

/** Creates files of these ages in days. */
function keep(files: Record<string, number>) {
  for (const [name, days] of Object.entries(files)) {
    writeFileSync(join(folder, name), name);
    const time = new Date(now.getTime() - days * 24 * 3600 * 1000 - 1000);
    utimesSync(join(folder, name), time, time);
  }
}
const old = { "2026-10-27.goodturn": 31, "2026-10-28T0400.goodturn": 30, "2026-10-01T0400.goodturn.part": 57 };
const young = { "2026-10-29T0400.goodturn": 29, "before-2026-11-01.goodturn": 26, "notes.txt": 400, "old.tar": 90 };

const configOf = (more: Record<string, string> = {}) => {
  const mail = { SMTP_URL: receiver.address, MAIL_FROM: "Goodturn <hello@goodturn.example>" };
  return readConfig({ DATA_DIR: site, ORIGIN: "https://goodturn.example", ...mail, ...more });
};
const sentenceOf = (deed: Promise<unknown>) =>
  deed.then(
    () => "done",
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("a nightly backup", () => {
  it("has a name with its time, and deletes only backups older than 30 days", async () => {
    const database = await openDatabase({ url: null, dataDir: site });
    await migrate(database.db);
    keptSecret(site);
    await database.close();
    keep({ ...old, ...young });
    const { file, kind, removed } = await backUpNightly(folder, configOf(), now);
    expect([file, kind]).toEqual([join(folder, "2026-11-27T0400.goodturn"), "embedded"]);
    expect(removed).toEqual(Object.keys(old).toSorted());
    expect(readdirSync(folder).toSorted()).toEqual(["2026-11-27T0400.goodturn", ...Object.keys(young)].toSorted());
    expect(receiver.count()).toBe(0);
  });

  it("that fails deletes nothing, and hosts get a mail", async () => {
    rmSync(site, { recursive: true, force: true });
    mkdirSync(site);
    keep({ ...old, ...young });
    const said = await sentenceOf(backUpNightly(folder, configOf({ CONTACT_EMAIL: "host@goodturn.example" }), now));
    expect(said).toMatch(
      /^StartFailure: There is no database in .*\nA mail to host@goodturn\.example reports this\.$/s,
    );
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys({ ...old, ...young }).toSorted());
    const [mail, ...more] = await receiver.mailsTo("host@goodturn.example");
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: "Tonight's backup failed" });
    expect(mail?.text).toContain(`There is no database in ${site}`);
    expect(mail?.text).toContain(`No new backup was made in ${folder}.`);
    expect(mail?.text).toContain("https://goodturn.example");
  });

  it("that fails reports why no mail can be sent", async () => {
    rmSync(site, { recursive: true, force: true });
    keep(old);
    const without = readConfig({ DATA_DIR: site });
    expect(await sentenceOf(backUpNightly(folder, without, now))).toMatch(
      /^StartFailure: There is no database in .*\nNo mail was sent: SMTP_URL is not set\.$/s,
    );
    await receiver.stop();
    expect(await sentenceOf(backUpNightly(folder, configOf(), now))).toMatch(
      /There is no database in .*\nA mail to hello@goodturn\.example could not be sent either: .*ECONNREFUSED/s,
    );
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(old).toSorted());
    receiver = await startMailReceiver();
  });
});
