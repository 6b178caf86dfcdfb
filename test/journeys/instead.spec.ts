import {
  asThemselves,
  becomeMember,
  expect,
  haveEvent,
  haveJoined,
  newCaller,
  newEvent,
  origin,
  ready,
  test,
} from "./journey.ts";

/** A place without events of other journeys. */
const ushuaia = { lat: -54.8019, lon: -68.303 };

test("a canceled event's page shows the next events nearby, and marks those the reader has joined", async ({
  page,
}) => {
  const organizer = await newCaller();
  const [off, other] = [newEvent(), newEvent({ title: "Beach of the Beagle Channel" })];
  const path = await haveEvent(organizer, off, { point: ushuaia });
  const next = await haveEvent(organizer, other, { point: ushuaia });
  const cancelled = await organizer.request.post(`${origin}/api/events/${path.split("/").at(-1)}/cancel`, {
    headers: await asThemselves(organizer),
    data: { reason: "Snow" },
  });
  expect(cancelled.status()).toBe(200);
  await becomeMember(page);
  const row = page
    .getByRole("region", { name: /^Coming up/ })
    .getByRole("listitem")
    .filter({ hasText: other.title });
  await page.goto(path);
  await ready(page);
  await expect(row).toBeVisible();
  await expect(row).not.toContainText("You're in");
  await haveJoined(page, next);
  await page.reload();
  await expect(row).toContainText("You're in");
});
