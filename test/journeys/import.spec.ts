import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

import { newData } from "#test/setup/data.ts";
import { freePort, startServer } from "#test/setup/server.ts";
import { calendarWith } from "#test/web.ts";
import { expectAccessible } from "./accessible.ts";
import { becomeMember, everyday, expect, newPerson, ready, test } from "./journey.ts";
import { mailTo, pathIn } from "./mailbox.ts";

const day = 86_400_000;
const inDays = (days: number) => new Date(Math.ceil(Date.now() / day + days) * day + 9.5 * 3_600_000);

/**
 * A calendar from another site with three events: one on a day that may change, one without a location, and a canceled
 * one.
 */
const calendar = (days: number) => {
  const homeless = calendarWith("soup@example.org", inDays(5)).replace("Reading hour", "Soup for all");
  const cancelled = calendarWith("off@example.org", inDays(6), ["STATUS:CANCELLED"]);
  const [event, another] = [homeless.replace(/LOCATION:.*\r\n/, ""), cancelled].map(
    (text) => /BEGIN:VEVENT[^]*END:VEVENT\r\n/.exec(text)?.[0] ?? "",
  );
  return calendarWith("reading@example.org", inDays(days)).replace("END:VCALENDAR", `${event}${another}END:VCALENDAR`);
};
const file = (text: string) => ({ name: "club.ics", mimeType: "text/calendar", buffer: Buffer.from(text) });

test.use({ timezoneId: "UTC", expectedFailures: [/api\/imports/] });

