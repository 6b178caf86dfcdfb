import { rm } from "node:fs/promises";

import { newData } from "#test/setup/data.ts";
import { startMailReceiver } from "#test/setup/mail-receiver.ts";
import { startServer } from "#test/setup/server.ts";

import { expect } from "./journey.ts";

/**
 * Starts a separate site that sends mail to a test server: its members confirm their addresses, and its hosts have
 * their pages.
 */
export async function startMailSite({ demo = "off", hosts = "" }: { demo?: "on" | "off"; hosts?: string } = {}) {
  const receiver = await startMailReceiver();
  const data = await newData("journey");
  const { address, stop } = await startServer({
    DATA_DIR: data,
    DEMO: demo,
    ADMIN_EMAILS: hosts,
    SMTP_URL: receiver.address,
    MAIL_FROM: "Goodturn <hello@goodturn.example>",
  });

  const { mailsTo } = receiver;
  return {
    address,
    mailsTo,
    /** Waits for that many mails with a code to an address, and returns the newest code. */
    async codeTo(email: string, count = 1) {
      const codes = async () => (await mailsTo(email)).filter(({ subject }) => /^\d{6} is your code/.test(subject));
      await expect.poll(async () => (await codes()).length).toBe(count);
      const mail = (await codes()).at(-1)!;
      return { mail, code: mail.subject.slice(0, 6) };
    },
    stop: async () => {
      await stop();
      await receiver.stop();
      await rm(data, { recursive: true });
    },
  };
}
