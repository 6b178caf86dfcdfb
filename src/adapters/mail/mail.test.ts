import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo, Socket } from "node:net";
import sharp from "sharp";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { MailServerAway, Undeliverable } from "#domain/failure.ts";
import { asText, type Letter } from "#domain/mail.ts";
import { readMail, readMails } from "#test/read-mail.ts";
import { asHtml } from "./letter.ts";
import { createMailer } from "./mail.ts";

const from = "Goodturn <hello@goodturn.example>";
const letter: Letter = {
  to: "amina@example.org",
  subject: "Prüfung:\nein Platz ist frei 🌊",
  heading: "Ein Platz ist frei",
  paragraphs: ["Grüße,", "und ein langer Satz."],
  reason: "Sie haben gefragt.",
};
const stop = { label: "Abmelden", page: "https://goodturn.example/mails#a1_", call: "" };

let server: SMTPServer | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(resolve) : resolve())));

/** Starts a real SMTP server on this machine, which answers each message by `answer`. @returns its address */
async function smtp(
  answer: (message: string, recipient: string) => Error | null,
  more: SMTPServerOptions = {},
): Promise<string> {
  server = new SMTPServer({
    ...more,
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _, done) => done(answer("", address)),
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => done(answer(Buffer.concat(chunks).toString("utf8"), "")));
    },
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
const refusal = (responseCode: number) => Object.assign(new Error("no"), { responseCode });
const mailerTo = (smtpUrl: string) => createMailer({ from, smtpUrl, folder: "unused", log: () => {} });

