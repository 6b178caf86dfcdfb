import { becomeMember, closeNotice, expect, haveEvent, newEvent, newPerson, ready, register, test } from "./journey.ts";
import { mailTo } from "./mailbox.ts";

test("a visitor finds an event, signs up on the way, joins it and sees it among the joined ones", async ({ page }) => {
  const person = newPerson();
  await page.goto("/");
  await page.getByRole("link", { name: "Explore Events" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Upcoming Events" })).toBeVisible();

  // The search follows what is typed, in any case and without accents.
  await page.getByLabel("Kind of event").selectOption({ label: "Tree Plantation" });
  await expect(page).toHaveURL(/category=plantation/);
  await expect(page.getByRole("article").filter({ hasNotText: "Tree Plantation" })).toHaveCount(0);
  const card = page.getByRole("article").last();
  const title = await card.getByRole("heading").innerText();
  await page.getByLabel("Search events").fill(title.toUpperCase());
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText("Showing 1 event")).toBeVisible();

  await page.getByRole("link", { name: `View Event: ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const before = Number((await page.getByText(/^\d+ of \d+$/).innerText()).split(" ")[0]);

  await page.getByRole("button", { name: "Join Event" }).click();
  const toast = page.getByRole("alert").filter({ hasText: "Please login to join event" });
  await toast.getByRole("link", { name: "Login" }).click();
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await register(page, person);

  // Back where one was, one tap joins.
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByText("Joined an event")).toBeVisible();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeDisabled();
  await expect(page.getByText(new RegExp(`^${before + 1} of `))).toBeVisible();

  // It holds after a reload, and stands in the list.
  await page.reload();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeDisabled();
  await page.getByRole("main").getByRole("link", { name: "See your joined events" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My Joined Events" })).toBeVisible();
  await expect(page.getByText("You've joined 1 event")).toBeVisible();
  const joined = page.getByRole("article").filter({ hasText: title });
  await expect(joined.getByText(`${before + 1} participant`)).toBeVisible();
  await joined.getByRole("link", { name: /View Details/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("the place after the last is in a line, and who is first in it moves up when somebody leaves", async ({
  page,
  browser,
}) => {
  await becomeMember(page);
  const path = await haveEvent(page, newEvent({ max: "1" }));
  await page.goto(path);
  await ready(page);
  await page.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();

  const context = await browser.newContext();
  const other = await context.newPage();
  const next = await becomeMember(other);
  await other.goto(path);
  await ready(other);
  await expect(other.getByText("Every place is taken")).toBeVisible();
  await other.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(other.getByText("You are number 1 on the waiting list")).toBeVisible();
  await other.goto("/joined-events");
  await expect(other.getByText(/^On the waiting list since/)).toBeVisible();

  await page.reload();
  await ready(page);
  await page.getByRole("button", { name: "Leave this event" }).click();
  const question = page.getByRole("alertdialog", { name: "Give your place back?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
  await page.getByRole("button", { name: "Leave this event" }).click();
  await question.getByRole("button", { name: "Leave this event" }).click();
  await expect(page.getByText("You have left.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Join the waiting list" })).toBeVisible();

  expect(await mailTo(next.email, /^You have a place/)).toMatchObject({ to: next.email });
  await other.goto(path);
  await ready(other);
  await expect(other.getByRole("button", { name: "Already Joined" })).toBeVisible();
  await page.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(page.getByText("You are number 1 on the waiting list")).toBeVisible();
  await page.getByRole("button", { name: "Leave the waiting list" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave the waiting list" }).click();
  await expect(page.getByRole("button", { name: "Join the waiting list" })).toBeVisible();
  await context.close();
});

test("who has joined nothing is shown the way to events", async ({ page }) => {
  await page.goto("/joined-events");
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await register(page, newPerson());
  await expect(page.getByRole("heading", { name: "You haven't joined any events yet." })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Explore Events" }).click();
  await expect(page).toHaveURL(/upcoming-events/);
});

test.describe("logging in and out", () => {
  test.use({ expectedFailures: [/sign-in\/email/] });

  test("a protected page takes the detour to login, says what is wrong, and comes back", async ({ page }) => {
    const person = newPerson();
    await page.goto("/register");
    await ready(page);
    await register(page, person);
    await page.getByRole("button", { name: /^Your account/ }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await closeNotice(page, "Successfully Logout!");
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

    await page.goto("/manage-events");
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill("Wrong1");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page.getByText("That e-mail and password do not match an account.")).toBeVisible();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(person.email);

    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await closeNotice(page, "Welcome back!");
    await expect(page.getByRole("heading", { level: 1, name: "Manage Events" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No Events Created Yet" })).toBeVisible();
  });
});

test("registering says what is wrong, in the order of the rules, and keeps what was typed", async ({ page }) => {
  await page.goto("/register");
  await ready(page);
  const submit = page.getByRole("button", { name: "Register", exact: true });
  const password = page.getByLabel("Password", { exact: true });
  await submit.click();
  await expect(page.getByText("Please tell us your name.")).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();

  await page.getByLabel("Name").fill("Journey Tester");
  await page.getByLabel("Photo URL").fill("ftp://demo.example/me.png");
  await page.getByLabel("Email", { exact: true }).fill("no address");
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
});
