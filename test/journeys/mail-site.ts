import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

import { type ReadMail, readMail } from "#test/read-mail.ts";
import { newData } from "#test/setup/data.ts";
import { startServer } from "#test/setup/server.ts";

import { expect } from "./journey.ts";

/**
 * A site of its own that sends mail, to a server that takes it in: there an address has to be confirmed, and its hosts
 * have pages of their own.
 */
export async function startMailSite({ demo = "off", hosts = "" }: { demo?: "on" | "off"; hosts?: string } = {}) {
  const messages: Buffer[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        messages.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  const data = await newData("journey");
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const { address, stop } = await startServer({
    DATA_DIR: data,
    DEMO: demo,
    ADMIN_EMAILS: hosts,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "Goodturn <hello@goodturn.example>",
  });

  const mailsTo = async (email: string): Promise<ReadMail[]> =>
    (await Promise.all(messages.map(readMail))).filter(({ to }) => to === email);

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
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      await rm(data, { recursive: true });
    },
  };
}
