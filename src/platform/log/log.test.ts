import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "#domain/failure.ts";
import { createLog } from "./log.ts";

let written: string[];
let time: number;
beforeEach(() => {
  written = [];
  time = 0;
});

const logOf = (wishes: Partial<Parameters<typeof createLog>[0]> = {}) =>
  createLog({ level: "info", out: { write: (text) => void written.push(text) }, now: () => time, ...wishes });

const lines = () => written.map((text) => JSON.parse(text) as Record<string, unknown>);

/** Returns two letters, different for each number. */
const word = (number: number) => String.fromCharCode(97 + (number % 26), 97 + Math.floor(number / 26));

const request = { id: "1f2e3d4c-5b6a-4f8e", method: "GET", route: "/view-event/:id", status: 200, ms: 3.1 };
const unreachable = () => Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });

describe("a request's line", () => {
  it("is one line of JSON with exactly these fields", () => {
    logOf().request(request, false);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/^\{[^\n]*\}\n$/);
    expect(lines()).toEqual([
      { level: "info", time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), ...request, msg: "request" },
    ]);
  });

  it("begins with the same fields, in the same order, as lines written by pino", () => {
    const log = logOf({ worker: "2" });
    log.request(request, false);
    log.info("a sentence");
    const [one = {}, other = {}] = lines();
    expect(Object.keys(one).slice(0, 3)).toEqual(Object.keys(other).slice(0, 3));
    expect(Object.keys(one).at(-1)).toBe(Object.keys(other).at(-1));
    expect(Date.parse(String(one["time"])) / 1000).toBeCloseTo(Date.parse(String(other["time"])) / 1000, 0);
  });

  it("names the worker if there are several", () => {
    logOf({ worker: "2" }).request(request, false);
    expect(lines()).toMatchObject([{ worker: "2" }]);
  });

  it("is omitted at a higher level, and for health checks at the default level", () => {
    logOf({ level: "warn" }).request(request, false);
    logOf().request(request, true);
    expect(written).toEqual([]);
    logOf({ level: "debug" }).request(request, true);
    expect(lines()).toMatchObject([{ level: "debug", route: "/view-event/:id" }]);
  });
});

describe("a failure's line", () => {
  it("has place, error, request id, stack and causes, but no attached values", () => {
    const cause = Object.assign(new Error("a rule was broken"), { code: "23514", detail: "zoe@example.org" });
    const bug = Object.assign(new TypeError("this is a bug", { cause }), { token: "a secret" });
    logOf().failed("GET /api/spots/:token", bug, request.id);
    expect(lines()).toMatchObject([
      {
        level: "error",
        id: request.id,
        where: "GET /api/spots/:token",
        err: {
          type: "TypeError",
          message: "this is a bug",
          stack: expect.stringContaining("log.test.ts"),
          cause: { code: "23514" },
        },
      },
    ]);
    expect(written.join("")).not.toMatch(/zoe|a secret/);
  });

  it("appears once a second during an outage, without stacks, with the number of omitted ones", () => {
    const log = logOf();
    for (let asked = 0; asked < 5000; asked++) log.failed(`GET /api/${asked % 7}`, unreachable());
    expect(written).toHaveLength(1);
    time = 999;
    log.failed("GET /api/events", new Error("Connection terminated unexpectedly"));
    expect(written).toHaveLength(1);
    time = 1000;
    log.failed("GET /api/events", unreachable());
    expect(lines()).toMatchObject([{ err: { code: "ECONNREFUSED" } }, { leftOut: 5000 }]);
    expect(lines()[0]).not.toHaveProperty("leftOut");
    expect(written.join("")).not.toContain("stack");
    expect(written.join("").length).toBeLessThan(1000);
  });

  it("is separate for each kind: bugs, timeouts, and a full disk, which it names", () => {
    const log = logOf();
    for (const error of [
      unreachable(),
      Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" }),
      Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" }),
      Object.assign(new Error("could not extend file"), { code: "53100" }),
      new TypeError("x is not a function"),
      new TypeError("y is undefined"),
      new Failure("internal"),
    ]) {
      log.failed("GET /", error);
      log.failed("GET /", error);
    }
    expect(written).toHaveLength(7);
    expect(lines()[0]).toMatchObject({ msg: "the database did not answer" });
    expect(lines()[3]).toMatchObject({ msg: "nothing can be saved", err: { code: "53100" } });
  });

  it("is grouped with the rest if there are too many kinds", () => {
    const log = logOf();
    // Different numbers and names do not make a different kind.
    for (let bug = 0; bug < 300; bug++) log.failed("GET /", new Error(`no row ${bug} of "${String(bug)}"`));
    expect(written).toHaveLength(1);
    for (let bug = 0; bug < 300; bug++) log.failed("GET /", new Error(`no ${word(bug)}`));
    expect(written.length).toBeLessThanOrEqual(101);
    time = 2000;
    log.failed("GET /", new Error("something else"));
    expect(lines().at(-1)).toMatchObject({ err: { message: "something else" } });
  });
});

describe("a start message", () => {
  it("is written at any level: as text for a person, as lines for programs", () => {
    const told: string[] = [];
    logOf({ level: "silent", tell: (sentence) => told.push(sentence) }).start(["Goodturn is at home", "Data: here"]);
    expect([told, written]).toEqual([["Goodturn is at home", "Data: here"], []]);
    logOf({ level: "silent" }).start(["Goodturn is at home"]);
    expect(lines()).toMatchObject([{ level: "info", msg: "Goodturn is at home" }]);
  });
});

describe("a warning's line", () => {
  it("has its details, and of errors only the parts allowed in a log", () => {
    const bug = Object.assign(new Error("not taken"), { code: "401", body: "a secret" });
    logOf().warn("Google: the code was not traded for tokens.", [{ code: "invalid_client" }, bug]);
    expect(lines()).toMatchObject([
      {
        level: "warn",
        msg: "Google: the code was not traded for tokens.",
        details: [{ code: "invalid_client" }, { code: "401", message: "not taken" }],
      },
    ]);
    expect(written.join("")).not.toContain("a secret");
  });
});
