import { asThemselves, becomeMember, expect, haveEvent, newCaller, newEvent, origin, ready, test } from "./journey.ts";

test("a member is asked for a phone number if the organizer wants one, and otherwise joins at once", async ({
  page,
}) => {
  await becomeMember(page);
  const organizer = await newCaller();
  const asking = await haveEvent(organizer, newEvent(), { asksPhone: true });
  await page.goto(asking);
  await ready(page);
  await page.getByRole("button", { name: "Join Event" }).click();
  const sheet = page.getByRole("dialog", { name: "Join Event" });
  await sheet.getByLabel("Phone number, if you like").fill("+351 912 345 678");
  await sheet.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
  const list = `${origin}${asking.replace("/view-event", "/api/events")}/participants`;
  const answer = await organizer.request.get(list, { headers: await asThemselves(organizer) });
  expect(await answer.json()).toMatchObject([{ phone: "+351 912 345 678" }]);

  await page.goto(await haveEvent(organizer));
  await ready(page);
  await page.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
