import { createTransport } from "nodemailer";
import { describe, expect, it } from "vitest";
import { inOnePiece } from "./in-one-piece.ts";

const text = `Grüße aus Köln, und eine Zeile, die länger ist als die sechsundsiebzig Zeichen, die eine Zeile haben darf: ${"é".repeat(90)}\n.\n..\n \n`;
const html = `<p style="color:#1f2c26">${"lang ".repeat(40)}\n  = 🌊 &nbsp;</p>\n`;
const picture = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * index) % 251));
const common = {
  from: { name: "Goodturn", address: "hello@goodturn.example" },
  to: "amina@example.org",
  subject: "Prüfung 🌊",
  messageId: "<task-1@goodturn.example>",
  date: new Date("2026-11-27T12:00:00Z"),
  headers: { "Auto-Submitted": "auto-generated" },
};
const attachments = [{ cid: "mark@goodturn", filename: "goodturn.png", content: picture }];
const icalEvent = {
  method: "REQUEST",
  content: "BEGIN:VCALENDAR\r\nSUMMARY:Grüße\r\nEND:VCALENDAR\r\n",
  filename: "event.ics",
};

const rows = [
  { name: "a text alone", mail: { text: "Short.\n" } },
  { name: "a text with long lines and other letters", mail: { text } },
  { name: "a text of other letters alone", mail: { text: "أهلا وسهلا\n".repeat(20) } },
  { name: "a page with its text and pictures", mail: { text, html, attachments } },
  { name: "a page with a picture and a calendar entry", mail: { text, html, attachments, icalEvent } },
];

/** Replaces boundaries, which are random, by numbers in their order. */
function withoutChance(message: string): string {
  const boundaries = [...new Set(message.match(/--_NmP-[0-9a-f]+-Part_\d+/g))];
  return boundaries.reduce((rest, boundary, at) => rest.replaceAll(boundary.slice(2), `boundary-${at}`), message);
}

async function written(mail: object, isInOnePiece: boolean) {
  const transport = createTransport({ streamTransport: true, newline: "windows" });
  if (isInOnePiece) transport.use("stream", inOnePiece);
  const { message } = await transport.sendMail({ ...common, ...mail });
  const pieces: Buffer[] = [];
  for await (const piece of message as NodeJS.ReadableStream) pieces.push(Buffer.from(piece));
  return { message: withoutChance(Buffer.concat(pieces).toString("latin1")), pieces: pieces.length };
}

describe("inOnePiece", () => {
  it.each(rows)("writes the same message as nodemailer does in streams: $name", async ({ mail }) => {
    const streamed = await written(mail, false);
    expect((await written(mail, true)).message).toBe(streamed.message);
  });

  it("writes a page with all its parts in one piece, and nodemailer in many", async () => {
    const mail = { text, html, attachments, icalEvent };
    expect((await written(mail, true)).pieces).toBeLessThanOrEqual(2);
    expect((await written(mail, false)).pieces).toBeGreaterThan(10);
  });

  it("leaves a message with a stream in it to nodemailer", async () => {
    const { Readable } = await import("node:stream");
    const mail = () => ({ text, attachments: [{ filename: "a.txt", content: Readable.from(["from a stream"]) }] });
    const { message } = await written(mail(), true);
    expect(message).toBe((await written(mail(), false)).message);
    expect(message).toContain(Buffer.from("from a stream").toString("base64"));
  });
});
