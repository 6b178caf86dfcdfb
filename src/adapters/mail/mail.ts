import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { MailServerAway, Undeliverable } from "#domain/failure.ts";
import { asText, type Letter } from "#domain/mail.ts";
import type { Mailer } from "#domain/ports.ts";
import { asciiDomain, mailboxOf } from "#domain/values/mailbox.ts";
import { say } from "#messages/say.ts";
import { inOnePiece } from "./in-one-piece.ts";
import { asHtml } from "./letter.ts";
import { picturesOf } from "./pictures-in-mail.ts";
import { takesUtf8 } from "./utf8-server.ts";

/** In milliseconds; a slower server is tried again later. */
const connectMax = 15_000;
const silenceMax = 60_000;
const timeouts = { connectionTimeout: connectMax, greetingTimeout: connectMax, socketTimeout: silenceMax };

/** The maximum wait when checking whether a server is back, because checking again is faster. */
const askMax = 4000;

/** The maximum number of connections to a mail server, and the number of mails over each. */
const connectionsMax = 5;
const mailsPerConnection = 100;

/** The time for which connections stay open for another mail, in milliseconds. */
const lingerMax = 250;

/** `from` is the sender, as in 'Goodturn <hello@goodturn.example>'. */
type Settings = { from: string; smtpUrl: string | null; folder: string; log: (line: string) => void };

/**
 * Sends mail through the SMTP server at `smtpUrl` (smtps: with TLS from the start, smtp: with STARTTLS if offered, and
 * with `?requireTLS=true` only then). Without a server, each mail becomes a file in `folder`, and the log names it.
 */
export function createMailer({ from, smtpUrl, folder, log }: Settings): Mailer {
  return smtpUrl === null ? intoFiles(from, folder, log) : bySmtp(from, smtpUrl);
}

/**
 * Uses a few connections, each for many mails, while there is something to send. No idle connection stays open for
 * long, because mail servers dislike that.
 */
function bySmtp(from: string, smtpUrl: string): Mailer {
  const connect = (longest = connectMax) => {
    const opened = createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: connectionsMax,
      maxMessages: mailsPerConnection,
      // A mail may have arrived despite a broken connection: the outbox decides about retrying, and later.
      maxRequeues: 0,
      ...timeouts,
      connectionTimeout: longest,
    });
    return opened.use("stream", inOnePiece);
  };
  let transport: ReturnType<typeof connect> | undefined;
  let underWay = 0;
  let closing: NodeJS.Timeout | undefined;
  // Called once while there are mails to send.
  let utf8: Promise<boolean> | undefined;
  const closeAll = () => {
    transport?.close();
    transport = undefined;
    utf8 = undefined;
  };
  return {
    async send(letter, id) {
      clearTimeout(closing);
      transport ??= connect();
      underWay++;
      try {
        const message = await messageOf(letter, id, from);
        if ([message.from, message.to].some(needsUtf8) && !(await (utf8 ??= takesUtf8(smtpUrl, timeouts)))) {
          throw new Undeliverable("This mail server accepts only ASCII before the '@' of an address (no SMTPUTF8).");
        }
        await transport.sendMail(message);
      } catch (error) {
        if (isFinal(error)) throw new Undeliverable(error.message);
        throw isAway(error) ? new MailServerAway(error.message, { cause: error }) : error;
      } finally {
        if (--underWay === 0) closing = setTimeout(closeAll, lingerMax).unref();
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
  transport.use("stream", inOnePiece);
  return {
    isThere: async () => true,
    async send(letter, id) {
      const mail = await messageOf(letter, id, from);
      const { message } = await transport.sendMail(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${id}.eml`);
      // Programs that read the folder find complete mails only.
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
    // Asks programs not to send holiday notices as a reply.
    "Auto-Submitted": "auto-generated",
    ...(letter.stop && {
      "List-Unsubscribe": { prepared: true, value: `<${letter.stop.call}>` },
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  },
});

/** An address in nodemailer's object form: it would parse a string, and might find a different address, or several. */
type Address = { name: string; address: string };

/** @throws Undeliverable if it is not the address of one mailbox, because older versions accepted some such texts */
function recipient(address: string): Address {
  if (!isMailbox(address)) throw new Undeliverable("This is not the address of one mailbox.");
  return { name: "", address };
}

/** A host's local mail server may have a name without a dot. */
const isMailbox = (address: string) => mailboxOf(address) !== null || /^[\w.+-]+@localhost$/.test(address);

/**
 * True if an address has letters beyond ASCII before its '@'. A domain in other letters has an ASCII form, which
 * nodemailer writes.
 */
const needsUtf8 = ({ address }: Address): boolean => /\P{ASCII}/u.test(address.slice(0, address.lastIndexOf("@")));

/**
 * Puts the reply address into a header, or into a sentence. A header of an ASCII mail cannot have other letters, and a
 * mail to an ASCII mailbox must not need a server that supports them.
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

/** Splits 'Goodturn <hello@goodturn.example>', which `config.ts` has checked. */
function senderOf(from: string): Address {
  const [, name = "", address = from] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}

/**
 * True if the server's answer is final: 500 or more for the recipient or the message. If it is about the login or the
 * sender, the host must fix it.
 */
const isFinal = (error: unknown): error is Error =>
  error instanceof Error &&
  "responseCode" in error &&
  Number(error.responseCode) >= 500 &&
  "code" in error &&
  (error.code === "EENVELOPE" || error.code === "EMESSAGE") &&
  !("command" in error && error.command === "MAIL FROM");

/**
 * True for connection errors: the server is unreachable, or disconnects. A server that gives a reason for refusing is
 * there, except with 421.
 */
const isAway = (error: unknown): error is Error => {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const answer = "responseCode" in error ? Number(error.responseCode) : null;
  return answer === 421 || (answer === null && ofConnections.has(String(error.code)));
};
const ofConnections = new Set(["ECONNECTION", "ESOCKET", "ETIMEDOUT", "EDNS"]);