describe("createMailer with an SMTP server", () => {
  it("delivers the mail as readers see it, with a sender and a stable id", async () => {
    const messages: string[] = [];
    const url = await smtp((message) => (message && messages.push(message), null));
    const mailer = mailerTo(url);
    await mailer.send({ ...letter, replyTo: "zoe@example.org" }, "task-1");
    await mailer.send(letter, "task-1");
    const [first, second] = await Promise.all(messages.map(readMail));
    expect(first).toMatchObject({
      to: letter.to,
      subject: "Prüfung: ein Platz ist frei 🌊",
      text: `${asText(letter).text}\n`,
      html: `${await asHtml(letter)}\n`,
      from: "hello@goodturn.example",
    });
    expect([first?.replyTo, first?.id]).toEqual(["zoe@example.org", "<task-1@goodturn.example>"]);
    expect([second?.replyTo, second?.id]).toEqual([undefined, "<task-1@goodturn.example>"]);
    expect(messages[0]).toMatch(/^Auto-Submitted: auto-generated\r$/im);
  });

  it("includes the calendar entry in both places where programs look, and the unsubscribe headers", async () => {
    const messages: string[] = [];
    const url = await smtp((message) => (message && messages.push(message), null));
    const content = "BEGIN:VCALENDAR\nMETHOD:CANCEL\nEND:VCALENDAR\n";
    const calendar = { method: "CANCEL", content } as const;
    const unsubscribe = `https://goodturn.example/api/mails/${"a1_-".repeat(30)}`;
    await mailerTo(url).send({ ...letter, calendar, stop: { ...stop, call: unsubscribe } }, "task-7");
    const read = await readMail(messages[0] ?? "");
    expect(read).toMatchObject({ calendar: { method: "CANCEL", content, attached: content }, unsubscribe });
    expect(messages[0]).toContain(`List-Unsubscribe: <${unsubscribe}>\r\n`);
    expect(messages[0]).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  });

  it("includes exactly the pictures that its page shows, as PNG", async () => {
    const messages: string[] = [];
    const url = await smtp((message) => (message && messages.push(message), null));
    const mailer = mailerTo(url);
    await mailer.send({ ...letter, drawing: { scene: "food-3", alt: "Essen" } }, "task-8");
    await mailer.send(letter, "task-9");
    const sizes = { "mark@goodturn": [64, 64], "drawing@goodturn": [1120, 420] };
    for (const [index, ids] of [Object.keys(sizes), ["mark@goodturn"]].entries()) {
      const { html, pictures } = await readMail(messages[index] ?? "");
      expect([...html.matchAll(/src="cid:([^"]+)"/g)].map(([, id]) => id)).toEqual(ids);
      expect(pictures.map(({ id }) => id)).toEqual(ids);
      for (const { id, type, content } of pictures) {
        const { format, width, height } = await sharp(content).metadata();
        expect([type, format, [width, height]]).toEqual(["image/png", "png", sizes[id as keyof typeof sizes]]);
        expect(content.length).toBeLessThan(40_000);
      }
    }
  });

  it("sends many mails over a few connections, closes them, and opens new ones later", async () => {
    let open = 0;
    let most = 0;
    let connections = 0;
    let received = 0;
    const url = await smtp((message) => (message && received++, null));
    server?.server.on("connection", (socket) => {
      connections++;
      most = Math.max(most, ++open);
      socket.on("close", () => open--);
    });
    const mailer = mailerTo(url);
    for (const round of [1, 2]) {
      await Promise.all(Array.from({ length: 100 }, (_, number) => mailer.send(letter, `task-${round}-${number}`)));
      expect(received).toBe(100 * round);
      await expect.poll(() => open).toBe(0);
    }
    expect(most).toBe(5);
    expect(connections).toBe(10);
  });

  it("sends mails that follow one another over one connection, and closes it after the last", async () => {
    const open = new Set<Socket>();
    let connections = 0;
    const url = await smtp(() => null);
    server?.server.on("connection", (socket) => {
      connections++;
      open.add(socket);
      socket.on("close", () => open.delete(socket));
    });
    const mailer = mailerTo(url);
    for (const id of ["task-1", "task-2", "task-3"]) await mailer.send(letter, id);
    expect(connections).toBe(1);
    await expect.poll(() => open.size).toBe(0);
    await mailer.send(letter, "task-4");
    expect(connections).toBe(2);
  });

  it("keeps its connections for mails that begin soon after another", async () => {
    const url = await smtp(() => null, { onMailFrom: (_address, _session, done) => void setTimeout(done, 400) });
    const mailer = mailerTo(url);
    await mailer.send(letter, "task-0");
    // More than there are connections: some wait for one while the first are under way.
    const sent = Array.from({ length: 8 }, (_, number) => mailer.send(letter, `task-${number + 1}`));
    expect((await Promise.allSettled(sent)).map(({ status }) => status)).toEqual(Array(8).fill("fulfilled"));
  });

  it("distinguishes an unreachable or disconnecting server from one that gives a reason for refusing a mail", async () => {
    let answer: Error | null = refusal(421);
    const url = await smtp((message) => (message ? answer : null));
    const mailer = mailerTo(url);
    await expect(mailer.send(letter, "task-1")).rejects.toBeInstanceOf(MailServerAway);
    for (const code of [451, 452, 554]) {
      answer = refusal(code);
      await expect(mailer.send(letter, "task-1")).rejects.not.toBeInstanceOf(MailServerAway);
    }
    expect(await mailer.isThere()).toBe(true);
    await new Promise<void>((resolve) => server?.close(() => resolve()));
    server = undefined;
    await expect(mailer.send(letter, "task-1")).rejects.toBeInstanceOf(MailServerAway);
    expect(await mailer.isThere()).toBe(false);
    expect(await mailerTo("smtp://nobody.invalid:25").isThere()).toBe(false);
  });

  it("does not itself repeat a mail whose connection broke", async () => {
    let received = 0;
    const sockets: Socket[] = [];
    const url = await smtp((message) => {
      if (message === "") return null;
      received++;
      for (const socket of sockets) socket.destroy();
      return null;
    });
    server?.server.on("connection", (socket) => sockets.push(socket));
    await expect(mailerTo(url).send(letter, "task-8")).rejects.not.toBeInstanceOf(Undeliverable);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(received).toBe(1);
  });

  it("leaves it to the outbox to retry a server that hangs up", async () => {
    let calls = 0;
    const url = await smtp(() => null);
    server?.server.removeAllListeners("connection").on("connection", (socket: Socket) => (calls++, socket.destroy()));
    await expect(mailerTo(url).send(letter, "task-12")).rejects.not.toBeInstanceOf(Undeliverable);
    expect(calls).toBe(1);
  });

  it("distinguishes permanent from temporary refusals", async () => {
    const cases = [
      ["recipient", 550, true],
      ["recipient", 450, false],
      ["message", 554, true],
      ["message", 451, false],
    ] as const;
    for (const [where, code, isFinal] of cases) {
      const url = await smtp((message) => ((where === "message") === (message !== "") ? refusal(code) : null));
      const error = await mailerTo(url)
        .send(letter, "task-2")
        .catch((reason: unknown) => reason);
      expect([where, code, error instanceof Undeliverable]).toEqual([where, code, isFinal]);
      expect(error).toBeInstanceOf(Error);
      await new Promise<void>((resolve) => server?.close(resolve));
    }
  });

  it("sends nothing unencrypted if TLS is required, nor to a server with a foreign certificate", async () => {
    let received = 0;
    const url = await smtp(() => (received++, null));
    for (const asked of [`${url}?requireTLS=true`, url.replace("smtp:", "smtps:")]) {
      await expect(mailerTo(asked).send(letter, "task-6")).rejects.not.toBeInstanceOf(Undeliverable);
    }
    expect(received).toBe(0);
  });

  it("reaches only the named mailbox, and never one that a parser could find inside the address", async () => {
    const reached: string[] = [];
    const url = await smtp((message, recipient) => (message === "" && reached.push(recipient), null));
    const mailer = mailerTo(url);
    await mailer.send({ ...letter, to: "o'neil+1@bücher.example" }, "task-9");
    expect(reached).toEqual(["o'neil+1@bücher.example"]);
    // An address list, a name, a comment: stored before such addresses were rejected.
    for (const to of ["a,v@example.org", "<v@example.org", '"q"v@example.org', "(c)v@example.org"]) {
      await expect(mailer.send({ ...letter, to }, "task-10")).rejects.toBeInstanceOf(Undeliverable);
    }
    expect(reached).toHaveLength(1);
  });

  it("reaches a mailbox with letters beyond ASCII if the server supports it, and otherwise refuses the mail", async () => {
    const reached: string[] = [];
    const messages: string[] = [];
    const note = (message: string, recipient: string) => (
      message ? messages.push(message) : reached.push(recipient),
      null
    );
    const url = await smtp(note);
    await mailerTo(url).send({ ...letter, to: "jürgen@bücher.example" }, "task-13");
    expect(reached).toEqual(["jürgen@bücher.example"]);
    expect(messages[0]).toMatch(/^To: jürgen@bücher\.example\r$/m);
    await new Promise<void>((resolve) => server?.close(resolve));

    const old = await smtp(note, { hideSMTPUTF8: true });
    const sent = mailerTo(old).send({ ...letter, to: "jürgen@example.org" }, "task-14");
    await expect(sent).rejects.toBeInstanceOf(Undeliverable);
    // The domain has an ASCII form.
    await mailerTo(old).send({ ...letter, to: "zoe@bücher.example" }, "task-15");
    expect(reached).toHaveLength(2);
    expect(messages[1]).toMatch(/^To: zoe@xn--bcher-kva\.example\r$/m);
  });

  it("uses ASCII for an ASCII mailbox, regardless of our own domain and the reply address", async () => {
    const messages: string[] = [];
    const url = await smtp((message) => (message && messages.push(message), null), { hideSMTPUTF8: true });
    const mailer = createMailer({ from: "Us <hello@bücher.example>", smtpUrl: url, folder: "unused", log: () => {} });
    await mailer.send({ ...letter, replyTo: "zoe@bücher.example" }, "task-16");
    await mailer.send({ ...letter, replyTo: "jürgen@example.org" }, "task-17");
    const headers = messages.map((message) => message.slice(0, message.indexOf("\r\n\r\n")));
    for (const each of headers) expect(each).toMatch(/^\p{ASCII}+$/u);
    expect(headers[0]).toMatch(/^Message-ID: <task-16@xn--bcher-kva\.example>\r$/im);
    expect(headers[0]).toMatch(/^Reply-To: zoe@xn--bcher-kva\.example\r$/im);
    expect(headers[1]).not.toMatch(/^Reply-To/im);
    expect((await readMail(messages[1] ?? "")).text).toContain("To answer, please write to jürgen@example.org.");
    expect((await readMail(messages[0] ?? "")).text).not.toContain("To answer");
  });

  it("omits a reply address that would be read as a different one", async () => {
    const messages: string[] = [];
    const url = await smtp((message) => (message && messages.push(message), null));
    await mailerTo(url).send({ ...letter, replyTo: "a,v@example.org" }, "task-11");
    expect(messages[0]).not.toMatch(/^reply-to/im);
  });

  it("fails in a way that can be retried when there is no server", async () => {
    const url = await smtp(() => null);
    await new Promise<void>((resolve) => server?.close(resolve));
    await expect(mailerTo(url).send(letter, "task-3")).rejects.not.toBeInstanceOf(Undeliverable);
  });
});

describe("createMailer without an SMTP server", () => {
  it("writes each mail into its own complete file, and logs the path", async () => {
    const folder = await mkdtemp(join(tmpdir(), "goodturn-mail-"));
    const lines: string[] = [];
    const mailer = createMailer({ from, smtpUrl: null, folder: join(folder, "mail"), log: (line) => lines.push(line) });
    await mailer.send(letter, "task-4");
    await mailer.send({ ...letter, to: "zoe@example.org" }, "task-5");
    const files = await readdir(join(folder, "mail"));
    expect(files).toHaveLength(2);
    expect(files.every((file) => file.endsWith(".eml"))).toBe(true);
    expect((await readMails(join(folder, "mail"))).map(({ to }) => to)).toEqual([letter.to, "zoe@example.org"]);
    expect(lines[0]).toMatch(new RegExp(`^A mail is in ${join(folder, "mail")}/[^/]+\\.eml$`));
    await rm(folder, { recursive: true });
  });
});
