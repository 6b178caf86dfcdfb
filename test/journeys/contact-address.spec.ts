import { expectAccessible } from "./accessible.ts";
import { becomeMember, expect, haveEvent, newPerson, openSetting, ready, test } from "./journey.ts";
import { mailTo, pathIn } from "./mailbox.ts";

test("an organizer shows another address than their own, once it is confirmed", async ({ page }) => {
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
  await expect(section.getByText(`${contact} waits to be confirmed`)).toBeVisible();
  await page.goto(event);
  await expect(page.getByRole("link", { name: person.email })).toBeVisible();

  await page.goto(pathIn(await mailTo(contact, "Confirm your contact address")));
  await expect(page.getByText(`${contact} stands with your events from now on.`)).toBeVisible();
  await expectAccessible(page);
  await page.goto(event);
  await expect(page.getByRole("link", { name: contact })).toBeVisible();
  await expect(page.getByText(person.email, { exact: true })).toBeHidden();
  // Whose event it is, the address does not say.
  await expect(page.getByRole("link", { name: "See your participants" })).toBeVisible();

  await page.goto("/account");
  await expect(section.getByText(contact, { exact: true })).toBeVisible();
  await openSetting(page, "Contact address");
  await section.getByRole("button", { name: "Remove" }).click();
  await expect(section.getByText(`Your events show ${person.email}`)).toBeVisible();
});
