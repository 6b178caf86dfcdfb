import type { Page } from "@playwright/test";
import type { Event } from "#domain/events/shapes.ts";
import { momentIn } from "#domain/time-zones/rules.ts";
import {
  asThemselves,
  becomeMember,
  closeSheet,
  everyday,
  expect,
  expectNoSidewaysScroll,
  haveJoined,
  newCaller,
  newEvent,
  origin,
  ready,
  test,
  typeEvent,
} from "./journey.ts";
import { expectAccessible } from "./accessible.ts";

/** The next Tuesday that is at least a week away: its day, and those of the weeks after it. */
function tuesdays(): string[] {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 7);
  while (day.getUTCDay() !== 2) day.setUTCDate(day.getUTCDate() + 1);
  return Array.from({ length: 6 }, (_, week) =>
    new Date(day.getTime() + week * 7 * 86_400_000).toISOString().slice(0, 10),
  );
}
const shortDay = (day: string) =>
  new Date(day).toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** A series of six Tuesdays of the member on this page, by the call that the form makes. */
async function haveSeries(page: Page) {
  const days = tuesdays();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { title, thumbnail } = newEvent();
  const at = (time: string) => momentIn(timeZone, days[0]!, time)!.toISOString();
  const answer = await page.request.post(`${origin}/api/series`, {
    headers: await asThemselves(page),
    data: {
      event: {
        title,
        eventType: "food",
        location: "Old Bakery",
        eventDate: at("18:00"),
        eventEnd: at("20:00"),
        timeZone,
        maxParticipant: "5",
        thumbnailUrl: thumbnail,
        description: "We sort food.",
      },
      repeats: { every: "week", weekdays: [2], count: 6 },
    },
  });
  expect(answer.status(), "creating a series").toBe(200);
  const { seriesId } = (await answer.json()) as { seriesId: string };
  const series = await page.request.get(`${origin}/api/series/${seriesId}`);
  const { dates } = (await series.json()) as { dates: { eventId: string }[] };
  return { title, days, ids: dates.map(({ eventId }) => eventId) };
}

async function eventOf(page: Page, id: string) {
  const answer = await page.request.get(`${origin}/api/view-event/${id}`, { headers: await asThemselves(page) });
  return (await answer.json()) as Event & { series: NonNullable<Event["series"]> };
}
const titlesOf = async (page: Page, ids: string[]) =>
  (await Promise.all(ids.map((id) => eventOf(page, id)))).map(({ title }) => title);

