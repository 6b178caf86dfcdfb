import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "./config.ts";
import { findEarlierNames, findVariable, loadEnvironment } from "./config-environment.ts";

afterEach(() => vi.unstubAllEnvs());

/** Returns a variable's value by its earlier name, or undefined if the value is not meant for us. */
const earlier = (name: string, environment: Record<string, string>) => findVariable(environment, name)?.text;

describe("findVariable", () => {
  it.each([
    ["SEND_MAIL", "MAIL", ["off", "on", "false"], ["/var/mail/river", "/var/spool/mail/river", "imap://mail.example"]],
    ["RUN_JOBS", "JOBS", ["off", "on", "no"], ["8", "max"]],
    [
      "LISTEN_HOST",
      "HOST",
      ["0.0.0.0", "::", "127.0.0.1", "localhost"],
      ["x86_64-conda-linux-gnu", "laptop", "localhost.localdomain"],
    ],
    ["METRICS_LISTEN_PORT", "METRICS_PORT", ["9464", "many"], ["tcp://10.0.0.1:9464"]],
    ["METRICS_LISTEN_HOST", "METRICS_HOST", ["10.0.0.1", "metrics.internal"], []],
  ])("finds %s by %s if the value is meant for us, but not if a system set it", (name, before, ours, theirs) => {
    expect(ours.map((value) => earlier(name, { [before]: value }))).toEqual(ours);
    expect(theirs.map((value) => earlier(name, { [before]: value }))).toEqual(theirs.map(() => undefined));
    expect(findVariable({ [before]: ours[0], [name]: "today" }, name)).toEqual({ name, text: "today" });
    expect(findVariable({ [before]: ours[0], [name]: " " }, name)).toEqual({ name: before, text: ours[0] });
  });

  it("finds other variables by their own name only", () => {
    expect(findVariable({ PORT: "80" }, "PORT")).toEqual({ name: "PORT", text: "80" });
    expect(findVariable({ DEMO: " " }, "DEMO")).toBeUndefined();
  });
});

describe("findEarlierNames", () => {
  it("lists the variables that are set by their earlier names", () => {
    expect(findEarlierNames({ MAIL: "off", JOBS: "4", HOST: "::1", LISTEN_HOST: "::" })).toEqual([
      ["MAIL", "SEND_MAIL"],
    ]);
  });
});

describe("readConfig with earlier names", () => {
  it("reads their values, and names the variables in errors", () => {
    expect(readConfig({ MAIL: "off", JOBS: "off", HOST: "::" })).toMatchObject({
      mail: false,
      jobs: false,
      host: "::",
    });
    expect(readConfig({ MAIL: "/var/mail/x", JOBS: "8", HOST: "laptop" })).toMatchObject({
      mail: true,
      jobs: true,
      host: "127.0.0.1",
    });
    expect(() => readConfig({ MAIL: "Off" })).toThrow("MAIL is 'Off'; it has to be 'on' or 'off'.");
  });
});

describe("loadEnvironment", () => {
  it("prefers MAIL=off in .env to a login's own MAIL, and the environment's other values to .env", () => {
    const folder = mkdtempSync(join(tmpdir(), "goodturn-environment-"));
    try {
      writeFileSync(join(folder, ".env"), "MAIL=off\nJOBS=off\nHOST=0.0.0.0\n");
      vi.stubEnv("MAIL", "/var/mail/river");
      vi.stubEnv("JOBS", "on");
      vi.stubEnv("HOST", undefined);
      expect(readConfig(loadEnvironment(folder))).toMatchObject({ mail: false, jobs: true, host: "0.0.0.0" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("works without .env", () => {
    vi.stubEnv("MAIL", "/var/mail/river");
    expect(loadEnvironment(tmpdir())["MAIL"]).toBeUndefined();
  });
});
