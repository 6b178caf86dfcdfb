import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { MailServerAway, Undeliverable } from "#domain/failure.ts";
import { asText, type Letter } from "#domain/mail.ts";
import { isEmail } from "#domain/members/rules.ts";
import type { Mailer } from "#domain/ports.ts";
import { asHtml } from "./letter.ts";
import { picturesOf } from "./pictures-in-mail.ts";

/** In milliseconds: a server that is slower than this is asked again later. */
const connectMax = 15_000;
const silenceMax = 60_000;

/** How long a server that was away is waited for when it is asked whether it is back: asking again is faster. */
const askMax = 4000;

/** How many connections a mail server gets from us at once, and how many mails go over each. */
const connectionsMax = 5;
const mailsPerConnection = 100;

/** `from` is the sender, as in 'Goodturn <hello@goodturn.example>'. */
type Settings = { from: string; smtpUrl: string | null; folder: string; log: (line: string) => void };

/**
 * Sends mail through the SMTP server at `smtpUrl` (smtps: with TLS from the start, smtp: with STARTTLS where it is offered,
 * and with `?requireTLS=true` only then). Without one each mail becomes a file in `folder`, and a line in the log says so.
 */
export function createMailer({ from, smtpUrl, folder, log }: Settings): Mailer {
  return smtpUrl === null ? intoFiles(from, folder, log) : bySmtp(from, smtpUrl);
}

/**
 * A few connections, each for many mails, while there is something to send; none is kept open after that, which mail
 * servers do not like.
 */
function bySmtp(from: string, smtpUrl: string): Mailer {
  const connect = (longest = connectMax) =>
    createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: connectionsMax,
      maxMessages: mailsPerConnection,
      // A mail whose connection breaks may have arrived: trying it again is the outbox's to decide, and not at once.
      maxRequeues: 0,
      connectionTimeout: longest,
      greetingTimeout: connectMax,
      socketTimeout: silenceMax,
    });
  let transport: ReturnType<typeof connect> | undefined;
  let underWay = 0;
  return {
    async send(letter, id) {
      transport ??= connect();
      underWay++;
      try {
        await transport.sendMail(await messageOf(letter, id, from));
      } catch (error) {
        if (isFinal(error)) throw new Undeliverable(error.message);
        throw isAway(error) ? new MailServerAway(error.message, { cause: error }) : error;
      } finally {
        if (--underWay === 0) {
          transport?.close();
          transport = undefined;
        }
      }
    },
    async isThere() {
      const asking = connect(askMax);
      return asking
        .verify()
        .then(
          () => true,
          (error: unknown) => !isAway(error),
        )
        .finally(() => asking.close());
    },
  };
}

function intoFiles(from: string, folder: string, log: (line: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    isThere: async () => true,
    async send(letter, id) {
      const mail = await messageOf(letter, id, from);
      const { message } = await transport.sendMail(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${id}.eml`);
      // Programs that read the folder find whole mails only.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600, flush: true });
      await rename(`${file}.part`, file);
      log(`A mail is in ${file}`);
    },
  };
}

const messageOf = async (letter: Letter, id: string, from: string) => ({
  from: senderOf(from),
  to: recipient(letter.to),
  ...(letter.replyTo && isMailbox(letter.replyTo) && { replyTo: { name: "", address: letter.replyTo } }),
  ...asText(letter),
  html: await asHtml(letter),
  attachments: await picturesOf(letter),
  messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1).replace(">", "")}>`,
  ...(letter.calendar && { icalEvent: { ...letter.calendar, filename: "event.ics" } }),
  headers: {
    // Nobody's holiday notice is an answer to this.
    "Auto-Submitted": "auto-generated",
    ...(letter.stop && {
      "List-Unsubscribe": { prepared: true, value: `<${letter.stop.call}>` },
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  },
});

/** An address as nodemailer takes it: as a string it would be parsed, and might become another one, or several. */
type Address = { name: string; address: string };

/** @throws Undeliverable for what is not the address of one mailbox, as older versions let some in */
function recipient(address: string): Address {
  if (!isMailbox(address)) throw new Undeliverable("This is not the address of one mailbox.");
  return { name: "", address };
}

/** The machine of the people who run this may have a name without a dot. */
const isMailbox = (address: string) => isEmail(address) || /^[\w.+-]+@localhost$/.test(address);

/** The parts of 'Goodturn <hello@goodturn.example>', as `config.ts` has checked it. */
function senderOf(from: string): Address {
  const [, name = "", address = from] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}

/**
 * Answers of 500 and more to the recipient or the message are the server's last word; to the login, or to us as the sender,
 * they are ours to mend.
 */
const isFinal = (error: unknown): error is Error =>
  error instanceof Error &&
  "responseCode" in error &&
  Number(error.responseCode) >= 500 &&
  "code" in error &&
  (error.code === "EENVELOPE" || error.code === "EMESSAGE") &&
  !("command" in error && error.command === "MAIL FROM");

/** The errors of a connection: nobody is there, or goes in the middle. A server that says why it takes nothing is there, but for 421. */
const isAway = (error: unknown): error is Error => {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const answer = "responseCode" in error ? Number(error.responseCode) : null;
  return answer === 421 || (answer === null && ofConnections.has(String(error.code)));
};
const ofConnections = new Set(["ECONNECTION", "ESOCKET", "ETIMEDOUT", "EDNS"]);
