import ICAL from "ical.js";

import { expectAccessible } from "./accessible.ts";
import {
  becomeMember,
  closeSheet,
  everyday,
  expect,
  haveEvent,
  newEvent,
  openSetting,
  openSheet,
  origin,
  ready,
  test,
  typeEvent,
} from "./journey.ts";

test.use({ timezoneId: "Europe/Lisbon" });

const calendarAt = async (fetched: Response) => new ICAL.Component(ICAL.parse(await fetched.text()));
const eventsAt = async (address: string) =>
  (await calendarAt(await fetch(address)))
    .getAllSubcomponents("vevent")
    .map((event) => [event.getFirstPropertyValue("summary"), event.getFirstPropertyValue("status")]);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 740 } });

  test("an organizer sets an event in another time zone, across a clock change, and its times are right", async ({
    page,
  }) => {
    const event = newEvent({ date: "2027-03-27", time: "22:00" });
    await becomeMember(page);
    await page.goto("/create-event");
    await ready(page);
    const form = page.getByRole("form", { name: "Create Event" });
    await typeEvent(form, event);
    await expect(
      form.getByRole("button", { name: /^When\? 10 PM – midnight\s*Sat, Mar 27, 2027 · Lisbon time$/ }),
    ).toBeVisible();
    await openSheet(form, "when");
    await expect(form.getByText("Times are in Europe/Lisbon.")).toBeVisible();
    await expect(form.getByText("March 27, 2027, 10 PM – midnight Lisbon time")).toBeVisible();
    await form.getByLabel("How long").selectOption("3 hours");
    await form.getByRole("button", { name: "Change the time zone" }).click();
    const zone = form.getByLabel("Time zone");
    await expect(zone).toBeFocused();
    await zone.fill("Atlantis");
    await form.getByLabel("How long").selectOption("Choose when it ends…");
    // In Lisbon the clocks go forward that night, too.
    await expect(form.getByLabel("Ends at")).toHaveValue("02:00");
    await form.getByLabel("Ends on").fill("2027-03-27");
    await closeSheet(form);
    await form.getByRole("button", { name: "Create Event" }).click();
    const sheet = form.getByRole("dialog");
    await expect(sheet.getByText("We do not know this time zone.")).toBeVisible();
    await expect(sheet.getByText("Please choose an end after the start, within 14 days.")).toBeVisible();
    await zone.fill("Europe/Berlin");
    await form.getByLabel("Ends on").fill("2027-03-28");
    await form.getByLabel("Ends at").selectOption("06:00");
    const words = "March 27, 2027, 10 PM – Sun 28, 6 AM Berlin time";
    await expect(form.getByText(words)).toBeVisible();
    await form.getByLabel("Date", { exact: true }).fill("2027-03-28");
    await form.getByLabel("Time", { exact: true }).selectOption("02:30");
    await expect(form.getByText("so the event begins at 3:30 AM.")).toBeVisible();
    await form.getByLabel("Date", { exact: true }).fill("2027-03-27");
    await form.getByLabel("Time", { exact: true }).selectOption("22:00");
    await expect(form.getByText(words)).toBeVisible();
    await expectAccessible(page);
    await closeSheet(form);
    await expectAccessible(page);
    await form.getByRole("button", { name: "Create Event" }).click();
    await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeVisible();

    await page.goto(`/upcoming-events?search=${encodeURIComponent(event.title)}`);
    await page
      .getByRole("article")
      .getByRole("link", { name: /^View Event/ })
      .click();
    const facts = page.locator("dl");
    await expect(facts.getByText("Sat, Mar 27, 2027", { exact: true })).toBeVisible();
    await expect(facts.getByText("10 PM – Sun 28, 6 AM Berlin time", { exact: true })).toBeVisible();
    const theirs = facts.getByText("9 PM – Sun 28, 5 AM in your time zone", { exact: true });
    await expect(theirs).toBeVisible();
    // The time appears after hydration, and moves nothing above or below it.
    const places = () =>
      Promise.all([page.locator(".fact"), page.locator(".fact .strong")].map((some) => some.first().boundingBox()));
    const withTheirs = await places();
    await theirs.evaluate((line) => (line.style.display = "none"));
    expect(await places()).toEqual(withTheirs);

    await ready(page);
    await page.getByRole("button", { name: "Add to calendar" }).click();
    const toGoogle = await page.getByRole("link", { name: "Google Calendar" }).getAttribute("href");
    const led = await fetch(`${origin}${toGoogle}`, { redirect: "manual" });
    const google = new URL(led.headers.get("location") ?? "");
    expect(google.origin).toBe("https://calendar.google.com");
    expect(google.searchParams.get("dates")).toBe("20270327T210000Z/20270328T040000Z");
    expect(google.searchParams.get("ctz")).toBe("Europe/Berlin");
    await expect(page.getByRole("link", { name: "Outlook" })).toBeVisible();
    await expectAccessible(page);
    const file = await page.getByRole("link", { name: "Apple, or any other (.ics)" }).getAttribute("href");
    const calendar = await calendarAt(await fetch(`${origin}${file}`));
    const inFile = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
    expect(inFile.startDate.toString()).toBe("2027-03-27T22:00:00");
    expect(inFile.endDate.toUnixTime() - inFile.startDate.toUnixTime()).toBe(7 * 3600);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Outlook" })).toBeHidden();

    // Edited in another time zone, the event keeps its zone and its length.
    await page.goto("/manage-events");
    await ready(page);
    await page.getByRole("button", { name: /^Edit/ }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Event" });
    await expect(dialog.getByText("Berlin time")).toBeVisible();
    await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue("22:00");
    await dialog.getByLabel("Date", { exact: true }).fill("2027-04-03");
    await dialog.getByRole("button", { name: "Update Event" }).click();
    await expect(page.getByText("Event Updated Successfully")).toBeVisible();
    await expect(page.getByRole("article").getByText("Sat, Apr 3, 2027, 10 PM")).toBeVisible();
    await expect(page.getByRole("article").getByText("Sun 4, 5 AM Berlin time")).toBeVisible();
  });
});

