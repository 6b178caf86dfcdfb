import { tuesdays } from "#test/series.ts";

import { expectAccessible } from "./accessible.ts";
import {
  asThemselves,
  becomeMember,
  type Caller,
  expect,
  expectNoSidewaysScroll,
  newCaller,
  newPerson,
  origin,
  test,
} from "./journey.ts";
import { mailTo, pathIn } from "./mailbox.ts";

/** Makes a call of the API. @returns its answer */
async function ask<Answer>(caller: Caller, method: string, path: string, data?: object): Promise<Answer> {
  const headers = await asThemselves(caller);
  const answer = await caller.request.fetch(`${origin}/api${path}`, { method, headers, ...(data && { data }) });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()) as Answer;
}

/** Creates a series on Tuesdays. @returns its id, and the ids of its dates */
async function haveSeries(organizer: Caller, title: string) {
  const series = tuesdays(new Date(), { event: { title, thumbnailUrl: `${origin}/scenes/food.svg` } });
  const { seriesId: id } = await ask<{ seriesId: string }>(organizer, "POST", "/series", series);
  const { dates } = await ask<{ dates: { eventId: string }[] }>(organizer, "GET", `/series/${id}`);
  return { id, dates: dates.map(({ eventId }) => eventId) };
}

for (const width of [375, 1280]) {
  test(`a member comes every time, and says no to one date, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const { dates } = await haveSeries(await newCaller(), `Soup ${width} ${Date.now()}`);
    await becomeMember(page, newPerson());
    await ask(page, "POST", "/join-event", { eventId: dates[0] });
    await page.goto(`/view-event/${dates[0]}`);
    await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
    await expect(page.getByRole("button", { name: /unless I say no/ })).toHaveCount(0);
    await ask(page, "POST", "/join-event", { eventId: dates[1] });
    await page.reload();
    await expect(page.getByRole("button", { name: "Do not offer this again" })).toBeVisible();
    // Both lines of the bar have its whole width.
    const joined = await page.getByRole("button", { name: "Already Joined" }).boundingBox();
    expect(joined?.height).toBeLessThan(60);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Every Tuesday, unless I say no" }).click();
    await expect(page.getByText(/^You come every time now/)).toBeVisible();

    // A later date is theirs as well.
    await page.goto(`/view-event/${dates[5]}`);
    await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
    await page.getByRole("button", { name: /^Not on / }).click();
    await page.getByRole("button", { name: "I can come after all" }).click();
    await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Pause" }).getByLabel("First day")).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test("a mail's link stops coming every time, signed out, and takes it back", async ({ page }) => {
  const [organizer, volunteer] = [await newCaller(), await newCaller()];
  const title = `Soup ${Date.now()}`;
  const { id, dates } = await haveSeries(organizer, title);
  await ask(volunteer, "POST", "/join-event", { eventId: dates[0] });
  const people = await ask<{ memberId: string }[]>(organizer, "GET", `/events/${dates[0]}/participants`);
  await ask(organizer, "POST", `/series/${id}/regulars`, { memberId: people[0]?.memberId });
  const mail = await mailTo(volunteer.person.email, `You are down for every time: ${title}`);
  // A program that reads only what the link leads to changes nothing.
  const stop = `${pathIn(mail)}&stop`;
  await page.request.get(stop);
  expect((await ask<{ isRegular: boolean }>(volunteer, "GET", `/series/${id}/regular`)).isRegular).toBe(true);
  await page.goto(stop);
  await expect(page.getByText("You no longer come every time.")).toBeVisible();
  await expectAccessible(page);
  expect((await ask<{ isRegular: boolean }>(volunteer, "GET", `/series/${id}/regular`)).isRegular).toBe(false);
  await page.getByRole("button", { name: "Come every time again" }).click();
  await expect(page.getByText("You have a spot on each date, unless you say no.")).toBeVisible();
  expect((await ask<{ isRegular: boolean }>(volunteer, "GET", `/series/${id}/regular`)).isRegular).toBe(true);
});
