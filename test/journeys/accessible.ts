import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect, expectNoSidewaysScroll } from "./journey.ts";

/** The rules of axe that look at colors: all that can differ between the themes, whose pages are otherwise the same. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

type Results = Awaited<ReturnType<AxeBuilder["analyze"]>>;

/** To name every element that is right takes axe longer than to look at all of them. */
const resultTypes: "violations"[] = ["violations"];

/** Axe finds no violation of WCAG 2.2 AA, in either theme; and nothing is wider than the screen. */
export async function expectAccessible(page: Page) {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => {
      document.documentElement.dataset["theme"] = name;
    }, theme);
    const { violations } = await (theme === "light" ? lookAtAll(page) : lookAtColours(page));
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(" ")} (${node.any[0]?.message ?? ""})`).join(", ")}`,
    );
    expect(found, `${page.url()} in the ${theme} theme`).toEqual([]);
  }
  await expectNoSidewaysScroll(page);
}

/** In one go, in the page itself: the other way opens a tab for each call, for frames that we have none of. */
const lookAtAll = (page: Page): Promise<Results> =>
  new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();

/** By the axe that the look at everything has brought into the page. */
const lookAtColours = (page: Page): Promise<Results> =>
  page.evaluate(`axe.run(document, ${JSON.stringify({ resultTypes, runOnly: rulesOfColour })})`);
