import type { Locator } from "@playwright/test";
import { photo } from "#test/photo.ts";
import {
  becomeMember,
  closeNotice,
  closeSheet,
  createEvent,
  everyday,
  expect,
  haveEvent,
  haveJoined,
  inDays,
  newCaller,
  newEvent,
  newPerson,
  openSheet,
  ready,
  test,
  typeEvent,
} from "./journey.ts";

test("an organizer creates an event, changes it, and deletes it", everyday, async ({ page }) => {
  const event = newEvent({ bring: "Gloves\nA hat", language: "Portuguese" });
  const changed = {
    title: `${event.title} again`,
    bring: "Boots",
    language: "English",
    location: "Steps of the old mill, Berlin",
    kind: "Aware People",
  };
  await becomeMember(page, newPerson("Journey Organizer"));
  await createEvent(page, event);

  const asked = page.waitForRequest(/myEvents\?.*order=upcoming/);
  await page.goto("/manage-events");
  await asked;
  await expect(page.getByText("You have created 1 event")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create New Event" })).toHaveClass(/btn-primary/);
  const card = page.getByRole("article").filter({ hasText: event.title });
  await expect(card.getByText("Active", { exact: true })).toBeVisible();
  await expect(card.getByText("0 of 20")).toBeVisible();

  await card.getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Event" });
  await expect(dialog.getByLabel("Event title")).toHaveValue(event.title);
  await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue(event.time);
  const { bring, language, ...quick } = changed;
  await typeEvent(dialog, { ...quick, time: "17:00" });
  await chooseBerlin(dialog);
  // All other settings are on a page, which continues with the changes typed so far.
  await expect(dialog.getByLabel("What to bring")).toHaveCount(0);
  await dialog.getByRole("link", { name: "All settings" }).click();
  const form = page.getByRole("form", { name: "Edit Event" });
  await expect(form.getByLabel("Event title")).toHaveValue(changed.title);
  await expect(form.getByRole("radio", { name: changed.kind })).toBeChecked();
  await expect(form.getByText("no phone numbers · bring Gloves, A hat · Portuguese")).toBeVisible();
  await form.getByText("More", { exact: true }).click();
  await expect(form.getByLabel("What to bring")).toHaveValue("Gloves\nA hat");
  await form.getByLabel("Children").selectOption("Welcome");
  await typeEvent(form, { bring, language });
  await form.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("Event Updated Successfully")).toBeVisible();
  await expect(dialog).toBeHidden();

  const changedCard = page.getByRole("article").filter({ hasText: changed.title });
  await expect(changedCard.getByText("5 – 7 PM")).toBeVisible();
  await changedCard.getByRole("link", { name: /^View/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: changed.title })).toBeVisible();
  const where = new URL(page.url()).pathname;
  await expect(page.getByText(changed.location).first()).toBeVisible();
  await expect(page.getByText("Event area: Berlin, Germany")).toBeVisible();
  await expect(page.getByText("Aware People")).toBeVisible();
  const known = page.getByRole("region", { name: "Good to know" });
  await expect(known).toContainText("What to bringBoots");
  await expect(known).toContainText("ChildrenWelcome");
  await expect(known).toContainText("Languages spokenPortuguese, English");
  await page.getByRole("link", { name: "Back" }).click();

  await changedCard.getByRole("button", { name: /^Delete/ }).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure?" });
  await expect(question.getByText("You won't be able to revert this!")).toBeVisible();
  await expect(question.getByText("Nobody else has joined, so there is nobody to tell.")).toBeVisible();
  // Canceling is in the row's menu, and not a part of this question.
  await expect(question.getByRole("button")).toHaveText(["Keep the event", "Yes, delete it!"]);
  await question.getByRole("button", { name: "Keep the event" }).click();
  await changedCard.getByRole("button", { name: `More for ${changed.title}` }).click();
  await expect(changedCard.getByRole("button", { name: `Cancel the event: ${changed.title}` })).toBeVisible();
  await page.keyboard.press("Escape");
  // There are four spots but only one mail: the organizer makes the change, and guests have no address.
  await haveJoined(page, where, [{ name: "Brother", under18: false }]);
  await haveJoined(await newCaller(), where, [{ name: "Sister", under18: false }]);
  await changedCard.getByRole("button", { name: /^Delete/ }).click();
  await expect(
    question.getByText("1 person who has joined or is on the waitlist gets an e-mail about it."),
  ).toBeVisible();
  await question.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(page.getByText("Your file has been deleted.")).toBeVisible();
  await closeNotice(page, "Deleted!");
  await expect(page.getByRole("heading", { name: "No Events Created Yet" })).toBeVisible();
});

