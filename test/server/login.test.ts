import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { newData } from "../setup/data.ts";
import { startServer } from "../setup/server.ts";

/** The variables that logins (Debian, Fedora), tcsh, cron, conda, Docker, Kubernetes, editors and CI services set. */
const loginVariables = {
  USER: "river",
  USERNAME: "river",
  LOGNAME: "river",
  SHELL: "/bin/bash",
  MAIL: "/var/mail/river",
  MAILCHECK: "60",
  MAILTO: "river@localhost",
  HOST: "x86_64-conda-linux-gnu",
  HOSTNAME: "a1b2c3d4e5f6",
  HOSTTYPE: "x86_64-linux",
  GROUP: "river",
  VENDOR: "pc",
  LANG: "C",
  LC_ALL: "POSIX",
  LANGUAGE: "de_DE:de",
  TZ: ":/etc/localtime",
  TERM: "dumb",
  COLUMNS: "40",
  DISPLAY: ":0",
  EDITOR: "vi",
  PAGER: "less",
  XDG_RUNTIME_DIR: "/run/user/1000",
  XDG_SESSION_ID: "3",
  DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/1000/bus",
  SSH_CONNECTION: "192.0.2.7 50000 192.0.2.8 22",
  JOBS: "max",
  MAKEFLAGS: "-j8",
  BUILD: "x86_64-conda-linux-gnu",
  CONDA_PREFIX: "/opt/conda",
  CI: "true",
  BUILD_NUMBER: "7",
  JOB_NAME: "goodturn",
  METRICS_PORT: "tcp://192.0.2.9:9464",
  METRICS_SERVICE_HOST: "192.0.2.9",
  GOODTURN_PORT: "tcp://192.0.2.10:80",
  KUBERNETES_PORT: "tcp://192.0.2.1:443",
  NO_COLOR: "1",
  NODE_ENV: "development",
  npm_config_loglevel: "warn",
  npm_config_port: "8080",
};

describe("a start in a login's environment", () => {
  it("ignores variables that logins, shells and tools set for themselves", async () => {
    const data = await newData("login");
    const site = await startServer({ ...loginVariables, DATA_DIR: data, DURABLE: "" });
    try {
      expect((await fetch(site.address)).status).toBe(200);
      expect((await fetch(`${site.address}/api/events`)).status).toBe(200);
      expect(site.said()).toMatch(/^Mail: not configured/m);
      expect(site.said()).not.toMatch(/=off|is called/);
    } finally {
      await site.stop();
      rmSync(data, { recursive: true });
    }
  });
});
