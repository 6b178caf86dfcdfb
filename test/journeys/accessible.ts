import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect, expectNoSidewaysScroll } from "./journey.ts";

/** The rules of axe that look at colors: all that can differ between the themes, whose pages are otherwise the same. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/** Axe finds no violation of WCAG 2.2 AA, in either theme; and nothing is wider than the screen. */
export async function expectAccessible(page: Page) {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => {
      document.documentElement.dataset["theme"] = name;
    }, theme);
    // In one go, in the page itself: the other way opens a tab for each call, for frames that we have none of.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (
      theme === "light"
        ? axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        : axe.withRules(rulesOfColour)
    ).analyze();
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(" ")} (${node.any[0]?.message ?? ""})`).join(", ")}`,
    );
    expect(found, `${page.url()} in the ${theme} theme`).toEqual([]);
  }
  await expectNoSidewaysScroll(page);
}
