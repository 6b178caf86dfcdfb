import type { Page } from "@playwright/test";

import { becomeMember, expect, haveEvent, newEvent, origin, ready, test } from "./journey.ts";

// Without a network the stream breaks off, and an event that is gone has no page.
test.use({ expectedFailures: [/\/live$|\/view-event\//] });

test("who looks at an event sees who joins and leaves as it happens, and after a lost network what was missed", async ({
  page,
  context,
  browser,
}) => {
  const organizing = await browser.newContext();
  const organizer = await organizing.newPage();
  await becomeMember(organizer);
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
  await expect(page.getByText("Places taken now: 1. Places left: 1.")).toBeAttached();

  // The last place goes, and with it the button's words.
  await organizer.goto(path);
  await ready(organizer);
  await organizer.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByRole("button", { name: "Join the waiting list" })).toBeVisible();

  await context.setOffline(true);
  const leave = { headers: { authorization: `Bearer ${await tokenOf(other)}` } };
  expect((await other.request.delete(origin + path.replace("/view-event", "/api/join-event"), leave)).status()).toBe(
    200,
  );
  await expect(other.getByText("1 of 2", { exact: true })).toBeVisible();
  await expect(page.getByText("2 of 2", { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("1 of 2", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Join Event" })).toBeVisible();

  const remove = { headers: { authorization: `Bearer ${await tokenOf(organizer)}` } };
  expect((await organizer.request.delete(origin + path.replace("/view-event", "/api/events"), remove)).status()).toBe(
    200,
  );
  await expect(page.getByText("This event is not here any more. It may have been removed.")).toBeVisible();
  await Promise.all([organizing.close(), meeting.close()]);
});

/** A bearer token of whoever is logged in in this browser. */
async function tokenOf({ request }: Page): Promise<string> {
  return ((await (await request.get(`${origin}/api/auth/token`)).json()) as { token: string }).token;
}
