import { photo } from "#test/photo.ts";
import {
  arriveAs,
  closeNotice,
  createEvent,
  expect,
  haveEvent,
  inDays,
  newEvent,
  newPerson,
  test,
  typeEvent,
} from "./journey.ts";

test("an organiser creates an event, changes it, and deletes it", async ({ page }) => {
  const event = newEvent();
  const changed = { title: `${event.title} again`, location: "Steps of the old mill, Porto", kind: "Aware People" };
  await arriveAs(page, newPerson("Journey Organiser"), "/create-event");
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
  await typeEvent(dialog, { ...changed, time: "17:00" });
  await dialog.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("Event Updated Successfully")).toBeVisible();
  await expect(dialog).toBeHidden();

  const changedCard = page.getByRole("article").filter({ hasText: changed.title });
  await expect(changedCard.getByText("5:00 PM")).toBeVisible();
  await changedCard.getByRole("link", { name: /^View/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: changed.title })).toBeVisible();
  await expect(page.getByText(changed.location)).toBeVisible();
  await expect(page.getByText("Aware People")).toBeVisible();
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
    await arriveAs(page, newPerson(), "/create-event");
    const form = page.getByRole("form", { name: "Create Event" });
    const event = newEvent();
    await typeEvent(form, event);
    const file = page.getByLabel("Upload a picture");
    await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await expect(page.getByText("We cannot read this as a picture.")).toBeVisible();
    await expect(form.getByLabel("Thumbnail image URL")).toHaveValue(event.thumbnail);

    const buffer = await photo({ width: 2400, height: 1800 });
    await file.setInputFiles({ name: "river.jpg", mimeType: "image/jpeg", buffer });
    await expect(page.getByText("Your picture is here.")).toBeVisible();
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
  await arriveAs(page, newPerson(), "/manage-events");
  await haveEvent(page, event);
  await page.reload();
  await page.getByRole("button", { name: `Edit ${event.title}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Event" });
  await dialog.getByLabel("Date").fill(inDays(-1).date);
  await dialog.getByRole("button", { name: "Update Event" }).click();
  await expect(dialog.getByText("Please choose a moment that is still to come.")).toBeVisible();
  await expect(dialog.getByLabel("Date")).toBeFocused();
  await dialog.getByLabel("Date").fill(inDays(3).date);
  await dialog.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("Event Updated Successfully")).toBeVisible();
});

test("what was typed survives a reload, and what is missing is said field by field", async ({ page }) => {
  await arriveAs(page, newPerson(), "/create-event");
  await page.getByLabel("Event title").fill("Half an idea");
  await page.reload();
  await expect(page.getByLabel("Event title")).toHaveValue("Half an idea");

  await page.getByRole("button", { name: "Create Event" }).click();
  await expect(page.getByText("Please choose what kind of event it is.")).toBeVisible();
  await expect(page.getByText("Please choose the date and time.")).toBeVisible();
  await expect(page.getByText("Please say where it takes place.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Clean up Drive" })).toBeFocused();
  await expect(page.getByLabel("Event title")).toHaveValue("Half an idea");
});

test.describe("real input", () => {
  const bengali = {
    title: "নদীর পাড় পরিষ্কার অভিযান",
    location: "বুড়িগঙ্গা ঘাট, ঢাকা",
    description: "সবাই মিলে নদীর পাড় পরিষ্কার করব। গ্লাভস ও ব্যাগ আমরা দেব।",
    max: "৫০",
  };
  const arabic = {
    title: "حملة تنظيف الشاطئ 🌊👨‍👩‍👧‍👦",
    location: "الكورنيش، الإسكندرية",
    description: "نلتقي عند المنارة 🌱 أحضروا قفازات وقبعة وماء.",
    max: "٣٠",
  };

  test("an event in Bengali keeps its words and its number of places", async ({ page }) => {
    await arriveAs(page, newPerson("জার্নি টেস্টার"), "/create-event");
    await createEvent(page, newEvent(bengali));
    await page.goto(`/upcoming-events?search=${encodeURIComponent("নদীর পাড়")}`);
    await page
      .getByRole("link", { name: `View Event: ${bengali.title}` })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1, name: bengali.title })).toBeVisible();
    await expect(page.getByText(bengali.description)).toBeVisible();
    await expect(page.getByText("50 spots remaining")).toBeVisible();
  });

  test("an event in Arabic with emoji reads from the right", async ({ page }) => {
    await arriveAs(page, newPerson(), "/create-event");
    await createEvent(page, newEvent(arabic));
    await page.goto(`/upcoming-events?search=${encodeURIComponent("الشاطئ")}`);
    await page
      .getByRole("link", { name: `View Event: ${arabic.title}` })
      .first()
      .click();
    const heading = page.getByRole("heading", { level: 1, name: arabic.title });
    await expect(heading).toBeVisible();
    // The line begins at the right edge of its box, as Arabic does.
    const gap = await heading.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
    });
    expect(gap).toBeLessThan(2);
    await expect(page.getByText("30 spots remaining")).toBeVisible();
  });

  test("50 and 1000 characters are counted as a person counts them", async ({ page }) => {
    const family = "👩‍👩‍👧‍👦";
    const title = `${family.repeat(10)}é${"a".repeat(39)}`;
    const description = `${family.repeat(20)}${"ন".repeat(80)}${"word ".repeat(179)}words`;
    await arriveAs(page, newPerson(), "/create-event");
    const field = page.getByLabel("Event title");
    await field.fill(title);
    await expect(page.getByText("50/50")).toBeVisible();
    await expect(page.getByText("Title must not exceed 50 characters")).toBeVisible();
    await field.press("End");
    await field.pressSequentially("x");
    await expect(field).toHaveValue(title);

    await page.getByLabel("Description", { exact: true }).fill(`${description}x`);
    await expect(page.getByText("1001/1000")).toBeVisible();
    await typeEvent(page.getByRole("form", { name: "Create Event" }), {
      ...newEvent(),
      title,
      description: `${description}x`,
    });
    await page.getByRole("button", { name: "Create Event" }).click();
    await expect(page.getByText("Description must not exceed 1000 characters")).toBeVisible();

    await page.getByLabel("Description", { exact: true }).fill(description);
    await expect(page.getByText("1000/1000")).toBeVisible();
    await page.getByRole("button", { name: "Create Event" }).click();
    await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeVisible();
  });

  test("quotes and markup in a location are text", async ({ page }) => {
    const location = `"Quay" & <script>document.title='broken'</script> O'Neill's`;
    await arriveAs(page, newPerson(), "/create-event");
    const event = newEvent({ location });
    await createEvent(page, event);
    await page.goto("/manage-events");
    await page.getByRole("link", { name: `View ${event.title}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: event.title })).toBeVisible();
    await page.reload();
    await expect(page.getByText(location)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(event.title));
  });
});
