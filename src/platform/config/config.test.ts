import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { readConfig, shareOf } from "./config.ts";

const long = "0123456789abcdef0123456789abcdef";

const postgres = { DATABASE_URL: "postgres://u@db/x", AUTH_SECRET: long };
const processes = (more: Record<string, string>) => readConfig(more).processes;

/** Returns each process's share of the common resources. */
function shares(more: Record<string, string>) {
  const { databaseConnections, keptBytes, requestsMax, liveViewers } = shareOf(readConfig({ ...postgres, ...more }));
  return [databaseConnections, keptBytes / 1024 / 1024, requestsMax, liveViewers.all, liveViewers.address];
}

/** Returns the sentences with which an environment is refused, one a line. */
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

  it("accepts only known log levels", () => {
    expect([readConfig({}).logLevel, readConfig({ LOG_LEVEL: "silent" }).logLevel]).toEqual(["info", "silent"]);
    expect(problemsOf({ LOG_LEVEL: "loud" })).toEqual([
      "LOG_LEVEL is 'loud'; it has to be one of debug, info, warn, error, silent.",
    ]);
  });

  it("exports metrics only if a port is set, on this machine by default, and never on the site's own port", () => {
    expect(readConfig({})).toMatchObject({ metricsPort: null, metricsHost: "127.0.0.1" });
    expect(readConfig({ METRICS_LISTEN_PORT: "9464", METRICS_LISTEN_HOST: "10.0.0.1" })).toMatchObject({
      metricsPort: 9464,
      metricsHost: "10.0.0.1",
    });
    const same = [expect.stringMatching(/^METRICS_LISTEN_PORT is the same as PORT: .*; it has to be another\.$/)];
    expect(problemsOf({ METRICS_LISTEN_PORT: "3000" })).toEqual(same);
    expect(problemsOf({ METRICS_LISTEN_PORT: "80", PORT: "80" })).toEqual(same);
  });

  it("treats an empty value as missing", () => {
    expect(readConfig({ PORT: "", DEMO: " " })).toEqual(readConfig({}));
  });

  it("reads the given values", () => {
    const given = { PORT: "80", LISTEN_HOST: "::", ORIGIN: "https://Goodturn.example/", DEMO: "off" };
    const config = readConfig({ ...given, ...postgres, DATA_DIR: "/var/lib/x" });
    expect(config).toMatchObject({ port: 80, host: "::", origin: "https://goodturn.example", demo: false });
    expect(config).toMatchObject({ dataDir: "/var/lib/x", databaseUrl: "postgres://u@db/x" });
  });

  it("sends mail and runs jobs, unless either is off", () => {
    expect(readConfig({})).toMatchObject({ mail: true, jobs: true });
    expect(readConfig({ SEND_MAIL: "off" })).toMatchObject({ mail: false, jobs: true });
    expect(readConfig({ RUN_JOBS: "off" })).toMatchObject({ mail: true, jobs: false });
  });

  it("waits for the disk and reads the towns of the world, unless either is off", () => {
    expect(readConfig({})).toMatchObject({ durable: true, towns: true });
    expect(readConfig({ DURABLE: "off", TOWNS: "off" })).toMatchObject({ durable: false, towns: false });
  });

  it("has a process for each core with PostgreSQL, and a single process with the embedded database or the demo", () => {
    expect(processes(postgres)).toBe(Math.min(availableParallelism(), 7));
    expect(processes({ ...postgres, WEB_CONCURRENCY: "3" })).toBe(3);
    expect(processes({ WEB_CONCURRENCY: "3" })).toBe(1);
    expect(processes({ ...postgres, WEB_CONCURRENCY: "3", DEMO: "on" })).toBe(1);
    expect(processes({ ...postgres, WEB_CONCURRENCY: "3", DEMO: "on", LISTEN_HOST: "0.0.0.0" })).toBe(3);
  });

  it("reads limits, and which of them are switched off", () => {
    const off = { LIMIT_SIGN_UP_PER_ADDRESS: "off", LIMIT_MAIL_PER_ADDRESS: "0" };
    expect(readConfig({ LIMIT_SIGN_IN_PER_ADDRESS: "500/600s", ...off }).limits).toMatchObject({
      sign_in: { address: { most: 500, seconds: 600 }, account: { most: 10, seconds: 300 } },
      sign_up: { address: null, account: null },
      mail: { address: null, account: { most: 5, seconds: 3600 } },
    });
  });

  it("reads hosts' addresses in the form in which members' addresses are stored", () => {
    expect(readConfig({}).adminEmails).toEqual(new Set());
    const contact = readConfig({ CONTACT_EMAIL: " Ju\u0308rgen@xn--bcher-kva.example" }).contactEmail;
    const from = readConfig({ MAIL_FROM: "Us <us@BÜCHER.example>" }).mailFrom;
    expect([contact, from]).toEqual(["jürgen@bücher.example", "Us <us@bücher.example>"]);
    expect(readConfig({ MAIL_FROM: "us@localhost" }).mailFrom).toBe("us@localhost");
    const given = "Zoe@Example.org , zoe@example.org,me@xn--bcher-kva.example";
    expect(readConfig({ ADMIN_EMAILS: given }).adminEmails).toEqual(new Set(["zoe@example.org", "me@bücher.example"]));
  });

  it.each([
    ["PORT", "abc", "PORT is 'abc'; it has to be a whole number from 1 to 65535."],
    ["PORT", "70000", "PORT is '70000'; it has to be a whole number from 1 to 65535."],
    ["PORT", "0x50", "PORT is '0x50'; it has to be a whole number from 1 to 65535."],
    ["LISTEN_HOST", "http://x", /^LISTEN_HOST is 'http:\/\/x'; it has to be an address or a name of this machine/],
    ["ORIGIN", "goodturn.example", /^ORIGIN is 'goodturn.example'; it has to be an address without a path/],
    ["ORIGIN", "https://x.example/app", /^ORIGIN is .*without a path/],
    ["ORIGIN", "ftp://x.example", /^ORIGIN is /],
    ["DEMO", "yes", "DEMO is 'yes'; it has to be 'on' or 'off'."],
    ["SEND_MAIL", "false", "SEND_MAIL is 'false'; it has to be 'on' or 'off'."],
    ["RUN_JOBS", "0", "RUN_JOBS is '0'; it has to be 'on' or 'off'."],
    ["TOWNS", "few", "TOWNS is 'few'; it has to be 'on' or 'off'."],
    ["AUTH_SECRET", "short", /^AUTH_SECRET has 5 characters; it needs at least 32/],
    ["CREDENTIAL_KEYS", '{"keys":["half of a secret"]}', /^CREDENTIAL_KEYS is not a JWKS of .* at least 2048 bits\.$/],
    ["MAIL_FROM", "Goodturn", /^MAIL_FROM is 'Goodturn'; it has to be an e-mail address/],
    ["MAIL_FROM", "Goodturn <a@b.example>, x", /^MAIL_FROM is /],
    ["CONTACT_EMAIL", "me", "CONTACT_EMAIL is 'me'; it has to be an e-mail address."],
    ["ADMIN_EMAILS", "a@b.example, me", "ADMIN_EMAILS has to be up to 20 e-mail addresses, separated by commas."],
    ["ADMIN_EMAILS", "a@b.example,", /^ADMIN_EMAILS has to be up to 20/],
    [
      "ADMIN_EMAILS",
      Array.from({ length: 21 }, (_, n) => `a${n}@b.example`).join(),
      /^ADMIN_EMAILS has to be up to 20/,
    ],
    ["LIMIT_SIGN_IN_PER_ADDRESS", "30", /^LIMIT_SIGN_IN_PER_ADDRESS is '30'; it has to be a number per seconds/],
    ["LIMIT_MAIL_PER_ACCOUNT", "0/60s", /^LIMIT_MAIL_PER_ACCOUNT is '0\/60s'; .*, such as 30\/60s, or 'off'\.$/],
    ["LIMIT_FORMS_PER_ADDRESS", "5/1h", /^LIMIT_FORMS_PER_ADDRESS is /],
    ["LIVE_VIEWERS_MAX", "-1", /^LIVE_VIEWERS_MAX is '-1'; it has to be a whole number, or 'off'\.$/],
    ["LIVE_VIEWERS_PER_ADDRESS", "30/60s", /^LIVE_VIEWERS_PER_ADDRESS is '30\/60s'; it has to be a whole number/],
    ["DATABASE_POOL", "4", "DATABASE_POOL is '4'; it has to be a whole number from 5 to 1000."],
    ["WEB_CONCURRENCY", "0", "WEB_CONCURRENCY is '0'; it has to be a whole number from 1 to 128."],
    ["DRAIN_SECONDS", "301", "DRAIN_SECONDS is '301'; it has to be a whole number from 0 to 300."],
    ["REQUESTS_MAX", "0", "REQUESTS_MAX is '0'; it has to be a whole number from 1 to 100000."],
    ["KEPT_MB", "4097", "KEPT_MB is '4097'; it has to be a whole number from 0 to 4096."],
    ["CDN_SECONDS", "1.5", "CDN_SECONDS is '1.5'; it has to be a whole number from 0 to 3600."],
    ["TRUSTED_PROXIES", "10.0.0.0/33", /^TRUSTED_PROXIES has '10.0.0.0\/33'/],
    ["TRUSTED_PROXIES", "10.0.0.1, proxy", /^TRUSTED_PROXIES has 'proxy'/],
    ["GOOGLE_ISSUER", "accounts.google.com", /^GOOGLE_ISSUER is .*; it has to be an address with https/],
    ["GOOGLE_ISSUER", "http://accounts.google.com", /^GOOGLE_ISSUER is /],
    ["GOOGLE_ISSUER", "https://user@accounts.google.com", /^GOOGLE_ISSUER is /],
    ["GOOGLE_CLIENT_ID", "x", /^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET have to be set together/],
    ["GOOGLE_CLIENT_SECRET", "x", /^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET have to be set together/],
  ])("refuses %s=%s with one sentence", (name, value, sentence) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(sentence)]);
  });

  it("never repeats an address that may contain a password", () => {
    const [problem] = problemsOf({ DATABASE_URL: "mysql://u:pass@db/x", AUTH_SECRET: long });
    expect(problem).toMatch(/^DATABASE_URL is not the address of a PostgreSQL/);
    expect(problem).not.toContain("pass@");
  });

  it("requires a sender with an SMTP server, and never repeats the server's password", () => {
    expect(problemsOf({ SMTP_URL: "smtps://u:pass@smtp.example.org" })).toEqual([
      expect.stringMatching(/^MAIL_FROM has to be set when SMTP_URL is/),
    ]);
    const [problem] = problemsOf({ SMTP_URL: "imap://u:pass@x", MAIL_FROM: "a@b.example" });
    expect(problem).toMatch(/^SMTP_URL is not the address of an SMTP server/);
    expect(problem).not.toContain("pass@");
  });

  it("requires the pooler's address along with the direct one, and never repeats its password", () => {
    const direct = { DATABASE_DIRECT_URL: "postgres://u:pass@db/x" };
    const [problem] = problemsOf(direct);
    expect(problem).toMatch(/^DATABASE_DIRECT_URL is set, and DATABASE_URL is not/);
    expect(problem).not.toContain("pass@");
    expect(problemsOf({ ...direct, DATABASE_URL: "postgres://u@pooler/x", AUTH_SECRET: long })).toEqual([]);
  });

  it("requires a secret with PostgreSQL", () => {
    expect(problemsOf({ DATABASE_URL: "postgres://u@db/x" })).toEqual([
      expect.stringMatching(/^AUTH_SECRET has to be set/),
    ]);
  });

  it("reports all mistakes at once", () => {
    expect(problemsOf({ PORT: "x", DEMO: "x", AUTH_SECRET: "x" })).toHaveLength(3);
  });

  it("reads ranges of IPv4 and IPv6 proxies", () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7,fd00::/8" });
    expect(trustedProxies.check("10.20.30.40")).toBe(true);
    expect(trustedProxies.check("192.0.2.7")).toBe(true);
    expect(trustedProxies.check("192.0.2.8")).toBe(false);
    expect(trustedProxies.check("fd12::1", "ipv6")).toBe(true);
  });

  it("accepts Google's own issuer, another, or one on this machine", () => {
    const given = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
    const issuerOf = (more = {}) => readConfig({ ...given, ...more }).google;
    const client = { clientId: "id", clientSecret: "secret" };
    expect(issuerOf()).toEqual({ ...client, issuer: "https://accounts.google.com" });
    expect(issuerOf({ GOOGLE_ISSUER: "https://id.example/x/" })).toEqual({ ...client, issuer: "https://id.example/x" });
    expect(issuerOf({ GOOGLE_ISSUER: "http://localhost:8080", DEMO: "on" })).toMatchObject({
      issuer: "http://localhost:8080",
    });
  });

  it.each([
    [{ DEMO: "on" }, "stand-in"],
    [{ DEMO: "on", LISTEN_HOST: "localhost", ORIGIN: "http://localhost:3000" }, "stand-in"],
    [{ DEMO: "on", LISTEN_HOST: "::1", ORIGIN: "http://[::1]:3000" }, "stand-in"],
    [{}, null],
    [{ DEMO: "off" }, null],
    [{ DEMO: "on", LISTEN_HOST: "0.0.0.0" }, null],
    [{ DEMO: "on", LISTEN_HOST: "::" }, null],
    [{ DEMO: "on", LISTEN_HOST: "192.168.1.7" }, null],
    [{ DEMO: "on", LISTEN_HOST: "localhost.example" }, null],
    [{ DEMO: "on", LISTEN_HOST: "127.example" }, null],
    [{ DEMO: "on", ORIGIN: "https://goodturn.example" }, null],
  ])("chooses a stand-in for Google with %o: %s", (environment, google) => {
    expect(readConfig(environment as Record<string, string>).google).toBe(google);
  });

  describe("of Firebase", () => {
    const real = {
      FIREBASE_API_KEY: "AIza",
      FIREBASE_AUTH_DOMAIN: "goodturn-1.firebaseapp.com",
      FIREBASE_PROJECT_ID: "goodturn-1",
      FIREBASE_STORAGE_BUCKET: "goodturn-1.firebasestorage.app",
      FIREBASE_MESSAGING_SENDER_ID: "1234567890",
      FIREBASE_APP_ID: "1:1234567890:web:0a1b2c",
    };
    const demo = { ...real, FIREBASE_PROJECT_ID: "demo-goodturn", FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099" };

    it("accepts all six values, or none", () => {
      expect(readConfig({}).firebase).toBeNull();
      expect(readConfig(real).firebase).toEqual({
        apiKey: "AIza",
        authDomain: "goodturn-1.firebaseapp.com",
        projectId: "goodturn-1",
        storageBucket: "goodturn-1.firebasestorage.app",
        messagingSenderId: "1234567890",
        appId: "1:1234567890:web:0a1b2c",
        emulator: null,
      });
    });

    it("names all missing ones in one sentence", () => {
      expect(problemsOf({ ...real, FIREBASE_APP_ID: "" })).toEqual([
        "Firebase needs all of its six values or none: FIREBASE_APP_ID is missing.",
      ]);
      expect(problemsOf({ FIREBASE_API_KEY: "x", FIREBASE_APP_ID: "y", FIREBASE_PROJECT_ID: "z" })).toEqual([
        "Firebase needs all of its six values or none: FIREBASE_AUTH_DOMAIN, FIREBASE_STORAGE_BUCKET and FIREBASE_MESSAGING_SENDER_ID are missing.",
      ]);
    });

    it("accepts an emulator on this machine", () => {
      for (const host of ["127.0.0.1:9099", "localhost:1", "[::1]:9099"]) {
        expect(readConfig({ ...demo, FIREBASE_AUTH_EMULATOR_HOST: host }).firebase).toMatchObject({ emulator: host });
      }
      expect(readConfig({ ...demo, NODE_ENV: "test" }).firebase).not.toBeNull();
    });

    it.each([
      [{ NODE_ENV: "production" }, /^FIREBASE_AUTH_EMULATOR_HOST is set, and NODE_ENV is 'production'/],
      [{ FIREBASE_PROJECT_ID: "goodturn-1" }, /^FIREBASE_PROJECT_ID is 'goodturn-1'; .* begin with 'demo-'/],
      [{ FIREBASE_AUTH_EMULATOR_HOST: "192.0.2.1:9099" }, /is '192.0.2.1:9099'; it has to be on this machine/],
      [{ FIREBASE_AUTH_EMULATOR_HOST: "0.0.0.0:9099" }, /it has to be on this machine/],
      [{ FIREBASE_AUTH_EMULATOR_HOST: "localhost.evil.example:9099" }, /it has to be on this machine/],
      [{ FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1" }, /it has to be on this machine, such as 127.0.0.1:9099/],
      [{ FIREBASE_AUTH_DOMAIN: "x.example; script-src *" }, /^FIREBASE_AUTH_DOMAIN is/],
      [{ FIREBASE_PROJECT_ID: "demo-a/../b" }, /^FIREBASE_PROJECT_ID is 'demo-a/],
    ])("rejects the emulator with %o", (more, sentence) => {
      expect(problemsOf({ ...demo, ...more })).toEqual([expect.stringMatching(sentence)]);
    });

    it("rejects an emulator without a project", () => {
      expect(problemsOf({ FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099" })).toEqual([
        expect.stringMatching(/^FIREBASE_AUTH_EMULATOR_HOST is set, but no Firebase project is: set FIREBASE_API_KEY/),
      ]);
    });
  });
});

describe("shareOf", () => {
  it("divides the common resources among the processes", () => {
    expect(shares({ WEB_CONCURRENCY: "1" })).toEqual([24, 64, 1000, 20_000, 2000]);
    expect(shares({ WEB_CONCURRENCY: "2" })).toEqual([12, 32, 500, 10_000, 1000]);
    expect(shares({ WEB_CONCURRENCY: "4" })).toEqual([10, 16, 250, 5000, 500]);
    expect(shares({ WEB_CONCURRENCY: "3", DATABASE_POOL: "30", LIVE_VIEWERS_MAX: "off", REQUESTS_MAX: "1" })).toEqual([
      10,
      Math.ceil((64 * 1024 * 1024) / 3) / 1024 / 1024,
      1,
      null,
      667,
    ]);
  });

  it("leaves each process its minimum number of connections", () => {
    expect(shares({ WEB_CONCURRENCY: "16" })[0]).toBe(5);
    expect(shares({ WEB_CONCURRENCY: "8", DATABASE_POOL: "16" })[0]).toBe(5);
  });
});