/** Removes the town that the location named, and chooses another with the keyboard; the typed text stays. */
async function chooseBerlin(dialog: Locator) {
  const location = dialog.getByRole("combobox", { name: "Location" });
  const list = dialog.getByRole("listbox", { name: "Towns" });
  await dialog.getByRole("button", { name: "Remove the town Porto" }).click();
  await expect(location).toBeFocused();
  await location.fill("Steps of the old mill, ber");
  await expect(list.getByRole("option")).toHaveText(["BerlinGermany"]);
  await expect(dialog.getByRole("status").filter({ hasText: "1 town to choose" })).toBeAttached();
  // Escape closes the proposals, and leaves the dialog open.
  await location.press("Escape");
  await expect(list).toBeHidden();
  await location.press("ArrowDown");
  await expect(list.getByRole("option", { selected: true })).toBeVisible();
  await location.press("Enter");
  await expect(location).toHaveValue("Steps of the old mill, Berlin");
  await expect(list).toBeHidden();
  await expect(dialog.getByRole("button", { name: "Remove the town Berlin" })).toBeVisible();
}

test.describe("uploading", () => {
  test.use({ expectedFailures: [/api\/pictures/] });

  test("a picture is uploaded instead of its address, and a file of another kind is refused", async ({ page }) => {
    await becomeMember(page);
    await page.goto("/create-event");
    await ready(page);
    const form = page.getByRole("form", { name: "Create Event" });
    const event = newEvent();
    await typeEvent(form, event);
    const file = page.getByLabel("Upload a picture");
    await openSheet(form, "picture");
    await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await expect(page.getByText("We cannot read this as a picture.")).toBeVisible();
    await expect(form.getByLabel("Thumbnail image URL")).toHaveValue(event.thumbnail);

    const buffer = await photo({ width: 2400, height: 1800 });
    await file.setInputFiles({ name: "river.jpg", mimeType: "image/jpeg", buffer });
    await expect(page.getByText("Your picture is uploaded.")).toBeVisible();
    await expect(form.getByLabel("Thumbnail image URL")).toHaveValue(/^\/pictures\/.+\.webp$/);
    // It belongs to the draft like everything else.
    await page.reload();
    await openSheet(form, "picture");
    await expect(form.getByLabel("Thumbnail image URL")).toHaveValue(/^\/pictures\/.+\.webp$/);
    await closeSheet(form);
    await page.getByRole("button", { name: "Create Event" }).click();
    await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeVisible();

    await page.goto(`/upcoming-events?search=${encodeURIComponent(event.title)}`);
    const picture = page.getByRole("article").locator("img").first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(1600);
  });
});

