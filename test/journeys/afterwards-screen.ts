import type { Page } from "@playwright/test";

import { expect } from "./journey.ts";

/** Where everything is said: changes the 38 bags, and Marta's hours, and takes both back. There is a way to save only meanwhile. */
export async function changeAndTakeBack(page: Page) {
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toHaveCount(0);
  await page.getByLabel("Bags").fill("39");
  await expect(save).toBeVisible();
  await page.getByLabel("Bags").fill("38");
  await expect(save).toHaveCount(0);
  // One person's hours have a line of their own on a phone, below a name that is whole.
  await page.getByRole("button", { name: "Other hours for somebody" }).click();
  await page.getByLabel("Whose hours?").selectOption("Marta");
  const [whose, hours] = await Promise.all(
    [page.locator(".after-own .name"), page.locator(".after-own .hours-field")].map((one) => one.boundingBox()),
  );
  expect(hours!.y).toBeGreaterThanOrEqual(whose!.y + whose!.height);
  await page.getByRole("button", { name: "Marta: as everyone" }).click();
  await expect(save).toHaveCount(0);
}
