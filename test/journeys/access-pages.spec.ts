import { expectAccessible } from "./accessible.ts";
import { ready, test } from "./journey.ts";

// Axe, as far as a machine can check WCAG 2.2 AA, in both themes: every public screen.
test.use({ expectedFailures: [/nowhere/] });

for (const path of [
  "/",
  "/upcoming-events",
  "/upcoming-events?search=zzzz",
  "/community",
  "/aboutUs",
  "/guideline",
  "/contact",
  "/privacy",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/nowhere",
]) {
  test(`${path} is accessible`, async ({ page }) => {
    await page.goto(path);
    await ready(page);
    await expectAccessible(page);
  });
}