test("a member subscribes to their events, replaces the address, switches it off", everyday, async ({ page }) => {
  await becomeMember(page);
  const event = newEvent();
  await haveEvent(page, event);
  await page.goto("/account");
  await ready(page);
  await openSetting(page, "Your calendar");
  await page.getByRole("button", { name: "Make an address" }).click();
  const field = page.getByLabel("Address of your calendar");
  await expect(field).toHaveValue(/^http.+\/api\/calendars\/[\w-]{43}\.ics$/);
  const first = await field.inputValue();
  expect(await eventsAt(first)).toEqual([[event.title, "CONFIRMED"]]);
  await expect(page.getByRole("link", { name: "Open in calendar" })).toHaveAttribute("href", /^webcal:\/\//);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("The address is copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expectAccessible(page);

  await expect(page.getByText("the old one stops working")).toBeVisible();
  await page.getByRole("button", { name: "Make a new address" }).click();
  await expect(field).not.toHaveValue(first);
  expect((await fetch(first)).status).toBe(404);
  const second = await field.inputValue();
  expect((await fetch(second)).status).toBe(200);
  await page.getByRole("button", { name: "Switch it off" }).click();
  await expect(page.getByRole("button", { name: "Make an address" })).toBeVisible();
  expect((await fetch(second)).status).toBe(404);

  await page.goto("/upcoming-events?category=cleanup");
  await ready(page);
  await page.getByRole("button", { name: "Subscribe" }).click();
  const calendar = await page.getByRole("link", { name: "In your calendar" }).getAttribute("href");
  const titles = (await eventsAt((calendar ?? "").replace(/^webcal/, "http"))).map(([title]) => title);
  expect(titles).toContain(event.title);
  await expectAccessible(page);

  // The browser's own parser reads the links that other programs find in the head.
  const feeds = await page.evaluate(async () => {
    const links = [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=alternate][type$='+xml']")];
    return Promise.all(
      links.map(async ({ href }) => {
        const xml = new DOMParser().parseFromString(await (await fetch(href)).text(), "text/xml");
        const titlesIn = [...xml.querySelectorAll("item > title, entry > title")].map((title) => title.textContent);
        return { href, broken: xml.querySelector("parsererror")?.textContent ?? null, titles: titlesIn };
      }),
    );
  });
  expect(feeds).toHaveLength(2);
  for (const feed of feeds) {
    expect(feed.href).toContain("category=cleanup");
    expect(feed.broken).toBeNull();
    expect(feed.titles).toContain(event.title);
  }
});
