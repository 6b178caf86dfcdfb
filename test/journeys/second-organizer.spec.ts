import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";

import { newData } from "#test/setup/data.ts";
import { startMailReceiver } from "#test/setup/mail-receiver.ts";
import { freePort, startServer } from "#test/setup/server.ts";

import { expectAccessible } from "./accessible.ts";
import { becomeMember, expect, newPerson, type Person, ready, test } from "./journey.ts";
import { pathIn } from "./mailbox.ts";

// Hours at a member's own event that another organizer asserts, on a site that sends mail. The server is restarted with
// its clock set forward.

const hour = 3_600_000;
const clock = join(import.meta.dirname, "../../tools/test/shifted-clock.ts");

let data: string;
let port: number;
let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
test.beforeEach(async () => {
  data = await newData("second-organizer");
  port = await freePort();
  receiver = await startMailReceiver();
});
test.afterEach(async () => {
  await receiver.stop();
  await rm(data, { recursive: true });
});

/** Runs the server with its clock that many hours ahead, during an action. */
async function at(hours: number, during: (address: string) => Promise<void>) {
  const shifted = { NODE_OPTIONS: `--import ${clock}`, CLOCK_SHIFT: String(hours * hour) };
  const mail = { SMTP_URL: receiver.address, MAIL_FROM: "Goodturn <hello@goodturn.example>" };
  const own = { PORT: String(port), DATA_DIR: data, DEMO: "off", TOWNS: "off" };
  const { address, stop } = await startServer({ ...own, ...mail, ...(hours > 0 && shifted) });
  try {
    await during(address);
  } finally {
    await stop();
  }
}

/** Waits for a mail to a person with such a subject. */
async function mailTo({ email }: Person, subject: RegExp) {
  const found = async () => (await receiver.mailsTo(email)).findLast((mail) => subject.test(mail.subject));
  await expect.poll(async () => (await found()) !== undefined, { message: String(subject) }).toBe(true);
  return (await found())!;
}

/** The headers with which a page's member calls the API. */
async function callerOf(page: Page, address: string) {
  const { token } = (await (await page.request.get(`${address}/api/auth/token`)).json()) as { token: string };
  return async <Answer>(method: string, path: string, json?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request.fetch(`${address}/api${path}`, { method, headers, ...(json && { data: json }) });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as Answer;
  };
}

const logIn = (page: Page, address: string, { email, password }: Person) =>
  page.request.post(`${address}/api/auth/sign-in/email`, {
    headers: { origin: address },
    data: { email, password },
  });

