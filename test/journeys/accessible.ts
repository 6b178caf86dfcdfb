import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, Result, RunOnly, RunOptions } from "axe-core";

import { expect, expectNoSidewaysScroll } from "./journey.ts";

/** The rules of axe that look at colors: all that can differ between the themes, whose pages are otherwise the same. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/** Axe in its short form, since all of it goes through the browser's pipe to each page that is looked at. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Axe finds no violation of WCAG 2.2 AA, in either theme; and nothing is wider than the screen. */
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

/** What WCAG 2.2 AA asks for, and what is good practice. */
export const lookAtAll = (page: Page) =>
  violationsOn(page, {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });

const lookAtColours = (page: Page) => violationsOn(page, { type: "rule", values: rulesOfColour });

/** What axe says of a page, to which it comes once. It would say nothing of frames that it is not in: there is none. */
async function violationsOn(page: Page, runOnly: RunOnly): Promise<Result[]> {
  expect(page.frames(), "frames").toHaveLength(1);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  // To name every element that is right takes axe longer than to look at all of them.
  const options: RunOptions = { resultTypes: ["violations"], runOnly };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations;
}