for (const viewport of [
  { width: 375, height: 740 },
  { width: 1280, height: 720 },
]) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport });

    test("an event is made to repeat, without a date, and its draft is kept", everyday, async ({ page }) => {
      const person = await becomeMember(page);
      await page.goto("/create-event");
      await ready(page);
      const form = page.getByRole("form", { name: "Create Event" });
      const row = form.getByRole("button", { name: /^Repeats/ });
      await expect(row).toContainText("Happens once");
      await row.click();
      const sheet = page.getByRole("dialog", { name: "Repeats" });
      await expect(sheet.getByText("Choose the first date first.")).toBeVisible();
      await closeSheet(form);

      const days = tuesdays();
      const event = newEvent();
      await typeEvent(form, { ...event, date: days[0]!, time: "18:00" });
      await row.click();
      // Focus begins at the field, and the keyboard alone chooses.
      await expect(sheet.getByLabel("Repeats", { exact: true })).toBeFocused();
      await sheet.getByLabel("Repeats", { exact: true }).selectOption("Every week");
      await expect(sheet.getByRole("status")).toHaveText("Every Tuesday, 6 PM.");
      await expect(sheet.getByLabel("Tuesday")).toBeChecked();
      await expect(sheet.getByLabel("Tuesday")).toBeDisabled();
      await sheet.getByLabel("Thursday").check();
      await expect(sheet.getByRole("status")).toContainText("Every Tuesday and Thursday");
      await sheet.getByLabel("Thursday").uncheck();
      await sheet.getByLabel("Ends").selectOption("After some dates");
      await closeSheet(form);

      // An end that is missing is said beside its field, whose sheet opens.
      await page.getByRole("button", { name: "Create Event" }).click();
      await expect(sheet.getByText("It can repeat 2 to 520 times.")).toBeVisible();
      await expect(sheet.getByLabel("Number of dates")).toBeFocused();
      await sheet.getByLabel("Number of dates").fill("4");
      const out = sheet.getByRole("button", { name: `Not on ${shortDay(days[2]!)}` });
      await out.click();
      await expect(out).toHaveAttribute("aria-pressed", "true");
      await expect(sheet.getByRole("status")).toContainText("3 dates.");
      await expect(sheet.getByRole("button", { name: /^Not on/ })).toHaveCount(3);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await closeSheet(form);
      await expect(row).toContainText("Every Tuesday, 6 PM, 4 times");
      await expect(row).toContainText(`Not on ${shortDay(days[2]!)}`);

      await page.reload();
      await ready(page);
      await expect(row).toContainText("Every Tuesday, 6 PM, 4 times");
      await expect(row).toContainText(`Not on ${shortDay(days[2]!)}`);
      await page.getByRole("button", { name: "Create Event" }).click();
      await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeVisible();
      await expect(page.getByText("Every Tuesday, 6 PM, 4 times")).toBeVisible();

      const query = `email=${encodeURIComponent(person.email)}`;
      const answer = await page.request.get(`${origin}/api/myEvents?${query}`, { headers: await asThemselves(page) });
      const made = (await answer.json()) as { title: string; series: { start: string } }[];
      const starts = made.map(({ series }) => series.start.slice(0, 10)).toSorted();
      expect(starts).toEqual([days[0], days[1], days[3]]);
      expect(made.every(({ title }) => title === event.title)).toBe(true);
    });

    test("a change of a date is for it alone, or for the later ones, too", everyday, async ({ page }) => {
      await becomeMember(page);
      const { title, days, ids } = await haveSeries(page);
      await haveJoined(await newCaller(), ids[1]!);
      await page.goto(`/manage-events/${ids[1]}/edit`);
      await ready(page);
      const form = page.getByRole("form", { name: "Edit Event" });
      const which = page.getByRole("dialog", { name: "Which dates?" });
      await form.getByLabel("Event title").fill(`${title} with Music`);
      await form.getByRole("button", { name: "Update Event" }).click();
      await expect(which.getByRole("radio", { name: /^This Tuesday/ })).toBeChecked();
      await expectAccessible(page);
      await which.getByRole("button", { name: "Back to the change" }).click();
      await expect(which).toHaveCount(0);
      await form.getByRole("button", { name: "Update Event" }).click();
      await which.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Event Updated Successfully")).toBeVisible();
      expect((await titlesOf(page, ids)).slice(0, 3)).toEqual([title, `${title} with Music`, title]);

      // Of the later ones, the one that was changed alone keeps its title, and that is said before.
      await page.goto(`/manage-events/${ids[0]}/edit`);
      await ready(page);
      await form.getByLabel("Event title").fill(`${title} for All`);
      await form.getByRole("button", { name: "Update Event" }).click();
      await which.getByRole("radio", { name: /^This and later/ }).check();
      await expect(which.getByText(`${shortDay(days[1]!)} keeps its own title.`)).toBeVisible();
      await expect(which.getByRole("button", { name: "Save, nobody to tell" })).toBeVisible();
      await which.getByRole("button", { name: "Change it too" }).click();
      await expect(which.getByText("keeps its own title")).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await which.getByRole("button", { name: "Save and tell 1 person" }).click();
      await expect(page.getByText("Dates updated")).toBeVisible();
      expect(new Set(await titlesOf(page, ids))).toEqual(new Set([`${title} for All`]));
    });

    test("dates with people are moved with the rule, or as their organizer chooses", async ({ page }) => {
      await becomeMember(page);
      const { days, ids } = await haveSeries(page);
      await haveJoined(await newCaller(), ids[1]!);
      await haveJoined(await newCaller(), ids[2]!);
      await page.goto(`/manage-events/${ids[0]}/edit`);
      await ready(page);
      const form = page.getByRole("form", { name: "Edit Event" });
      const row = form.getByRole("button", { name: /^Repeats/ });
      await expect(row).toContainText("Every Tuesday, 6 PM, until");
      await typeEvent(form, { date: dayAfter(days[0]!) });
      await expect(row).toContainText("Every Wednesday");
      await form.getByRole("button", { name: "Update Event" }).click();
      const which = page.getByRole("dialog", { name: "Which dates?" });
      await which.getByRole("radio", { name: /^All/ }).check();
      const second = which.getByRole("group", { name: new RegExp(`^${shortDay(days[1]!)}`) });
      await expect(second.getByRole("radio", { name: `Move to ${shortDay(dayAfter(days[1]!))}` })).toBeChecked();
      await expect(which.getByRole("button", { name: "Save and tell 2 people" })).toBeVisible();
      const third = which.getByRole("group", { name: new RegExp(`^${shortDay(days[2]!)}`) });
      await third.getByText("Keep").click();
      await expect(which.getByRole("button", { name: "Save and tell 1 person" })).toBeVisible();
      await third.getByText("Cancel it").click();
      await which.getByRole("button", { name: "Save and tell 2 people" }).click();
      await which.getByLabel("Reason", { exact: false }).fill("The hall is closed.");
      await expectAccessible(page);
      await which.getByRole("button", { name: "Save and tell 2 people" }).click();
      await expect(page.getByText("Dates updated")).toBeVisible();
      const [moved, canceled] = await Promise.all([eventOf(page, ids[1]!), eventOf(page, ids[2]!)]);
      expect([moved.series.start.slice(0, 10), moved.participant]).toEqual([dayAfter(days[1]!), 1]);
      expect([canceled.status, canceled.cancelReason]).toEqual(["cancelled", "The hall is closed."]);
    });
  });
}
