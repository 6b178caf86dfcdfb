import { html } from "hono/html";
import type { Action, Fact, Letter } from "#domain/mail.ts";
import { localeNow, say } from "#messages/say.ts";

/** The ids of a mail's pictures in it: programs show embedded pictures, but block remote ones. */
export const cids = { mark: "mark@goodturn", drawing: "drawing@goodturn", code: "code@goodturn" };

/** A part of a page; everything inserted into its markup is escaped. */
type Html = ReturnType<typeof html>;

const ink = "#1f2c26";
const quiet = "#4a554f";
const leaf = "#1f6642";
const clay = "#c8794f";
const paper = "#fffdf8";

const lookOfMark = "display:inline-block;margin:0 8px 0 0;border:0;vertical-align:middle";
const lookOfDrawing = `display:block;width:100%;max-width:560px;height:auto;border:0;border-radius:0 0 12px 12px;font-size:14px;line-height:1.5;color:${quiet}`;
const lookAlone = "border:1px solid #e2d9c6;border-radius:12px";
const lookAbove = "border:1px solid #e2d9c6;border-bottom:0;border-radius:12px 12px 0 0";
const lookOfFacts = `margin:0 0 20px;border-left:3px solid ${clay}`;
const lookOfQuote = `margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid ${clay};font-size:18px;white-space:pre-line`;
const lookOfCode = `font-size:22px;letter-spacing:2px;color:${ink}`;
const lookOfCodeGround =
  "display:inline-block;margin:0 14px 10px 0;border:1px solid #e2d9c6;border-radius:10px;background:#ffffff;line-height:0;vertical-align:top";
const lookOfCodeWords = `display:inline-block;max-width:240px;font-size:15px;color:${quiet};vertical-align:top`;
const lookOfButton = `display:inline-block;margin:0 8px 10px 0;padding:11px 22px;border:2px solid ${leaf};border-radius:10px;font-weight:600;text-decoration:none`;
const lookOfAddress = `margin:0 0 16px;font-size:14px;color:${quiet};word-break:break-all`;

/**
 * Renders a letter as an HTML page, for mail programs. Everything in it is text: typed markup is shown literally. A
 * table and styles on each element are what today's mail programs support in common.
 */
export async function asHtml(letter: Letter): Promise<string> {
  const {
    subject,
    drawing,
    heading,
    paragraphs,
    quote,
    facts = [],
    more,
    details = [],
    code,
    actions = [],
    afterwards = [],
    reason,
    follows = [],
    stop,
  } = letter;
  const page = await html`<!doctype html>
    <html lang="${localeNow()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <title>${subject}</title>
      </head>
      <body
        style="margin:0;background:#f4eee1;color:${ink};font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif;font-size:17px;line-height:1.55"
      >
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td align="center" style="padding:20px 16px 32px">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
                <tr>
                  <td style="padding:0 4px 16px;font-size:20px;font-weight:700;color:${leaf}">
                    <img
                      src="cid:${cids.mark}"
                      alt=""
                      width="32"
                      height="32"
                      style="${lookOfMark}"
                    />${say("brand.name")}
                  </td>
                </tr>
                <tr>
                  <td style="padding:28px 28px 20px;background:${paper};${drawing ? lookAbove : lookAlone}">
                    <h1 dir="auto" style="margin:0 0 16px;font-size:26px;line-height:1.2">${inOnePiece(heading)}</h1>
                    ${paragraphs.map(asParagraph)} ${quote && asQuote(quote)} ${facts.length > 0 && asTable(facts)}
                    ${more && asLines(more)} ${actions.length > 0 && asButtons(actions, !stop)} ${code && asCode(code)}
                    ${details.length > 0 && asTable(details)} ${afterwards.map(asParagraph)}
                  </td>
                </tr>
                ${drawing && asDrawing(drawing)}
                <tr>
                  <td style="padding:16px 4px 0;font-size:14px;color:${quiet}">
                    ${reason}${follows.length > 0 ? asEnds(follows) : stop && html`<br />`}${stop && html`<a href="${stop.page}" style="color:${quiet}">${stop.label}</a>`}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
  return page.toString();
}

/**
 * Renders the drawing at the width of the text, at the end, because the important text comes first. The size attributes
 * are for programs without `max-width`.
 */
const asDrawing = ({ alt }: { alt: string }): Html =>
  html`<tr>
    <td style="line-height:0;background:#e2d9c6;border-radius:0 0 12px 12px">
      <img src="cid:${cids.drawing}" alt="${alt}" width="560" height="210" style="${lookOfDrawing}" />
    </td>
  </tr>`;

const asParagraph = (text: string): Html =>
  html`<p dir="auto" style="margin:0 0 16px;white-space:pre-line">${inOnePiece(text)}</p> `;

/** Renders a person's own words, distinct from ours. */
const asQuote = ({ by, text }: { by: string; text: string }): Html =>
  html`<p dir="auto" style="margin:0 0 6px;font-size:14px;color:${quiet}">${by}</p>
    <blockquote dir="auto" style="${lookOfQuote}">${inOnePiece(text)}</blockquote> `;

/**
 * Keeps times and dates on one line: '9 AM – 12 PM', 'Nov 28'. A line may break after a dash even before a no-break
 * space; a word joiner prevents that.
 */
const inOnePiece = (text: string): string =>
  text
    .replace(/(\d) ([AP]M)\b/g, "$1\u00a0$2")
    .replace(/(\d|\u00a0[AP]M) – (?=\d)/g, "$1\u00a0–\u2060\u00a0")
    .replace(/\b([A-Z][a-z]{2}) (\d{1,2}),/g, "$1\u00a0$2,");

/** Renders a row for each fact, with its name above it, so that long ones need no width. */
function asTable(facts: readonly Fact[]): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${lookOfFacts}">
    <tr>
      <td style="padding:4px 0 4px 14px">
        <table role="presentation" cellpadding="0" cellspacing="0">
          ${facts.map((fact, index) => asRow(fact, facts[index - 1], index === facts.length - 1))}
        </table>
      </td>
    </tr>
  </table>`;
}

