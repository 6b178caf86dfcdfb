import { readdirSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchPath } from "react-router";
import { describe, expect, it } from "vitest";
import routes from "#app/routes.ts";
import { drawsWith, whyNotCompared } from "./pictures/made-with.ts";
import { fileOf, screens, withoutPicture } from "./pictures/screens.ts";

const kept = { browser: "Chromium 156.0", fonts: "0123456789abcdef" };

describe("whyNotCompared", () => {
  it("names the differences from this machine, or none on an equal one", () => {
    expect(whyNotCompared(kept, { ...kept })).toBeNull();
    expect(whyNotCompared(null, kept)).toMatch(/^nothing says what the pictures were made with: .*npm run pictures/);
    expect(whyNotCompared(kept, { ...kept, browser: "Chromium 157.0" })).toMatch(
      /^they were made with Chromium 156\.0, and this is Chromium 157\.0: /,
    );
    expect(whyNotCompared(kept, { ...kept, fonts: "fedcba9876543210" })).toMatch(/^they were made with other fonts: /);
  });
});

describe("drawsWith", () => {
  it("returns the same value twice on one machine", () => {
    expect(drawsWith()).toEqual(drawsWith());
  });
});

/** The screens of the table of contents with their addresses, without layouts, and without resources. */
const table = leavesOf(routes).flatMap(({ file, path = "" }) => {
  const [, name] = /^screens\/(.+)\.tsx$/.exec(file) ?? [];
  return name === undefined ? [] : [{ name, path: `/${path}` }];
});

function leavesOf(entries: RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.flatMap((entry) => (entry.children ? leavesOf(entry.children) : [entry]));
}

describe("the screens of app/routes.ts", () => {
  const shown = new Set(screens.map(({ name, file = name }) => file));

  it("each have a picture, or a reason why not", () => {
    const names = new Set(table.map(({ name }) => name));
    expect(names.size).toBeGreaterThan(40);
    expect([...names].filter((name) => !shown.has(name) && !withoutPicture[name])).toEqual([]);
    // Nothing else has one, and nothing has both.
    const named = [...shown, ...Object.keys(withoutPicture)];
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(withoutPicture).filter((name) => shown.has(name))).toEqual([]);
  });

  it("are what their pictures' addresses lead to", () => {
    const wrong = screens.filter(({ name, file = name, path }) => {
      if (!path.startsWith("/")) return false;
      const found = table.find((screen) => matchPath(screen.path, path));
      return found?.name !== file;
    });
    expect(wrong).toEqual([]);
  });

  it("have one picture for each look, and none is left over", () => {
    const expected = screens.flatMap((screen) => screen.looks.map((look) => fileOf(screen, look)));
    const stored = readdirSync("docs/screens").filter((name) => name.endsWith(".png"));
    expect(stored.toSorted()).toEqual(expected.toSorted());
  });
});
