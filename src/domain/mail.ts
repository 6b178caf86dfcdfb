import { say } from "#messages/all.ts";
import type { Mail } from "./ports.ts";

/** What a mail says, before it has a look: a heading, paragraphs, and at most one thing to do. */
export type Letter = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  /** The one thing to do, and where. */
  button?: { label: string; address: string };
  /** Below the button: what else is good to know. */
  afterwards?: string[];
  /** Why somebody gets this mail. */
  reason: string;
  /** Whom an answer goes to, when not to us. */
  replyTo?: string;
};

/** A letter as a mail, in HTML and in text. Everything in it is text: markup that somebody typed is shown as they typed it. */
export function mailOf(letter: Letter): Mail {
  const { to, subject, replyTo } = letter;
  return { to, subject: oneLine(subject), ...(replyTo && { replyTo }), text: textOf(letter), html: htmlOf(letter) };
}

function textOf({ heading, paragraphs, button, afterwards = [], reason }: Letter): string {
  const steps = button ? [`${button.label}:\n${button.address}`] : [];
  return `${[heading, ...paragraphs, ...steps, ...afterwards, `-- \n${say("brand.name")}\n${reason}`].join("\n\n")}\n`;
}

const ink = "#1f2c26";
const quiet = "#4a554f";
const leaf = "#1f6642";
const font = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif";

// A table and styles on each element: what the mail programs of today agree on.
function htmlOf({ subject, heading, paragraphs, button, afterwards = [], reason }: Letter): string {
  const paragraph = (text: string) => `<p dir="auto" style="margin:0 0 16px;white-space:pre-line">${escaped(text)}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;background:#f4eee1;color:${ink};${font};font-size:17px;line-height:1.55">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px;font-size:20px;font-weight:700;color:${leaf}">${escaped(say("brand.name"))}</td></tr>
<tr><td style="padding:32px 28px 20px;background:#fffdf8;border:1px solid #e2d9c6;border-radius:12px">
<h1 dir="auto" style="margin:0 0 16px;font-size:26px;line-height:1.2">${escaped(heading)}</h1>
${paragraphs.map(paragraph).join("\n")}
${button ? buttonOf(button) : ""}
${afterwards.map(paragraph).join("\n")}
</td></tr>
<tr><td style="padding:16px 4px 0;font-size:14px;color:${quiet}">${escaped(reason)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The button, and its address to be copied where a mail program shows no links. */
function buttonOf({ label, address }: { label: string; address: string }): string {
  const href = escaped(address);
  return `<p style="margin:8px 0 20px"><a href="${href}" style="display:inline-block;padding:13px 24px;border-radius:10px;background:${leaf};color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:${quiet};word-break:break-all"><a href="${href}" style="color:${quiet}">${href}</a></p>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** A name with a line break in it must not become a header of its own. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