test("an organizer imports events from a file, and again when it has changed", everyday, async ({ page }) => {
  await becomeMember(page);
  await page.goto("/manage-events");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "Import events" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Import events" })).toBeVisible();
  await ready(page);
  const choose = page.getByLabel("Choose a file");
  await choose.setInputFiles(file("Dear all,\nwe meet on Friday."));
  await expect(page.getByText("club.ics has no events that we can read.")).toBeVisible();
  await choose.setInputFiles(file(calendar(3)));

  await expect(page.getByRole("heading", { name: "2 upcoming events" })).toBeFocused();
  await expect(page.getByText("Left out: 1 is canceled.")).toBeVisible();
  const reading = page.getByRole("article").filter({ hasText: "Reading hour" });
  const soup = page.getByRole("article").filter({ hasText: "Soup for all" });
  await expect(reading.getByLabel("Event type")).toHaveValue("education");
  await expect(soup.getByLabel("Event type")).toHaveValue("food");
  await expect(soup.getByLabel("Location")).toHaveAccessibleDescription("It has no location. Please add one.");
  // It is chosen, but marked as incomplete: it cannot be imported yet.
  await expect(soup.getByRole("checkbox")).toBeChecked();
  await expect(soup.getByText("Needs a place")).toBeVisible();
  // An event that is not chosen needs no location.
  const every = page.getByLabel("Choose all");
  await expect(every).toBeChecked();
  await soup.getByRole("checkbox").uncheck();
  await expect(soup.getByText("Needs a place")).toBeHidden();
  await expect(every).toBeChecked({ indeterminate: true });
  await soup.getByRole("checkbox").check();
  await expect(every).toBeChecked();
  await expect(reading.getByText("New", { exact: true })).toBeVisible();
  await expectAccessible(page);
  // On a desktop the shared fields are beside the events, and end where the page does.
  const phone = page.viewportSize()!;
  await page.setViewportSize({ width: 1280, height: 720 });
  const all = page.getByRole("group", { name: "Set for all new events" });
  const boxes = await Promise.all([all, soup, page.getByRole("banner")].map((one) => one.boundingBox()));
  const [common, card, banner] = boxes.map((box) => ({ left: box!.x, right: box!.x + box!.width }));
  expect(card!.left - common!.right).toBe(32);
  expect(banner!.right - card!.right).toBe(40);
  await page.setViewportSize(phone);
  // On a phone they are folded, so that the found events come first.
  await expect(all.getByLabel("Max participants")).toBeHidden();
  await expect(all.getByText("Event type: as proposed for each")).toBeVisible();
  await all.getByText("Set for all new events").click();
  await expect(all.getByText(/^Event type: /)).toBeHidden();
  await all.getByLabel("Max participants").fill("30");
  await all.getByText("Set for all new events").click();
  await expect(all.getByText("Max participants: 30")).toBeVisible();
  await expect(page.getByText(/^Importing publishes the events you choose/)).toBeVisible();
  await page.getByRole("button", { name: "1 more needs a place" }).click();
  await expect(soup.getByLabel("Location")).toBeFocused();
  // The event that cannot be imported yet is not counted.
  await page.getByRole("button", { name: "Import 1 event", exact: true }).click();

  // The first event is imported; the other shows its error, and keeps its data.
  await expect(reading.getByText("Imported")).toBeVisible();
  await expect(soup.getByText("Please say where it takes place.")).toBeVisible();
  await expect(page.getByText(/^1 imported\./)).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 of 2 events left" })).toBeVisible();
  await expect(page.getByText("“Soup for all” still needs a place.", { exact: true })).toBeVisible();
  await expect(page.getByRole("status").getByRole("link", { name: "See them in Manage Events" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Leave it out" })).toBeVisible();
  await expect(soup.getByLabel("Location")).toBeFocused();
  // The event's title is in view too, below the header.
  expect((await soup.boundingBox())!.y).toBeGreaterThan((await page.getByRole("banner").boundingBox())!.height);
  await soup.getByLabel("Title", { exact: true }).focus();
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("button", { name: "Say where it is" }).click();
  await expect(soup.getByLabel("Location")).toBeFocused();
  await expect(soup.getByLabel("Location")).toBeInViewport({ ratio: 1 });
  await soup.getByLabel("Location").fill("Church hall");
  await expect(soup.getByText("Needs a place")).toBeHidden();
  // The choices survive leaving the page.
  await expect(page.getByRole("button", { name: "Import 1 event", exact: true })).toBeVisible();
  await page.reload();
  await expect(soup.getByLabel("Location")).toHaveValue("Church hall");
  await expect(soup.getByLabel("Max participants")).toHaveValue("30");
  await expect(reading.getByText("Imported")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 event" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Imported" })).toBeFocused();
  await expect(page.getByText("2 events are published: everybody can see them and join.")).toBeVisible();

  await page.getByRole("link", { name: "See them in Manage Events" }).click();
  await expect(page.getByText("You have created 2 events")).toBeVisible();
  await expect(soup.getByText("Church hall")).toBeVisible();
  await expect(soup.getByText("0 of 30")).toBeVisible();

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "Import events" }).click();
  await choose.setInputFiles(file(calendar(4)));
  await expect(soup.getByText("We keep what you changed here: location.")).toBeHidden();
  await expect(soup.getByText("Up to date")).toBeVisible();
  await expect(reading.getByText(/^Was \w+, .* – .* AM, now \w+, .* – .* AM\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Update 1 event" }).click();
  await expect(page.getByText("1 event is updated.")).toBeVisible();
  await page.getByRole("link", { name: "See them in Manage Events" }).click();
  await expect(page.getByText("You have created 2 events")).toBeVisible();
});

test("an event without a location may be left out, and imported ones are done", async ({ page }) => {
  await becomeMember(page);
  await page.goto("/import-events");
  await ready(page);
  await page.getByLabel("Choose a file").setInputFiles(file(calendar(3)));
  const leave = page.getByRole("button", { name: "Leave it out" });
  await expect(page.getByRole("button", { name: "1 more needs a place" })).toBeVisible();
  await expect(leave).toBeHidden();
  // If there is nothing else to import, an organizer who leaves it out continues with the remaining button.
  const placed = page.getByRole("listitem").filter({ hasNotText: "It has no location" }).getByRole("checkbox");
  await placed.first().uncheck();
  await leave.click();
  await expect(page.getByRole("button", { name: "Choose what to import" })).toBeFocused();
  await page.getByLabel("Choose all").check();
  await page.getByRole("button", { name: "Import 1 event", exact: true }).click();
  // The button leads to the missing field, and sends nothing.
  await page.getByRole("button", { name: "Say where it is" }).click();
  await expect(page.locator("[data-unplaced]")).toBeFocused();
  await leave.click();
  await expect(page.getByRole("heading", { level: 1, name: "Imported" })).toBeFocused();
  await expect(page.getByText("1 event is published: everybody can see it and join.")).toBeVisible();
  await page.getByRole("link", { name: "See them in Manage Events" }).click();
  await expect(page.getByText("You have created 1 event")).toBeVisible();
});

test("an organizer imports events from a calendar's address, without any questions before", async ({ page }) => {
  const asked: string[] = [];
  const club = createServer(({ url, headers }, answer) => {
    asked.push(`${headers.host}${url}`);
    if (url === "/old") return void answer.writeHead(302, { location: "http://club.example/calendar.ics" }).end();
    answer.writeHead(url === "/calendar.ics" ? 200 : 404).end(calendarWith());
  });
  const otherPort = await freePort();
  await new Promise<void>((resolve) => club.listen(otherPort, "127.0.0.1", resolve));
  const data = await newData("journey");
  const { address, stop } = await startServer({
    DATA_DIR: data,
    DEMO: "off",
    NODE_OPTIONS: `--import ${join(import.meta.dirname, "../setup/other-web.ts")}`,
    OTHER_WEB_PORT: String(otherPort),
  });
  try {
    const { email } = await becomeMember(page, newPerson("Journey Organizer", address), address);
    await page.goto(address + pathIn(await mailTo(email, "Please confirm your e-mail address", data)));
    await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
    await page.goto(`${address}/import-events`);
    await ready(page);
    const typed = page.getByLabel("Address of a calendar or a page");
    await typed.fill("http://127.0.0.1/calendar.ics");
    await page.getByRole("button", { name: "Find events" }).click();
    await expect(page.getByText("We cannot fetch from this address.")).toBeVisible();
    expect(asked).toEqual([]);
    // Trying one way clears the other way's error.
    await page.getByLabel("Choose a file").setInputFiles(file("Dear all"));
    await expect(page.getByText("club.ics has no events that we can read.")).toBeVisible();
    await expect(page.getByText("We cannot fetch from this address.")).toBeHidden();
    await typed.fill("http://club.example/old");
    await page.getByRole("button", { name: "Find events" }).click();
    await expect(page.getByRole("heading", { name: "1 upcoming event" })).toBeFocused();
    expect(asked).toEqual(["club.example/old", "club.example/calendar.ics"]);
    await expect(page.getByRole("article").filter({ hasText: "Reading hour" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import 1 event" }).click();
    await expect(page.getByText("1 event is published: everybody can see it and join.")).toBeVisible();
    await page.goto("about:blank");
  } finally {
    await stop();
    club.close();
    await rm(data, { recursive: true });
  }
});
