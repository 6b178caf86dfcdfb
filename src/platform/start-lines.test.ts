import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config/config.ts";
import { startLines } from "./start-lines.ts";

const started = { where: "memory", now: () => new Date(), embedded: true, demo: false, isDevelopment: false };
const loud = (environment: Record<string, string>) =>
  startLines(readConfig(environment), started).filter((line) => /=off: N/.test(line));
const aboutMail = (environment: Record<string, string>) =>
  startLines(readConfig(environment), started).filter((line) => line.startsWith("Mail: "));
const aboutGoogle = (environment: Record<string, string>) =>
  startLines(readConfig(environment), started).filter((line) => line.startsWith("Google: "));

const renamed = (environment: Record<string, string>) =>
  startLines(readConfig(environment), started).filter((line) => line.includes("is called"));

const aboutProcesses = (environment: Record<string, string>) => {
  const postgres = { DATABASE_URL: "postgres://u@db/x", AUTH_SECRET: "x".repeat(32) };
  const lines = startLines(readConfig({ ...postgres, ...environment }), { ...started, embedded: false });
  return lines.filter((line) => line.startsWith("Processes: "));
};

const dataLine = (environment: Record<string, string>, embedded = true) =>
  startLines(readConfig(environment), { ...started, embedded }).find((line) => line.startsWith("Data: "));

describe("startLines", () => {
  it("warn clearly that a copy of a site sends no mail and the like, but not on a real site", () => {
    expect(loud({})).toEqual([]);
    expect(loud({ SEND_MAIL: "off" })).toEqual([
      expect.stringMatching(/^SEND_MAIL=off: NO MAIL GOES OUT, and none is written.*outbox/),
    ]);
    const nothing = [expect.stringMatching(/^RUN_JOBS=off: NO SCHEDULED WORK IS DONE\. No mail goes out/)];
    expect(loud({ RUN_JOBS: "off" })).toEqual(nothing);
    expect(loud({ RUN_JOBS: "off", SEND_MAIL: "off" })).toEqual(nothing);
  });

  it("say what a power cut can do to the embedded database, and omit that with PostgreSQL", () => {
    expect(dataLine({})).toMatch(/What it has confirmed is on the disk/);
    expect(dataLine({ DURABLE: "off" })).toMatch(/DURABLE=off: A POWER CUT MAY LOSE THE LAST SECONDS/);
    expect(dataLine({}, false)).toBe("Data: memory");
  });

  it("tell where mails are: in the folder without a mail server, or in the outbox while it holds them", () => {
    const folder = join(process.cwd(), "data", "mail");
    const smtp = { SMTP_URL: "smtp://mail.example", MAIL_FROM: "hello@goodturn.example" };
    const written = `Each mail is written to ${folder}`;
    expect(aboutMail({})).toEqual([expect.stringContaining(written)]);
    for (const off of [{ SEND_MAIL: "off" }, { RUN_JOBS: "off" }]) {
      const [line = ""] = aboutMail(off);
      expect(line).toMatch(/^Mail: not configured\. Set SMTP_URL/);
      expect(line).not.toContain("written");
      expect(loud(off)).toEqual([expect.stringContaining(`off each of them is written to ${folder} at once.`)]);
      expect(loud({ ...off, ...smtp })).toEqual([expect.stringMatching(/off each of them goes out at once\.$/)]);
      expect(aboutMail({ ...off, ...smtp })).toEqual(["Mail: through mail.example, from hello@goodturn.example"]);
    }
    expect(aboutMail(smtp)).toEqual(["Mail: through mail.example, from hello@goodturn.example"]);
  });

  it("tell how many processes serve, and why there are fewer than cores", () => {
    const fewer = [
      expect.stringMatching(/^Processes: 1, for \d+ cores, because PostgreSQL's connections are not enough for more/),
    ];
    expect(aboutProcesses({ DATABASE_POOL: "5" })).toEqual(availableParallelism() > 1 ? fewer : []);
    expect(aboutProcesses({ WEB_CONCURRENCY: "3" })).toEqual([
      "Processes: 3, on one port; WEB_CONCURRENCY sets the number.",
    ]);
    expect(aboutProcesses({ WEB_CONCURRENCY: "1" })).toEqual([]);
  });

  it("give the current name of each variable that is set by an earlier one", () => {
    expect(renamed({ MAIL: "off", HOST: "::1" })).toEqual([
      expect.stringMatching(/^MAIL is called SEND_MAIL now\. The old name still works/),
      expect.stringMatching(/^HOST is called LISTEN_HOST now\./),
    ]);
    expect(renamed({ MAIL: "/var/mail/root", HOST: "my-laptop", SEND_MAIL: "off" })).toEqual([]);
  });

  it("tell which Google address is used and what to register there, or that it is not configured", () => {
    const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret", ORIGIN: "https://goodturn.example" };
    expect(aboutGoogle({ ...google, GOOGLE_ISSUER: "https://accounts.example" })).toEqual([
      "Google: configured, at https://accounts.example; register https://goodturn.example/api/auth/callback/google there as redirect URI.",
    ]);
    expect(aboutGoogle({})).toEqual([expect.stringMatching(/^Google: not configured\. .*GOOGLE_CLIENT_ID/)]);
  });
});
