import { tuesdays } from "#test/series.ts";

import { expectAccessible } from "./accessible.ts";
import {
  asThemselves,
  becomeMember,
  type Caller,
  everyday,
  expect,
  expectNoSidewaysScroll,
  haveEvent,
  haveJoined,
  newCaller,
  newEvent,
  newPerson,
  origin,
  test,
} from "./journey.ts";

type Dates = { id: string; dates: { eventId: string; day: string }[] };

/** Creates a series of another organizer, on Tuesdays with three spots. @returns its id, and its dates by their days */
async function haveSeries(caller: Caller, leftOut: string[] = []): Promise<Dates> {
  const series = tuesdays(new Date(), { leftOut, event: { title: `Soup ${Math.floor(Math.random() * 1e9)}` } });
  const answer = await caller.request.post(`${origin}/api/series`, {
    headers: await asThemselves(caller),
    data: { ...series, event: { ...series.event, thumbnailUrl: `${origin}/scenes/food.svg` } },
  });
  expect(answer.status(), "creating a series").toBe(200);
  const { seriesId: id } = (await answer.json()) as { seriesId: string };
  const { dates } = (await (await caller.request.get(`${origin}/api/series/${id}`)).json()) as {
    dates: { eventId: string; eventDate: string }[];
  };
  const format = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });
  return { id, dates: dates.map(({ eventId, eventDate }) => ({ eventId, day: format.format(new Date(eventDate)) })) };
}

const pathOf = ({ dates }: Dates, index: number) => `/view-event/${dates[index]?.eventId}`;
const dayOf = ({ dates }: Dates, index: number) => dates[index]?.day ?? "";

for (const width of [375, 1280]) {
  test(`a member joins several dates with one press, and leaves one, at ${width} px`, everyday, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const series = await haveSeries(await newCaller());
    for (let person = 0; person < 3; person++) await haveJoined(await newCaller(), pathOf(series, 2));
    await becomeMember(page, newPerson());
    await page.goto(pathOf(series, 0));
    await expect(page.getByText("Every Tuesday, 6 PM")).toBeVisible();
    const chips = page.getByRole("navigation", { name: "Dates" }).getByRole("link");
    await expect(chips).toHaveText([
      `${dayOf(series, 0)} 3 spots`,
      `${dayOf(series, 1)} 3 spots`,
      `${dayOf(series, 2)} Full`,
      "9 more dates",
    ]);
    await expectAccessible(page);
    await page.getByRole("button", { name: `Join Event, ${dayOf(series, 0)}` }).click();
    await expect(chips.first()).toHaveText(`${dayOf(series, 0)} You're in`);

    // The sheet: a full date is its waitlist, and another event at the time is said.
    const busy = { ...newEvent(), title: "Reading Hour" };
    const begin = new Date(Date.parse(tuesdays(new Date()).event.eventDate) + 21 * 86_400_000).toISOString();
    await haveJoined(page, await haveEvent(await newCaller(), busy, { eventDate: begin, timeZone: "UTC" }));
    await chips.last().click();
    const sheet = page.getByRole("dialog", { name: "All dates" });
    await expect(sheet.getByRole("checkbox")).toHaveCount(12);
    await expect(sheet.getByRole("checkbox", { checked: true })).toHaveCount(1);
    await expect(sheet.getByRole("button", { name: "Choose dates" })).toBeVisible();
    await sheet.getByRole("checkbox", { name: dayOf(series, 1) }).check();
    await expect(sheet.getByText("Ticked, you join the waitlist")).toHaveCount(1);
    await sheet.getByRole("checkbox", { name: dayOf(series, 2) }).check();
    await expect(sheet.getByText(/^You're at Reading Hour until/)).toHaveCount(1);
    await sheet.getByRole("checkbox", { name: dayOf(series, 3) }).check();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Join 3 dates" }).click();
    await expect(page.getByText("You have joined 3 dates. On 1 of them you're on the waitlist.")).toBeVisible();
    await expect(chips).toHaveText([
      `${dayOf(series, 0)} You're in`,
      `${dayOf(series, 1)} You're in`,
      `${dayOf(series, 2)} Waitlist`,
      "9 more dates",
    ]);

    // Own dates are ticked; unticking leaves.
    await chips.last().click();
    await expect(sheet.getByRole("checkbox", { checked: true })).toHaveCount(4);
    await sheet.getByRole("checkbox", { name: dayOf(series, 1) }).uncheck();
    await sheet.getByRole("button", { name: "Leave 1 date" }).click();
    await expect(chips.nth(1)).toHaveText(`${dayOf(series, 1)} 3 spots`);
    await expect(chips.first()).toHaveText(`${dayOf(series, 0)} You're in`);

    // A later date takes the third chip.
    await page.goto(pathOf(series, 5));
    await expect(chips).toHaveText([
      `${dayOf(series, 0)} You're in`,
      `${dayOf(series, 1)} 3 spots`,
      `${dayOf(series, 5)} 3 spots`,
      "9 more dates",
    ]);
    await expect(chips.nth(2)).toHaveAttribute("aria-current", "page");
    await expectNoSidewaysScroll(page);
  });
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the dates of a series are links, and a canceled date leads to the next", async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    const organizer = await newCaller();
    const series = await haveSeries(organizer, []);
    const headers = await asThemselves(organizer);
    await page.goto(pathOf(series, 0));
    const chips = page.getByRole("navigation", { name: "Dates" }).getByRole("link");
    await expect(chips.nth(1)).toHaveText(`${dayOf(series, 1)} 3 spots`);
    // A kept page changes with each date that it shows.
    await haveJoined(await newCaller(), pathOf(series, 1));
    await page.reload();
    await expect(chips.nth(1)).toHaveText(`${dayOf(series, 1)} 2 spots`);

    const cancel = `${origin}/api/events/${series.dates[0]?.eventId}/cancel`;
    const canceled = await organizer.request.post(cancel, { headers, data: { reason: "Snow" } });
    expect(canceled.status()).toBe(200);
    await page.reload();
    await expect(chips.first()).toHaveText(`${dayOf(series, 0)} Canceled`);
    await chips.filter({ hasText: "more dates" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "All dates" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(12);
    await page.getByRole("link", { name: dayOf(series, 4) }).click();
    await expect(page).toHaveURL(new RegExp(`${pathOf(series, 4)}$`));

    await page.goto(pathOf(series, 0));
    await page.getByRole("link", { name: `Go to ${dayOf(series, 1)}, 2 spots left` }).click();
    await expect(page).toHaveURL(new RegExp(`${pathOf(series, 1)}$`));
    expect((await page.request.get(`${origin}${pathOf(series, 0)}x/dates`)).status()).toBe(404);
  });
});

test("an event that happens once has no dates", async ({ page }) => {
  const path = await haveEvent(await newCaller());
  await page.goto(path);
  await expect(page.getByRole("button", { name: "Join Event", exact: true })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Dates" })).toHaveCount(0);
  expect((await page.request.get(`${origin}${path}/dates`)).status()).toBe(404);
});