test("an organizer sees who will be told of a change, adds a line, or sends no mail", everyday, async ({ page }) => {
  const event = newEvent();
  await becomeMember(page);
  const path = await haveEvent(page, event);
  await page.goto("/manage-events");
  const edit = page.getByRole("button", { name: `Edit ${event.title}` });
  await edit.click();
  const dialog = page.getByRole("dialog", { name: "Edit Event" });
  // Until something is changed, only screen readers hear about mails.
  const told = dialog.getByText("Nobody has joined yet, so we don't tell anybody about changes.");
  const unseen = dialog.locator("div.sr-only").filter({ hasText: "Nobody has joined yet" });
  await expect(unseen).toHaveCount(1);
  // Closing the dialog discards the typed text.
  await dialog.getByLabel("Event title").fill("Something else");
  await expect(unseen).toHaveCount(0);
  await expect(told).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("article").getByRole("heading", { name: event.title })).toBeVisible();
  await edit.click();
  await expect(dialog.getByLabel("Event title")).toHaveValue(event.title);
  await page.keyboard.press("Escape");

  await haveJoined(page, path);
  await page.reload();
  await edit.click();
  await expect(dialog.getByText("Nobody else has joined, so there is nobody to tell.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await haveJoined(await newCaller(), path);
  await page.reload();
  await edit.click();
  await expect(dialog.getByText(/^If you change the title/)).toBeVisible();
  await dialog.getByLabel("Description").fill("We meet at the bridge.");
  await expect(dialog.getByText(/gets an e-mail about the new description\.$/)).toBeVisible();
  await dialog.getByLabel("It's only a typo: don't tell anybody").check();
  await expect(dialog.getByText("We won't tell anybody about this change.")).toBeVisible();
  await expect(dialog.getByLabel("Add a line to this mail")).toBeHidden();
  // Time and location are always mailed, regardless of the earlier choice.
  await dialog.getByLabel("Location").fill("Bridge");
  await expect(
    dialog.getByText(/the new location and description\. We always tell them about a new date/),
  ).toBeVisible();
  await dialog.getByLabel("Add a line to this mail").fill("The landing is closed.\nIt rained.");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await dialog.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("Event Updated Successfully")).toBeVisible();
  const { description, location, note } = (await sent).postDataJSON() as Record<string, unknown>;
  expect([description, location, note]).toEqual([
    "We meet at the bridge.",
    "Bridge",
    "The landing is closed. It rained.",
  ]);
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

test("after another time or zone was opened, typing continues in every other field", async ({ page }) => {
  await becomeMember(page);
  await page.goto("/create-event");
  await ready(page);
  const form = page.getByRole("form", { name: "Create Event" });
  await openSheet(form, "when");
  await form.getByLabel("Time", { exact: true }).selectOption("Other time…");
  await expect(form.getByLabel("Time", { exact: true })).toBeFocused();
  await form.getByLabel("Time", { exact: true }).fill("10:10");
  await form.getByRole("button", { name: "Change the time zone" }).click();
  await expect(form.getByLabel(/^Time zone/)).toBeFocused();
  await closeSheet(form);
  for (const label of ["Event title", "Description"]) {
    await form.getByLabel(label, { exact: true }).pressSequentially("Sunday seed swap");
    await expect(form.getByLabel(label, { exact: true })).toHaveValue("Sunday seed swap");
  }
  await openSheet(form, "when");
  await expect(form.getByLabel("Time", { exact: true })).toHaveValue("10:10");
});

test("the draft survives a reload, and missing values are named field by field", everyday, async ({ page }) => {
  await becomeMember(page);
  await page.goto("/create-event");
  await ready(page);
  await page.getByLabel("Event title").fill("Half an idea");
  const afresh = page.getByRole("button", { name: "Start over" });
  await expect(afresh).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("Event title")).toHaveValue("Half an idea");

  // An organizer who wants another event starts over, and can undo that.
  await afresh.click();
  await expect(page.getByLabel("Event title")).toHaveValue("");
  await expect(afresh).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Event title")).toHaveValue("Half an idea");
  await afresh.click();
  await page.reload();
  await expect(page.getByLabel("Event title")).toHaveValue("");
  await expect(afresh).toHaveCount(0);
  await page.getByLabel("Event title").fill("Half an idea");

  await page.getByRole("button", { name: "Create Event" }).click();
  await expect(page.getByText("Please choose an event type.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^When\?\s*Please choose the date and time\.$/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Where\?\s*Please say where it takes place\.$/ })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Clean up Drive" })).toBeFocused();
  await expect(page.getByLabel("Event title")).toHaveValue("Half an idea");
});
