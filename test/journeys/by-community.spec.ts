import type { Page } from "@playwright/test";

import {
  asThemselves,
  becomeMember,
  createEvent,
  expect,
  expectNoSidewaysScroll,
  haveEvent,
  haveJoined,
  newCaller,
  newEvent,
  newPerson,
  origin,
  ready,
  test,
} from "./journey.ts";
import { confirmAddress, mailTo } from "./mailbox.ts";

/** A community that the member on this page owns, by the call that its page makes. */
async function haveCommunity(page: Page, title: string): Promise<{ id: string; slug: string }> {
  const answer = await page.request.post(`${origin}/api/communities`, {
    headers: await asThemselves(page),
    data: { title, description: "We keep the streets clean." },
  });
  expect(answer.status(), "starting a community").toBe(200);
  const { insertedId: id, slug } = (await answer.json()) as { insertedId: string; slug: string };
  return { id, slug };
}

const newTitle = () => `Clean Streets ${Date.now() % 1e7}`;

for (const viewport of [
  { width: 375, height: 740 },
  { width: 1280, height: 720 },
]) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport });

    test("an event is created by a community, and its page leads there", async ({ page }) => {
      const person = await becomeMember(page);
      await page.goto("/create-event");
      await ready(page);
      const row = page.getByRole("button", { name: /Who organizes it/ });
      // Who has no community sees no such row.
      await expect(page.getByRole("button", { name: "How many?" }).first()).toBeVisible();
      await expect(row).toHaveCount(0);

      await confirmAddress(page, person);
      const title = newTitle();
      const { slug } = await haveCommunity(page, title);
      await page.goto("/create-event");
      await expect(row).toContainText("By: me");
      await row.click();
      const sheet = page.getByRole("dialog", { name: "Who organizes it?" });
      await sheet.getByRole("radio", { name: title }).check();
      await expect(sheet.getByText("An event of a community stays when you go.")).toBeVisible();
      await sheet.getByRole("button", { name: "Done" }).click();
      await expect(row).toContainText(`By: ${title}`);
      await expectNoSidewaysScroll(page);

      // The draft keeps the choice.
      const event = newEvent();
      await createEvent(page, event);
      await page.goto("/manage-events");
      const managed = page.getByRole("listitem").filter({ hasText: event.title });
      await expect(managed).toContainText(title);
      await managed.getByRole("link", { name: /^View/ }).click();
      const organizer = page.getByRole("region", { name: "Organized by" });
      await expect(organizer).toContainText(title);
      await expect(page.getByText(person.name)).toHaveCount(0);
      await expect(organizer.locator(`a[href="/community/${slug}"]`)).toHaveCount(1);
      await expectNoSidewaysScroll(page);
    });

    test("an event is given to a community and taken out again, and people who joined are told", async ({ page }) => {
      const person = await becomeMember(page, newPerson("Maya Giver"));
      await confirmAddress(page, person);
      const title = newTitle();
      await haveCommunity(page, title);
      const event = newEvent();
      const path = await haveEvent(page, event);
      const volunteer = await newCaller();
      await haveJoined(volunteer, path);

      await page.goto("/manage-events");
      await page.getByRole("button", { name: `More for ${event.title}` }).click();
      await page.getByRole("button", { name: `Give ${event.title} to a community` }).click();
      const dialog = page.getByRole("dialog", { name: "Give this event to a community" });
      await expect(dialog).toContainText(title);
      await dialog.getByRole("button", { name: "Give it" }).click();
      await expect(page.getByText(`The event belongs to ${title} now.`)).toBeVisible();
      await page.goto(path);
      await expect(page.getByRole("region", { name: "Organized by" })).toContainText(title);

      await page.goto("/manage-events");
      await page.getByRole("button", { name: `More for ${event.title}` }).click();
      await expect(page.getByRole("button", { name: `Hand over ${event.title}` })).toHaveCount(0);
      await page.getByRole("button", { name: `Take ${event.title} out of the community` }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Take it out" }).click();
      await expect(page.getByText("The event no longer belongs to the community.")).toBeVisible();
      await page.goto(path);
      await expect(page.getByRole("region", { name: "Organized by" })).toContainText("Maya Giver");
      expect((await mailTo(volunteer.person.email, event.title)).subject).toContain("You have a spot");
    });
  });
}
