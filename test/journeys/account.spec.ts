import { readFile } from "node:fs/promises";
import { photo } from "#test/photo.ts";

import { expectAccessible } from "./accessible.ts";
import {
  becomeMember,
  closeNotice,
  everyday,
  expect,
  failOnce,
  haveEvent,
  logIn,
  logOut,
  openSetting,
  ready,
  test,
} from "./journey.ts";
import { confirmAddress, mailTo, pathIn } from "./mailbox.ts";
import { havePerson } from "./participants-screen.ts";

test.describe("a forgotten password", () => {
  // The test causes a wrong password and a used link.
  test.use({ expectedFailures: [/sign-in\/email|reset-password/] });

  test("is replaced by a mailed link, which works once", everyday, async ({ page, browser }) => {
    const person = await becomeMember(page);
    const stranger = await browser.newContext();
    const other = await stranger.newPage();
    await other.goto("/login");
    await ready(other);
    await other.getByRole("link", { name: "Forget Password?" }).click();
    await expect(other.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
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

    // Earlier sessions have ended.
    await page.goto("/joined-events");
    await expect(page).toHaveURL(/\/login$/);
    await page.goto(pathIn(mail));
    await expect(page.getByText("This link was already used or is too old.")).toBeVisible();
    // The field disappears before the member types a password in vain.
    await expect(page.getByLabel("New password")).toHaveCount(0);
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
    await mailTo(person.email, "Your password was changed");
    await stranger.close();
  });

  test("is not replaced by an incomplete link, which says so", async ({ page }) => {
    await page.goto("/reset-password");
    await expect(page.getByText("This link is incomplete.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute("href", "/forgot-password");

    // If the check of a link fails, the link may still work: saving the password tells.
    await failOnce(page, "**/api/auth/reset-password/check", "unavailable");
    await page.goto("/reset-password#half");
    await page.getByLabel("New password").fill("Newer4all");
    await page.getByRole("button", { name: "Save the new password" }).click();
    await expect(page.getByText("This link was already used or is too old.")).toBeVisible();
  });
});

test.describe("an address", () => {
  test.use({ expectedFailures: [/confirm-email/] });

  test("is confirmed by a mailed link, and only then called verified", async ({ page, browser }) => {
    const person = await becomeMember(page);
    await page.goto("/create-event");
    await ready(page);
    await expect(page.getByText("Creating as")).toBeVisible();
    await expect(page.getByText("not confirmed")).toHaveCount(0);
    await expect(page.getByText("Verified User")).toBeHidden();
    const asked = page
      .getByRole("paragraph")
      .filter({ hasText: `Check your mail to confirm your address: ${person.email}` });
    await expect(asked).toBeVisible();
    // The line is single on a phone too, even with a long address, because below it is the content that the member came
    // for.
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height });
    expect((await asked.boundingBox())?.height).toBeLessThanOrEqual(46);
    expect(await asked.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0);
    // The button back to the top stays in view, also beside a form as wide as the screen.
    await page.evaluate(() => window.scrollTo(0, 700));
    const up = page.getByRole("button", { name: "Back to top" });
    await expect(up).toBeInViewport();
    await up.click();
    await page.setViewportSize({ width, height });
    const first = await mailTo(person.email, "Please confirm your e-mail address");
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText("A new e-mail is on its way")).toBeVisible();

    // The link confirms nothing yet for a visitor or for another member.
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    const stranger = await becomeMember(other);
    await other.goto(pathIn(first));
    await expect(other.getByText(`You are logged in as ${stranger.email}.`)).toBeVisible();
    await expectAccessible(other);
    await other.getByRole("button", { name: "Log out and log in to the other account" }).click();
    await expect(other).toHaveURL(/\/login$/);
    await other.goto(pathIn(first));
    await expect(other.getByText("Didn't register?")).toBeVisible();
    await expectAccessible(other);
    await other.getByRole("main").getByRole("link", { name: "Login" }).click();
    await logIn(other, person);
    await expect(other.getByText("Thank you, your address is confirmed.")).toBeVisible();
    await elsewhere.close();

    await page.goto("/create-event");
    await expect(page.getByText("Verified User")).toBeVisible();
    await expect(asked).toBeHidden();

    // With a confirmed address, the newsletter needs no confirmation mail.
    await page.goto("/account");
    const newsletter = page.getByRole("checkbox", { name: "Newsletter" });
    await openSetting(page, "Mails");
    // If it is not ticked, it is an outline in the theme's colors.
    await expect(newsletter).toHaveCSS("appearance", "none");
    await newsletter.check();
    await expect(page.getByText("Newsletter: we'll e-mail you.")).toBeVisible();
    await page.reload();
    await openSetting(page, "Mails");
    await expect(newsletter).toBeChecked();

    await page.goto(pathIn(first));
    await page.reload();
    await expect(page.getByText(`Your address ${person.email} is already confirmed.`)).toBeVisible();
  });
});

