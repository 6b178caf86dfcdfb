import type { Locator } from "@playwright/test";

import { becomeMember, expect, haveJoined, haveOthersEvent, inDays, jumps, newEvent, ready, test } from "./journey.ts";

// The list as a board of days: the places of its parts, and choosing a day.

/** A time zone in which the date differs from UTC at this hour. */
const elsewhere = new Date().getUTCHours() >= 10 ? "Pacific/Kiritimati" : "Pacific/Pago_Pago";

test.describe("in a time zone with another date than UTC", () => {
  test.use({ timezoneId: elsewhere });

  test("the first card is in view, cards are short, and days are named without a jump", async ({ page }) => {
    for (const [width, height, top, tall] of [
      [375, 740, 240, 150],
      [1024, 768, 300, 236],
      [1280, 720, 240, 236],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto("/upcoming-events");
      await ready(page);
      const today = await page.evaluate(() => String(new Date().getDate()));
      await page.getByRole("button", { name: "Filters" }).click();
      await expect(page.getByRole("navigation", { name: "Days" }).getByText("Today").locator("..")).toContainText(
        today,
      );
      await page.keyboard.press("Escape");
      // The event's zone is named once the reader's clock is known to differ; then some times take another line.
      expect(await jumps(page)).toBeLessThan(0.02);
      expect((await page.getByRole("article").first().boundingBox())?.y).toBeLessThanOrEqual(top);
      // Only the demo content's cards, as other journeys' organizers have addresses of two lines.
      const heights = await page
        .getByRole("article")
        .filter({ hasText: "Organizer: organizer-" })
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThanOrEqual(tall);
      // A card's text ends before its button.
      const gaps = await page.getByRole("article").evaluateAll((cards) =>
        cards.map((card) => {
          const said = document.createRange();
          said.selectNodeContents(card.querySelector(".card-count")!);
          return card.querySelector(".view")!.getBoundingClientRect().left - said.getBoundingClientRect().right;
        }),
      );
      expect(Math.min(...gaps)).toBeGreaterThan(4);
      if (width === 1280) {
        // A card alone in its row is as wide as one beside another.
        const cards = page.locator(".card");
        const widths = await cards.evaluateAll((all) => all.map((card) => card.clientWidth));
        expect(new Set(widths).size).toBe(1);
      }
      if (width === 375) {
        // The third card is in view, and few controls stand beside the cards.
        const third = await page.getByRole("article").nth(2).boundingBox();
        expect(third?.y).toBeLessThanOrEqual(640);
        expect((await page.getByRole("heading", { level: 1 }).boundingBox())?.y).toBe(65);
        const controls = "main :is(a, button, input, select, summary):visible:not(article *, [popover] *)";
        expect(await page.locator(controls).count()).toBeLessThanOrEqual(11);
        // A filter moves neither the days nor the cards, and the links that clear it have room beside the day.
        const chips = page.locator(".chips");
        const places = async () => [await page.locator(".day-head").first().boundingBox(), await chips.boundingBox()];
        const before = await places();
        await page.goto("/upcoming-events?room=1");
        await ready(page);
        expect((await places()).map((place) => place?.y)).toEqual(before.map((place) => place?.y));
        const clear = await page.getByRole("link", { name: "Clear filter" }).boundingBox();
        const name = await page.locator(".day h2").first().boundingBox();
        expect(clear?.height).toBeGreaterThanOrEqual(44);
        expect(clear?.x).toBeGreaterThan((name?.x ?? NaN) + (name?.width ?? NaN));
        await expect(page.locator(".day .count").first()).toBeHidden();
      }

      await page.goto("/");
      const title = page.getByRole("article").first().getByRole("heading");
      // The list begins within 1.3 screens of a phone.
      expect((await title.boundingBox())?.y).toBeLessThanOrEqual(930);
    }

    // In the whole list, a day of the coming weekend is called 'This weekend'; if days are chosen, it has its own name.
    await page.goto("/upcoming-events");
    const to = await page.locator(".strip .we a").last().getAttribute("href");
    const day = Date.parse(/from=([\d-]+)/.exec(to ?? "")?.[1] ?? "");
    await page.clock.setFixedTime(day - 2.5 * 86_400_000);
    await page.goto(to ?? "");
    await ready(page);
    await expect(page.locator(".day h2")).toHaveText(/^(Saturday|Sunday) /);
  });
});

test("home opens with a member's next event and what follows", { tag: "@everyday" }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await becomeMember(page);
  const [next, later] = [newEvent(inDays(3)), newEvent(inDays(5))];
  for (const event of [later, next]) await haveJoined(page, await haveOthersEvent(event));
  const section = page.getByRole("region", { name: "Your next event" });
  const home = async () => {
    await page.goto("/");
    await ready(page);
  };
  await home();
  // In a browser where no member was before, the event is a strip over the bottom of the screen.
  const strip = page.getByRole("link", { name: /^Your next event · \w+, \w+ \d+, \d+:\d+ [AP]M/ });
  await expect(strip).toContainText(next.title);
  await expect(strip).toContainText(next.location);
  expect(await jumps(page)).toBeLessThan(0.02);
  // The next time the event stands in the place that home keeps for members, and not below the words for visitors.
  await home();
  await expect(section.getByText(next.title)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(next.title);
  await expect(page.getByText("Two minutes now.")).toBeHidden();
  expect(await jumps(page)).toBeLessThan(0.02);
  // From now on home reserves the stored height, and the event fills it at once.
  await page.evaluate(() => localStorage.setItem("goodturn.next", "s600"));
  await page.reload();
  await ready(page);
  await expect(section).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(section.getByText(next.title)).toBeVisible();
  expect(await heightOf(section)).toBe(600);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("goodturn.next"))).toMatch(/^s4\d\d$/);
  await expect(section.getByRole("link", { name: `Then: ${later.title}` })).toHaveAttribute("href", "/joined-events");
  expect(await jumps(page)).toBeLessThan(0.02);
  const directions = await section.getByRole("link", { name: /^Directions/ }).boundingBox();
  expect((directions?.y ?? Infinity) + (directions?.height ?? 0)).toBeLessThanOrEqual(560);
  await expect(section.getByText("In 3 days", { exact: true })).toBeVisible();

  // The actions take one line, and on a desktop the background ends with them.
  const deeds = section.locator("article").getByRole("link").or(section.getByRole("button"));
  for (const [width, height] of [
    [375, 740],
    [768, 1024],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    const boxes = await deeds.evaluateAll((all) => all.map((deed) => deed.getBoundingClientRect().toJSON() as DOMRect));
    expect(boxes.map(({ top }) => top)).toEqual([boxes[0]?.top, boxes[0]?.top, boxes[0]?.top]);
    for (const box of boxes) expect(box.height).toBeCloseTo(44, 0);
    const ground = await section.getByRole("article").boundingBox();
    const below = (ground?.y ?? 0) + (ground?.height ?? Infinity) - (boxes[0]?.bottom ?? 0);
    if (width > 700) expect(below).toBeLessThanOrEqual(40);
  }
  await page.setViewportSize({ width: 375, height: 740 });

  await section.getByRole("link", { name: `Then: ${later.title}` }).click();
  // The later event is a row of four lines, with its times unbroken; leaving it is behind its menu.
  const row = page.locator(".event-row", { hasText: later.title });
  // The actions of the next event are above the fold; less important content is below.
  const way = await page.locator(".next-up .btn").first().boundingBox();
  expect((way?.y ?? Infinity) + (way?.height ?? 0)).toBeLessThanOrEqual(560);
  // A title and a last line of two lines make it higher.
  expect(await heightOf(row)).toBeLessThanOrEqual(136);
  expect(await row.locator("time").first().locator("..").textContent()).toMatch(/\d\u00a0–\u00a0[\d:]+\u00a0AM/);
  await expect(row.getByText("1 participant")).toBeVisible();
  await expect(row.getByRole("link", { name: `View Details: ${later.title}` })).toBeVisible();
  await expect(row.getByRole("button", { name: `Leave: ${later.title}` })).toBeHidden();
  for (const { title } of [next, later]) {
    const menu = page.getByRole("button", { name: `More for ${title}` });
    if (await menu.count()) await menu.click();
    await page.getByRole("button", { name: `Leave: ${title}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave this event" }).click();
    await expect(page.getByRole("button", { name: `Leave: ${title}` })).toBeHidden();
  }
  // Without an event the place says so, and keeps its height.
  await home();
  await expect(section).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nothing planned yet");
  await page.waitForLoadState("networkidle");
  expect(await jumps(page)).toBeLessThan(0.02);
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())?.y).toBeLessThan(120);
});

test("a member who joins is told so once, in one bar, and finds the day on a leaf", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  const { email } = await becomeMember(page);
  const path = await haveOthersEvent(newEvent());
  await page.goto(path);
  await ready(page);
  await page.getByRole("button", { name: "Join Event" }).click();
  const bar = page.locator(".join-bar");
  await expect(page.locator(".toast-note")).toHaveText(/^Joined an event/);
  // The note covers no facts, and the bar repeats none of them.
  expect((await page.locator(".toast-note").boundingBox())?.y).toBeGreaterThanOrEqual(560);
  await expect(bar.locator(".standing-mark:not(.waits)")).toBeVisible();
  await expect(bar).not.toContainText("Boat landing");
  await page.reload();
  await ready(page);
  await expect(bar.getByRole("button", { name: "Already Joined" })).toBeDisabled();
  await expect(page.locator(".toast-note")).toHaveCount(0);
  expect(await heightOf(bar)).toBeLessThanOrEqual(78);
  // The menu opens above the bar, within the screen.
  const leave = page.getByRole("button", { name: "Leave this event" });
  await expect(leave).toBeHidden();
  await bar.getByRole("button", { name: "Change" }).click();
  await expect(leave).toBeInViewport({ ratio: 1 });
  const change = await bar.getByRole("button", { name: "Change" }).boundingBox();
  expect(((await leave.boundingBox())?.y ?? NaN) + 44).toBeLessThanOrEqual(change?.y ?? NaN);
  await leave.click();
  // The question does not inherit the style of the menu that opens it.
  const question = page.getByRole("alertdialog", { name: "Give your spot back?" });
  // With free spots there is no waitlist to mention.
  await expect(question.locator("p")).toHaveText(
    "Somebody else can have it then. You can join again while there is room.",
  );
  await expect(question).toHaveCSS("text-decoration-line", "none");
  const words = question.locator("h2, p").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(new Set(await words).size).toBe(1);
  await question.getByRole("button", { name: "Stay" }).click();

  await page.goto("/joined-events");
  const joined = page.getByRole("article");
  await expect(joined.locator(".leaf").first()).toHaveText(/^\w{3}\d+\w{3}$/);
  await expect(joined.getByText("In 10 days")).toBeVisible();
  const tops = await joined
    .locator(".deeds > :is(a, button)")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
  // The request to the member takes one line, with its button in it.
  const asked = page.getByTitle(email).locator("..");
  await expect(asked.getByRole("button")).toBeVisible();
  expect(await heightOf(asked)).toBeLessThanOrEqual(58);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 740 } });

  test("a day is chosen, searched and cleared, and an empty result shows ways out", async ({ page }) => {
    await page.goto("/upcoming-events?category=plantation");
    const days = page.getByRole("navigation", { name: "Days" });
    await page.getByRole("button", { name: "Filters" }).click();
    await days
      .getByRole("link", { name: /: 1 event$/ })
      .first()
      .click();
    await expect(page).toHaveURL(/from=(\S+)&to=\1$/);
    const day = new Date(new URL(page.url()).searchParams.get("from") ?? "");
    const name = day.toLocaleDateString("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
    await expect(page.getByText(`Showing 1 event in Tree Plantation on ${name}`)).toBeVisible();
    // The number of all events stays.
    await expect(page.getByText(/^\d\d+ events in total$/)).toBeVisible();
    // Without words, a single link clears the filters.
    await expect(page.getByRole("link", { name: /^Clear/ })).toHaveText(["Clear filter"]);
    // The button inside the search box counts what is set, and four chips fit a phone's width.
    await expect(page.getByRole("button", { name: "Filters, 2 chosen" })).toBeVisible();
    const row = page.locator(".chips > :is(a, button):visible");
    await expect(row).toHaveText(["This weekend", "Has room", "Tree Plantation"]);
    const right = await row.last().evaluate((chip) => chip.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(375 - 15);
    const title = await page.getByRole("article").getByRole("heading").innerText();

    await page.getByLabel("Search events").fill(title);
    await page.getByRole("button", { name: "Event type: Tree Plantation" }).click();
    await page.getByRole("checkbox", { name: "Tree Plantation" }).uncheck();
    await page.getByRole("checkbox", { name: "Healthcare Camp" }).check();
    await page.getByRole("button", { name: "Show events" }).click();
    await expect(page.getByRole("heading", { name: "No events found" })).toBeVisible();
    // The sentence that names the whole request once.
    await expect(page.getByText(`Showing 0 events that say “${title}” in Healthcare Camp on ${name}`)).toBeVisible();
    await expect(page.locator(".nothing")).not.toContainText("Healthcare");
    await expect(page.getByText("0 events in total", { exact: true })).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Coming up soon" })).toContainText(title);
    await page.getByRole("link", { name: "All types 1" }).click();
    await expect(page.getByText("Showing 1 event")).toBeVisible();
    await expect(page.getByLabel("Search events")).toHaveValue(title);
    // One link keeps the words, and one clears them too.
    await expect(page.getByRole("link", { name: /^Clear (filter|all)/ })).toHaveText(["Clear filter", "Clear all"]);

    await page.getByRole("button", { name: "Filters, 1 chosen" }).click();
    await days.locator("[aria-current]").click();
    await expect(page).not.toHaveURL(/from=/);

    // For days without events, the next days with events are suggested; a weekend is marked only once, even on a
    // Sunday.
    const dayAfter = new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/upcoming-events?search=${encodeURIComponent(title)}&from=${dayAfter}&to=${dayAfter}`);
    await page.getByRole("link", { name: `${name} 1` }).click();
    await expect(page.getByRole("article").getByRole("heading")).toHaveText(title);
    await page.getByRole("link", { name: "This weekend" }).click();
    await expect(page.getByRole("link", { name: "This weekend" })).toHaveAttribute("aria-current", "true");
    await expect(page.locator(".strip").locator("[aria-current], .in")).toHaveCount(0);

    // If dropping one filter is not enough, dropping all of them is offered.
    await page.goto("/upcoming-events?search=nowhere-and-never&from=2031-01-01&to=2031-01-31");
    await expect(page.getByText(/^Showing 0 events that say .* from Jan 1 to Jan 31, 2031$/)).toBeVisible();
    await expect(page.getByRole("link", { name: /^(Any day|Without)/ })).toHaveCount(0);
    // Days that no link offers stand in their two fields.
    await page.getByRole("button", { name: "Filters, 1 chosen" }).click();
    await expect(page.getByLabel("From", { exact: true })).toBeVisible();
    await expect(page.getByLabel("From", { exact: true })).toHaveValue("2031-01-01");
    await expect(page.getByLabel("Until", { exact: true })).toHaveValue("2031-01-31");
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("link", { name: /^See all events \d+$/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "Coming up soon" }).getByRole("article")).toHaveCount(2);
    await page.getByRole("link", { name: "Clear all" }).click();
    await expect(page).toHaveURL(/upcoming-events$/);
    await expect(page.getByRole("link", { name: /^Clear/ })).toHaveCount(0);
  });
});

/** The height of an element, in pixels. */
const heightOf = async (element: Locator) => (await element.boundingBox())?.height;
