import { join } from "node:path";

import { type ReadMail, readMails } from "#test/read-mail.ts";

import type { Page } from "@playwright/test";

import { expect, type Person } from "./journey.ts";

/**
 * Waits for a mail to an address with a subject, and returns the last one. `data` is the folder of the server's data.
 */
export async function mailTo(
  email: string,
  subject: string | RegExp,
  data = process.env["JOURNEYS_DATA"] ?? "",
): Promise<ReadMail> {
  let found: ReadMail | undefined;
  await expect
    .poll(
      async () => {
        const mails = await readMails(join(data, "mail"), email);
        found = mails.findLast((mail) => mail.to === email && new RegExp(subject).test(mail.subject));
        return found !== undefined;
      },
      { message: `a mail to ${email}: ${String(subject)}`, timeout: 20_000, intervals: [100] },
    )
    .toBe(true);
  return found!;
}

/** The path of a mail's button, without the host; the first button's if none is named. */
export function pathIn(mail: ReadMail, button?: string): string {
  const link = new URL(button === undefined ? (mail.links[0] ?? "") : linkBelow(mail, button));
  return link.pathname + link.search + link.hash;
}

/** The address below a button's words in the text part of a mail, which the HTML part has too. */
function linkBelow({ text, html }: ReadMail, button: string): string {
  const lines = text.split("\n");
  const address = lines[lines.findIndex((line) => line === `${button}:`) + 1] ?? "";
  expect(html).toContain(`href="${address.replaceAll("&", "&amp;")}"`);
  return address;
}

/** Expects that the last mail to a person is about their spot, and confirms their address too. */
export async function expectSpotMailThatConfirms({ email }: Person, title: string) {
  const mail = await mailTo(email, "");
  expect(mail.subject).toBe(`You have a spot: ${title}`);
  expect(pathIn(mail, "Confirm my address")).toContain("/confirm-email#verify-email.");
}

/** Follows the link that confirms a person's address. */
export async function confirmAddress(page: Page, { email }: Person) {
  await page.goto(pathIn(await mailTo(email, "Please confirm your e-mail address")));
  await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
}
