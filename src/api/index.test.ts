import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { inspect } from "node:util";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, newId } from "#db/schema.server.ts";
import { say } from "#messages/say.ts";
import { callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { authFor, makeIn, type Make } from "#test/make.ts";
import { documentOf } from "./document.ts";
import { createApi } from "./index.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** A database that fails with this error, as a driver would. */
function failing(reason: Error): Database {
  const fail = async () => {
    throw reason;
  };
  const driver = { init: async () => {}, destroy: async () => {}, acquireConnection: fail, releaseConnection: fail };
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({ ...driver, beginTransaction: fail, commitTransaction: fail, rollbackTransaction: fail }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** The lines logged meanwhile; a test that logs for any other reason fails. */
async function logged(deed: () => Promise<void>) {
  // oxlint-disable-next-line no-console -- watched by test/setup/console.ts
  const written = vi.mocked(console.error);
  await deed();
  const lines = written.mock.calls.map((line) => line.map(String).join(" "));
  written.mockClear();
  return lines;
}

describe("the API", () => {
  it("reports that the database is unreachable, and logs it", async () => {
    for (const error of [
      Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
      Object.assign(new Error("terminating connection due to administrator command"), { code: "57P01" }),
      Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" }),
      Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" }),
      Object.assign(new Error("sorry, too many clients already"), { code: "53300" }),
      new Error("Connection terminated unexpectedly"),
      new Error("timeout exceeded when trying to connect"),
      new Error("The embedded database has stopped (code 1)"),
      new Error("No connection within 10000 ms."),
    ]) {
      const lines = await logged(async () => {
        const { status, body, headers } = await callerOf({ ...make, db: failing(error) })("GET", "/events");
        expect([status, body.code, headers.get("retry-after")], error.message).toEqual([503, "unavailable", "2"]);
        expect(JSON.stringify(body)).not.toContain("terminat");
      });
      expect(lines).toEqual([`GET /api/events ${String(error)}`]);
    }
  });

  it("reports a full disk as unable to save, and a stopped PostgreSQL's socket as an unreachable database", async () => {
    const socket = { code: "ENOENT", syscall: "connect", address: "/var/run/postgresql/.s.PGSQL.5432" };
    for (const [error, code, wait] of [
      [
        Object.assign(new Error("could not extend file: No space left on device"), { code: "53100" }),
        "cannot_save",
        "30",
      ],
      [Object.assign(new Error("connect ENOENT"), socket), "unavailable", "2"],
    ] as const) {
      const lines = await logged(async () => {
        const call = callerOf({ ...make, db: failing(error) });
        const { status, body, headers } = await call("POST", "/subscribe", { json: { email: "a@example.org" } });
        expect([status, body, headers.get("retry-after")]).toEqual([
          503,
          { code, message: say(`failure.${code}`) },
          wait,
        ]);
      });
      expect(lines).toEqual([`POST /api/subscribe ${String(error)}`]);
    }
    const file = Object.assign(new Error("open ENOENT"), { code: "ENOENT", syscall: "open" });
    await logged(async () => {
      const { status } = await callerOf({ ...make, db: failing(file) })("POST", "/subscribe", {
        json: { email: "a@example.org" },
      });
      expect(status).toBe(500);
    });
  });

  it("uses separate connections for public data, and only for that", async () => {
    const { token } = await make.signedIn();
    const reads = failing(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    const call = callerOf({ ...make, readsFor: () => reads });
    const lines = await logged(async () => {
      for (const method of ["GET", "HEAD"]) expect((await call(method, "/events")).status).toBe(503);
    });
    expect(lines).toHaveLength(2);
    expect((await call("GET", "/events", { token })).status).toBe(200);
    expect((await call("POST", "/subscribe", { json: { email: "a@example.org" } })).status).toBe(200);
  });

  it("reports an unreachable database for the identity provider's calls and for tokens too", async () => {
    const { cookie, token } = await make.signedIn();
    const db = failing(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    const call = callerOf({ ...make, db, auth: authFor(db) });
    const json = { name: "A", image: "https://example.org/a.jpg", email: "a@example.org", password: "Gannet" };
    const lines = await logged(async () => {
      for (const answer of [
        await call("POST", "/auth/sign-up/email", { json }),
        await call("POST", "/auth/sign-in/email", { json }),
        await call("POST", "/auth/update-user", { json, headers: { cookie } }),
        await call("GET", "/auth/get-session", { headers: { cookie } }),
        await call("GET", "/auth/token", { headers: { cookie } }),
        await call("GET", "/auth/access", { headers: { cookie } }),
        await call("GET", "/auth/jwks"),
        await call("GET", "/events", { token }),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([503, "unavailable"]);
      }
    });
    expect(lines.length).toBeGreaterThanOrEqual(8);
  });

  it("hides the details of a bug, and logs them", async () => {
    const lines = await logged(async () => {
      const call = callerOf({ ...make, db: failing(new TypeError("secret detail")) });
      const { status, body } = await call("GET", "/events");
      expect([status, body]).toEqual([
        500,
        { code: "internal", message: "Something went wrong on our side. Nothing was lost; please try again." },
      ]);
    });
    expect(lines).toEqual(["GET /api/events TypeError: secret detail"]);
  });

  it("logs no token from any path, and no value from a database error", async () => {
    const secret = "aSecretOfSomebody.0123456789abcdefghijkl";
    const error = Object.assign(new Error("a rule was broken"), { code: "23514", detail: `Failing row (${secret})` });
    // oxlint-disable-next-line no-console -- watched by test/setup/console.ts
    const written = vi.mocked(console.error);
    const auth = {
      ...make.auth,
      account: { ...make.auth.account, verifyEmail: () => Promise.reject(error) },
    };
    const call = callerOf({ ...make, auth, db: failing(error), links: { ...make.links, read: () => newId() } });
    const calls = (await documentOf(createApi(make))).paths;
    const withSecret = Object.entries(calls).filter(([path]) => /\{(token|calendar)\}/.test(path));
    expect(withSecret.length).toBeGreaterThan(5);
    const answers = await Promise.all([
      ...withSecret.flatMap(([path, operations]) =>
        Object.keys(operations as object).map((method) =>
          call(method.toUpperCase(), path.replace(/^\/api/, "").replace(/\{\w+\}/, secret), {
            headers: { referer: `https://goodturn.example/confirm-email#${secret}` },
          }),
        ),
      ),
      call("POST", "/auth/confirm-email", { json: { token: secret } }),
    ]);
    const text = inspect(written.mock.calls, { depth: 9 });
    written.mockClear();
    expect(answers.filter(({ status }) => status === 500).length).toBeGreaterThan(8);
    expect(text).toContain("POST /api/auth/confirm-email");
    expect(text).toContain("a rule was broken");
    expect(text).not.toContain(secret);
  });

  it("explains how to log in if the token is missing", async () => {
    const { headers } = await callerOf(make)("GET", "/myEvents");
    expect(headers.get("www-authenticate")).toBe("Bearer");
  });

  it("answers HEAD like GET, without a body", async () => {
    const answer = await createApi(make).request("/events", { method: "HEAD" }, { address: "192.0.2.1" });
    expect([answer.status, await answer.text(), answer.headers.get("x-total-count")]).toEqual([200, "", "0"]);
  });

  it("forbids caches to store personal data", async () => {
    const call = callerOf(make);
    const { token } = await make.signedIn();
    for (const path of ["/myEvents", "/joined-events"]) {
      expect((await call("GET", path, { token })).headers.get("cache-control")).toBe("no-store");
    }
    expect((await call("GET", "/auth/get-session")).headers.get("cache-control")).toBe("no-store");
    expect((await call("GET", "/events")).headers.get("cache-control")).toBe("public, no-cache");
    expect((await call("GET", "/events", { token })).headers.get("cache-control")).toBe("private, no-cache");
  });
});
