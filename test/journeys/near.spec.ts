import { expectAccessible } from "./accessible.ts";
import { everyday, expect, haveOthersEvent, inDays, newEvent, ready, test } from "./journey.ts";

// Events nearby: with a position that is granted, one that is refused, and without script.

test.use({ viewport: { width: 375, height: 740 } });

test("near me, a day and free spots are a press and two links; so is a town", everyday, async ({ page, context }) => {
  // The event is in Porto, as its location says.
  const event = newEvent({ ...inDays(3), max: "1" });
  const path = await haveOthersEvent(event);
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 41.162142, longitude: -8.621953 });
  await page.goto("/upcoming-events");
  await ready(page);
  expect((await page.getByRole("article").first().boundingBox())?.y).toBeLessThanOrEqual(245);

  // The position is sent with a precision of a kilometer, and the address names the town.
  const asked = page.waitForRequest(/near=41\.16%2C-8\.62(&|$)/);
  await page.getByRole("button", { name: "Near me" }).click();
  await asked;
  await expect(page).toHaveURL(/upcoming-events\?near=Porto$/);
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page
    .getByRole("navigation", { name: "Days" })
    .locator(`a[href*="from=${event.date}&to=${event.date}"]`)
    .click();
  await expect(page).toHaveURL(/near=Porto&from=\S+&to=\S+$/);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Has room" }).click();
  await expect(page).toHaveURL(/near=Porto&from=\S+&to=\S+&room=1$/);
  await expect(page.getByText(/^Showing \d+ events? within 10\skm of Porto (on|this) .*, with room$/)).toBeVisible();
  const title = page.getByRole("article").getByRole("heading", { name: event.title });
  await expect(title).toBeVisible();
  await expect(page).toHaveTitle(/^Events within 10\skm of Porto .*, with room · Goodturn$/);
  // On a phone the chips show the filters, so that the sentence takes one line here, and does not touch the box below.
  const lines = await page.getByRole("main").getByRole("status").first().boundingBox();
  expect(lines!.height).toBe(16);
  expect((await page.getByRole("article").first().boundingBox())?.y).toBeLessThanOrEqual(240);
  const box = await page.locator(".search-box").boundingBox();
  expect(box!.y - lines!.y - lines!.height).toBeGreaterThanOrEqual(4.5);
  await title.click();
  await expect(page).toHaveURL(path);
  await expect(
    page
      .getByRole("region", { name: /nearby$/ })
      .getByRole("listitem")
      .first(),
  ).toContainText(/\d\skm|in town/);

  await context.clearPermissions();
  await page.goto("/upcoming-events");
  await ready(page);
  await page.getByRole("button", { name: "Near me" }).click();
  await expect(page.getByRole("alert")).toHaveText("We cannot see where you are. Type a town instead.");
  await expectAccessible(page);
  // On a wider screen the panel stands at its own button, though another one opened it.
  await page.setViewportSize({ width: 768, height: 1024 });
  const button = await page.locator(".search-box .set").boundingBox();
  const panel = await page.getByRole("group", { name: "Filters" }).boundingBox();
  expect(panel!.x).toBeLessThanOrEqual(button!.x);
  expect(panel!.x + panel!.width).toBeGreaterThanOrEqual(button!.x + button!.width);
  expect(panel!.y).toBeGreaterThanOrEqual(button!.y + button!.height);
  // The town can be typed at once.
  await expect(page.locator("[name=near]")).toBeFocused();
  await page.setViewportSize({ width: 375, height: 740 });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("link", { name: "By e-mail" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Near me" }).click();
  // Towns are proposed; Escape closes them and leaves the panel open, and any typed text can be sent.
  const typed = page.locator("input[name=near]");
  const towns = page.getByRole("listbox", { name: "Towns" });
  await typed.fill("melb");
  await expect(towns.getByRole("option")).toHaveText(["MelbourneAustralia"]);
  // The list does not follow each letter of a town, and the distance can be chosen once there is a town.
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/upcoming-events$/);
  await expect(towns.getByRole("option")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("radio", { name: "Nearest first" })).toBeHidden();
  await expect(page.locator("#filters").getByRole("button", { name: /^Show/ })).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(towns).toBeHidden();
  await expect(typed).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(towns.getByRole("option", { selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/upcoming-events\?near=Melbourne$/);
  await expect(typed).toHaveValue("Melbourne");
  await expect(towns).toBeHidden();
  await expect(page.getByRole("radio", { name: "Nearest first" })).toBeVisible();
  await typed.fill("port");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Porto · 10 km" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Filters" })).toBeHidden();
  await expect(page.getByRole("article").first()).toContainText("Porto");
  // Moving on in the panel, or pressing Enter, takes the town proposed first.
  await page.getByRole("button", { name: "Porto · 10 km" }).click();
  await typed.fill("melb");
  await expect(towns.getByRole("option")).toHaveText(["MelbourneAustralia"]);
  await page.getByRole("heading", { name: "Filters" }).click();
  // Text typed while the previous town's list is loading is not reset by it.
  await typed.fill("port");
  await expect(page).toHaveURL(/near=Melbourne$/);
  await expect(page.getByText(/\d events within 10\skm of Melbourne/)).toBeVisible();
  await expect(typed).toHaveValue("port");
  await expect(towns.getByRole("option").first()).toHaveText("PortoPortugal");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/near=Porto$/);
  await expect(page.getByRole("group", { name: "Filters" })).toBeHidden();
  // A town is cleared where it was chosen.
  await page.getByRole("button", { name: "Porto · 10 km" }).click();
  await page.getByRole("group", { name: "Filters" }).getByRole("link", { name: "Clear filter" }).click();
  await expect(page).toHaveURL(/upcoming-events$/);
  await expect(typed).toHaveValue("");
  await expect(page.getByRole("link", { name: "Clear filter" })).toHaveCount(0);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a town is typed, and the nearest events come first; an unknown town is asked about", async ({ page }) => {
    await page.goto("/upcoming-events?category=food&category=donation");
    await expect(page.getByRole("button", { name: "Near me" })).toBeHidden();
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("textbox", { name: "Town" }).fill("porto");
    await page.getByRole("radio", { name: "Nearest first" }).check();
    await page.getByRole("button", { name: "Show events" }).click();
    await expect(page).toHaveURL(/category=donation&category=food.*near=porto&within=10/);
    const away = await page
      .getByRole("article")
      .getByText(/^[\d.]+\skm$/)
      .allInnerTexts();
    expect(away.length).toBeGreaterThan(1);
    expect(away).toEqual(away.toSorted((one, other) => parseFloat(one) - parseFloat(other)));

    await page.goto("/upcoming-events?near=Xyzzyq");
    await expect(page.getByText("We don't know a town called “Xyzzyq”.")).toBeVisible();
    await expect(page.getByText("Please try a different category.")).toHaveCount(0);
    await page.getByRole("button", { name: "Choose another town" }).click();
    await page.getByRole("textbox", { name: "Town" }).fill("Prto");
    await page.getByRole("button", { name: "Show events" }).click();
    // A likely town is the first suggestion, and no other town is requested.
    await expect(page.locator(".nothing").getByRole("button")).toHaveCount(0);
    await expect(page.locator(".nothing li").first()).toHaveText(/^Did you mean “Porto”\? \d+$/);
    await page.getByRole("link", { name: "Did you mean “Porto”?" }).click();
    await expect(page.getByRole("link", { name: /^View Event/ }).first()).toBeVisible();
  });
});
