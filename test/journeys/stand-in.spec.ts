import { rm } from "node:fs/promises";
import type { Page } from "@playwright/test";

import { newData } from "#test/setup/data.ts";
import { startServer } from "#test/setup/server.ts";
import { lookAtAll } from "./accessible.ts";
import { closeNotice, expect, expectNoSidewaysScroll, haveOthersEvent, ready, test } from "./journey.ts";

// The journeys' server runs with DEMO=on and knows nothing of Google, so its stand-in is there.

async function press(page: Page): Promise<Page> {
  await page.goto("/login");
  await ready(page);
  const button = page.getByRole("button", { name: "Login With Google" });
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await expect(popup.getByRole("heading", { name: "This is not Google" })).toBeVisible();
  return popup;
}

test("somebody tries the way in on a stand-in, which says that it is one", async ({ page }) => {
  const popup = await press(page);
  await popup.getByRole("link", { name: "Continue as Demo Neighbor" }).click();
  await closeNotice(page, "Welcome back!");
  // Being led on closes a menu that was opened before.
  await expect(page).not.toHaveURL(/\/login$/);
  await page.getByRole("button", { name: /^Your account/ }).click();
  await expect(page.getByText("demo.neighbor@demo.example").first()).toBeVisible();
});

test("somebody joins an event by it, in the sheet, with no field to fill in", async ({ page }) => {
  const path = await haveOthersEvent();
  await page.goto(path);
  await ready(page);
  await page.getByRole("button", { name: "Join Event" }).click();
  // On a small phone, what a tick asks for is above the button, and not under it.
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

test("a person who cancels there is told so", async ({ page }) => {
  const popup = await press(page);
  await popup.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByText("Google was told not to share who you are, so you are not logged in.")).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
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

test("a site that nobody has told about Google says so, and opens no window", async ({ page }) => {
  const data = await newData("no-google");
  const server = await startServer({ DATA_DIR: data });
  try {
    await page.goto(`${server.address}/login`);
    await ready(page);
    await page.getByRole("button", { name: "Login With Google" }).click();
    await expect(page.getByText("This site has no Google sign-in yet.")).toBeVisible();
    expect(page.context().pages()).toHaveLength(1);
    // Newcomers are told the same.
    await page.goto(`${server.address}/register`);
    await ready(page);
    await page.getByRole("button", { name: "Register with Google" }).click();
    await expect(page.getByText("This site has no Google sign-in yet.")).toBeVisible();
    expect(page.context().pages()).toHaveLength(1);
    const foreign = await page.request.get(`${server.address}/api/auth/stand-in/.well-known/openid-configuration`);
    expect(foreign.status()).toBe(404);
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
});