/**
 * Renders a fact. A fact with further lines has more space below; the last fact has none, so that the bar at the side
 * ends with it.
 */
const asRow = ({ label, text, address, lines = [], heading }: Fact, before: Fact | undefined, isLast: boolean): Html =>
  html`${heading && heading !== before?.heading && asHeading(heading)}
    <tr>
      <td style="padding:0 0 ${isLast ? "0" : lines.length > 0 ? "18px" : "10px"}">
        <span style="font-size:14px;color:${quiet}">${label}</span><br />
        <span dir="auto" style="font-weight:600;white-space:pre-line"
          >${address ? html`<a href="${address}" style="color:${leaf}">${text}</a>` : inOnePiece(text)}</span
        >${lines.map((line, at) => html`<br /><span dir="auto" style="font-weight:${at === 0 ? 600 : 400}">${inOnePiece(line)}</span>`)}
      </td>
    </tr> `;

const asHeading = (heading: string): Html =>
  html`<tr>
    <td style="padding:4px 0 8px"><h2 style="margin:0;font-size:18px;line-height:1.3">${inOnePiece(heading)}</h2></td>
  </tr>`;

/** Renders a row for each line, large enough for a thumb, preceded by its day. */
const asLines = ({ title, lines }: NonNullable<Letter["more"]>): Html =>
  html`<h2 style="margin:0 0 4px;font-size:18px;line-height:1.3">${title}</h2>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">
      ${lines.map(asLine)}
    </table>`;

const asLine = ({ text, label, place, address }: NonNullable<Letter["more"]>["lines"][number]): Html =>
  html`<tr>
    <td style="padding:10px 12px 10px 0;border-top:1px solid #e2d9c6;font-size:14px;color:${quiet};white-space:nowrap">
      ${text}
    </td>
    <td width="100%" dir="auto" style="border-top:1px solid #e2d9c6">
      <a
        href="${address}"
        style="display:block;padding:10px 0;color:${leaf};font-weight:600;line-height:1.3;text-decoration:none"
        ><u>${label}</u>${
          place && html`<br /><span style="font-size:14px;font-weight:400;color:${quiet}">${place}</span>`
        }</a
      >
    </td>
  </tr> `;

/**
 * Renders the follows behind a mail, each with a link to its list, if there is one, and a link to end it, large enough
 * for a thumb.
 */
const asEnds = (follows: NonNullable<Letter["follows"]>): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:6px 0;font-size:14px">
    ${follows.map(asEnd)}
  </table>`;

const asEnd = ({ text, list, label, address }: NonNullable<Letter["follows"]>[number]): Html =>
  html`<tr>
    <td dir="auto" style="padding:4px 0;border-top:1px solid #d8cdb7;color:${ink}">
      ${list ? html`<a href="${list}" style="display:inline-block;padding:7px 0;color:${ink}">${text}</a>` : text}
    </td>
    <td align="right" style="border-top:1px solid #d8cdb7">
      <a
        href="${address}"
        aria-label="${label}: ${text}"
        style="display:inline-block;padding:11px 0 11px 16px;color:${quiet}"
        >${label}</a
      >
    </td>
  </tr> `;

/**
 * Renders a QR code on its own white background, whatever colors a program uses, with its instructions: beside it if
 * there is room, otherwise below, so that the code is equally large on a phone.
 */
const asCode = ({ alt, caption, fact }: NonNullable<Letter["code"]>): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 14px">
    <tr>
      <td>
        <span style="${lookOfCodeGround}"
          ><img
            src="cid:${cids.code}"
            alt="${alt}"
            width="200"
            height="200"
            style="display:block;border:0;border-radius:10px" /></span
        ><span style="${lookOfCodeWords}">
          ${fact.label}<br /><b style="${lookOfCode}">${fact.text}</b><br />${caption}
        </span>
      </td>
    </tr>
  </table> `;

/**
 * Renders the buttons, the first one filled. In a mail about the reader's account, which may be needed to log in, a
 * single button's address is repeated as text, for programs that show no links.
 */
function asButtons(actions: readonly Action[], isOfAccount: boolean): Html {
  const [first, ...others] = actions;
  return html`<p style="margin:8px 0 10px">${actions.map(asButton)}</p>
    ${isOfAccount && first && others.length === 0 && asAddress(first)}`;
}

/** Renders a button; the blank after it separates it from the next. */
function asButton({ label, address }: Action, index: number): Html {
  const colors = index === 0 ? `background:${leaf};color:#ffffff` : `background:${paper};color:${leaf}`;
  return html`<a href="${address}" style="${lookOfButton};${colors}">${label}</a> `;
}

const asAddress = ({ address }: Action): Html =>
  html`<p style="${lookOfAddress}"><a href="${address}" style="color:${quiet}">${address}</a></p>`;
