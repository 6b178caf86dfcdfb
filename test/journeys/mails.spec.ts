import {
  becomeMember,
  expect,
  haveJoined,
  haveOthersEvent,
  newCaller,
  newEvent,
  newPerson,
  ready,
  test,
} from "./journey.ts";
import { mailTo, pathIn } from "./mailbox.ts";

// What is refused here is refused on purpose: links that are broken, or of a place that is gone.
test.use({ expectedFailures: [/\/api\/places\//] });

test("whoever waits takes the place from the mail, signed out, says that they come, and frees it again", async ({
  page,
}) => {
  const event = newEvent({ max: "1" });
  const path = await haveOthersEvent(event);
  const [first, second] = [newPerson("First Comer"), newPerson("Second Comer")];
  for (const person of [first, second]) await haveJoined(await newCaller(person), path);

  // Who waits sees where, and what a mail's button leads to changes nothing by itself.
  await page.goto(pathIn(await mailTo(second.email, "You are on the waiting list"), "Leave the line"));
  await expect(page.getByText("You wait for a place, in position 1.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Leave the line" })).toBeVisible();

  const joined = await mailTo(first.email, "You have a place");
  await page.goto(pathIn(joined, "Free my place"));
  await expect(page.getByRole("heading", { name: event.title })).toBeVisible();
  await page.getByRole("button", { name: "Free my place" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Your place is free for somebody else" })).toBeFocused();
  await mailTo(first.email, "You have left");

  const offered = await mailTo(second.email, "A place for you");
  await page.goto(pathIn(offered, "Decline"));
  await expect(page.getByText(/A place is free for you\. We hold it until/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Decline" })).toBeVisible();
  await page.goto(pathIn(offered, "Take the place"));
  await page.getByRole("button", { name: "Take the place" }).click();
  await expect(page.getByText("The place is yours. A mail confirms it.")).toBeVisible();
  await expect(page.getByText("You have a place.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "I am coming" }).click();
  await expect(page.getByText(/you have said that you are coming/)).toBeVisible();
  await expect(page.getByRole("button", { name: "I am coming" })).toBeHidden();

  // The mail of a place that was given back is of that place only.
  await page.goto(pathIn(joined, "Free my place"));
  await expect(page.getByRole("alert")).toHaveText(/This place is not yours any more/);
  await page.goto(pathIn(await mailTo(second.email, "You have a place"), "See the event"));
  await expect(page.getByText("1 of 1")).toBeVisible();
  await page.goto("/place#nonsense");
  await expect(page.getByRole("alert")).toHaveText(/This link is not complete/);
});

test("one stops a kind of mail from its foot, and chooses on the account page", async ({ page }) => {
  const path = await haveOthersEvent();
  const { person: guest, ...caller } = await newCaller();
  await haveJoined(caller, path);
  const mail = await mailTo(guest.email, "You have a place");
  await page.goto(pathIn(mail, "No more mails like this one: your places"));
  await expect(page.getByText(`We send ${guest.email} mails about the places you have`)).toBeVisible();
  await page.getByRole("button", { name: "No more of these" }).click();
  await expect(page.getByText("Done: no more mails like that.")).toBeVisible();
  await page.getByRole("button", { name: "Send them again" }).click();
  await expect(page.getByText("Done: these mails come again.")).toBeVisible();
  await page.getByRole("button", { name: "None of any kind" }).click();
  await expect(page.getByText("Done: we only write about your account")).toBeVisible();

  // A program that is asked to unsubscribe posts a form, with no session at all (RFC 8058).
  const address = new URL(mail.unsubscribe ?? "");
  const answer = await page.request.post(address.pathname, { form: { "List-Unsubscribe": "One-Click" } });
  expect(answer.status()).toBe(200);

  await becomeMember(page);
  await page.goto("/account");
  await ready(page);
  const reminders = page.getByRole("checkbox", { name: "Reminders" });
  await expect(reminders).toBeChecked();
  await reminders.click();
  await expect(page.getByText("Reminders: no more mails.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Reminders" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Changes" })).toBeChecked();
});

test("the newsletter comes once it is confirmed, and no more after one press", async ({ page }) => {
  const { email } = newPerson();
  await page.goto("/");
  await ready(page);
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Subcribed successfully")).toBeVisible();
  const mail = await mailTo(email, "Please confirm the newsletter");
  await page.goto(pathIn(mail, "Confirm the newsletter"));
  await expect(page.getByText(`Shall our newsletter come to ${email}?`)).toBeVisible();
  await page.getByRole("button", { name: "Yes, send it" }).click();
  await expect(page.getByText("Confirmed. Thank you, and welcome!")).toBeVisible();
  await page.getByRole("button", { name: "No, take me off the list" }).click();
  await expect(page.getByText(`Our newsletter does not come to ${email}.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Subscribe again" })).toBeVisible();
});
