import { html, raw } from "hono/html";
import type { Action, Fact, Letter } from "#domain/mail.ts";
import { localeNow, say } from "#messages/say.ts";
import { darkStyle, light } from "./colors.ts";
import { asEdge, asEventRow, asHead, hueOf } from "./event-in-mail.ts";
import { type Html, unbroken } from "./html.ts";

/** The ids of a mail's pictures in it: programs show embedded pictures, but block remote ones. */
export const cids = { mark: "mark@goodturn", drawing: "drawing@goodturn", code: "code@goodturn" };

const font = "Figtree,'Segoe UI',Helvetica,Arial,sans-serif";
const lookOfMark = "display:inline-block;margin:0 8px 0 0;border:0;vertical-align:middle";
const lookOfDrawing = `display:block;width:100%;max-width:560px;height:auto;border:0;border-radius:0 0 14px 14px;font-size:14px;line-height:1.5;color:${light.quiet}`;
const lookOfPart = `margin:0 0 12px;font-size:20px;line-height:1.3;color:${light.ink}`;
const lookOfSmallPart = `margin:0 0 8px;font-size:18px;line-height:1.3;color:${light.ink}`;
const lookOfFacts = `margin:0 0 20px;border-left:3px solid ${light.line}`;
const lookOfQuote = `margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid ${light.line};font-size:18px;white-space:pre-line`;
const lookOfCode = `font-size:22px;letter-spacing:2px;color:${light.ink}`;
// White in every theme, as cameras need it.
const lookOfCodeGround =
  "display:inline-block;margin:0 14px 10px 0;border:1px solid #e3ded1;border-radius:10px;background-color:#ffffff;line-height:0;vertical-align:top";
const lookOfCodeWords = `display:inline-block;max-width:240px;font-size:15px;color:${light.quiet};vertical-align:top`;
const lookOfButton = `display:inline-block;margin:0 8px 10px 0;padding:11px 22px;border:2px solid ${light.green};border-radius:14px;font-weight:600;text-decoration:none`;
const lookOfAddress = "margin:0 0 16px;font-size:14px;word-break:break-all";
const lookOfEnd = `border-top:1px solid ${light.line}`;

/**
 * Renders a letter as an HTML page, for mail programs. Everything in it is text: typed markup is shown literally. A
 * table and styles on each element are what today's mail programs support in common; a class is for the dark theme.
 */
