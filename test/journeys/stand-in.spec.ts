import type { Page } from "@playwright/test";

import { lookAtAll } from "./accessible.ts";
import { everyday, expect, expectNoSidewaysScroll, haveOthersEvent, ready, test } from "./journey.ts";

// The journeys' server runs with DEMO=on and without Google, so its stand-in is there.

async function press(page: Page): Promise<Page> {
  await page.goto("/login");
  await ready(page);
  const button = page.getByRole("button", { name: "Login With Google" });
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await expect(popup.getByRole("heading", { name: "This is not Google" })).toBeVisible();
  return popup;
}

test("a visitor joins an event with it, in the sheet, without filling in a field", everyday, async ({ page }) => {
  const path = await haveOthersEvent();
  await page.goto(path);
  await ready(page);
  await page.getByRole("button", { name: "Join Event" }).click();
  // On a small phone, the field that a tick opens is above the button, and not under it.
  await page.setViewportSize({ width: 375, height: 600 });
  await page.getByRole("checkbox", { name: "I am under 18" }).check();
  const guardian = page.getByLabel("Name of the guardian who agreed");
  await expect
    .poll(async () => {
      const [field, foot] = await Promise.all([guardian, page.locator(".dialog-foot")].map((one) => one.boundingBox()));
      return foot!.y - (field!.y + field!.height);
    })
    .toBeGreaterThanOrEqual(0);
  const google = page.getByRole("dialog").getByRole("button", { name: "Join with Google" });
  const [popup] = await Promise.all([page.waitForEvent("popup"), google.click()]);
  await popup.getByRole("link", { name: "Continue as Demo Neighbor" }).click();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
  await expect(page).toHaveURL(path);
});

test("the stand-in is accessible in both themes", async ({ page }) => {
  const popup = await press(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await popup.emulateMedia({ colorScheme });
    const violations = await lookAtAll(popup);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    await expectNoSidewaysScroll(popup);
  }
});
