import { say } from "#messages/all.ts";
import type { Mail } from "./ports.ts";

/** Something to do, and where. */
export type Action = { label: string; address: string };

/** How mails like this one are stopped: on a page, and by the reader's mail program. */
export type Stop = { label: string; page: string; call: string };

/** What a mail says, before it has a look: a heading, paragraphs, facts, and what there is to do. */
export type Letter = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  /** What stands out: when, where, who comes along. */
  facts?: { label: string; text: string }[];
  /** What there is to do; the first is what most will want. */
  actions?: Action[];
  /** Below the buttons: what else is good to know. */
  afterwards?: string[];
  /** Why somebody gets this mail. */
  reason: string;
  /** How they get no more of its kind; not for what is about their account. */
  stop?: Stop;
  calendar?: Mail["calendar"];
  /** Whom an answer goes to, when not to us. */
  replyTo?: string;
};

/** A letter as a mail, in HTML and in text. Everything in it is text: markup that somebody typed is shown as they typed it. */
export function mailOf(letter: Letter): Mail {
  const { to, subject, replyTo, calendar, stop } = letter;
  return {
    to,
    subject: oneLine(subject),
    text: textOf(letter),
    html: htmlOf(letter),
    ...(replyTo && { replyTo }),
    ...(calendar && { calendar }),
    ...(stop && { unsubscribe: stop.call }),
  };
}

function textOf({ heading, paragraphs, facts = [], actions = [], afterwards = [], reason, stop }: Letter): string {
  const table = facts.length > 0 ? [facts.map(({ label, text }) => `${label}: ${text}`).join("\n")] : [];
  const steps = actions.map(({ label, address }) => `${label}:\n${address}`);
  const foot = [`-- \n${say("brand.name")}\n${reason}`, ...(stop ? [`${stop.label}:\n${stop.page}`] : [])].join("\n");
  return `${[heading, ...paragraphs, ...table, ...steps, ...afterwards, foot].join("\n\n")}\n`;
}

const ink = "#1f2c26";
const quiet = "#4a554f";
const leaf = "#1f6642";
const clay = "#c8794f";
const font = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif";

// A table and styles on each element: what the mail programs of today agree on.
function htmlOf(letter: Letter): string {
  const { subject, heading, paragraphs, facts = [], actions = [], afterwards = [], reason, stop } = letter;
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
${factsOf(facts)}
${actions.length > 0 ? buttonsOf(actions) : ""}
${afterwards.map(paragraph).join("\n")}
</td></tr>
<tr><td style="padding:16px 4px 0;font-size:14px;color:${quiet}">${escaped(reason)}${stop ? `<br><a href="${escaped(stop.page)}" style="color:${quiet}">${escaped(stop.label)}</a>` : ""}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** A row for each fact, its name above it, so that long ones need no width. */
function factsOf(facts: readonly { label: string; text: string }[]): string {
  if (facts.length === 0) return "";
  const rows = facts.map(
    ({ label, text }) =>
      `<tr><td style="padding:0 0 10px"><span style="font-size:14px;color:${quiet}">${escaped(label)}</span><br><span dir="auto" style="font-weight:600;white-space:pre-line">${escaped(text)}</span></td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 10px;border-left:3px solid ${clay}"><tr><td style="padding:4px 0 0 14px"><table role="presentation" cellpadding="0" cellspacing="0">
${rows.join("\n")}
</table></td></tr></table>`;
}

/** The buttons, the first one filled; an only one's address below it, to be copied where a mail program shows no links. */
function buttonsOf(actions: readonly Action[]): string {
  const button = ({ label, address }: Action, index: number) => {
    const colours = index === 0 ? `background:${leaf};color:#ffffff` : `background:#fffdf8;color:${leaf}`;
    return `<a href="${escaped(address)}" style="display:inline-block;margin:0 8px 10px 0;padding:11px 22px;border:2px solid ${leaf};border-radius:10px;${colours};font-weight:600;text-decoration:none">${escaped(label)}</a>`;
  };
  const row = `<p style="margin:8px 0 10px">${actions.map(button).join("\n")}</p>`;
  if (actions.length > 1) return row;
  const href = escaped(actions[0]?.address ?? "");
  return `${row}
<p style="margin:0 0 16px;font-size:14px;color:${quiet};word-break:break-all"><a href="${href}" style="color:${quiet}">${href}</a></p>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** A name with a line break in it must not become a header of its own. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
