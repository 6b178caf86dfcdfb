import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, Result, RunOnly, RunOptions } from "axe-core";

import { expect, expectNoSidewaysScroll } from "./journey.ts";

/** The rules of axe about colors: only these can differ between the themes, whose pages are otherwise the same. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/** The minified axe, because all of it goes through the browser's pipe for each page. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Expects no violation of WCAG 2.2 AA by axe in either theme, and no sideways scrolling. */
export async function expectAccessible(page: Page) {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => {
      document.documentElement.dataset["theme"] = name;
    }, theme);
    const violations = await (theme === "light" ? lookAtAll(page) : lookAtColours(page));
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(" ")} (${node.any[0]?.message ?? ""})`).join(", ")}`,
    );
    expect(found, `${page.url()} in the ${theme} theme`).toEqual([]);
  }
  await expectNoSidewaysScroll(page);
}

/** Checks WCAG 2.2 AA and good practice. */
export const lookAtAll = (page: Page) =>
  violationsOn(page, {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });

const lookAtColours = (page: Page) => violationsOn(page, { type: "rule", values: rulesOfColour });

/** Injects axe once and runs it on the page. It would miss frames, so the page must have none. */
async function violationsOn(page: Page, runOnly: RunOnly): Promise<Result[]> {
  expect(page.frames(), "frames").toHaveLength(1);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  // Listing every correct element would take axe longer than checking them all.
  const options: RunOptions = { resultTypes: ["violations"], runOnly };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations;
}
