import { AxeBuilder } from "@axe-core/playwright";

import {
  arriveAs,
  becomeMember,
  closeNotice,
  expect,
  expectNoSidewaysScroll,
  logIn,
  newPerson,
  ready,
  test,
} from "./journey.ts";
import { mailTo, pathIn } from "./mailbox.ts";

test.describe("a forgotten password", () => {
  // A wrong password and a used link are part of it.
  test.use({ expectedFailures: [/sign-in\/email|reset-password/] });

  test("is replaced by a mailed link, which works once", async ({ page, browser }) => {
    const person = await becomeMember(page);
    const stranger = await browser.newContext();
    const other = await stranger.newPage();
    await other.goto("/login");
    await ready(other);
    await other.getByRole("link", { name: "Forget Password?" }).click();
    await other.getByLabel("Email", { exact: true }).fill("nobody");
    await other.getByRole("button", { name: "Send me a link" }).click();
    await expect(other.getByText("This does not look like an e-mail address.")).toBeVisible();
    await other.getByLabel("Email", { exact: true }).fill(person.email.toUpperCase());
    await other.getByRole("button", { name: "Send me a link" }).click();
    await expect(other.getByText(/^If there is an account for .* a link is on its way/)).toBeVisible();

    const mail = await mailTo(person.email, "Choose a new password");
    await other.goto(pathIn(mail));
    await ready(other);
    await other.getByLabel("New password").fill("weak");
    await other.getByRole("button", { name: "Save the new password" }).click();
    await expect(other.getByText("Password Must be 6 characters or longer")).toBeVisible();
    await other.getByLabel("New password").fill("Newer4all");
    await other.getByRole("button", { name: "Save the new password" }).click();
    await closeNotice(other, "Your password is changed");
    await logIn(other, { ...person, password: "Newer4all" });

    // Whoever was logged in before is not any more.
    await page.goto("/joined-events");
    await expect(page).toHaveURL(/\/login$/);
    await page.goto(pathIn(mail));
    await ready(page);
    await page.getByLabel("New password").fill("Newest4all");
    await page.getByRole("button", { name: "Save the new password" }).click();
    await expect(page.getByText("This link has been used already, or is too old.")).toBeVisible();
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
    await mailTo(person.email, "Your password was changed");
    await stranger.close();
  });

  test("is asked for without script that would be missing, and says when a link is not whole", async ({ page }) => {
    await page.goto("/reset-password");
    await ready(page);
    await page.getByLabel("New password").fill("Newer4all");
    await page.getByRole("button", { name: "Save the new password" }).click();
    await expect(page.getByText("This link is not complete.")).toBeVisible();
  });
});

test.describe("an address", () => {
  test.use({ expectedFailures: [/confirm-email/] });

  test("is confirmed by a mailed link, and only then called verified", async ({ page }) => {
    const person = newPerson();
    await arriveAs(page, person, "/create-event");
    await expect(page.getByText("Address not confirmed yet")).toBeVisible();
    await expect(page.getByText("Verified User")).toBeHidden();
    const asked = page.getByText(`Please confirm that ${person.email} is yours`);
    await expect(asked).toBeVisible();
    const first = await mailTo(person.email, "Please confirm your e-mail address");
    await page.getByRole("button", { name: "Send it again" }).click();
    await expect(page.getByText("A new mail is on its way")).toBeVisible();

    await page.goto(pathIn(first));
    await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
    await page.goto("/create-event");
    await expect(page.getByText("Verified User")).toBeVisible();
    await expect(asked).toBeHidden();

    await page.goto(pathIn(first));
    await page.reload();
    await expect(page.getByText("This link has been used already, or is too old.")).toBeVisible();
  });
});

test("the screens about mail are accessible, in both themes and at any width", async ({ page }) => {
  for (const theme of ["light", "dark"]) {
    await page.addInitScript((name) => localStorage.setItem("theme", name), theme);
    for (const path of ["/forgot-password", "/reset-password"]) {
      await page.goto(path);
      await ready(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations, `${path} ${theme}`).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
  }
});
