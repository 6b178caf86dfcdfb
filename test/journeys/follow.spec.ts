import { rm } from "node:fs/promises";
import { join } from "node:path";

import { newData } from "#test/setup/data.ts";
import { startMailReceiver } from "#test/setup/mail-receiver.ts";
import { freePort, startServer } from "#test/setup/server.ts";

import { expectAccessible } from "./accessible.ts";
import {
  becomeMember,
  everyday,
  expect,
  haveEvent,
  haveJoined,
  newCaller,
  newEvent,
  newPerson,
  openSetting,
  ready,
  test,
} from "./journey.ts";
import { confirmAddress, mailTo, pathIn } from "./mailbox.ts";

test.use({ viewport: { width: 375, height: 740 } });

test("a visitor follows an organizer by mail, chooses when, and ends it from the mail", everyday, async ({ page }) => {
  const organizer = await newCaller(newPerson("Olga Organizer"));
  const path = await haveEvent(organizer);
  const { email } = newPerson();
  await page.goto(path);
  await ready(page);
  const follow = page.getByRole("link", { name: "Follow Olga Organizer" });
  // Without script, the link leads to a page with the same form.
  await expect(follow).toHaveAttribute("href", /^\/newsletter\?organizer=[\w-]+$/);
  await follow.click();
  const sheet = page.getByRole("dialog", { name: "Follow Olga Organizer", exact: true });
  await expect(sheet.getByRole("button")).toHaveText(["Follow", ""]);
  await sheet.getByRole("button", { name: "Follow" }).click();
  await expect(sheet.getByText("Please enter your e-mail address.")).toBeVisible();
  await sheet.getByLabel("Your e-mail address").fill(email);
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Follow" }).click();
  // Instead of the form, the page says where to look for the mail, and the address can be corrected.
  const done = page.getByRole("dialog", { name: "Almost done" });
  await expect(done.getByText(`Open our e-mail to ${email}`)).toBeVisible();
  await expectAccessible(page);
  await done.getByRole("button", { name: "Change the address" }).click();
  await expect(sheet.getByLabel("Your e-mail address")).toHaveValue(email);
  await sheet.getByRole("button", { name: "Follow" }).click();
  await done.getByRole("button", { name: "OK" }).click();
  await expect(done).toBeHidden();

  const mail = await mailTo(email, "Please confirm what you want to follow");
  await page.goto(pathIn(mail, "Yes, write to me"));
  await expect(page.getByText(`Should we write to ${email}`)).toBeVisible();
  await page.getByRole("button", { name: "Yes, write to me" }).click();
  await expect(page.getByText("Confirmed. We write on Thursdays.")).toBeVisible();
  const save = page.getByRole("button", { name: "Save" });
  await page.getByLabel("How often").selectOption("Once a day");
  // The only filled button saves the settings.
  await expect(save).toHaveClass(/btn-primary/);
  await expect(page.getByLabel("Day")).toBeHidden();
  await page.getByLabel("Time").selectOption("7 AM");
  await save.click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("How often")).toHaveValue("daily");
  await expect(page.getByLabel("Time")).toHaveValue("7");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stop following Olga Organizer" }).click();
  await expect(page.getByText("Done. You no longer follow Olga Organizer.")).toBeVisible();
  await expect(page.getByText(`You won't get e-mails of this kind at ${email} anymore.`)).toBeVisible();
  // The link has proved the address, so no other mail is needed.
  await page.getByRole("button", { name: "Follow again" }).click();
  await expect(page.getByText("You follow Olga Organizer again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop following Olga Organizer" })).toBeVisible();
});

