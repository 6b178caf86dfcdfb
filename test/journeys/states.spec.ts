import type { Locator, Page } from "@playwright/test";

import {
  becomeMember,
  everyday,
  expect,
  haveEvent,
  haveOthersEvent,
  jumps,
  logIn,
  logOut,
  newEvent,
  origin,
  ready,
  test,
  typeEvent,
} from "./journey.ts";

// Conditions outside of the specifications that people meet: slow and broken networks, other tabs, sessions that end,
// haste.
test.use({ expectedFailures: [/.*/] });

const noNetwork = "We could not reach Goodturn. Please check your connection and try again.";

/** Delays the answers of an address, as a slow network does. */
const slowDown = (page: Page, address: string | RegExp, milliseconds: number) =>
  page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue().catch(() => {});
  });

test("on a slow network a line shows that the page is busy, the page stays readable, and nothing jumps", async ({
  page,
}) => {
  await slowDown(page, /\/scenes\/|\/api\/auth\//, 700);
  await becomeMember(page);
  // By the second time, the browser knows the member.
  for (let time = 1; time <= 2; time++) {
    await page.goto("/");
    await ready(page);
    await expect(page.locator(".next-place .loading")).toHaveCount(0);
  }
  expect(await jumps(page)).toBeLessThan(0.01);

  await slowDown(page, /upcoming-events\.data/, 1_500);
  const busy = page.getByRole("status").filter({ hasText: "Loading…" });
  await page.getByRole("link", { name: "View All" }).click();
  await expect(busy).toBeVisible();
  await expect(page.getByRole("heading", { name: "Latest events" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Upcoming Events" })).toBeVisible();
  await expect(busy).toBeHidden();

  // A member's own page shows a spinner until the session is known, and then outlines of the list.
  await slowDown(page, /api\/joined-events/, 1_500);
  await page.goto("/joined-events");
  await expect(page.getByRole("main").getByRole("status").getByText("Loading…")).toBeAttached();
  await expect(page.getByRole("main").locator(".loading-spinner")).toBeVisible();
  const outline = page.locator(".awaited-cards > [aria-hidden]").first();
  expect((await outline.boundingBox())?.height).toBe(160);
  await expect(page.getByRole("heading", { name: "You haven't joined any events yet." })).toBeVisible();
  await expect(page.getByRole("main").locator(".loading-spinner")).toBeHidden();
  await page.goto("/upcoming-events");
  await ready(page);
  expect(await jumps(page)).toBeLessThan(0.01);
});

test("offline, every page stays with its typed text; online, all works again", everyday, async ({ page, context }) => {
  await becomeMember(page);
  const path = await haveOthersEvent();
  const event = newEvent();
  await page.goto("/create-event");
  await ready(page);
  const form = page.getByRole("form", { name: "Create Event" });
  await typeEvent(form, event);
  await context.setOffline(true);
  await form.getByRole("button", { name: "Create Event" }).click();
  await expect(page.getByText(`${noNetwork} Your event could not be created.`)).toBeVisible();
  const footer = page.getByRole("contentinfo");
  await footer.locator("summary").press("Enter");
  for (const name of ["Community Guidelines", "Discover Events", "Join Event"]) {
    // Uses the keyboard, because the notes cover the links for some seconds.
    await footer.getByRole("link", { name, exact: true }).press("Enter");
    await expect(page.getByText(noNetwork, { exact: true })).toBeVisible();
    await page.getByRole("alert").filter({ hasText: noNetwork }).getByRole("button").last().click();
  }
  await expect(form.getByLabel("Event title")).toHaveValue(event.title);
  await context.setOffline(false);
  await form.getByRole("button", { name: "Create Event" }).click();
  await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeVisible();

  await page.goto(path);
  await ready(page);
  const note = page.getByRole("alert").filter({ hasText: noNetwork });
  const read = async () => {
    await expect(note).toBeVisible();
    await note.getByRole("button").last().click();
  };
  await context.setOffline(true);
  await page.getByRole("button", { name: "Join Event" }).click();
  // It ends where the content does.
  await expect(note).toBeVisible();
  const { x = NaN, y = NaN, width = NaN, height = NaN } = (await note.boundingBox()) ?? {};
  expect([x + width, y + height]).toEqual([1240, 784]);
  await read();
  await expect(page.getByText("About This Event")).toBeVisible();

  // Dialogs whose code is not loaded yet say so, open at the next press, and leave the page as it is.
  const opens = async (press: () => Promise<void>, dialog: Locator, stays: Locator) => {
    await expect(stays).toBeVisible();
    await context.setOffline(true);
    await press();
    await read();
    await expect(stays).toBeVisible();
    await context.setOffline(false);
    await press();
    await expect(dialog).toBeVisible();
  };
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const about = page.getByText("About This Event");
  const party = page.getByRole("dialog", { name: "Join with others" });
  await opens(() => button("Bring others along").click(), party, about);
  await party.getByLabel("First name 1").fill("Zoë");
  await party.getByRole("button", { name: "Join with 1 other" }).click();
  await expect(button("Already Joined")).toBeDisabled();
  const question = page.getByRole("alertdialog", { name: "Give your 2 spots back?" });
  await page.goto("/joined-events");
  await opens(() => button(/^Leave:/).click(), question, page.getByRole("heading", { name: "Next up" }));
  await page.goto(path);
  await expect(button("Already Joined")).toBeVisible();
  const leave = async () => {
    await button("Change").click();
    await button("Leave this event").click();
  };
  await opens(leave, question, about);
  await page.goto("/manage-events");
  const edit = page.getByRole("dialog", { name: "Edit Event" });
  await opens(() => button(`Edit ${event.title}`).click(), edit, page.getByRole("heading", { name: event.title }));
  await expect(edit.getByLabel("Event title")).toHaveValue(event.title);
  await page.goto((await haveEvent(page, event)).replace("view-event", "manage-events"));
  const cancel = async () => {
    await button("More for this event").click();
    await button("Cancel the event").click();
  };
  await opens(cancel, page.getByRole("dialog", { name: "Cancel this event?" }), page.getByText(event.location));
  // It has no participants, so a message would have no readers.
  await page.setViewportSize({ width: 375, height: 740 });
  await expect(page.getByRole("button", { name: "Write a message" })).toHaveCount(0);
});

test("logging out in another tab logs out this one, and the typed text waits", async ({ page, context }) => {
  const person = await becomeMember(page);
  await page.goto("/create-event");
  await page.getByLabel("Event title").fill("Half an idea");
  const other = await context.newPage();
  await other.goto("/");
  await ready(other);
  await logOut(other);

  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.getByText("You were logged out in another window or on another device.")).toBeVisible();
  await logIn(page, person, false);
  await expect(page.getByLabel("Event title")).toHaveValue("Half an idea");
  await expect(other.getByRole("button", { name: /^Your account/ })).toBeVisible();
});

test("a member whose session is ended elsewhere is told at the next step, and can log in and go on", async ({
  page,
}) => {
  const person = await becomeMember(page);
  await page.goto("/joined-events");
  await expect(page.getByRole("heading", { name: "You haven't joined any events yet." })).toBeVisible();
  // The session is ended as if from another device: this page still has a token, which is useless from now on.
  await page.request.post(`${origin}/api/auth/sign-out`, { headers: { origin }, data: {} });

  const footer = page.getByRole("contentinfo");
  await footer.locator("summary").click();
  await footer.getByRole("link", { name: "Manage Events" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("You were logged out in another window or on another device.")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await logIn(page, person);
  await expect(page).toHaveURL(/\/manage-events$/);
});

test(
  "a session that ends while an event is typed requires a login, but no text is lost",
  everyday,
  async ({ page, context }) => {
    const person = await becomeMember(page);
    const event = newEvent();
    await page.goto("/create-event");
    await ready(page);
    const form = page.getByRole("form", { name: "Create Event" });
    await typeEvent(form, event);
    // The page has a token by now, so the session itself has to end.
    await page.request.post(`${origin}/api/auth/sign-out`, { headers: { origin }, data: {} });
    await context.clearCookies();
    await form.getByRole("button", { name: "Create Event" }).click();
    await expect(page.getByText("Please log in first. Your event could not be created.")).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await page.reload();
    await ready(page);
    await logIn(page, person, false);
    await expect(page).toHaveURL(/\/create-event$/);
    await expect(form.getByLabel("Event title")).toHaveValue(event.title);
    await expect(form.getByRole("radio", { name: event.kind })).toBeChecked();
    await form.getByRole("button", { name: "Create Event" }).click();
    await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeVisible();
  },
);

test("double presses create one event and take one spot, and another tab learns of it", async ({ page, context }) => {
  await becomeMember(page);
  const event = newEvent();
  await slowDown(page, /\/api\/(add-event|join-event)/, 300);
  await page.goto("/create-event");
  await typeEvent(page.getByRole("form", { name: "Create Event" }), event);
  await page.getByRole("button", { name: "Create Event" }).dblclick();
  await page.waitForURL("**/upcoming-events");
  await page.goto("/manage-events");
  await expect(page.getByText("You have created 1 event")).toBeVisible();
  await page.getByRole("link", { name: `View ${event.title}` }).click();
  await expect(page.getByText("About This Event")).toBeVisible();

  const other = await context.newPage();
  await other.goto(page.url());
  await ready(other);
  await expect(other.getByRole("button", { name: "Join Event" })).toBeEnabled();
  await page.getByRole("button", { name: "Join Event" }).dblclick();
  await expect(page.getByText("Joined an event")).toBeVisible();
  await expect(page.getByText("1 of 20")).toBeVisible();
  await expect(page.locator(".toast-note")).toHaveCount(0);
  await other.getByRole("button", { name: "Join Event" }).click();
  await expect(other.getByText("You have already joined this event.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Already Joined" })).toBeDisabled();
  await expect(other.getByText("1 of 20")).toBeVisible();
});

test("back, forward and reloading halfway find the page as it was", async ({ page }) => {
  await becomeMember(page);
  const event = newEvent();
  await haveEvent(page, event);
  await page.goto("/upcoming-events");
  await ready(page);
  await page.getByLabel("Search events").fill(event.title);
  await expect(page.getByText("Showing 1 event")).toBeVisible();
  await page.getByRole("link", { name: `View Event: ${event.title}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: event.title })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Search events")).toHaveValue(event.title);
  await page.reload();
  await ready(page);
  await expect(page.getByText("Showing 1 event")).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: event.title })).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(page.getByRole("button", { name: "Join Event" })).toBeEnabled();
  await page.goBack();
  await page.goBack();
  await expect(page.getByLabel("Search events")).toHaveValue("");

  // A half-typed change is kept until the organizer comes back to it.
  await page.goto("/manage-events");
  await page.getByRole("button", { name: `Edit ${event.title}` }).click();
  await page.getByRole("dialog").getByLabel("Location").fill("Half a place");
  await page.reload();
  await page.getByRole("button", { name: `Edit ${event.title}` }).click();
  await expect(page.getByRole("dialog").getByLabel("Location")).toHaveValue("Half a place");
});
