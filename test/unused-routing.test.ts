import reactRouter from "react-router/package.json" with { type: "json" };
import { build, type Rolldown } from "vite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { release, unusedRouting, withoutEffect, withoutUnused } from "../tools/build/unused-routing.ts";

describe("unusedRouting", () => {
  // Otherwise Vite uses React Router's development files.
  beforeEach(() => void vi.stubEnv("NODE_ENV", "production"));
  afterEach(() => void vi.unstubAllEnvs());

  it("is made for our version of React Router", () => {
    expect(reactRouter.version).toBe(release);
  });

  it("leaves out functions that pages never run, and their dependencies", async () => {
    const code = await bundle(`import { Link } from "react-router"; import { HydratedRouter } from "react-router/dom";
      console.log(Link, HydratedRouter);`);
    expect(code).toContain("function handleLoaders(");
    expect(code).toContain('throw Error("left out: handleAction")');
    expect(code).not.toContain("handleClientVersionMismatch");
    // The code of components that no page shows, and display names.
    expect(code).not.toContain("function useSubmit(");
    expect(code).not.toContain(".displayName");
  });

  it("fails a build that lacks one of its files", async () => {
    await expect(bundle("console.log()")).rejects.toThrow("React Router has no router/router.js");
  });
});

describe("withoutUnused", () => {
  const [one, other] = ["decodeRedirectErrorDigest", "decodeRouteErrorResponseDigest"];

  it("makes unused functions throw, at any depth, and keeps the others", () => {
    const code = (first: string, second: string) =>
      `function ${one}(digest) ${first}\nconst kept = () => { function ${other}() ${second} return ${other}; };`;
    expect(withoutUnused("errors.js", code("{ return 1; }", "{ return 2; }"))).toBe(
      code(`{throw Error("left out: ${one}")}`, `{throw Error("left out: ${other}")}`),
    );
  });

  it("empties functions without effect", () => {
    const file = "dom/ssr/fog-of-war.js";
    const [name = ""] = withoutEffect[file] ?? [];
    const names = [...(withoutEffect[file] ?? []), "fetchAndApplyManifestPatches", "getPartialManifest"];
    const code = names.map((declared) => `function ${declared}(path) { return path; }`).join("\n");
    expect(withoutUnused(file, code)).toContain(`function ${name}(path) {}`);
  });

  it("refuses a file that does not declare each function exactly once", () => {
    const [declared, another] = [`function ${one}() {}`, `function ${other}() {}`];
    expect(() => withoutUnused("errors.js", declared)).toThrow(`errors.js does not declare one ${other}`);
    expect(() => withoutUnused("errors.js", `${declared} ${another} { ${declared} }`)).toThrow(`one ${one}`);
    expect(() => withoutUnused("errors.js", `${declared} ${another}`)).not.toThrow();
  });
});

/** The module as browsers would get it, not minified. */
async function bundle(module: string): Promise<string> {
  const entry = {
    name: "entry",
    resolveId: (id: string) => (id === "entry" ? "\0entry" : undefined),
    load: (id: string) => (id === "\0entry" ? module : undefined),
  };
  const { output } = (await build({
    configFile: false,
    envFile: false,
    logLevel: "silent",
    plugins: [entry, unusedRouting()],
    build: { write: false, minify: false, rolldownOptions: { input: "entry" } },
  })) as Rolldown.RolldownOutput;
  return output.map((file) => (file.type === "chunk" ? file.code : "")).join("\n");
}
