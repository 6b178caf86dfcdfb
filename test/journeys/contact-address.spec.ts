import { expectAccessible } from "./accessible.ts";
import { becomeMember, expect, haveEvent, newPerson, openSetting, ready, test } from "./journey.ts";
import { mailTo, pathIn } from "./mailbox.ts";

// The server's refusal of a log-in older than ten minutes.
const stale = {
  status: 403,
  json: { code: "log_in_again", message: "To confirm it's you, log in again." },
};

test.describe("a proof", () => {
  test.use({ expectedFailures: [/\/api\/account\/(contact-address|proof)$/] });

  test("an organizer who has not just logged in proves who they are by password, and the change is made then", async ({
    page,
  }) => {
    const person = await becomeMember(page, newPerson("Journey Organizer"));
    await page.goto("/account");
    await ready(page);
    const section = page.getByRole("region", { name: "Contact address" });
    await openSetting(page, "Contact address");
    await page.route("**/api/account/contact-address", (route) =>
      route.request().method() === "PUT" ? route.fulfill(stale) : route.continue(),
    );
    const contact = `group-${person.email}`;
    await section.getByLabel("New contact address").fill(contact);
    await section.getByRole("button", { name: "Use this address" }).click();
    const dialog = page.getByRole("dialog", { name: "Is it you?" });
    await expect(dialog.getByLabel("Your password", { exact: true })).toBeVisible();
    await expectAccessible(page);
    // Closing the dialog changes nothing and keeps the typed text.
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(section.getByText("is not confirmed yet")).toHaveCount(0);
    await section.getByRole("button", { name: "Use this address" }).click();
    await dialog.getByLabel("Your password", { exact: true }).fill("Wrong1");
    await dialog.getByRole("button", { name: "Go on" }).click();
    await expect(dialog.getByText("This is not the password of your account.")).toBeVisible();
    await page.unroute("**/api/account/contact-address");
    await dialog.getByLabel("Your password", { exact: true }).fill(person.password);
    await dialog.getByRole("button", { name: "Go on" }).click();
    await expect(section.getByText(`${contact} is not confirmed yet`)).toBeVisible();
    await expect(dialog).toBeHidden();
  });
});

test("an organizer shows a contact address other than their own, once it is confirmed", async ({ page }) => {
  const person = await becomeMember(page, newPerson("Journey Organizer"));
  const event = await haveEvent(page);
  const contact = `group-${person.email}`;
  await page.goto("/account");
  await ready(page);
  const section = page.getByRole("region", { name: "Contact address" });
  await openSetting(page, "Contact address");
  await expect(section.getByText(`Your events show ${person.email}`)).toBeVisible();
  await section.getByLabel("New contact address").fill(contact);
  await section.getByRole("button", { name: "Use this address" }).click();
  await expect(section.getByText(`${contact} is not confirmed yet`)).toBeVisible();
  await page.goto(event);
  await expect(page.getByRole("link", { name: person.email })).toBeVisible();

  await page.goto(pathIn(await mailTo(contact, "Confirm your contact address")));
  await expect(page.getByText(`Your events now show ${contact}.`)).toBeVisible();
  await expectAccessible(page);
  await page.goto(event);
  await expect(page.getByRole("link", { name: contact })).toBeVisible();
  await expect(page.getByText(person.email, { exact: true })).toBeHidden();
  // The address does not tell whose event it is, so this sentence does.
  await expect(page.getByRole("link", { name: "See your participants" })).toBeVisible();

  await page.goto("/account");
  await expect(section.getByText(contact, { exact: true })).toBeVisible();
  await openSetting(page, "Contact address");
  await section.getByRole("button", { name: "Remove" }).click();
  await expect(section.getByText(`Your events show ${person.email}`)).toBeVisible();
});
