import { expectAccessible } from "./accessible.ts";
import {
  asThemselves,
  becomeMember,
  everyday,
  expect,
  haveEvent,
  haveJoined,
  haveOthersEvent,
  newCaller,
  newEvent,
  newPerson,
  openSetting,
  origin,
  ready,
  test,
} from "./journey.ts";
import { mailTo, pathIn } from "./mailbox.ts";

// These refusals are on purpose: links that are broken, or whose spot is gone.
test.use({ expectedFailures: [/\/api\/spots\//] });

test("a person on the waitlist takes the spot from the mail, logged out, confirms it, and gives it back", async ({
  page,
}) => {
  const event = newEvent({ max: "1" });
  const organizer = await newCaller();
  const path = await haveEvent(organizer, event);
  const [first, second] = [newPerson("First Comer"), newPerson("Second Comer")];
  for (const person of [first, second]) await haveJoined(await newCaller(person), path);

  // People on the waitlist see their position, and opening a mail's link changes nothing by itself.
  await page.goto(pathIn(await mailTo(second.email, "You are on the waitlist"), "Leave the waitlist"));
  await expect(page.getByText("You are number 1 on the waitlist.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Leave the waitlist" })).toBeVisible();

  const joined = await mailTo(first.email, "You have a spot");
  await page.goto(pathIn(joined, "Free my spot"));
  await expect(page.getByRole("heading", { name: event.title })).toBeVisible();
  await page.getByRole("button", { name: "Free my spot" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Your spot is free for somebody else" })).toBeFocused();
  await mailTo(first.email, "You have left");

  const offered = await mailTo(second.email, "A spot for you");
  await page.goto(pathIn(offered, "Decline"));
  await expect(page.getByText(/A spot is free for you\. We hold it until/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Decline" })).toBeVisible();
  await page.goto(pathIn(offered, "Take the spot"));
  await page.getByRole("button", { name: "Take the spot" }).click();
  await expect(page.getByText("The spot is yours. We will confirm it by e-mail.")).toBeVisible();
  await expect(page.getByText("You have a spot.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "I am coming" }).click();
  await expect(page.getByText(/you have told us that you are coming/)).toBeVisible();
  await expect(page.getByRole("button", { name: "I am coming" })).toBeHidden();

  // A mail's link is for one registration, not for a later one.
  await page.goto(pathIn(joined, "Free my spot"));
  await expect(page.getByRole("alert")).toHaveText(/This spot is no longer yours/);
  const confirmed = await mailTo(second.email, "You have a spot");
  await page.goto(pathIn(confirmed, "See the event"));
  await expect(page.getByText("1 of 1")).toBeVisible();

  // For a canceled event there is nothing to decide.
  const cancelled = await organizer.request.post(`${origin}/api/events/${path.split("/").at(-1)}/cancel`, {
    headers: await asThemselves(organizer),
    data: { reason: "A storm is coming." },
  });
  expect(cancelled.status(), "canceling").toBe(200);
  await page.goto(pathIn(confirmed, "Free my spot"));
  await expect(page.getByText("The organizer has canceled this event: A storm is coming.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Find another event" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Free my spot" })).toHaveCount(0);
  await page.goto("/place#nonsense");
  await expect(page.getByRole("alert")).toHaveText(/This link is not complete/);
});

test("a registrant with guests chooses who is not coming, and gives back one spot, then the rest", async ({ page }) => {
  const path = await haveOthersEvent(newEvent({ max: "3" }));
  const caller = await newCaller();
  const guests = ["Rita", "Tim"].map((name) => ({ name, under18: name === "Tim" }));
  await haveJoined(caller, path, guests);
  const mail = await mailTo(caller.person.email, "You have 3 spots");
  await page.goto(pathIn(mail, "Somebody is not coming"));
  const who = page.getByRole("group", { name: "Who is not coming?" });
  const [you, rita, tim] = ["You", "Rita", "Tim (under 18)"].map((name) => who.getByRole("checkbox", { name }));
  for (const person of [you, rita, tim]) await expect(person!).toBeChecked();
  await expect(who.getByRole("button", { name: "Free 3 spots" })).toBeVisible();

  // The questions of joining can be answered while logged out, too.
  await page.getByRole("button", { name: "Your details" }).click();
  await page.getByRole("dialog").getByLabel("Guardian who agreed for Tim (optional)").fill("Rosa Lima");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved. The organizer sees it." })).toBeFocused();
  await page.getByRole("button", { name: "Your details" }).click();
  await expect(page.getByRole("dialog").getByLabel("Guardian who agreed for Tim (optional)")).toHaveValue("Rosa Lima");
  await page.keyboard.press("Escape");
  for (const person of [you, rita, tim]) await expect(person!).toBeChecked();

  // Guests need their registrant: a registrant who stays keeps them.
  await rita!.uncheck();
  await expect(you!).not.toBeChecked();
  await you!.check();
  await expect(rita!).toBeChecked();
  await you!.uncheck();
  await rita!.uncheck();
  await tim!.uncheck();
  await who.getByRole("button", { name: "Free spots" }).click();
  await expect(who.getByRole("alert")).toHaveText("Choose who is not coming.");
  await tim!.check();
  await who.getByRole("button", { name: "Free 1 spot" }).click();
  await expect(page.getByRole("status").filter({ hasText: "That spot is free for somebody else" })).toBeFocused();
  await expect(page.getByText("You have 2 spots.")).toBeVisible();
  await expect(page.getByText("Your guests: Rita")).toBeVisible();

  await expect(you!).toBeChecked();
  await who.getByRole("button", { name: "Free 2 spots" }).click();
  await expect(page.getByText("Your 2 spots are free for others.")).toBeFocused();
  expect((await mailTo(caller.person.email, "You have left")).text).toContain("Your 2 spots are free");
});

test("a reader turns off a kind of mail from its foot, and chooses on the account page", everyday, async ({ page }) => {
  const path = await haveOthersEvent();
  const { person: guest, ...caller } = await newCaller();
  await haveJoined(caller, path);
  const mail = await mailTo(guest.email, "You have a spot");
  await page.goto(pathIn(mail, "Unsubscribe from mails about your spots"));
  await expect(page.getByText(`We send ${guest.email} e-mails about your spots`)).toBeVisible();
  await page.getByRole("button", { name: "Unsubscribe from these" }).click();
  await expect(page.getByText("Done. You won't get e-mails like that anymore.")).toBeVisible();
  await page.getByRole("button", { name: "Send them again" }).click();
  await expect(page.getByText("Done. We'll send these e-mails again.")).toBeVisible();
  await page.getByRole("button", { name: "Unsubscribe from all kinds" }).click();
  await expect(page.getByText("Done. From now on we only write about your account")).toBeVisible();

  // A mail program that unsubscribes posts a form without any session (RFC 8058).
  const address = new URL(mail.unsubscribe ?? "");
  const answer = await page.request.post(address.pathname, { form: { "List-Unsubscribe": "One-Click" } });
  expect(answer.status()).toBe(200);

  await becomeMember(page);
  await page.goto("/account");
  await ready(page);
  await openSetting(page, "Mails");
  const reminders = page.getByRole("checkbox", { name: "Reminders" });
  await expect(reminders).toBeChecked();
  await reminders.click();
  await expect(page.getByText("Reminders: no more e-mails.")).toBeVisible();
  await page.reload();
  await openSetting(page, "Mails");
  await expect(page.getByRole("checkbox", { name: "Reminders" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Changes" })).toBeChecked();
});
