import type { Page } from "@playwright/test";

import { becomeMember, everyday, expect, haveOthersEvent, newEvent, newPerson, ready, test } from "./journey.ts";
import { confirmAddress, mailTo, pathIn } from "./mailbox.ts";

/** Holds a page's script back until released. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("a press before the script has loaded takes effect once it has", everyday, async ({ page }) => {
  const path = await haveOthersEvent(newEvent());
  const letGo = await holdScript(page);
  await page.goto(path, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Join Event" }).first().click();
  await expect(page.locator("html")).not.toHaveAttribute("data-session", /visitor/);
  await expect(page.getByText("Please login to join event")).toBeHidden();
  letGo();
  await expect(page.getByText("Please login to join event")).toBeVisible();
});

test("a form sent before the script has loaded loses nothing, and is sent once", async ({ page }) => {
  const person = newPerson("Early Bird");
  let calls = 0;
  page.on("request", (request) => void (request.url().endsWith("/sign-up/email") && calls++));
  const letGo = await holdScript(page);
  await page.goto("/register", { waitUntil: "commit" });
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  const button = page.getByRole("button", { name: "Register", exact: true });
  await button.click();
  await button.click();
  expect(calls).toBe(0);
  letGo();
  await expect(page.getByRole("alertdialog", { name: "Welcome to Goodturn!" })).toBeVisible();
  await expect(page.getByRole("banner").locator('img[src^="/avatars/EB-"]')).toBeVisible();
  expect(calls).toBe(1);
});

test("text typed before and during loading stays in its field, the password too", async ({ page }) => {
  const person = newPerson("Slow Typist");
  const letGo = await holdScript(page);
  await page.goto("/register", { waitUntil: "commit" });
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill("slow");
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Email", { exact: true }).press("End");
  letGo();
  await page.keyboard.type(".typist@demo.example", { delay: 30 });
  await ready(page);
  await expect(page.getByLabel("Name")).toHaveValue(person.name);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("slow.typist@demo.example");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(person.password);
});

test.describe("a mailed link", () => {
  test.use({ expectedFailures: [/mailed\/code/] });

  test(
    "logs a member in instead of the password, in the browser that requested it",
    everyday,
    async ({ page, context }) => {
      const person = await becomeMember(page);
      await confirmAddress(page, person);
      await context.clearCookies();
      await page.goto("/joined-events");
      await expect(page).toHaveURL(/\/login$/);
      await page.getByLabel("Password", { exact: true }).fill("Half a word");
      const ask = page.getByRole("button", { name: "E-mail me a link" });
      await ask.click();
      await expect(page.getByText("Please enter your e-mail address.")).toBeVisible();
      await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
      // A typed password is kept.
      await page.getByRole("button", { name: "Use my password" }).click();
      await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Half a word");
      await page.getByLabel("Email", { exact: true }).fill(person.email);
      await ask.click();
      await expect(page.getByText(`If there is an account for ${person.email}`)).toBeFocused();
      const mail = await mailTo(person.email, /is your code to log in$/);
      const code = mail.subject.slice(0, 6);
      await page.getByLabel("Code from the e-mail").fill(code === "123456" ? "654321" : "123456");
      await expect(page.getByText("This is not the code from the newest e-mail.")).toBeVisible();

      const other = await context.newPage();
      await other.goto(pathIn(mail));
      await ready(other);
      await other.getByRole("button", { name: "Log in", exact: true }).click();
      await expect(other).toHaveURL(/\/joined-events$/);
      // The page that requested the link continues by itself.
      await expect(page).toHaveURL(/\/joined-events$/);
      await expect(page.getByRole("heading", { level: 1, name: "My Joined Events" })).toBeVisible();
    },
  );

  test("completes the join pressed before, also when opened on another device", async ({ page, browser }) => {
    const person = await becomeMember(page);
    await confirmAddress(page, person);
    await page.context().clearCookies();
    const event = newEvent();
    await page.goto(await haveOthersEvent(event));
    await ready(page);
    await page.getByRole("button", { name: "Join Event" }).first().click();
    await page.getByRole("link", { name: "I have an account" }).click();
    // The previous sheet has a field with the same name.
    await expect(page.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByRole("button", { name: "E-mail me a link" }).click();
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    const mail = await mailTo(person.email, new RegExp(`is your code for ${event.title}$`));
    await other.goto(pathIn(mail));
    await ready(other);
    await expect(other.getByText(`log in on this device and join ${event.title}.`)).toBeVisible();
    await other.getByRole("button", { name: "Log in and join" }).click();
    await expect(other.getByText("Joined an event")).toBeVisible();
    await expect(other.getByRole("button", { name: "Already Joined" })).toBeDisabled();
    await elsewhere.close();
    // The code does the same in the browser that requested it.
    await page.getByRole("button", { name: "Use another way" }).click();
    await page.getByRole("button", { name: "E-mail me a link" }).click();
    const next = await mailTo(person.email, new RegExp(`^(?!${mail.subject.slice(0, 6)}).* for ${event.title}$`));
    await page.getByLabel("Code from the e-mail").fill(next.subject.slice(0, 6));
    await expect(page.getByText("Joined an event")).toBeVisible();
    await expect(page.getByRole("button", { name: "Already Joined" })).toBeDisabled();
  });
});
