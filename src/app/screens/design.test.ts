import { readFileSync } from "node:fs";

import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";

import Design from "./design.tsx";

function render() {
  const router = createMemoryRouter([{ path: "*", element: createElement(Design) }]);
  return renderToString(createElement(RouterProvider, { router }));
}

describe("the page of the design's parts", () => {
  const html = render();
  const timesShown = (part: string) => html.split(part).length - 1;

  it("shows each look of a leaf in both themes", () => {
    const styles = readFileSync("src/app/events/leaf.css", "utf8");
    const looks = [...styles.matchAll(/&\.(\w+)/g)].map(([, look]) => look);
    expect(looks.length).toBeGreaterThan(6);
    expect(
      looks.filter((look) => timesShown(`class="leaf ${look}"`) % 2 || !html.includes(`class="leaf ${look}"`)),
    ).toEqual([]);
  });

  it("shows the four buttons at rest, at work and disabled, in both themes", () => {
    for (const look of ["btn btn-primary", "btn", "btn btn-ghost", "btn btn-error"]) {
      expect([look, timesShown(`class="${look}`) >= 6]).toEqual([look, true]);
    }
    expect(timesShown('disabled=""')).toBe(8);
    expect(timesShown('aria-disabled="true"')).toBe(8);
  });
});

describe("the route of that page", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  it.each([
    ["development", true],
    ["production", false],
  ])("in %s: %s", async (mode, isThere) => {
    vi.resetModules();
    vi.stubEnv("NODE_ENV", mode);
    const { default: routes } = await import("../routes.ts");
    expect(routes.some(({ path }) => path === "design")).toBe(isThere);
  });
});
