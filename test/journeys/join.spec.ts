import { photo as picture } from "#test/photo.ts";
import { expectAccessible } from "./accessible.ts";
import {
  becomeMember,
  closeNotice,
  everyday,
  expect,
  haveOthersEvent,
  logOut,
  newEvent,
  newPerson,
  ready,
  register,
  test,
} from "./journey.ts";
import { expectSpotMailThatConfirms } from "./mailbox.ts";

test("a visitor finds an event, signs up on the way, and sees it among the joined ones", everyday, async ({ page }) => {
  const [person, event] = [newPerson(), newEvent()];
  const { title } = event;
  await haveOthersEvent(event);
  await page.goto("/");
  await page.getByRole("button", { name: "Explore Events" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Upcoming Events" })).toBeVisible();

  // The search follows the typed text, ignoring case.
  await page.getByRole("button", { name: "Event type: All types" }).click();
  await page.getByRole("checkbox", { name: "Clean up Drive" }).check();
  await page.getByRole("button", { name: /^Show \d+ events?$/ }).click();
  await expect(page).toHaveURL(/category=cleanup/);
  await expect(page.getByRole("article").filter({ hasNotText: "Clean up Drive" })).toHaveCount(0);
  await page.getByLabel("Search events").fill(title.toUpperCase());
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText("Showing 1 event")).toBeVisible();

  await page.getByRole("link", { name: `View Event: ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("0 of 20", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Join Event" }).click();
  const sheet = page.getByRole("dialog", { name: "Please login to join event" });
  await sheet.getByRole("link", { name: "I have an account" }).click();
  const main = page.getByRole("main");
  await expect(main.getByText(`Please login to join event${title}`)).toBeVisible();
  await main.getByRole("link", { name: "Register" }).click();
  await expect(main.getByText(`Register, and you join:${title}`)).toBeVisible();
  await register(page, person, false);

  // Back on the page the join is done, and no welcome covers it.
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("Joined an event")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeDisabled();
  await expect(page.getByText("1 of 20", { exact: true })).toBeVisible();

  // The result is seen once, and the code takes the place of sharing among the three actions.
  await expect(page.locator(".toast-note").filter({ hasText: "Joined an event" })).toBeVisible();
  const bar = page.locator(".join-bar");
  const actions = page.locator(":has(> [popovertarget='add-to-calendar'])").locator("> :is(a, button)");
  const joinedActions = [/calendar/i, "Directions", "Your code"];
  await expect(actions).toHaveText(joinedActions);
  const [wordsOfBar, heightOfBar] = [await bar.innerText(), (await bar.boundingBox())!.height];

  // Back leads to the list, not to the same event, and forward to the event, not to the log-in.
  await page.goBack();
  await expect(page).toHaveURL(/upcoming-events/);
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/view-event/);

  // The registration is still there after a reload, is not announced again, and is in the list.
  await page.reload();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeDisabled();
  await expect(page.getByText("Joined an event")).toBeHidden();
  await expect(actions).toHaveText(joinedActions);
  // The bar is the same as after the press. What is rare is behind its one button.
  await expect(bar.getByRole("button", { name: "Change" })).toBeVisible();
  expect([await bar.innerText(), (await bar.boundingBox())!.height]).toEqual([wordsOfBar, heightOfBar]);
  const rare = [/^Your details$/, /^Share/, /^See your joined events$/, /^Leave this event$/];
  const menu = page.locator("#change .more-menu > *");
  for (const deed of await menu.all()) await expect(deed).toBeHidden();
  await bar.getByRole("button", { name: "Change" }).click();
  await expect(menu).toHaveText(rare);
  await menu.filter({ hasText: "See your joined events" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My Joined Events" })).toBeVisible();
  await expect(page.getByText("You've joined 1 event")).toBeVisible();
  const joined = page.getByRole("article").filter({ hasText: title });
  await expect(joined.getByText("1 participant")).toBeVisible();
  await joined.getByRole("link", { name: /View Details/ }).click();
  await expectSpotMailThatConfirms(person, title);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("a member joins with guests, gives one spot back, then all", everyday, async ({ page }) => {
  await becomeMember(page);
  const event = newEvent({ max: "2" });
  const path = await haveOthersEvent(event);
  await page.goto(path);
  await ready(page);
  // On the smallest phone the button has words too, and they fit.
  const desk = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 640 });
  const bring = page.getByRole("button", { name: "Bring others along" });
  const [words, button] = await Promise.all([bring.locator("span").boundingBox(), bring.boundingBox()]);
  expect(words!.width).toBeGreaterThan(60);
  expect(words!.x).toBeGreaterThan(button!.x);
  expect(words!.x + words!.width).toBeLessThan(button!.x + button!.width);
  await page.setViewportSize(desk);
  await bring.click();
  const dialog = page.getByRole("dialog", { name: "Join with others" });
  await dialog.getByText("2", { exact: true }).click();
  await dialog.getByLabel("First name 1").fill("Rita");
  await dialog.getByRole("button", { name: /^Join with/ }).click();
  await expect(dialog.getByText("Please give each of them a first name.")).toBeVisible();
  await expect(dialog.getByLabel("First name 2")).toBeFocused();

  // The typed text is still there.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Bring others along" }).click();
  await expect(dialog.getByLabel("First name 1")).toHaveValue("Rita");
  await dialog.getByLabel("First name 2").fill("Tim");
  await dialog.getByLabel("Under 18").last().check();
  await dialog.getByLabel("Name of the guardian who agreed (optional)").fill("Ana Costa");
  await expect(dialog.getByText("2 spots are left for 3 of you")).toBeVisible();
  // On a small screen only the part between title and buttons scrolls.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 375, height: 560 });
  for (const field of [dialog.getByLabel("First name 1"), dialog.getByLabel("Under 18").last()]) {
    await field.focus();
    const seen = [field, dialog.getByRole("heading"), dialog.getByRole("button", { name: "Close" })];
    for (const part of [...seen, dialog.getByRole("button", { name: "Join with 2 others" })])
      await expect(part).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize(size);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Join with 2 others" }).click();

  // The party chooses to wait together, and then changes its mind.
  await expect(page.getByText("You are number 1 on the waitlist")).toBeVisible();
  await expect(page.getByText("You come with Rita, Tim (under 18)")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take the 2 spots" }).click();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
  await expect(page.getByText("2 of 2")).toBeVisible();
  await expect(page.getByText("Tim")).toBeHidden();
  // Guests stand in the bar, and each can be taken off by its menu.
  await expect(page.locator(".join-bar").getByText("You come with Rita")).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  await expect(page.getByRole("button", { name: /is not coming$/ })).toHaveText(["Rita is not coming"]);
  await page.getByRole("button", { name: "Rita is not coming" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rita is not coming" }).click();
  await expect(page.getByText("1 of 2")).toBeVisible();
  await expect(page.getByText("You come with")).toHaveCount(0);

  await page.goto("/joined-events");
  const card = page.getByRole("article").filter({ hasText: event.title });
  // The question is the same as on the event's own page; 'No' leads back to the same place.
  const leave = card.getByRole("button", { name: `Leave: ${event.title}` });
  const question = page.getByRole("alertdialog", { name: "Give your spot back?" });
  await leave.click();
  await question.getByRole("button", { name: "Stay" }).press("Escape");
  await expect(question).toHaveCount(0);
  await expect(leave).toBeFocused();
  await leave.press("Enter");
  await question.getByRole("button", { name: "Leave this event" }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole("heading", { name: "You haven't joined any events yet." })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card).toBeVisible();
  // Leaving the page ends the time to undo.
  await leave.click();
  await question.getByRole("button", { name: "Leave this event" }).click();
  await page.getByRole("link", { name: "Explore Events" }).click();
  await expect(page).toHaveURL(/upcoming-events/);
  await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
  // The call is sent while the page closes, so the next page may load before it arrives.
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText("0 of 2")).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test("a member who has joined nothing is shown the way to events", async ({ page }) => {
  await page.goto("/joined-events");
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await register(page, newPerson());
  await expect(page.getByRole("heading", { name: "You haven't joined any events yet." })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Explore Events" }).click();
  await expect(page).toHaveURL(/upcoming-events/);
});

test.describe("logging in and out", () => {
  test.use({ expectedFailures: [/sign-in\/email/] });

  test("a protected page takes the detour to login, says what is wrong, and comes back", everyday, async ({ page }) => {
    const person = newPerson();
    await page.goto("/register");
    await ready(page);
    await register(page, person);
    await logOut(page);
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

    await page.goto("/manage-events");
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("Please login to manage your events")).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill("Wrong1");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    // The error is in a toast, which disappears, and beside the focused field, where it stays.
    const wrong = "That e-mail and password do not match an account. Please check both.";
    await expect(page.getByRole("alert").getByText(wrong)).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(wrong);
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(person.email);

    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await closeNotice(page, "Welcome back!");
    await expect(page.getByRole("heading", { level: 1, name: "Manage Events" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No Events Created Yet" })).toBeVisible();
    await expect(page.getByText("You have created 0 events")).toBeVisible();
    // Only one of the two ways to log in is a filled button.
    const ways = page.locator('main a[href="/create-event"]');
    await expect(ways.filter({ hasText: "Create New Event" })).not.toHaveClass(/btn-primary/);
    await expect(ways.filter({ hasText: "Create Your First Event" })).toHaveClass(/btn-primary/);

    // A logged-in member has no use for that page.
    await page.goto("/register");
    await expect(page).toHaveURL(/localhost:\d+\/$/);
  });
});

test("registering says what is wrong, in the order of the rules, and keeps the typed values", async ({ page }) => {
  await page.goto("/register");
  await ready(page);
  const submit = page.getByRole("button", { name: "Register", exact: true });
  const password = page.getByLabel("Password", { exact: true });
  await submit.click();
  await expect(page.getByText("Please tell us your name.")).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
  // The photo is a drawing of the person's initials until there is another.
  const photo = page.getByLabel("Photo URL");
  const drawn = page.locator("form img");
  await expect(drawn).toHaveCount(0);
  await page.getByLabel("Name").fill("Journey Tester");
  await expect(photo).toHaveValue(/^\/avatars\/JT-\d\.svg$/);
  await expect(drawn).toHaveAttribute("src", await photo.inputValue());
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(photo).toBeHidden();
  await page.getByText("Add a picture").click();
  // Typing replaces the drawing; if the field is emptied, the drawing returns.
  await photo.tap();
  await page.keyboard.type("x");
  await expect(photo).toHaveValue("x");
  await page.keyboard.press("Backspace");
  await page.getByLabel("Email", { exact: true }).fill("no address");
  await expect(photo).toHaveValue(/^\/avatars\/JT-\d\.svg$/);
  await photo.fill("ftp://demo.example/me.png");
  // If it is folded away with an error in it, it unfolds, and stays open while the error is corrected.
  await page.getByText("Add a picture").click();
  await submit.click();
  await expect(photo).toBeFocused();
  await photo.fill("ftp://demo.example/my.png");
  await expect(photo).toBeVisible();
  for (const [typed, sentence] of [
    ["abc", "Password Must be 6 characters or longer"],
    ["abcdef", "Password must contain at least one uppercase letter"],
    ["ABCDEF", "Password must contain at least one lowercase letter"],
  ] as const) {
    await password.fill(typed);
    await submit.click();
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await expect(page.getByText("This does not look like an e-mail address.")).toBeVisible();
  await expect(page.getByText("Please give a web address that starts with http:// or https://.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Journey Tester");
  await expect(photo).toHaveValue("ftp://demo.example/my.png");
});

test("a picture chosen while registering is uploaded once there is an account", async ({ page }) => {
  await page.goto("/register");
  await ready(page);
  const person = newPerson();
  await page.getByLabel("Name").fill(person.name);
  await page.getByText("Add a picture").click();
  await page
    .getByLabel("Upload", { exact: true })
    .setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: await picture({ width: 300, height: 300 }) });
  await expect(page.getByText("We'll upload me.jpg as soon as your account is ready.")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await closeNotice(page, "Welcome to Goodturn!");
  await expect(page.getByRole("banner").locator('img[src^="/pictures/"]')).toBeVisible();
});
