import type { Locator } from "@playwright/test";

import { expectAccessible } from "./accessible.ts";
import {
  becomeMember,
  closeNotice,
  everyday,
  follow,
  haveEvent,
  newEvent,
  newPerson,
  origin,
  ready,
  switchTheme,
  test,
  expect,
  expectNoSidewaysScroll,
} from "./journey.ts";

// The words that everybody sees: clauses of docs/specification.md that no other journey covers.

test("the header leads visitors and members to their pages", everyday, async ({ page }) => {
  await page.goto("/");
  await ready(page);
  const everyones = ["Upcoming Events", "Community", "About Us"];
  const members = ["Create Event", "Manage Events", "Joined Events"];
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links).toHaveText(everyones);
  await expect(page.getByRole("banner").getByRole("link", { name: "Goodturn, home" })).toHaveAttribute("href", "/");
  await becomeMember(page);
  await page.reload();
  await ready(page);
  await expect(links).toHaveText([...everyones, "Manage Events", "Joined Events", "Create Event"]);
  // Each sentence takes one line wherever it is shown, also with slightly wider fonts.
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const look = () =>
      links.evaluateAll((all) =>
        all.map((link) => {
          const range = document.createRange();
          // Without the icon of the button.
          range.selectNodeContents(link.lastChild ?? link);
          return range.getClientRects().length;
        }),
      );
    expect(await look(), `lines at ${width}`).toEqual(Array(6).fill(1));
    await expectNoSidewaysScroll(page);
    await links.first().evaluate((link) => (link.parentElement!.parentElement!.style.letterSpacing = "0.2px"));
    expect(await look(), `lines at ${width}, in wider letters`).toEqual(Array(6).fill(1));
    await links.first().evaluate((link) => (link.parentElement!.parentElement!.style.letterSpacing = ""));
  }
  const account = page.getByRole("button", { name: /^Your account/ });
  await account.click();
  await expect(page.locator("#account").getByRole("link")).toHaveText([...everyones, ...members, "Your account"]);
  for (const [name, heading] of [
    ["Create Event", "Create Event"],
    ["Joined Events", "My Joined Events"],
    ["Community", "Our Communities"],
  ] as const) {
    if (!(await page.locator("#account").isVisible())) await account.click();
    await page.locator("#account").getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }

  // A phone has one button, whose menu has the same links, the theme and Logout: on a member's page it leads home.
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto("/manage-events");
  await ready(page);
  const menu = page.locator("#menu");
  await expect(page.getByRole("banner").getByRole("button")).toHaveCount(1);
  await account.click();
  const own = page.locator("#account");
  await expect(own.getByRole("link")).toHaveText([...everyones, ...members, "Your account"]);
  await expect(own.getByRole("button")).toHaveText(["Dark theme", "Logout"]);
  await own.getByRole("button", { name: "Logout" }).click();
  await closeNotice(page, "Successfully Logout!");
  await expect(page.getByRole("heading", { level: 1, name: /./ })).toBeVisible();
  await expect(page).toHaveURL("/");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(menu.getByRole("link")).toHaveText(everyones);
  await expect(menu.getByRole("button")).toHaveText(["Dark theme"]);
  await expect(menu.getByRole("button", { name: "Logout" })).toHaveCount(0);
  // A later visitor is asked to log in.
  await page.keyboard.press("Escape");
  await follow(page, "/aboutUs");
  await page.getByRole("contentinfo").getByRole("link", { name: "Manage Events" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("the list names its search, clears the type alone, and shows organizers and numbers", async ({ page }) => {
  const person = await becomeMember(page);
  const event = newEvent();
  await haveEvent(page, event);
  await page.goto("/upcoming-events");
  await ready(page);
  const search = page.getByPlaceholder("Search by title, description, or location...");
  await page.getByRole("button", { name: "Event type: All types" }).click();
  await expect(page.getByRole("group", { name: "Event type", exact: true }).locator(".chip")).toHaveText([
    "All types",
    "Clean up Drive",
    "Tree Plantation",
    "Donation Drive",
    "Educational Workshop",
    "Healthcare Camp",
    "Food Donation",
    "Aware People",
  ]);
  await search.fill(event.title);
  await page.getByRole("checkbox", { name: "Healthcare Camp" }).check();
  await expect(page.getByText("Showing 0 events")).toBeVisible();
  await page.getByRole("link", { name: "Clear filter" }).first().click();
  await expect(page.getByText("Showing 1 event", { exact: true })).toBeVisible();
  await expect(search).toHaveValue(event.title);
  await expect(page.getByRole("button", { name: "Event type: All types" })).toBeVisible();
  const card = page.getByRole("article");
  await expect(card.getByText(`Organizer: ${person.email}`)).toBeVisible();
  await expect(card.getByText("0 Participate")).toBeVisible();
  await expect(card.getByText(event.description)).toBeVisible();
});

test.describe("an event's page", () => {
  test.use({ expectedFailures: [/scenes\/(hero|cleanup-2)\.svg/] });

  test("shows time, location, organizer and numbers, and draws what fails to load", everyday, async ({ page }) => {
    const person = newPerson("Amina Karim");
    await page.route(/scenes\/(hero|cleanup-2)\.svg/, (route) => route.abort());
    await becomeMember(page, { ...person, photo: `${origin}/scenes/hero.svg` });
    const event = newEvent({ thumbnail: `${origin}/scenes/cleanup-2.svg` });
    await page.goto(await haveEvent(page, event));
    await ready(page);
    const main = page.getByRole("main");
    await expect(main.getByText("Event Details", { exact: true })).toBeVisible();
    const short = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
    const date = short.format(new Date(`${event.date}T12:00:00Z`));
    await expect(main.getByText(new RegExp(`^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), ${date}$`)).first()).toBeVisible();
    await expect(main.getByText("9:30 – 11:30 AM", { exact: true }).first()).toBeVisible();
    const place = main.getByRole("definition").filter({ hasText: event.location });
    await expect(place).toContainText("Event area");
    await expect(main.getByRole("link", { name: person.email })).toHaveAttribute("href", `mailto:${person.email}`);
    await expect(main.getByText("20 spots remaining")).toBeVisible();
    await expect(main.getByText("Maximum: up to 20")).toBeVisible();
    await expect(main.getByRole("progressbar", { name: "Participants" })).toHaveAttribute("aria-valuemax", "20");
    await expect(main.getByRole("heading", { name: "About This Event" })).toBeVisible();
    const organizer = main.getByRole("region", { name: "Organized by" });
    await expect(organizer.locator("[data-initials]")).toHaveAttribute("data-initials", "AK");
    await expect(organizer).toContainText("Amina Karim");
    await expect(organizer.locator("img")).toHaveCount(0);
    const picture = main.locator(".picture").first();
    await expect(picture.locator("img")).toHaveCount(0);
    await expect(picture).toHaveCSS("background-image", /scenes\/cleanup\.svg/);
    // In the dark theme, a drawing's own lamps are lit.
    await switchTheme(page);
    expect(await lampsOf(picture)).toMatch(/scenes\/cleanup-lights\.svg/);
    await page.goto("/");
    await ready(page);
    const hero = main.locator(".hero > .picture");
    expect(await lampsOf(hero)).toMatch(/scenes\/hero-lights\.svg/);
    // The drawing's night and day versions are clipped together.
    await expect(hero).toHaveCSS("clip-path", /round/);
    const sample = main.getByRole("figure").first().locator(".picture");
    expect(await lampsOf(sample)).toMatch(/scenes\/activity-1-lights\.svg/);
    await page.setViewportSize({ width: 768, height: 1024 });
    expect(await hero.boundingBox()).toMatchObject({ x: 0, width: 768 });
  });
});

test("the list of calls is accessible", async ({ page }) => {
  await page.goto("/api/docs");
  // For all elements axe takes most of a minute. One function writes all calls, so checking every sixth is enough.
  await page.locator("main > section").evaluateAll((sections) => {
    sections.forEach((section, index) => index % 6 > 0 && section.remove());
  });
  await expectAccessible(page);
});

/** The layer over a picture in the dark theme. */
const lampsOf = (picture: Locator) => picture.evaluate((frame) => getComputedStyle(frame, "::before").backgroundImage);
