import type { Page } from "@playwright/test";

import {
  asThemselves,
  becomeMember,
  everyday,
  expect,
  haveEvent,
  haveJoined,
  newCaller,
  newEvent,
  origin,
  ready,
  test,
} from "./journey.ts";

// Without a network the stream breaks off, and a deleted event has no page.
test.use({ expectedFailures: [/\/live$|\/view-event\//] });

test("an open event page shows joins and leaves, and those it missed", everyday, async ({ page, context, browser }) => {
  const organizer = await newCaller();
  const path = await haveEvent(organizer, newEvent({ max: "2" }));
  const meeting = await browser.newContext();
  const other = await meeting.newPage();
  await becomeMember(other);
  await Promise.all([page.goto(path), other.goto(path)]);
  await Promise.all([ready(page), ready(other)]);

  await expect(page.getByText("0 of 2", { exact: true })).toBeVisible();
  await other.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByText("1 of 2", { exact: true })).toBeVisible();
  await expect(page.getByText("1 spot remaining")).toBeVisible();
  await expect(page.getByText("Spots taken now: 1. Spots left: 1.")).toBeAttached();

  // The last spot is taken, and the button changes its words.
  await haveJoined(organizer, path);
  await expect(page.getByRole("button", { name: "Join the waitlist" })).toBeVisible();

  await context.setOffline(true);
  const leave = { headers: await asThemselves(other) };
  expect((await other.request.delete(origin + path.replace("/view-event", "/api/join-event"), leave)).status()).toBe(
    200,
  );
  await expect(other.getByText("1 of 2", { exact: true })).toBeVisible();
  await expect(page.getByText("2 of 2", { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("1 of 2", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Join Event" })).toBeVisible();

  const remove = { headers: await asThemselves(organizer) };
  expect((await organizer.request.delete(origin + path.replace("/view-event", "/api/events"), remove)).status()).toBe(
    200,
  );
  await expect(page.getByText("This event is no longer here. It may have been removed.")).toBeVisible();
  await meeting.close();
});

test("a page listens while it is visible, and again after the machine has slept", async ({ page }) => {
  await becomeMember(page);
  const path = await haveEvent(page);
  await page.clock.install();
  const asked = () => page.waitForRequest(/\/live$/);
  const [stream] = await Promise.all([asked(), page.goto(path)]);
  await ready(page);

  await see(page, false);
  const ended = page.waitForEvent("requestfailed", (request) => request === stream);
  await page.clock.fastForward(6_000);
  await ended;
  await Promise.all([asked(), see(page, true)]);
  await Promise.all([asked(), page.clock.fastForward(3_600_000)]);
  await expect(page.getByText("0 of 20", { exact: true })).toBeVisible();
});

/** Dispatches the browser's event for turning to this page, or away from it. */
const see = (page: Page, isSeen: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, !isSeen);
