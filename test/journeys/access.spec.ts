import { expectAccessible } from "./accessible.ts";
import { becomeMember, haveEvent, everyday, expect, newEvent, ready, test } from "./journey.ts";

// The machine-checkable part of WCAG 2.2 AA by axe, in both themes: the screens that differ with their size.

test("an event's page is accessible, with its join sheet", everyday, async ({ page }) => {
  await page.goto("/upcoming-events");
  await ready(page);
  await page
    .getByRole("article")
    .nth(1)
    .getByRole("link", { name: /^View Event/ })
    .click();
  await expect(page.getByText("About This Event")).toBeVisible();
  await ready(page);
  await page.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByText("Please login to join event")).toBeVisible();
  await expectAccessible(page);
});

test("forms that were refused are accessible", async ({ page }) => {
  await page.goto("/register");
  await ready(page);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText("Please tell us your name.")).toBeVisible();
  await expectAccessible(page);
});

test("the member's screens are accessible, empty and full, with menus and dialogs", async ({ page }) => {
  await becomeMember(page);
  await page.goto("/joined-events");
  await expect(page.getByRole("heading", { name: "You haven't joined any events yet." })).toBeVisible();
  // The empty list says that it is empty only once it is in view, and shows other events.
  expect((await page.getByText("You've joined 0 events").boundingBox())?.height).toBe(1);
  const soonest = page.getByRole("region", { name: "Coming up" }).getByRole("listitem");
  await expect(soonest).toHaveCount(3);
  // The rows are low, their text begins at their top, and a day at the end of a line has no comma.
  for (const card of await soonest.all()) {
    const [box, title] = [(await card.boundingBox())!, (await card.getByRole("heading").boundingBox())!];
    expect(title.y - box.y).toBeLessThanOrEqual(12);
    expect(box.height).toBeLessThanOrEqual(116);
    const times = card.locator("time");
    const [day, from] = [(await times.nth(0).boundingBox())!, (await times.nth(1).boundingBox())!];
    if (from.y > day.y + 5) expect(from.x).toBeCloseTo(day.x, 0);
    await expect(card.getByText(/,\s*$/)).toHaveCount(0);
  }
  await expectAccessible(page);
  await page.goto("/manage-events");
  await expect(page.getByRole("heading", { name: "No Events Created Yet" })).toBeVisible();
  await expect(soonest).toHaveCount(3);
  await expectAccessible(page);

  await page.goto("/create-event");
  await page.getByRole("button", { name: "Create Event" }).click();
  await expect(page.getByText("Please give the event a title.")).toBeVisible();
  await expectAccessible(page);
  const event = newEvent();
  await haveEvent(page, event);
  await page.goto("/manage-events");
  await expect(page.getByText("You have created 1 event")).toBeVisible();
  await expectAccessible(page);
  const dialog = page.locator("dialog[open]");
  await page.getByRole("button", { name: `Edit ${event.title}` }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `Edit ${event.title}` })).toBeFocused();
  await page.getByRole("button", { name: `Delete ${event.title}` }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: /^More for/ }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: `View ${event.title}` }).click();
  await page.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/joined-events");
  await expect(page.getByText("You've joined 1 event")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Your account/ }).click();
  await expectAccessible(page);
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
});
