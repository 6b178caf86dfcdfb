import { everyday, expect, haveOthersEvent, newEvent, ready, switchTheme, test } from "./journey.ts";

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("public pages are read, searched, filtered and paged", everyday, async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByLabel("Your town").fill("Porto");
    await page.getByRole("button", { name: "Explore Events" }).click();
    await expect(page).toHaveURL(/upcoming-events\?near=Porto$/);
    await expect(page.getByRole("article").first()).toContainText("Porto");
    await page.goto("/");
    await page.getByRole("link", { name: "View All" }).click();
    const total = Number(/\d+/.exec(await page.getByText(/events in total/).innerText())?.[0]);
    expect(total).toBeGreaterThan(30);

    // Each page begins where the previous one ends. The number of pages varies, because other journeys create events.
    const more = page.getByRole("link", { name: "More events" });
    const addresses = () =>
      page
        .getByRole("article")
        .getByRole("link", { name: /^View Event/ })
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    const found = await addresses();
    while (await more.isVisible()) {
      const before = page.url();
      await more.click();
      await expect(page).not.toHaveURL(before);
      found.push(...(await addresses()));
    }
    expect(found.length).toBeGreaterThan(30);
    expect(new Set(found).size).toBe(found.length);
    await page.getByRole("link", { name: "Back to the first events" }).click();

    await page.getByLabel("Search events").fill("SAO paulo");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/search=SAO\+paulo/);
    await expect(page.getByRole("article").first()).toContainText("São Paulo");

    await page.getByRole("link", { name: "Clear all" }).click();
    await page.getByRole("button", { name: "Event type: All types" }).click();
    await page.getByRole("checkbox", { name: "Food Donation" }).check();
    await page.getByRole("button", { name: "Show events" }).click();
    await expect(page).toHaveURL(/category=food/);
    // With only a type chosen, one link clears it.
    await expect(page.getByRole("link", { name: /^Clear/ })).toHaveText(["Clear filter"]);
    const card = page.getByRole("article").first();
    await expect(card).toContainText("Food Distribution");
    const title = await card.getByRole("heading").innerText();
    await card.getByRole("link", { name: /^View Event/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("About This Event")).toBeVisible();
  });

  test("a member's page says why it is empty, and the menu opens", everyday, async ({ page }) => {
    await page.goto("/manage-events");
    await expect(page.locator("noscript p")).toBeVisible();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Upcoming Events" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Upcoming Events" })).toBeVisible();
  });
});

test("scrolling loads more of the list, and going back finds the same position", everyday, async ({ page }) => {
  await page.goto("/upcoming-events");
  await ready(page);
  const more = page.getByRole("link", { name: /More events|Loading/ });
  await expect(async () => {
    await page.mouse.wheel(0, 2000);
    await expect(more).toBeHidden({ timeout: 100 });
  }).toPass({ timeout: 40_000, intervals: [50] });
  const total = await page.getByRole("article").count();
  expect(total).toBeGreaterThan(30);
  await expect(page.getByText(`Showing ${total} events`)).toBeVisible();
  // A day that continues on the next page is not listed twice.
  const days = await page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
  expect(new Set(days).size).toBe(days.length);
  const last = page.getByRole("article").last();
  const title = await last.getByRole("heading").innerText();
  await last.scrollIntoViewIfNeeded();
  await last.getByRole("link", { name: /^View Event/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("article")).toHaveCount(total);
  await expect(page.getByRole("article").last()).toBeInViewport();
});

test.describe("the frame", () => {
  test.use({ expectedFailures: [/\.js$/] });

  test("the theme is kept and does not flash; the menu leads on and closes", everyday, async ({ page }) => {
    await page.goto("/");
    await ready(page);
    const html = page.locator("html");
    await expect(html).toHaveAttribute("data-theme", "light");
    await switchTheme(page);
    await expect(html).toHaveAttribute("data-theme", "dark");
    // Even with all script blocked the page is dark: the choice applies before the first paint.
    await page.route("**/*.js", (route) => route.abort());
    await page.reload({ waitUntil: "domcontentloaded" });
    await expect(html).toHaveAttribute("data-theme", "dark");
    await page.unroute("**/*.js");
    await page.reload();
    await ready(page);
    await expect(html).toHaveAttribute("data-theme", "dark");

    const menu = page.locator("#menu");
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(menu).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("link", { name: "Upcoming Events" }).click();
    await expect(page).toHaveURL(/upcoming-events/);
    await expect(menu).toBeHidden();
  });
});

test.describe("a missing page", () => {
  test.use({ expectedFailures: [/nowhere|view-event/] });

  test("another path is a 404 with the way home, and so is an unknown event", everyday, async ({ page }) => {
    const answer = await page.goto("/nowhere/at-all");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    // Also after hydration.
    await ready(page);
    await expect(page.getByText("If you contact us, quote this code:")).toContainText(
      answer?.headers()["x-request-id"] ?? "…",
    );
    await expect(page.getByRole("link", { name: "See events" })).toHaveAttribute("href", "/upcoming-events");
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL(/\/$/);

    const event = await page.goto("/view-event/00000000-0000-7000-8000-000000000000");
    expect(event?.status()).toBe(404);
    await expect(page.getByText("This event is no longer here.")).toBeVisible();
    await expect(page.getByText("Failed to load event data")).toBeVisible();
  });
});

test("back to top appears once the page is scrolled by more than 300 pixels, and covers nothing to press", async ({
  page,
}) => {
  const button = page.getByRole("button", { name: "Back to top" });
  /** The names of the controls below the button. */
  const covered = () =>
    button.evaluate((up) => {
      const { left, right, top, bottom } = up.getBoundingClientRect();
      return [...document.querySelectorAll("a[href], button, input, select, summary")]
        .filter((one) => one !== up && one.checkVisibility())
        .filter((one) =>
          [...one.getClientRects()].some(
            (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
          ),
        )
        .map((one) => one.textContent);
    });
  await page.goto("/upcoming-events");
  await ready(page);
  await page.evaluate(() => window.scrollTo(0, 300));
  await expect(button).toBeHidden();
  await page.evaluate(() => window.scrollTo(0, 301));
  await expect(button).toBeInViewport({ ratio: 1 });
  // Checked at every scroll position.
  for (let y = 320; y < 900; y += 45) {
    await page.evaluate((to) => window.scrollTo(0, to), y);
    await expect.poll(covered, `scrolled to ${y}`).toEqual([]);
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await button.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(button).toBeHidden();

  // The button is above the bar of an event, which stays at the bottom of the screen.
  await page.goto(await haveOthersEvent(newEvent({ description: "We meet at the boat landing. ".repeat(30) })));
  await ready(page);
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect(button).toBeInViewport({ ratio: 1 });
  const [end, bar] = [await button.boundingBox(), await page.locator(".join-bar").boundingBox()];
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
});
