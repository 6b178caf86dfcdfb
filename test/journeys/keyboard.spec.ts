import type { Locator, Page } from "@playwright/test";

import { wallClockIn, weekendOf } from "#domain/events/rules.ts";

import {
  becomeMember,
  closeNotice,
  everyday,
  expect,
  haveOthersEvent,
  inDays,
  newEvent,
  newPerson,
  ready,
  test,
} from "./journey.ts";

// Without a mouse: the keyboard alone reaches everything, and focus is always visible.
/** Presses a key until an element has focus. */
async function go(page: Page, to: Locator, key = "Tab") {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press(key);
    if (await to.evaluateAll((places) => places.some((place) => place === document.activeElement))) {
      return expectVisibleFocus(page);
    }
  }
  throw new Error(`${key} does not lead to ${to.toString()}`);
}

/**
 * Expects that the focused element is on the screen and shows its focus on all sides: by itself, by its label, or by a
 * pseudo-element of either.
 */
async function expectVisibleFocus(page: Page) {
  const shown = await page.evaluate(() => {
    const { activeElement } = document;
    const places = [activeElement, activeElement?.closest("label")].filter((place) => !!place);
    const drawn = places.flatMap((place) => [null, "::before"].map((part) => ({ place, part })));
    const outlined = drawn.some(({ place, part }) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(place, part);
      const width = Number.parseFloat(outlineWidth);
      const beyond = width + Number.parseFloat(outlineOffset);
      const { top, bottom, left, right } = place.getBoundingClientRect();
      // A surrounding element may clip it, up to a dialog or a menu, which are above the rest of the page.
      const above = place.closest("dialog, :popover-open");
      for (let around = place.parentElement; around && around !== above; around = around.parentElement) {
        if (getComputedStyle(around).overflow !== "hidden") continue;
        const box = around.getBoundingClientRect();
        if (top - beyond < box.top || bottom + beyond > box.bottom) return false;
        if (left - beyond < box.left || right + beyond > box.right) return false;
      }
      return outlineStyle !== "none" && width >= 2;
    });
    const { top = -1, bottom = -1 } = activeElement?.getBoundingClientRect() ?? {};
    return { outlined, inView: bottom > 0 && top < window.innerHeight, what: activeElement?.outerHTML.slice(0, 120) };
  });
  expect(shown).toMatchObject({ outlined: true, inView: true });
}

/** Expects that focus is on an element, and not on the page as a whole. */
const expectFocusKept = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");

