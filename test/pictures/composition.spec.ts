import { expect, type Page, test } from "@playwright/test";

import { moment, place } from "./moment.ts";
import { screens } from "./screens.ts";
import type { Site } from "./site.ts";

// Each screen is composed of the parts of docs/design.md: this measures what they have in common.

const site = () => JSON.parse(process.env["PICTURES_SITE"] ?? "{}") as Site;

/** Each width with the height of the header, its border included, and the places where a page may begin. */
const sizes = [
  // A title or a way back stands right below the header, a poster or a sheet 12 px lower.
  { width: 375, height: 740, header: 57, title: 65, surface: 69 },
  { width: 1280, height: 720, header: 65, title: 89, surface: 89 },
] as const;

/** The height of the footer on a phone, in pixels. */
const footerMax = 360;

for (const screen of screens) {
  test(`${screen.name} is composed of the shared parts`, async ({ browser, baseURL }) => {
    const { paths, member } = site();
    const path = screen.path.startsWith("/") ? screen.path : paths[screen.path as keyof typeof paths];
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      ...(screen.as === "member" && { storageState: member }),
      timezoneId: place,
      locale: "en",
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(moment);
    for (const { width, height, header, title, surface } of sizes) {
      await page.setViewportSize({ width, height });
      await page.goto(path, { waitUntil: "networkidle" });
      await page.locator(`html[data-session=${screen.as}]`).waitFor();
      await page.evaluate(() => document.fonts.ready);
      const found = await look(page);
      expect.soft(found.header, `${width}: the header's height`).toBe(header);
      expect.soft(found.titles, `${width}: titles of the page`).toBe(1);
      const begins = found.begins === "surface" ? surface : title;
      expect.soft(Math.abs(found.top - begins), `${width}: a ${found.begins} begins at ${found.top}`).toBeLessThan(3);
      if (width < 768) expect.soft(found.footer, `${width}: the footer's height`).toBeLessThanOrEqual(footerMax);
      expect.soft(found.small, `${width}: targets under 44 px`).toEqual([]);
      expect.soft(found.broken, `${width}: buttons and links of the header in two lines`).toEqual([]);
    }
    await context.close();
  });
}

/** Judges a page by what is seen on it: its header, the place where its content begins, and its targets. */
async function look(page: Page) {
  // It stands above the page until the member has confirmed their address.
  await page.locator(".unverified").evaluateAll((lines) => {
    for (const line of lines) line.remove();
  });
  const header = (await page.getByRole("banner").boundingBox())?.height;
  const footer = (await page.getByRole("contentinfo").boundingBox())?.height;
  const titles = page.locator("main h1").filter({ visible: true });
  const surface = page.locator("main :is(.poster, .sheet, .next-up):has(h1)").filter({ visible: true });
  const back = page.locator("main .back").filter({ visible: true });
  const [begins, first] = (await surface.count())
    ? (["surface", surface] as const)
    : (await back.count())
      ? (["way back", back] as const)
      : ([(await titles.and(page.locator(".text-poster")).count()) ? "surface" : "title", titles] as const);
  const top = Math.round((await first.first().boundingBox())?.y ?? Number.NaN);
  const targets = (await targetsOn(page)).filter(({ isSeen }) => isSeen);
  return {
    header,
    footer,
    titles: await titles.count(),
    begins,
    top,
    small: targets
      // A link within a sentence has the height of its line (WCAG 2.5.8); the link of a card covers all of it.
      .filter(
        ({ isInText, isOnCard, width, height, least }) => !isInText && !isOnCard && Math.min(width, height) < least,
      )
      .map(({ name, width, height }) => `${name} ${Math.round(width)}x${Math.round(height)}`),
    broken: targets
      .filter(({ isOneLine, middles }) => isOneLine && middles.some((middle) => Math.abs(middle - middles[0]!) > 9))
      .map(({ name }) => name),
  };
}

/** The sizes of everything that one presses on a page, and the middles of its lines of text. */
const targetsOn = (page: Page) =>
  page.locator("a[href], button, summary, select, input:not([type=hidden]), textarea").evaluateAll((all) =>
    all.map((element) => {
      // A box is ticked by its words, too.
      const target = element.matches("[type=checkbox], [type=radio], [type=file]")
        ? (element.closest("label") ?? element)
        : element;
      const { width, height } = target.getBoundingClientRect();
      const middles: number[] = [];
      const range = document.createRange();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement?.closest(".sr-only")) continue;
        range.selectNodeContents(text);
        for (const line of range.getClientRects()) if (line.width > 1) middles.push(line.top + line.height / 2);
      }
      return {
        name: `${element.tagName} '${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}'`,
        width,
        height,
        middles,
        isSeen: width > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        // The frame of a field has a border, which one presses, too.
        least: element.matches("input") ? 41.5 : 43.5,
        isInText: getComputedStyle(element).display === "inline",
        isOnCard: element.matches(".skip-link, article a"),
        isOneLine: element.matches(".btn, [role=tab], header nav a, .back"),
      };
    }),
  );
