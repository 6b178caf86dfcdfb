import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { Undeliverable } from "#domain/failure.ts";
import type { Mail, Mailer } from "#domain/ports.ts";

/** In milliseconds: a server that is slower than this is asked again later. */
const connectMax = 15_000;
const silenceMax = 60_000;

/** `from` is the sender, as in 'Goodturn <hello@goodturn.example>'. */
type Settings = { from: string; smtpUrl: string | null; folder: string; log: (line: string) => void };

/**
 * Sends mail through the SMTP server at `smtpUrl` (smtps: with TLS from the start, smtp: with STARTTLS where it is offered,
 * and with `?requireTLS=true` only then). Without one each mail becomes a file in `folder`, and a line in the log says so.
 */
export function createMailer({ from, smtpUrl, folder, log }: Settings): Mailer {
  return smtpUrl === null ? intoFiles(from, folder, log) : bySmtp(from, smtpUrl);
}

function bySmtp(from: string, smtpUrl: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectMax,
    greetingTimeout: connectMax,
    socketTimeout: silenceMax,
  });
  return {
    async send(mail, id) {
      try {
        await transport.sendMail(messageOf(mail, id, from));
      } catch (error) {
        throw isFinal(error) ? new Undeliverable(error.message) : error;
      }
    },
  };
}

function intoFiles(from: string, folder: string, log: (line: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail, id) {
      const { message } = await transport.sendMail(messageOf(mail, id, from));
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${id}.eml`);
      // Whoever reads the folder finds whole mails only.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log(`Mail to ${mail.to} ("${mail.subject}") is in ${file}`);
    },
  };
}

const messageOf = (mail: Mail, id: string, from: string) => ({
  ...mail,
  from,
  messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1).replace(">", "")}>`,
  // Nobody's holiday notice is an answer to this.
  headers: { "Auto-Submitted": "auto-generated" },
});

/** Answers of 500 and more to the recipient or the message are the server's last word; to the login they are ours to mend. */
const isFinal = (error: unknown): error is Error =>
  error instanceof Error &&
  "responseCode" in error &&
  Number(error.responseCode) >= 500 &&
  "code" in error &&
  (error.code === "EENVELOPE" || error.code === "EMESSAGE");