test.describe("on a phone's screen", () => {
  test.use({ viewport: { width: 375, height: 740 } });

  test("a member goes from home to a spot near them this weekend", async ({ page, context }) => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const { to: date } = weekendOf(wallClockIn(new Date(), timeZone).date);
    const event = newEvent({ date, time: "23:30", max: "3" });
    const path = await haveOthersEvent(event);
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: 41.162142, longitude: -8.621953 });
    await becomeMember(page);
    await page.goto("/");
    await ready(page);
    await go(page, page.getByRole("main").locator("a[href='/upcoming-events']").first());
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/upcoming-events");
    await go(page, page.getByRole("button", { name: "Near me" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/near=Porto$/);
    await go(page, page.getByRole("link", { name: "This weekend" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/near=Porto&from=\S+&to=\S+$/);
    await go(page, page.getByRole("link", { name: "Has room" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/near=Porto&from=\S+&to=\S+&room=1$/);
    await expect(page.getByText(/ within 10\skm of Porto this weekend, with room/)).toBeVisible();
    await go(page, page.locator(`a[href="${path}"]`));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: event.title })).toBeVisible();
    await go(page, page.getByRole("button", { name: "Join Event", exact: true }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Join Event", exact: true })).toBeHidden();
    await expect(page.getByText("1 of 3").first()).toBeVisible();
  });
});

test("a newcomer skips to the content, registers, joins an event and finds it again", async ({ page }) => {
  const event = newEvent();
  await haveOthersEvent(event);

  await page.goto("/upcoming-events");
  await ready(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await go(page, page.getByLabel("Search events"));
  await page.keyboard.type(event.title);
  await expect(page.getByText("Showing 1 event")).toBeVisible();
  await go(page, page.getByRole("link", { name: "Clear search" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Search events")).toBeFocused();
  await expect(page.getByText("Showing 1 event")).toBeHidden();
  await page.keyboard.type(event.title);
  await expect(page.getByText("Showing 1 event")).toBeVisible();
  await go(page, page.getByRole("link", { name: `View Event: ${event.title}` }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: event.title })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();

  const join = page.getByRole("button", { name: "Join Event" });
  await go(page, join);
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Please login to join event" });
  await expect(sheet.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(join).toBeFocused();
  await page.keyboard.press("Enter");
  await go(page, sheet.getByRole("link", { name: "I have an account" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);
  await expectFocusKept(page);
  await go(page, page.getByRole("main").getByRole("link", { name: "Register" }));
  await page.keyboard.press("Enter");

  const person = newPerson();
  for (const [field, text] of [
    ["Name", person.name],
    ["Photo URL", person.photo],
    ["Email", person.email],
    ["Password", person.password],
  ] as const) {
    if (field === "Photo URL") {
      await go(page, page.locator("summary").filter({ hasText: "Add a picture" }));
      await page.keyboard.press("Enter");
    }
    await go(page, page.getByRole("main").getByLabel(field, { exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText("Joined an event")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await go(page, page.getByRole("button", { name: "Change" }));
  await page.keyboard.press("Enter");
  await go(page, page.getByRole("main").getByRole("link", { name: "See your joined events" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("You've joined 1 event")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await go(page, page.getByRole("link", { name: `View Details: ${event.title}` }));
});

test("an organizer creates an event, changes it and deletes it with the keyboard alone", everyday, async ({ page }) => {
  const event = newEvent({ kind: "Donation Drive" });
  await becomeMember(page);
  await page.goto("/create-event");
  await ready(page);
  const form = page.getByRole("form", { name: "Create Event" });
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await go(page, field("Event title"));
  // A form submitted too early moves focus to the first missing field.
  await page.keyboard.press("Enter");
  await expect(form.getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(form.getByRole("radio", { name: event.kind })).toBeChecked();
  await expectVisibleFocus(page);
  await go(page, field("Event title"));
  await page.keyboard.type(event.title);
  // Enter opens a sheet, and Enter in its field is done with it; focus is at its row again.
  const row = (question: string) => form.getByRole("button", { name: new RegExp(`^${question}`) }).last();
  const open = async (question: string) => {
    await go(page, row(question));
    await page.keyboard.press("Enter");
  };
  await open("When");
  await expect(field("Date")).toBeFocused();
  const [year, month, day] = inDays(10).date.split("-");
  await page.keyboard.type(`${month}${day}${year}`);
  await expect(field("Date")).toHaveValue(event.date);
  await go(page, field("Time"));
  // The first arrow opens the list, the second continues from nine o'clock.
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(field("Time")).toHaveValue("09:30");
  await go(page, form.getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");
  await expect(row("When")).toBeFocused();
  await open("Where");
  await page.keyboard.type(`${event.location}\n`);
  await go(page, field("Description"));
  await page.keyboard.type(event.description);
  await open("How many");
  await page.keyboard.type(`${event.max}\n`);
  await go(page, form.getByRole("button", { name: "Create Event" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeFocused();
  await page.waitForURL("**/upcoming-events");
  await expect(page.getByRole("main")).toBeFocused();

  // The menu behind the picture opens, leads on, and closes; Escape returns focus.
  const account = page.getByRole("button", { name: /^Your account/ });
  await go(page, account, "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
  await page.keyboard.press("Enter");
  await go(page, page.locator("#account").getByRole("link", { name: "Manage Events" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("You have created 1 event")).toBeVisible();
  await expectFocusKept(page);

  const edit = page.getByRole("button", { name: `Edit ${event.title}` });
  await page.getByRole("main").focus();
  await go(page, edit);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit Event" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(edit).toBeFocused();
  await page.keyboard.press("Enter");
  await go(page, dialog.getByLabel("Location"));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Steps of the old mill");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Event Updated Successfully")).toBeVisible();
  await expect(edit).toBeFocused();
  await expect(page.getByRole("article").getByText("Steps of the old mill")).toBeVisible();

  const remove = page.getByRole("button", { name: `Delete ${event.title}` });
  await go(page, remove);
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Are you sure?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  // The number of people is loaded before the deletion, because it is not available afterwards.
  await expect(question.getByText("Nobody else has joined, so there is nobody to tell.")).toBeVisible();
  await go(page, question.getByRole("button", { name: "Yes, delete it!" }));
  await page.keyboard.press("Enter");
  const done = page.getByRole("alertdialog", { name: "Deleted!" });
  await expect(done.getByRole("button", { name: "OK" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(done).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await go(page, page.getByRole("link", { name: "Create New Event" }));
});

test("focus is kept when a community is joined, a message is sent, and after logging out", async ({ page }) => {
  await becomeMember(page);
  await page.goto("/community");
  await ready(page);
  const cards = page.getByRole("article");
  await go(page, cards.nth(1).getByRole("button").last());
  await page.keyboard.press("Enter");
  await expect(cards.nth(1).getByRole("button", { name: "Already Joined" })).toBeDisabled();
  await page.getByRole("dialog", { name: "You’re one of us" }).press("Escape");
  await expectFocusKept(page);
  await go(page, cards.nth(2).getByRole("button").last());
  await page.goto("/contact");
  await ready(page);
  const main = page.getByRole("main");
  for (const [label, text] of [
    ["Name", "Journey Tester"],
    ["Email", "tester@demo.example"],
    ["Message", "By keys alone."],
  ] as const) {
    await go(page, main.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await go(page, main.getByRole("button", { name: "Send Message" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your message was sent" })).toBeFocused();
  await go(page, main.getByRole("button", { name: "Write another message" }));
  await page.keyboard.press("Enter");
  await expectFocusKept(page);

  const account = page.getByRole("button", { name: /^Your account/ });
  await go(page, account, "Shift+Tab");
  await page.keyboard.press("Enter");
  await go(page, page.locator("#account").getByRole("button", { name: "Logout" }));
  await page.keyboard.press("Enter");
  await closeNotice(page, "Successfully Logout!");
  await expectFocusKept(page);
});
