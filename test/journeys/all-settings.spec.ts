import {
  becomeMember,
  closeSheet,
  expect,
  haveEvent,
  haveJoined,
  haveOthersEvent,
  newCaller,
  newEvent,
  openSheet,
  ready,
  test,
} from "./journey.ts";

// The page of all settings of an event, to which the dialog 'Edit Event' leads.

// Refusals: a maximum that is too small, and another organizer's event.
test.use({ expectedFailures: [/api\/events\//] });

test("an organizer changes the maximum, and a refusal opens the sheet that it is about", async ({ page }) => {
  await becomeMember(page);
  const event = newEvent({ max: "3" });
  const path = await haveEvent(page, event);
  await haveJoined(await newCaller(), path, [{ name: "Ida", under18: false }]);
  await page.goto("/manage-events");
  await page.getByRole("button", { name: `Edit ${event.title}` }).click();
  const quick = page.getByRole("dialog", { name: "Edit Event" });
  await quick.getByText("All settings").click();
  const form = page.getByRole("form", { name: "Edit Event" });
  const dialog = form.getByRole("dialog", { name: "How many?" });
  await openSheet(form, "spots");
  await dialog.getByLabel("Max participants").fill("just 1");
  await closeSheet(form);
  await form.getByRole("button", { name: "Update Event" }).click();
  // The server's refusal opens the sheet too.
  await expect(dialog.getByText("2 spots are taken, so 1 is not enough.")).toBeVisible();
  await expect(dialog.getByLabel("Max participants")).toBeFocused();
  await dialog.getByRole("button", { name: "No limit" }).click();
  await expect(dialog.getByText("Any number of people can join.")).toBeVisible();
  await dialog.getByText("Waitlist", { exact: true }).click();
  const hold = dialog.getByLabel("Hold an offered spot for");
  await hold.fill("100");
  await closeSheet(form);
  await form.getByRole("button", { name: "Update Event" }).click();
  await expect(hold).toBeFocused();
  // A field that was corrected does not fold away.
  await hold.fill("24");
  await expect(hold).toBeVisible();
  await closeSheet(form);
  await form.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("Event Updated Successfully")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Participants of .*: 2 spots taken$/ })).toBeVisible();
});

test("the edit button opens the page for a draft that the dialog would not show, and the dialog for any other", async ({
  page,
}) => {
  await becomeMember(page);
  const event = newEvent();
  const path = await haveEvent(page, event);
  const dialog = page.getByRole("dialog", { name: "Edit Event" });
  const form = page.getByRole("form", { name: "Edit Event" });
  const settings = path.replace("view-event", "manage-events") + "/edit";

  await page.goto(settings);
  await form.getByLabel("Event title").fill("Another title");
  await page.goto("/manage-events");
  await page.getByRole("button", { name: `Edit ${event.title}` }).click();
  await expect(dialog.getByLabel("Event title")).toHaveValue("Another title");

  await page.goto(settings);
  await openSheet(form, "spots");
  await form.getByLabel("Max participants").fill("7");
  await closeSheet(form);
  for (const from of ["/manage-events", path]) {
    await page.goto(from);
    await page.getByRole("main").getByRole("button", { name: /^Edit/ }).click();
    await expect(page).toHaveURL(new RegExp(`${settings}$`));
    await expect(dialog).toHaveCount(0);
    await expect(form.getByLabel("Event title")).toHaveValue("Another title");
    await expect(form.getByRole("button", { name: "7 spots" })).toBeVisible();
    // The page that had the button is one step back, and its dialog is closed.
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${from}$`));
    await expect(page.getByRole("main").getByRole("button", { name: /^Edit/ })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  }
});

test("the page of all settings opens for an event's organizer only", async ({ page }) => {
  await becomeMember(page);
  const elsewhere = (await haveOthersEvent()).replace("view-event", "manage-events");
  await page.goto(`${elsewhere}/edit`);
  await ready(page);
  await expect(page.getByRole("heading", { name: "You cannot edit this event" })).toBeVisible();
  await expect(page.getByRole("form", { name: "Edit Event" })).toHaveCount(0);
});
