import { expect, test } from "@playwright/test";
import { drawsWith, keptWith, whyNotCompared } from "./made-with.ts";
import { moment, place } from "./moment.ts";
import { fileOf, screens } from "./screens.ts";
import type { Site } from "./site.ts";

const everyday = ["home", "upcoming-events", "event-member", "manage-events"];
const notCompared = process.env["MAKE_PICTURES"] ? null : whyNotCompared(keptWith(), drawsWith());
test.skip(notCompared !== null, notCompared ?? "");

const site = () => JSON.parse(process.env["PICTURES_SITE"] ?? "{}") as Site;

for (const screen of screens) {
  test(
    `${screen.name} looks as it did`,
    { tag: everyday.includes(screen.name) ? "@everyday" : [] },
    async ({ browser, baseURL }) => {
      const { paths, member } = site();
      const path = screen.path.startsWith("/") ? screen.path : paths[screen.path as keyof typeof paths];
      const context = await browser.newContext({
        ...(baseURL && { baseURL }),
        ...(screen.as === "member" && { storageState: member }),
        timezoneId: place,
        locale: "en",
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await page.clock.setFixedTime(moment);
      for (const look of screen.looks) {
        await page.setViewportSize({ width: look.width, height: look.height });
        await page.addInitScript((theme) => localStorage.setItem("theme", theme), look.theme);
        await page.goto(path, { waitUntil: "networkidle" });
        await page.locator(`html[data-session=${screen.as}]`).waitFor();
        await page.evaluate(() => document.fonts.ready);
        // An error page shows the id of its request, which differs each time.
        await page.locator("code.select-all").evaluateAll((ids) => {
          for (const id of ids) id.textContent = "d0ddb0d0-0000-4000-8000-000000000000";
        });
        await expect.soft(page).toHaveScreenshot(fileOf(screen, look));
      }
      await context.close();
    },
  );
}
