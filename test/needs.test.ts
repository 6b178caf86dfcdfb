import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { sentenceFor, systemOf } from "../tools/test/needs.ts";
import { endedBefore } from "../tools/test/system-needs.ts";

describe("systemOf", () => {
  it("recognizes the installers of macOS, Debian and Fedora, and no other", () => {
    expect(systemOf("darwin", 501, () => false)).toEqual({ installer: "brew", isRoot: false });
    expect(systemOf("linux", 0, (name) => name === "apt-get")).toEqual({ installer: "apt-get", isRoot: true });
    expect(systemOf("linux", 1000, (name) => name === "dnf")).toEqual({ installer: "dnf", isRoot: false });
    expect(systemOf("linux", 1000, () => false)).toEqual({ installer: null, isRoot: false });
    expect(systemOf("darwin", 501, () => true).installer).toBe("brew");
  });
});

describe("sentenceFor", () => {
  it("gives each system's command to install it, with sudo only for users other than root", () => {
    const missing = "PostgreSQL 15 or later, with contrib is missing: ";
    expect(sentenceFor("postgres", { installer: "apt-get", isRoot: false })).toBe(
      `${missing}sudo apt-get install postgresql`,
    );
    expect(sentenceFor("postgres", { installer: "apt-get", isRoot: true })).toBe(
      `${missing}apt-get install postgresql`,
    );
    expect(sentenceFor("postgres", { installer: "dnf", isRoot: false })).toBe(
      `${missing}sudo dnf install postgresql-server postgresql-contrib`,
    );
    expect(sentenceFor("postgres", { installer: "brew", isRoot: false })).toBe(`${missing}brew install postgresql@18`);
    expect(sentenceFor("browser", { installer: "brew", isRoot: false })).toBe(
      "Chromium or Chrome is missing: brew install --cask google-chrome",
    );
  });

  it("names only the best of apt's packages, although others would be tried too", () => {
    expect(sentenceFor("browser", { installer: "apt-get", isRoot: false })).toMatch(/install chromium-headless-shell$/);
  });

  it("gives general advice for an unknown installer, or one without such a package", () => {
    expect(sentenceFor("browser", { installer: null, isRoot: true })).toBe(
      "Chromium or Chrome is missing: install it, or name a program in CHROMIUM",
    );
    expect(sentenceFor("emoji", { installer: "dnf", isRoot: false })).toMatch(/: install the Noto fonts$/);
  });

  it("says why our own attempt failed", () => {
    expect(sentenceFor("browser", { installer: null, isRoot: false }, "Playwright cannot download it")).toMatch(
      /^Chromium or Chrome is missing \(Playwright cannot download it\): /,
    );
  });
});

describe("endedBefore", () => {
  const folder = mkdtempSync(join(tmpdir(), "goodturn-needs-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const script = (name: string, text: string) => {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, text);
    return path;
  };

  it("returns the exit code of a program that ends in time", async () => {
    expect(await endedBefore(new AbortController().signal, script("ends", "process.exit(3)"), [])).toBe(3);
  });

  it("ends a slower program with all its child processes", async () => {
    const line = createServer().listen(0, "127.0.0.1");
    await once(line, "listening");
    const { port } = line.address() as AddressInfo;
    const child = script("child", `import { connect } from "node:net"; connect(${port}, "127.0.0.1").resume();`);
    const start = `import { spawn } from "node:child_process"; spawn(process.execPath, [process.argv[2]]);`;
    const late = new AbortController();
    const ended = endedBefore(late.signal, script("parent", `${start} setInterval(() => {}, 1000);`), [child]);
    const [fromChild] = (await once(line, "connection")) as [Socket];
    const hasGone = once(
      fromChild.on("error", () => {}),
      "close",
    );
    expect(fromChild.readyState).toBe("open");
    late.abort();
    expect(await ended).toBeNull();
    await hasGone;
    line.close();
  });
});