export async function asHtml(letter: Letter): Promise<string> {
  const { subject, event, drawing } = letter;
  const hues = [...new Set([...(event ? [event] : []), ...eventsOf(letter)].map(hueOf))];
  const page = await html`<!doctype html>
    <html lang="${localeNow()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${raw(darkStyle(hues))}
        </style>
      </head>
      <body
        class="ground ink"
        style="margin:0;background-color:${light.ground};color:${light.ink};font-family:${font};font-size:17px;line-height:1.55"
      >
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          class="ground"
          style="background-color:${light.ground}"
        >
          <tr>
            <td align="center" style="padding:20px 16px 32px">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
                <tr>
                  <td class="green" style="padding:0 4px 16px;font-size:20px;font-weight:700;color:${light.green}">
                    <img
                      src="cid:${cids.mark}"
                      alt=""
                      width="32"
                      height="32"
                      style="${lookOfMark}"
                    />${say("brand.name")}
                  </td>
                </tr>
                ${event && asEdge(event, 14)}
                <tr>
                  <td
                    class="paper line ink"
                    style="padding:24px 24px 20px;background-color:${light.paper};color:${light.ink};${borderOf(letter)}"
                  >
                    ${event && asHead(event)} ${asBody(letter)}
                  </td>
                </tr>
                ${drawing && asDrawing(drawing)}
                <tr>
                  <td class="quiet" style="padding:16px 4px 0;font-size:14px;color:${light.quiet}">
                    ${asFoot(letter)}
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

const eventsOf = ({ events = [], more }: Letter) => [...events, ...(more?.events ?? [])];

/** The border of the card, whose corners are round where nothing adjoins it: an edge above, or a drawing below. */
function borderOf({ event, drawing }: Letter): string {
  const [above, below] = [event ? "0 0" : "14px 14px", drawing ? "0 0" : "14px 14px"];
  const open = [...(event ? ["border-top:0"] : []), ...(drawing ? ["border-bottom:0"] : [])];
  return [`border:1px solid ${light.line}`, ...open, `border-radius:${above} ${below}`].join(";");
}

function asBody(letter: Letter): Html {
  const { event, heading, paragraphs, quote, facts = [], events = [], more, details = [] } = letter;
  const { code, actions = [], afterwards = [], stop } = letter;
  return html`${asHeading(heading, event ? "h2" : "h1")} ${paragraphs.map(asParagraph)} ${quote && asQuote(quote)}
  ${facts.length > 0 && asTable(facts)} ${events.map(asEventRow)} ${more && asMore(more)}
  ${actions.length > 0 && asButtons(actions, !stop)} ${code && asCode(code)} ${details.length > 0 && asTable(details)}
  ${afterwards.map(asParagraph)}`;
}

/** Renders the title of a mail, which stands below that of its event if it has one. */
const asHeading = (heading: string, as: "h1" | "h2"): Html =>
  as === "h2"
    ? html`<h2 dir="auto" class="ink" style="${lookOfPart}">${unbroken(heading)}</h2>`
    : html`<h1 dir="auto" class="ink" style="margin:0 0 16px;font-size:26px;line-height:1.2;color:${light.ink}">
        ${unbroken(heading)}
      </h1>`;

const asFoot = ({ reason, follows = [], stop }: Letter): Html =>
  html`${reason}${follows.length > 0 ? asEnds(follows) : stop && html`<br />`}${stop && html`<a href="${stop.page}" class="quiet" style="color:${light.quiet}">${stop.label}</a>`}`;

/**
 * Renders the drawing at the width of the text, at the end, because the important text comes first. The size attributes
 * are for programs without `max-width`.
 */
const asDrawing = ({ alt }: { alt: string }): Html =>
  html`<tr>
    <td class="paper" style="line-height:0;background-color:${light.paper};border-radius:0 0 14px 14px">
      <img src="cid:${cids.drawing}" alt="${alt}" width="560" height="210" class="quiet" style="${lookOfDrawing}" />
    </td>
  </tr>`;

const asParagraph = (text: string): Html =>
  html`<p dir="auto" style="margin:0 0 16px;white-space:pre-line">${unbroken(text)}</p> `;

/** Renders a person's own words, distinct from ours. */
const asQuote = ({ by, text }: { by: string; text: string }): Html =>
  html`<p dir="auto" class="quiet" style="margin:0 0 6px;font-size:14px;color:${light.quiet}">${by}</p>
    <blockquote dir="auto" class="line" style="${lookOfQuote}">${unbroken(text)}</blockquote> `;

/** Renders a row for each fact, with its name above it, so that long ones need no width. */
const asTable = (facts: readonly Fact[]): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="line" style="${lookOfFacts}">
    <tr>
      <td style="padding:4px 0 4px 14px">
        <table role="presentation" cellpadding="0" cellspacing="0">
          ${facts.map((fact, index) => asRow(fact, index === facts.length - 1))}
        </table>
      </td>
    </tr>
  </table>`;

/** Renders a fact; the last one has no space below, so that the bar at the side ends with it. */
const asRow = ({ label, text }: Fact, isLast: boolean): Html =>
  html`<tr>
    <td style="padding:0 0 ${isLast ? "0" : "10px"}">
      <span class="quiet" style="font-size:14px;color:${light.quiet}">${label}</span><br />
      <span dir="auto" style="font-weight:600;white-space:pre-line">${unbroken(text)}</span>
    </td>
  </tr> `;

const asMore = ({ title, events }: NonNullable<Letter["more"]>): Html =>
  html`<h2 class="ink" style="${lookOfSmallPart}">${title}</h2>
    ${events.map(asEventRow)}`;

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
    <td dir="auto" class="line ink" style="padding:4px 0;${lookOfEnd};color:${light.ink}">
      ${
        list
          ? html`<a href="${list}" class="ink" style="display:inline-block;padding:7px 0;color:${light.ink}"
              >${text}</a
            >`
          : text
      }
    </td>
    <td align="right" class="line" style="${lookOfEnd}">
      <a
        href="${address}"
        aria-label="${label}: ${text}"
        class="quiet"
        style="display:inline-block;padding:11px 0 11px 16px;color:${light.quiet}"
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
        ><span class="quiet" style="${lookOfCodeWords}">
          ${fact.label}<br /><b class="ink" style="${lookOfCode}">${fact.text}</b><br />${caption}
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
  const [ground, words] = index === 0 ? [light.green, light.onGreen] : [light.paper, light.green];
  const look = `${lookOfButton};background-color:${ground};color:${words}`;
  return html`<a href="${address}" class="${index === 0 ? "first" : "other"}" style="${look}">${label}</a> `;
}

const asAddress = ({ address }: Action): Html =>
  html`<p style="${lookOfAddress}">
    <a href="${address}" class="quiet" style="color:${light.quiet}">${address}</a>
  </p>`;
