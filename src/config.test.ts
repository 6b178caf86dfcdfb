import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const long = "0123456789abcdef0123456789abcdef";

/** The sentences with which an environment is refused, one a line. */
function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n");
  }
}

describe("readConfig", () => {
  it("needs nothing", () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      origin: null,
      databaseUrl: null,
      authSecret: null,
      demo: null,
    });
    expect(readConfig({}).dataDir).toMatch(/^\/.*\/data$/);
  });

  it("takes an empty value as none", () => {
    expect(readConfig({ PORT: "", DEMO: " " })).toEqual(readConfig({}));
  });

  it("reads what is given", () => {
    const given = { PORT: "80", HOST: "::", ORIGIN: "https://Goodturn.example/", DEMO: "off", AUTH_SECRET: long };
    expect(readConfig({ ...given, DATABASE_URL: "postgres://u:p@db/goodturn", DATA_DIR: "/var/lib/x" })).toMatchObject({
      port: 80,
      host: "::",
      origin: "https://goodturn.example",
      dataDir: "/var/lib/x",
      databaseUrl: "postgres://u:p@db/goodturn",
      demo: false,
    });
  });

  it.each([
    ["PORT", "abc", "PORT is 'abc'; it has to be a whole number from 1 to 65535."],
    ["PORT", "70000", "PORT is '70000'; it has to be a whole number from 1 to 65535."],
    ["PORT", "0x50", "PORT is '0x50'; it has to be a whole number from 1 to 65535."],
    ["HOST", "http://x", /^HOST is 'http:\/\/x'; it has to be an address or a name of this machine/],
    ["ORIGIN", "goodturn.example", /^ORIGIN is 'goodturn.example'; it has to be an address without a path/],
    ["ORIGIN", "https://x.example/app", /^ORIGIN is .*without a path/],
    ["ORIGIN", "ftp://x.example", /^ORIGIN is /],
    ["DEMO", "yes", "DEMO is 'yes'; it has to be 'on' or 'off'."],
    ["AUTH_SECRET", "short", /^AUTH_SECRET has 5 characters; it needs at least 32/],
    ["MAIL_FROM", "Goodturn", /^MAIL_FROM is 'Goodturn'; it has to be an e-mail address/],
    ["MAIL_FROM", "Goodturn <a@b.example>, x", /^MAIL_FROM is /],
    ["CONTACT_EMAIL", "me", "CONTACT_EMAIL is 'me'; it has to be an e-mail address."],
    ["TRUSTED_PROXIES", "10.0.0.0/33", /^TRUSTED_PROXIES has '10.0.0.0\/33'/],
    ["TRUSTED_PROXIES", "10.0.0.1, proxy", /^TRUSTED_PROXIES has 'proxy'/],
  ])("refuses %s=%s with one sentence", (name, value, sentence) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(sentence)]);
  });

  it("never repeats an address that may hold a password", () => {
    const [problem] = problemsOf({ DATABASE_URL: "mysql://u:pass@db/x", AUTH_SECRET: long });
    expect(problem).toMatch(/^DATABASE_URL is no address of a PostgreSQL/);
    expect(problem).not.toContain("pass@");
  });

  it("demands a sender with an SMTP server, and never repeats the server's password", () => {
    expect(problemsOf({ SMTP_URL: "smtps://u:pass@smtp.example.org" })).toEqual([
      expect.stringMatching(/^MAIL_FROM has to be set when SMTP_URL is/),
    ]);
    const [problem] = problemsOf({ SMTP_URL: "imap://u:pass@x", MAIL_FROM: "a@b.example" });
    expect(problem).toMatch(/^SMTP_URL is no address of an SMTP server/);
    expect(problem).not.toContain("pass@");
  });

  it("demands a secret with a PostgreSQL", () => {
    expect(problemsOf({ DATABASE_URL: "postgres://db/x" })).toEqual([
      expect.stringMatching(/^AUTH_SECRET has to be set/),
    ]);
  });

  it("tells all that is wrong at once", () => {
    expect(problemsOf({ PORT: "x", DEMO: "x", AUTH_SECRET: "x" })).toHaveLength(3);
  });

  it("keeps ranges of proxies of both versions", () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7,fd00::/8" });
    expect(trustedProxies.check("10.20.30.40")).toBe(true);
    expect(trustedProxies.check("192.0.2.7")).toBe(true);
    expect(trustedProxies.check("192.0.2.8")).toBe(false);
    expect(trustedProxies.check("fd12::1", "ipv6")).toBe(true);
  });
});
