import { becomeMember, expect, failOnce, haveEvent, newEvent, newPerson, test } from "./journey.ts";
import { confirmAddress, mailTo, pathIn } from "./mailbox.ts";

test("an event is transferred to a member who accepts", async ({ page, browser }) => {
  const heir = await browser.newContext();
  const theirs = await heir.newPage();
  const person = await becomeMember(theirs, newPerson("Heir Tester"));
  await confirmAddress(theirs, person);

  const organizer = await becomeMember(page);
  const event = newEvent();
  await haveEvent(page, event);
  await page.goto("/manage-events");
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("button", { name: `Hand over ${event.title}` }).click();
  const dialog = page.getByRole("dialog", { name: "Hand over this event" });
  await dialog.getByLabel("Their e-mail address").fill(person.email);
  await dialog.getByRole("button", { name: "Ask them" }).click();
  await expect(page.getByText(`We have asked ${person.email} by e-mail.`)).toBeVisible();

  await failOnce(theirs, "**/hand-over", "unavailable");
  await theirs.goto(pathIn(await mailTo(person.email, /asks you to take over/)));
  await expect(theirs.getByText("We could not check whether this event is offered to you.")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Take it over" })).toHaveCount(0);
  await theirs.getByRole("button", { name: "Try again" }).click();
  await theirs.getByRole("button", { name: "Take it over" }).click();
  await expect(theirs.getByText("It is your event now.")).toBeVisible();
  await expect(theirs.getByRole("link", { name: person.email })).toBeVisible();
  await mailTo(organizer.email, /has a new organizer/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No Events Created Yet" })).toBeVisible();
  await heir.close();
});
