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

/** Two letters, which differ for each number. */
const word = (number: number) => String.fromCharCode(97 + (number % 26), 97 + Math.floor(number / 26));

const request = { id: "1f2e3d4c-5b6a-4f8e", method: "GET", route: "/view-event/:id", status: 200, ms: 3.1 };
const unreachable = () => Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });

describe("a request's line", () => {
  it("is one line of JSON that holds these words and no others", () => {
    logOf().request(request, false);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/^\{[^\n]*\}\n$/);
    expect(lines()).toEqual([
      { level: "info", time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), ...request, msg: "request" },
    ]);
  });

  it("is as pino writes the others: the same words first, in the same order", () => {
    const log = logOf({ worker: "2" });
    log.request(request, false);
    log.info("a sentence");
    const [one = {}, other = {}] = lines();
    expect(Object.keys(one).slice(0, 3)).toEqual(Object.keys(other).slice(0, 3));
    expect(Object.keys(one).at(-1)).toBe(Object.keys(other).at(-1));
    expect(Date.parse(String(one["time"])) / 1000).toBeCloseTo(Date.parse(String(other["time"])) / 1000, 0);
  });

  it("names the worker where there are several", () => {
    logOf({ worker: "2" }).request(request, false);
    expect(lines()).toMatchObject([{ worker: "2" }]);
  });

  it("is left out at a higher level, and of those who ask whether we are there at the usual one", () => {
    logOf({ level: "warn" }).request(request, false);
    logOf().request(request, true);
    expect(written).toEqual([]);
    logOf({ level: "debug" }).request(request, true);
    expect(lines()).toMatchObject([{ level: "debug", route: "/view-event/:id" }]);
  });
});

describe("a failure's line", () => {
  it("holds where, what and the request's id, with the stack and the causes, and no value that came with it", () => {
    const cause = Object.assign(new Error("a rule was broken"), { code: "23514", detail: "zoe@example.org" });
    const bug = Object.assign(new TypeError("this is a bug", { cause }), { token: "a secret" });
    logOf().failed("GET /api/places/:token", bug, request.id);
    expect(lines()).toMatchObject([
      {
        level: "error",
        id: request.id,
        where: "GET /api/places/:token",
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

  it("says one thing a second of an outage, without stacks, wherever it shows, and how often it was left out", () => {
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

  it("is another one of each kind: of bugs, of what took too long, and of a full disk, which it names", () => {
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

  it("is one of the rest when there are more kinds than anybody reads, however they differ", () => {
    const log = logOf();
    // Differing numbers and names do not make a kind.
    for (let bug = 0; bug < 300; bug++) log.failed("GET /", new Error(`no row ${bug} of "${String(bug)}"`));
    expect(written).toHaveLength(1);
    for (let bug = 0; bug < 300; bug++) log.failed("GET /", new Error(`no ${word(bug)}`));
    expect(written.length).toBeLessThanOrEqual(101);
    time = 2000;
    log.failed("GET /", new Error("something else"));
    expect(lines().at(-1)).toMatchObject({ err: { message: "something else" } });
  });
});

describe("what is said at the start", () => {
  it("is said whatever the level is: to a person as it is, to programs as lines", () => {
    const told: string[] = [];
    logOf({ level: "silent", tell: (sentence) => told.push(sentence) }).start(["Goodturn is at home", "Data: here"]);
    expect([told, written]).toEqual([["Goodturn is at home", "Data: here"], []]);
    logOf({ level: "silent" }).start(["Goodturn is at home"]);
    expect(lines()).toMatchObject([{ level: "info", msg: "Goodturn is at home" }]);
  });
});

describe("a warning's line", () => {
  it("holds what comes with it, and of errors what a log may have", () => {
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
