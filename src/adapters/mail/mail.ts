import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { MailServerAway, Undeliverable } from "#domain/failure.ts";
import { asText, type Letter } from "#domain/mail.ts";
import type { Mailer } from "#domain/ports.ts";
import { asciiDomain, mailboxOf } from "#domain/values/mailbox.ts";
import { say } from "#messages/all.ts";
import { asHtml } from "./letter.ts";
import { picturesOf } from "./pictures-in-mail.ts";
import { takesUtf8 } from "./utf8-server.ts";

/** In milliseconds: a server that is slower than this is asked again later. */
const connectMax = 15_000;
const silenceMax = 60_000;
const timeouts = { connectionTimeout: connectMax, greetingTimeout: connectMax, socketTimeout: silenceMax };

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
      ...timeouts,
      connectionTimeout: longest,
    });
  let transport: ReturnType<typeof connect> | undefined;
  let underWay = 0;
  // Asked once while there is something to send.
  let utf8: Promise<boolean> | undefined;
  return {
    async send(letter, id) {
      transport ??= connect();
      underWay++;
      try {
        const message = await messageOf(letter, id, from);
        if ([message.from, message.to].some(needsUtf8) && !(await (utf8 ??= takesUtf8(smtpUrl, timeouts)))) {
          throw new Undeliverable("This mail server takes only ASCII before the '@' of an address (no SMTPUTF8).");
        }
        await transport.sendMail(message);
      } catch (error) {
        if (isFinal(error)) throw new Undeliverable(error.message);
        throw isAway(error) ? new MailServerAway(error.message, { cause: error }) : error;
      } finally {
        if (--underWay === 0) {
          transport?.close();
          transport = undefined;
          utf8 = undefined;
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

const messageOf = async (given: Letter, id: string, from: string) => {
  const [sender, to] = [senderOf(from), recipient(given.to)];
  const answers = answersOf(given, [sender, to].some(needsUtf8));
  return { from: sender, to, ...answers.header, ...(await partsOf(answers.letter, id, sender)) };
};

const partsOf = async (letter: Letter, id: string, sender: Address) => ({
  ...asText(letter),
  html: await asHtml(letter),
  attachments: await picturesOf(letter),
  messageId: `<${id}@${asciiDomain(sender.address).split("@").at(-1)}>`,
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
const isMailbox = (address: string) => mailboxOf(address) !== null || /^[\w.+-]+@localhost$/.test(address);

/** Whether an address has more than ASCII before its '@'; a domain in other letters has a form in ASCII, which nodemailer writes. */
const needsUtf8 = ({ address }: Address): boolean => /\P{ASCII}/u.test(address.slice(0, address.lastIndexOf("@")));

/**
 * Where answers go: a header, or a sentence. A header of a mail in ASCII cannot have another letter in it, and a mail to a mailbox in
 * ASCII must not need a server that takes others.
 */
function answersOf(letter: Letter, isUtf8: boolean) {
  const { replyTo } = letter;
  if (!replyTo || !isMailbox(replyTo)) return { header: {}, letter };
  const address = { name: "", address: replyTo };
  if (isUtf8 || !needsUtf8(address)) return { header: { replyTo: address }, letter };
  if (asText(letter).text.includes(replyTo)) return { header: {}, letter };
  return {
    header: {},
    letter: { ...letter, afterwards: [...(letter.afterwards ?? []), say("mail.answer_to", { email: replyTo })] },
  };
}

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