test("a member asks to hear of a free spot, follows the organizer, and finds both in their account", async ({
  page,
}) => {
  const organizer = await newCaller(newPerson("Olga Organizer"));
  const event = newEvent({ max: "1" });
  const path = await haveEvent(organizer, event);
  const holder = await newCaller();
  await haveJoined(holder, path);
  const person = await becomeMember(page);
  await confirmAddress(page, person);
  await page.goto(path);
  await ready(page);
  await page.getByRole("button", { name: "Just tell me when a spot is free" }).click();
  await expect(page.getByText("We write as soon as a spot is free for you.")).toBeVisible();
  await page.getByRole("button", { name: "Follow Olga Organizer" }).click();
  await expect(page.getByText("You follow Olga Organizer. We write on Thursdays.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Following Olga Organizer" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("We'll let you know")).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Just tell me when a spot is free" }).click();
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  await expect(stop).toBeFocused();
  // The button's words say everything, so it is not a toggle with a state.
  await expect(stop).not.toHaveAttribute("aria-pressed");
  await expectAccessible(page);
  await page.goto("/account");
  await openSetting(page, "What you follow");
  // The chosen times apply to new events only.
  await expect(page.getByText("We tell you as soon as a spot is free")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stop all" }).click();
  await expect(page.getByText("Done. You no longer follow anything.")).toBeVisible();
  await expect(page.getByText("You don't follow anything yet.")).toBeVisible();
  // On the page where visitors give their address, members read where their mail goes.
  await page.goto("/newsletter?filter=category%3Dfood");
  await expect(
    page.getByText(`New events go to ${person.email}, in one e-mail for everything you follow.`),
  ).toBeVisible();
  await expect(page.getByText("You don't need an account.")).toBeHidden();
  const follow = page.getByRole("main").getByRole("button", { name: /^Follow/ });
  await expect(follow).toHaveClass(/btn-primary/);
  await follow.click();
  await expect(page.getByText(/^You follow these events\. We write on /)).toBeVisible();
  // A completed action no longer stands out.
  await expect(follow).not.toHaveClass(/btn-primary/);
  await follow.click();
  await expect(page.getByText("You no longer follow these events.")).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor follows a search, and signs up for news near a town", everyday, async ({ page }) => {
    const { email } = newPerson();
    await page.goto("/upcoming-events?near=Porto&room=1");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await page.getByRole("link", { name: "By e-mail" }).click();
    await expect(page.getByText("Events within 10 km of Porto, with room")).toBeVisible();
    await page.getByLabel("Your e-mail address").fill(`wrong.${email}`);
    // A wrong address can be corrected.
    await page.getByRole("button", { name: "Follow" }).click();
    await page.getByRole("link", { name: "Change the address" }).click();
    await page.getByLabel("Your e-mail address").fill(email);
    await page.getByRole("button", { name: "Follow" }).click();
    await expect(page.getByText(`Open our e-mail to ${email} and confirm there.`)).toBeVisible();
    const mail = await mailTo(email, "Please confirm what you want to follow");
    expect(mail.text).toContain("Events within 10 km of Porto, with room");
    await page.getByRole("link", { name: "See the events" }).click();
    await expect(page).toHaveURL(/near=Porto.*room=1$/);

    // The mail about a date comes before the date.
    const pace = (often: string) => page.getByText(`We'll e-mail you new events once a ${often}, and nothing`);
    await page.goto("/newsletter?filter=from%3D2030-01-05%26to%3D2030-01-06");
    await expect(pace("day")).toBeVisible();
    await page.goto("/newsletter?filter=from%3D2030-01-05");
    await expect(pace("week")).toBeVisible();

    // An unknown town is reported, and nothing typed is lost.
    const other = newPerson();
    await page.goto("/");
    const form = page.locator("form[action^='/newsletter']");
    await form.getByRole("textbox").first().fill(other.email);
    await form.getByRole("textbox").last().fill("Prtoo");
    await form.getByRole("button").click();
    await expect(page.getByLabel("Your e-mail address")).toHaveValue(other.email);
    await expect(page.getByLabel("Town (optional)")).toHaveValue("Prtoo");
    await expect(
      page.getByText("We don't know a town with this name. Check its spelling, or leave it empty."),
    ).toBeVisible();
    await page.getByLabel("Town (optional)").fill("Porto");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByText(`Open our e-mail to ${other.email} and confirm there.`)).toBeVisible();
  });
});

