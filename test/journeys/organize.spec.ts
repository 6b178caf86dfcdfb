import { photo } from "#test/photo.ts";
import {
  becomeMember,
  closeNotice,
  createEvent,
  expect,
  haveEvent,
  inDays,
  newEvent,
  newPerson,
  ready,
  test,
  typeEvent,
} from "./journey.ts";

test("an organizer creates an event, changes it, and deletes it", async ({ page }) => {
  const event = newEvent({ bring: "Gloves\nA hat" });
  const changed = {
    title: `${event.title} again`,
    bring: "Boots",
    location: "Steps of the old mill, Porto",
    kind: "Aware People",
  };
  await becomeMember(page, newPerson("Journey Organizer"));
  await createEvent(page, event);

  await page.goto("/manage-events");
  await expect(page.getByText("You have created 1 event")).toBeVisible();
  const card = page.getByRole("article").filter({ hasText: event.title });
  await expect(card.getByText("Active", { exact: true })).toBeVisible();
  await expect(card.getByText("0 of 20")).toBeVisible();

  await card.getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Event" });
  await expect(dialog.getByLabel("Event title")).toHaveValue(event.title);
  await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue(event.time);
  await expect(dialog.getByLabel("What to bring")).toHaveValue("Gloves\nA hat");
  await typeEvent(dialog, { ...changed, time: "17:00" });
  await dialog.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("Event Updated Successfully")).toBeVisible();
  await expect(dialog).toBeHidden();

  const changedCard = page.getByRole("article").filter({ hasText: changed.title });
  await expect(changedCard.getByText("5 – 7 PM")).toBeVisible();
  await changedCard.getByRole("link", { name: /^View/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: changed.title })).toBeVisible();
  await expect(page.getByText(changed.location)).toBeVisible();
  await expect(page.getByText("Aware People")).toBeVisible();
  await expect(page.getByRole("region", { name: "What to Bring" })).toContainText("Boots");
  await page.getByRole("link", { name: "Back" }).click();

  await changedCard.getByRole("button", { name: /^Delete/ }).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure?" });
  await expect(question.getByText("You won't be able to revert this!")).toBeVisible();
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(changedCard).toBeVisible();
  await changedCard.getByRole("button", { name: /^Delete/ }).click();
  await question.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(page.getByText("Your file has been deleted.")).toBeVisible();
  await closeNotice(page, "Deleted!");
  await expect(page.getByRole("heading", { name: "No Events Created Yet" })).toBeVisible();
});

test.describe("uploading", () => {
  test.use({ expectedFailures: [/api\/pictures/] });

  test("a picture is uploaded instead of its address, and one that is none is refused", async ({ page }) => {
    await becomeMember(page);
    await page.goto("/create-event");
    await ready(page);
    const form = page.getByRole("form", { name: "Create Event" });
    const event = newEvent();
    await typeEvent(form, event);
    const file = page.getByLabel("Upload a picture");
    await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await expect(page.getByText("We cannot read this as a picture.")).toBeVisible();
    await expect(form.getByLabel("Thumbnail image URL")).toHaveValue(event.thumbnail);

    const buffer = await photo({ width: 2400, height: 1800 });
    await file.setInputFiles({ name: "river.jpg", mimeType: "image/jpeg", buffer });
    await expect(page.getByText("Your picture is uploaded.")).toBeVisible();
    await expect(form.getByLabel("Thumbnail image URL")).toHaveValue(/^\/pictures\/.+\.webp$/);
    // It is a part of the draft like everything else that was typed.
    await page.reload();
    await expect(form.getByLabel("Thumbnail image URL")).toHaveValue(/^\/pictures\/.+\.webp$/);
    await page.getByRole("button", { name: "Create Event" }).click();
    await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeVisible();

    await page.goto(`/upcoming-events?search=${encodeURIComponent(event.title)}`);
    const picture = page.getByRole("article").locator("img").first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(1600);
  });
});

test("an event is not moved to a day that is past", async ({ page }) => {
  const event = newEvent();
  await becomeMember(page);
  await haveEvent(page, event);
  await page.goto("/manage-events");
  await page.getByRole("button", { name: `Edit ${event.title}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Event" });
  await dialog.getByLabel("Date").fill(inDays(-1).date);
  await dialog.getByRole("button", { name: "Update Event" }).click();
  await expect(dialog.getByText("Please choose a time in the future.")).toBeVisible();
  await expect(dialog.getByLabel("Date")).toBeFocused();
  await dialog.getByLabel("Date").fill(inDays(3).date);
  await dialog.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("Event Updated Successfully")).toBeVisible();
});

test("the draft survives a reload, and missing values are named field by field", async ({ page }) => {
  await becomeMember(page);
  await page.goto("/create-event");
  await ready(page);
  await page.getByLabel("Event title").fill("Half an idea");
  await page.reload();
  await expect(page.getByLabel("Event title")).toHaveValue("Half an idea");

  await page.getByRole("button", { name: "Create Event" }).click();
  await expect(page.getByText("Please choose an event type.")).toBeVisible();
  await expect(page.getByText("Please choose the date and time.")).toBeVisible();
  await expect(page.getByText("Please say where it takes place.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Clean up Drive" })).toBeFocused();
  await expect(page.getByLabel("Event title")).toHaveValue("Half an idea");
});
