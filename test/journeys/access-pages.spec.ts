import { expectAccessible } from "./accessible.ts";
import { expect, follow, ready, test } from "./journey.ts";

// The machine-checkable part of WCAG 2.2 AA by axe, in both themes: every public screen.
test.use({ expectedFailures: [/nowhere/] });

const byAddress = [
  "/",
  "/upcoming-events?search=zzzz",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/nowhere",
];
/** Pages that run the same code on every way to them, each with its main heading, which shows that it has loaded. */
const byLink = [
  ["/upcoming-events", "Upcoming Events"],
  ["/community", "Our Communities"],
  ["/aboutUs", "About Us"],
  ["/guideline", "How to use Goodturn"],
  ["/contact", "Contact"],
  ["/privacy", "Privacy"],
] as const;

test("every page that the footer leads to is accessible", async ({ page }) => {
  await page.goto("/");
  await ready(page);
  for (const [path, title] of byLink) {
    await follow(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expectAccessible(page);
  }
});

test("every other public page is accessible", async ({ page }) => {
  for (const path of byAddress) {
    await page.goto(path);
    await ready(page);
    await expectAccessible(page);
  }
});