const hour = 3_600_000;

test("the newsletter's page proposes towns to choose from", async ({ page }) => {
  const { email } = newPerson();
  await page.goto("/newsletter?filter=");
  await ready(page);
  const town = page.getByLabel("Town (optional)");
  // Text that is not chosen stays as typed.
  await town.fill("Port");
  await expect(page.getByRole("option", { name: "Porto" }).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(town).toHaveValue("Port");
  await town.fill("Porto");
  await page.getByRole("option", { name: "Porto" }).first().click();
  await expect(town).toHaveValue("Porto");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  const mail = await mailTo(email, "Please confirm");
  expect(mail.text).toContain("Porto");
});

test("a follower gets a mail a week later, by SMTP, and unsubscribes with one press", async ({ page }) => {
  const receiver = await startMailReceiver();
  const variables = {
    PORT: String(await freePort()),
    DATA_DIR: await newData("journey"),
    DEMO: "off",
  };
  const { email } = newPerson();
  const now = await startServer(variables);
  const site = now.address;
  const organizer = await newCaller(newPerson("Olga Organizer", site), site);
  const { token } = (await (await organizer.request.get(`${site}/api/auth/token`)).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const haveEventIn = async (days: number, title: string) => {
    const begin = new Date(Date.now() + days * 24 * hour).toISOString();
    const place = { location: "Boat landing", timeZone: "Europe/Berlin", maxParticipant: "5" };
    const data = {
      title,
      eventType: "cleanup",
      eventDate: begin,
      thumbnailUrl: organizer.person.photo,
      ...place,
      description: "We bring gloves.",
    };
    const answer = await organizer.request.post(`${site}/api/add-event`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as { insertedId: string };
  };
  const { insertedId } = await haveEventIn(3, "River clean-up");
  const event = await organizer.request.get(`${site}/api/view-event/${insertedId}`);
  const { organizerId: id } = (await event.json()) as { organizerId: string };
  const wish = { email, follow: { about: "organizer", id } };
  const asked = await page.request.post(`${site}/api/subscribe`, { data: wish });
  expect(asked.status(), await asked.text()).toBe(200);
  const linked = pathIn(await mailTo(email, "Please confirm", variables.DATA_DIR)).split("#")[1];
  expect((await page.request.put(`${site}/api/newsletter/${linked}`)).status()).toBe(200);
  await haveEventIn(20, "Beach clean-up");
  await now.stop();

  // The server is restarted with its clock set forward.
  const clock = join(import.meta.dirname, "../../tools/test/shifted-clock.ts");
  const shift = 8 * 24 * hour;
  const later = await startServer({
    ...variables,
    NODE_OPTIONS: `--import ${clock}`,
    CLOCK_SHIFT: String(shift),
    SMTP_URL: receiver.address,
    MAIL_FROM: "Goodturn <hello@goodturn.example>",
  });
  const mails = async () => (await receiver.mailsTo(email)).map(({ subject }) => subject);
  await expect.poll(mails, { timeout: 20_000 }).toEqual(["New: Beach clean-up"]);
  const [mail] = await receiver.mailsTo(email);
  if (!mail) throw new Error("The mail has come already.");
  expect(mail.text).toContain("because you follow:\nOlga Organizer\nStop: ");
  expect(mail.text).not.toContain("River clean-up");
  await page.clock.setSystemTime(Date.now() + shift);
  // The link that names the follow to end.
  const { pathname, hash } = new URL(mail.links.find((link) => /#.+&/.test(link)) ?? "");
  await page.goto(site + pathname + hash);
  await page.getByRole("button", { name: "Stop following this" }).first().click();
  await expect(page.getByText("Done. You no longer follow Olga Organizer.")).toBeVisible();
  await expect(page.getByText(`You won't get e-mails of this kind at ${email} anymore.`)).toBeVisible();
  await page.goto("about:blank");
  await later.stop();
  await receiver.stop();
  await rm(variables.DATA_DIR, { recursive: true });
});
