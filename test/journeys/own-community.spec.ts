import { expectAccessible } from "./accessible.ts";
import { becomeMember, expect, haveEvent, newEvent, newPerson, ready, test } from "./journey.ts";
import { confirmAddress } from "./mailbox.ts";

for (const width of [375, 1280])
  test(`one's own community leads the list, and its page leads to its first event, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await confirmAddress(page, await becomeMember(page, newPerson("Maya Okafor")));
    await page.goto("/community");
    await ready(page);
    const cards = page.getByRole("article");
    await expect(cards.getByRole("link", { name: /^Manage / })).toHaveCount(0);
    const first = await cards.first().getByRole("heading").innerText();
    const start = page.getByRole("link", { name: "Start a community" });
    await expect(start).toHaveCSS("padding-inline-start", width < 640 ? "0px" : "12px");

    await start.click();
    const name = `Clean Streets ${Date.now()}`;
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("What it does").fill("Twice a month we fill a van.");
    await page.getByRole("button", { name: "Start it" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
    await expectAccessible(page);

    // An unlisted one leads the list too, for its own people.
    await page.getByRole("link", { name: "Settings and news" }).click();
    await page.getByLabel("Unlisted").check();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.goto("/community");
    await ready(page);
    const own = cards.first();
    await expect(own.getByRole("heading", { name })).toBeVisible();
    await expect(own.getByRole("button", { name: /Already Joined|Leave/ })).toHaveCount(0);
    await expect(cards.filter({ hasText: name })).toHaveCount(1);
    await expect(cards.nth(1).getByRole("heading", { name: first })).toBeVisible();
    await expectAccessible(page);
    await own.getByRole("link", { name: `Manage ${name}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Settings and news" })).toBeVisible();

    await page.getByRole("button", { name: "Organize with others" }).click();
    const sheet = page.getByRole("dialog", { name: "Organize with others" });
    await sheet.getByLabel("Their e-mail").fill(newPerson().email);
    await sheet.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(sheet.getByRole("button", { name: /^Take back/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");

    await page.getByRole("link", { name: "To its page" }).click();
    await page.getByRole("link", { name: "Create its first event" }).click();
    await expect(page).toHaveURL(/\/create-event$/);
    await expect(page.getByText(`By: ${name}`)).toBeVisible();
  });

test("the button that deletes an event is red", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await becomeMember(page);
  await haveEvent(page, newEvent());
  await page.goto("/manage-events");
  const colorOf = (name: RegExp) =>
    page.getByRole("button", { name }).evaluate((button) => getComputedStyle(button).color);
  const red = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("p"));
    probe.style.color = "var(--color-error)";
    return getComputedStyle(probe).color;
  });
  expect(await colorOf(/^Delete/)).toBe(red);
  expect(await colorOf(/^Edit/)).not.toBe(red);
});
