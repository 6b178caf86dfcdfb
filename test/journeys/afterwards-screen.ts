import type { Page } from "@playwright/test";

import { photo } from "#test/photo.ts";

import { expect } from "./journey.ts";

/** Expects that saving is not the next step and says why, and that there is nothing to act on yet. */
export async function beforeAnybodyIsTicked(page: Page) {
  await expect(page.getByText("Nobody is ticked yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save that nobody came" })).not.toHaveClass(/btn-primary/);
  const done = page.getByRole("button", { name: "Done" });
  await expect(done).toHaveCount(0);
  const first = page.getByRole("checkbox").first();
  await first.check();
  await expect(done).toBeVisible();
  await expect(page.getByText("Nobody is ticked yet.")).toHaveCount(0);
  await first.uncheck();
}

/**
 * Changes a complete report: the 38 bags and Marta's hours, then both back. Only in between is there something to save.
 */
export async function changeAndTakeBack(page: Page) {
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toHaveCount(0);
  await page.getByLabel("Bags").fill("39");
  await expect(save).toBeVisible();
  await expect(page.getByText("Kept on this device.")).toBeVisible();
  await page.getByLabel("Bags").fill("38");
  await expect(save).toHaveCount(0);
  await expect(page.getByText("Kept on this device.")).toHaveCount(0);
  // On a phone, one person's hours take a separate line below the full name.
  await page.getByRole("button", { name: "Different hours for someone" }).click();
  await expect(page.getByLabel("Whose hours?")).toBeFocused();
  await page.getByLabel("Whose hours?").selectOption("Marta");
  const [whose, hours] = await Promise.all(
    [page.locator(".after-own .name"), page.locator(".after-own .hours-field")].map((one) => one.boundingBox()),
  );
  expect(hours!.y).toBeGreaterThanOrEqual(whose!.y + whose!.height);
  const others = page.getByText("For everyone without hours of their own.");
  await expect(others).toBeVisible();
  await page.getByRole("button", { name: "Marta: as everyone" }).click();
  await expect(others).toHaveCount(0);
  await expect(save).toHaveCount(0);
}

/**
 * Sends with a picture but without confirming that the people in it agreed: the error is visible above the bar. Then it
 * removes the picture.
 */
export async function sendWithoutAgreement(page: Page) {
  const buffer = await photo();
  const pictures = page.getByRole("region", { name: "Pictures" });
  await pictures.locator("input[type=file]").setInputFiles({ name: "bank.jpg", mimeType: "image/jpeg", buffer });
  const remove = pictures.getByRole("button", { name: "Take picture 1 away" });
  await expect(remove).toBeVisible();
  expect((await remove.locator("svg").boundingBox())!.width).toBeGreaterThanOrEqual(16);
  await page.getByRole("button", { name: "Thank 2 people" }).click();
  await expect(pictures.getByRole("checkbox")).toBeFocused();
  const wrong = pictures.getByText("Please confirm that everyone who can be recognized agreed.");
  await expect(wrong).toBeVisible();
  const [sentence, bar] = await Promise.all([wrong, page.locator(".after-bar")].map((one) => one.boundingBox()));
  expect(sentence!.y + sentence!.height).toBeLessThanOrEqual(bar!.y);
  await remove.click();
}

/**
 * Expects on the participants' screen what was reported and sent. The event's page leads its organizer to changing the
 * report.
 */
export async function seeThanksSent(page: Page) {
  await expect(page.getByText("3.5 hours · Thanks sent")).toBeVisible();
  // A person who did not come differs from one without a report.
  await expect(page.getByRole("listitem").filter({ hasText: "Did not come" })).toHaveCount(1);
  // The list of sent messages must not suggest that nothing was sent.
  await expect(page.getByText("Reminders and thanks are not listed here.")).toBeVisible();
  await page.getByRole("button", { name: /^Write/ }).click();
  await expect(page.getByPlaceholder(/left a blue jacket/)).toBeVisible();
  await page.keyboard.press("Escape");
  const participants = page.url();
  await page.goto(participants.replace("manage-events", "view-event"));
  await expect(page.getByRole("link", { name: "Change hours and results" })).toHaveAttribute(
    "href",
    `${new URL(participants).pathname}/afterwards`,
  );
  await page.goto(participants);
}

/**
 * Expects that the event's page leads to the record of the member's hours, and that the joined event shows the hours
 * instead of the invitation.
 */
export async function seeJoinedHours(page: Page, address: string) {
  const record = page.getByRole("link", { name: "Your volunteer record" });
  await expect(record).toHaveAttribute("href", "/account/record");
  await expect(page.getByRole("link", { name: "Change hours and results" })).toHaveCount(0);
  await page.goto(`${address}/joined-events`);
  await expect(page.getByText("You came · 1.75 hours")).toBeVisible();
  // A record of one event does not fill a tablet, but the bar is still at the screen's edge.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(`${address}/account/record`);
  await expect(page.getByText("1 event chosen")).toBeVisible();
  const bar = (await page.locator(".record-bar").boundingBox())!;
  expect(bar.y + bar.height).toBe(1024);
  await page.setViewportSize(size);
}

/** Expects that the event's row no longer asks who came, and that its menu leads to the answer. */
export async function isChangedByTheMenu(page: Page, title: string, path: string) {
  const change = page.getByRole("link", { name: `Hours and thanks: ${title}` });
  await expect(page.getByRole("link", { name: /^Say who came/ })).toHaveCount(0);
  await expect(change).toHaveCount(0);
  // On a desktop, the row of a past event has the smallest height of a row.
  await page.setViewportSize({ width: 1280, height: 720 });
  expect((await page.getByRole("article").filter({ hasText: title }).boundingBox())!.height).toBe(96);
  await page.setViewportSize({ width: 375, height: 740 });
  await page.getByRole("button", { name: `More for ${title}` }).click();
  await expect(change).toHaveAttribute("href", path);
  await page.keyboard.press("Escape");
}
