import { rm } from "node:fs/promises";

import { newData } from "#test/setup/data.ts";
import { startMailReceiver } from "#test/setup/mail-receiver.ts";
import { startServer } from "#test/setup/server.ts";

import { expect } from "./journey.ts";

/**
 * A site of its own that sends mail, to a server that takes it in: there an address has to be confirmed, and its hosts
 * have pages of their own.
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
    /** The code of the newest of so many mails with one to an address, as soon as they have come. */
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