test.describe("a member's own account", () => {
  // The test causes a wrong password.
  test.use({ expectedFailures: [/change-password|change-email/] });

  test("is changed: name, photo, address and password", async ({ page }) => {
    const person = await becomeMember(page);
    await confirmAddress(page, person);
    await page.goto("/account");
    await ready(page);
    await openSetting(page, "Profile");
    await page.getByLabel("Name", { exact: true }).fill("Zoë Changed");
    await page
      .getByLabel("Upload a photo")
      .setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: await photo() });
    const address = page.getByLabel("Photo URL");
    await expect(address).toHaveValue(/^\/pictures\/.+\.webp$/);
    await expect(address).toBeHidden();
    await page.getByText("Use a web address").click();
    await expect(address).toBeVisible();
    await page.getByRole("button", { name: "Save profile" }).click();
    await expect(page.getByText("Your profile is saved.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Your account: Zoë Changed" })).toBeVisible();

    const newEmail = `new-${person.email}`;
    await openSetting(page, "Password");
    await page.getByLabel("Current password").fill("Wrong4all");
    await page.getByLabel("New password").fill("Newer4all");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("This is not the password of your account.")).toBeVisible();
    await page.getByLabel("Current password").fill(person.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password is changed. Every other device is logged out.")).toBeVisible();

    await openSetting(page, "E-mail address");
    await page.getByLabel("New e-mail address").fill(newEmail);
    await page.getByLabel("Your password").fill("Wrong4all");
    await page.getByRole("button", { name: "Change address" }).click();
    await expect(page.getByText("This is not the password of your account.")).toBeVisible();
    await page.getByLabel("Your password").fill("Newer4all");
    await page.getByRole("button", { name: "Change address" }).click();
    const mail = await mailTo(newEmail, "Please confirm your new e-mail address");
    await page.goto(pathIn(mail));
    await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
    await mailTo(person.email, "Your e-mail address was changed");
    await page.goto("/account");
    await expect(
      page.getByRole("region", { name: "E-mail address" }).getByText("Confirmed", { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole("region", { name: "E-mail address" }).getByText(newEmail).first()).toBeVisible();
    await logOut(page);
    await page.goto("/login");
    await ready(page);
    await logIn(page, { ...person, email: newEmail, password: "Newer4all" });
  });

  test("lists its devices, and logs them out", async ({ page, browser }) => {
    const person = await becomeMember(page);
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto("/login");
    await ready(other);
    await logIn(other, person);

    // A late answer does not move anything under the reader's finger.
    await page.route("**/api/account/contact-address", async (route) => {
      await page.waitForTimeout(500);
      await route.continue();
    });
    const lateAnswer = page.waitForResponse("**/api/account/contact-address");
    await page.goto("/account");
    // The full address is shown here, as the member must check it.
    await expect(page.getByText(`We e-mailed a link to: ${person.email}`)).toBeVisible();
    await page.getByRole("link", { name: "Signing in" }).click();
    await expect(page.getByRole("heading", { name: "Signing in" })).toBeFocused();
    // The page's navigation stays in view, and marks the current group.
    const ways = page.getByRole("navigation", { name: "Your account" });
    await expect(ways.locator("[aria-current]")).toHaveText("Signing in");
    await expect(ways).toBeInViewport({ ratio: 1 });
    expect((await ways.boundingBox())?.width).toBeLessThan(200);
    const region = page.getByRole("region", { name: "Devices" });
    await openSetting(page, "Devices");
    await expect(region).toBeInViewport();
    const devices = region.getByRole("listitem");
    await expect(devices).toHaveCount(2);
    const place = await region.boundingBox();
    await (await lateAnswer).finished();
    await expect(page.getByRole("region", { name: "Contact address" })).toContainText(person.email);
    expect(await region.boundingBox()).toEqual(place);
    await expect(devices.first()).toContainText("This device");
    const logOutThere = devices.nth(1).getByRole("button", { name: /^Log out Chrome on/ });
    await logOutThere.click();
    await expect(devices).toHaveCount(1);
    await other.goto("/joined-events");
    await expect(other).toHaveURL(/\/login$/);
    await elsewhere.close();
  });

  test("is downloaded, scheduled for deletion in seven days, and kept after all", everyday, async ({ page }) => {
    const person = await becomeMember(page);
    await havePerson(page, await haveEvent(page), { name: "Amara Okafor", phone: "+44 20 7946 0958" });
    await page.goto("/account");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const file = await (await downloading).path();
    const data = JSON.parse(await readFile(file, "utf8")) as { profile: object; eventsOrganised: object[] };
    expect(data.profile).toMatchObject({ email: person.email });
    expect(data.eventsOrganised).toHaveLength(1);
    await page.getByRole("button", { name: "Delete my account" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete your account?" });
    for (const text of ["You have 1 upcoming event.", "your profile, your events, your spots"])
      await expect(question.getByText(text)).toBeVisible();
    await expect(question.getByText(/1 person gets no e-mail/).locator("..")).toContainText("Okafor+44 20 7946 0958");
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await page.getByRole("button", { name: "Delete my account" }).click();
    await question.getByLabel("Your password").fill(person.password);
    await question.getByRole("button", { name: "Yes, delete it in seven days" }).click();
    await expect(page.getByText("We'll delete your account in seven days.")).toBeInViewport();
    await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible();
    await mailTo(person.email, /^Your account will be deleted on/);
    await page.reload();
    await page.getByRole("button", { name: "Keep my account" }).click();
    await expect(page.getByText("Your account stays.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
  });
});