/** True if a part of a page comes after another. */
const isBelow = (one: Element, other: Node | null) =>
  other !== null && (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

type People = { people: { _id: string; name: string }[] };

// The member's own address is refused.
test.use({ expectedFailures: [/\/assertion$/] });

test("a second organizer asserts a member's hours at their own event, and withdraws that", async ({
  page,
  browser,
}) => {
  const address = `http://localhost:${port}`;
  const [volunteer, second] = [newPerson("Journey Volunteer", address), newPerson("Journey Second", address)];
  const other = await (await browser.newContext()).newPage();
  const reader = await (await browser.newContext()).newPage();
  const events: string[] = [];

  await at(0, async () => {
    for (const [one, person] of [
      [page, volunteer],
      [other, second],
    ] as const) {
      await becomeMember(one, person, address);
      await one.goto(address + pathIn(await mailTo(person, /confirm your e-mail address/)));
      await expect(one.getByText("Thank you, your address is confirmed.")).toBeVisible();
      const call = await callerOf(one, address);
      const { insertedId } = await call<{ insertedId: string }>("POST", "/add-event", {
        title: `Path of ${person.name}`,
        eventType: "cleanup",
        location: "Boat landing",
        eventDate: new Date(Date.now() + hour).toISOString(),
        timeZone: "Europe/Berlin",
        maxParticipant: "5",
        thumbnailUrl: `${address}/scenes/cleanup-2.svg`,
        description: "We mend the path.",
      });
      await call("POST", "/join-event", { eventId: insertedId });
      events.push(insertedId);
    }
  });

  await at(5, async () => {
    await page.clock.setSystemTime(Date.now() + 5 * hour);
    await other.clock.setSystemTime(Date.now() + 5 * hour);
    await logIn(page, address, volunteer);
    const call = await callerOf(page, address);
    const { people } = await call<People>("GET", `/events/${events[0]}/afterwards`);
    await call("PUT", `/events/${events[0]}/afterwards`, { came: people.map(({ _id }) => _id), hours: 2, amount: 12 });

    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto(`${address}/account/record`);
    await expect(page.getByText("Self-reported: your own event")).toBeVisible();
    await page.getByRole("button", { name: /^Ask another organizer about your hours/ }).click();
    const field = page.getByLabel("E-mail of another organizer");
    await expect(field).toBeFocused();
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(page.getByText("Please type their e-mail address.")).toBeVisible();
    await field.fill(volunteer.email);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(page.getByText("This is your own address.")).toBeVisible();
    await expect(field).toHaveValue(volunteer.email);
    await expectAccessible(page);

    // The address has no account: the answer is the same, and the request can be withdrawn.
    const nobody = "nobody@demo.example";
    await field.fill(nobody);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(page.getByText("If they have organized an event here, they get an e-mail.")).toBeVisible();
    await page.getByRole("button", { name: /^Withdraw what you asked/ }).click();
    await page.getByRole("button", { name: /^Ask another organizer about/ }).click();
    await field.fill(second.email.toUpperCase());
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(page.getByText(/^Asked \w+\s\d+,\s\d{4}, no answer yet/)).toBeVisible();
    await expect(page.getByText(second.email, { exact: true })).toBeVisible();
    await expectAccessible(page);
    // For a known organizer the answer is the same, and it does not change later.
    await page.reload();
    await expect(page.getByText("If they have organized an event here, they get an e-mail.")).toBeVisible();

    const mail = await mailTo(second, /^Journey Volunteer asks you to confirm their hours/);
    expect(mail.text).toContain("Hours: 2 hours");
    expect(mail.text).not.toContain(volunteer.email);
    expect(await receiver.mailsTo(nobody)).toEqual([]);

    // Opened while logged out, the link leads to the request after logging in; opening it changes nothing.
    await other.context().clearCookies();
    await other.goto(address + pathIn(mail, "Confirm or decline"));
    await ready(other);
    await expect(other).toHaveURL(/\/login/);
    await other.getByLabel("Email", { exact: true }).fill(second.email);
    await other.getByLabel("Password", { exact: true }).fill(second.password);
    await other.getByRole("button", { name: "Login", exact: true }).click();
    const heading = other.getByRole("heading", { name: "Path of Journey Volunteer" });
    await expect(heading).toBeVisible();
    // The meaning of an answer is above its button and below the request.
    const yes = other.getByRole("button", { name: /^Confirm the hours/ });
    for (const text of ["I know that these hours were worked.", /^The record and its proofs then show your name/]) {
      const said = other.getByText(text);
      expect(await said.evaluate(isBelow, await heading.elementHandle()), String(text)).toBe(true);
      expect(await yes.evaluate(isBelow, await said.elementHandle()), String(text)).toBe(true);
    }
    await expectAccessible(other);
    await other
      .getByRole("button", { name: "Confirm the hours of Journey Volunteer: Path of Journey Volunteer" })
      .click();
    // The result is announced in place, and covers no button.
    const main = other.getByRole("main");
    await expect(main.getByText("You have confirmed the hours of Journey Volunteer.")).toBeInViewport();
    await expect(main.getByRole("heading", { name: "Confirmed by you" })).toBeVisible();
    await expect(main).not.toContainText(/assert/i);
    await expectAccessible(other);
    await mailTo(volunteer, /^Your hours at “Path of Journey Volunteer” are confirmed/);

    await page.reload();
    await expect(page.getByText("Confirmed by Journey Second, a second organizer")).toBeVisible();
    await expect(page.locator(".record-sums")).toContainText(/2\sh in all, confirmed by second organizers/);
    await page.getByRole("button", { name: "Make a proof" }).click();
    const dialog = page.getByRole("dialog", { name: "What your proof will show" });
    await expect(dialog.getByText("Confirmed by Journey Second, second organizer")).toBeVisible();
    await dialog.getByRole("button", { name: "Make the proof" }).click();
    const see = page.getByRole("link", { name: "See it: Proof of hours" });
    const number = (await see.getAttribute("href"))?.split("/").at(-1) ?? "";

    // Nobody asserts the result of the work, neither on the proof's sheet nor on the whole record's.
    for (const path of [`/account/record/print?proof=${number}`, "/account/record/print"]) {
      await page.goto(address + path);
      const sheet = page.locator(".record-sheet");
      await expect(sheet.getByRole("row").nth(1)).toHaveText(
        /Path of Journey Volunteer–Journey Second, second organizer/,
      );
      await expect(
        sheet.getByText(/A dash \(–\) means that nobody confirms one: a second organizer confirms only the hours\./),
      ).toBeVisible();
    }

    await reader.goto(`${address}/verify/${number}`);
    const verdict = reader.locator(".verify-verdict h2").first();
    await expect(verdict).toHaveText("This volunteer record is valid");
    await expect(reader.getByText("second organizer, at the volunteer’s own events")).toBeVisible();
    await expect(reader.getByText(/They say that they know these hours were worked/)).toBeVisible();
    await expect(reader.locator("main")).not.toContainText(second.email);
    await expectAccessible(reader);

    // Opened from the account page, which has a link to it because there is a request.
    await other.goto(`${address}/account`);
    await other.getByRole("link", { name: "Hours of others Nobody is waiting for your answer" }).click();
    await other.getByRole("button", { name: /^Take back the hours of Journey Volunteer/ }).click();
    await expectAccessible(other);
    await other.getByRole("alertdialog").getByRole("button", { name: "Take it back" }).click();
    await expect(other.getByRole("heading", { name: "Nobody is asking you right now" })).toBeVisible();
    await expect(other.getByText("You took your word back.")).toBeInViewport();
    await reader.reload();
    await expect(verdict).toHaveText("This record no longer counts");
    await mailTo(volunteer, /^A proof of your hours no longer counts/);
    await page.goto(`${address}/account/record`);
    await expect(page.getByText(second.email, { exact: true })).toBeVisible();
    await expect(page.getByText(/^Took their word back on \w+\s\d+,\s\d{4}$/)).toBeVisible();
    await page.getByText("1 that no longer counts").click();
    await expect(page.getByText(/: a second organizer took their word back$/)).toBeVisible();
    await expectAccessible(page);
  });
});
