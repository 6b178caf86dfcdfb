import { html } from "hono/html";
import type { EventInMail } from "#domain/mail.ts";
import { type Hue, light, lightHues } from "./colors.ts";
import { type Html, unbroken } from "./html.ts";

const lookOfLeaf = "width:48px;height:56px;border-radius:6px 20px;font-size:11px;font-weight:600;line-height:13px";
const lookOfRow = `padding:12px 14px;border:1px solid ${light.line};border-top:0;border-radius:0 0 12px 12px`;
const lookOfTitle = `color:${light.ink};font-size:18px;font-weight:700;line-height:1.3;text-decoration:none`;
const lookOfLine = `font-size:15px;line-height:1.4;color:${light.ink}`;
const lookOfQuietLine = `font-size:14px;line-height:1.4;color:${light.quiet}`;

/** The hue of an event; the type of a canceled one is not known anymore. */
export const hueOf = ({ type }: Pick<EventInMail, "type">): Hue => type ?? "none";

/** Renders the upper edge of a mail about an event, or of a row, in the event's hue. */
export const asEdge = (event: EventInMail, corner: number): Html =>
  html`<tr>
    <td
      class="edge-${hueOf(event)}"
      style="height:6px;padding:0;border-radius:${corner}px ${corner}px 0 0;background-color:${lightHues[hueOf(event)].edge};font-size:0;line-height:6px"
    >
      &nbsp;
    </td>
  </tr>`;

/** Renders the head of a mail about an event: its leaf, and its title, which is the title of the mail. */
export const asHead = (event: EventInMail): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 18px">
    ${besideLeaf(
      event,
      html`<h1 dir="auto" class="ink" style="margin:0 0 4px;font-size:24px;line-height:1.2;color:${light.ink}">
        ${event.address ? html`<a href="${event.address}" class="ink" style="color:${light.ink}">${unbroken(event.title)}</a>` : unbroken(event.title)}
      </h1>`,
    )}
  </table>`;

/** Renders an event of a list; the upper edge has its hue, and the title is the link. */
export const asEventRow = (event: EventInMail): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 10px">
    ${asEdge(event, 12)}
    <tr>
      <td class="paper line" style="${lookOfRow};background-color:${light.paper}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          ${besideLeaf(
            event,
            html`<a dir="auto" href="${event.address}" class="ink" style="display:block;${lookOfTitle}"
              >${unbroken(event.title)}</a
            >`,
          )}
        </table>
      </td>
    </tr>
  </table>`;

/** Renders the leaf, and beside it a title and the event's lines. */
const besideLeaf = (event: EventInMail, title: Html): Html =>
  html`<tr>
    <td width="48" valign="top" style="padding:2px 14px 0 0">${asLeaf(event)}</td>
    <td valign="top">
      ${title} ${event.hours && asLine(event.hours, "600")} ${event.location && asLine(event.location, "400")}
      ${asQuietLine(event)} ${event.lines?.map((line) => asLine(line, "400"))}
    </td>
  </tr>`;

const asLeaf = (event: EventInMail): Html => {
  const { weekday, day, month } = event.leaf;
  const { leaf, words } = lightHues[hueOf(event)];
  return html`<table role="presentation" cellpadding="0" cellspacing="0">
    <tr>
      <td align="center" class="leaf-${hueOf(event)}" style="${lookOfLeaf};background-color:${leaf};color:${words}">
        ${weekday}<br /><b style="font-size:20px;line-height:21px">${day}</b><br />${month}
      </td>
    </tr>
  </table>`;
};

const asLine = (text: string, weight: string): Html =>
  html`<div dir="auto" class="ink" style="${lookOfLine};font-weight:${weight}">${unbroken(text)}</div> `;

/** Renders the type and what is left, as its card on the site does. */
const asQuietLine = ({ typeInWords, left }: EventInMail): Html | "" => {
  if (!typeInWords && !left) return "";
  const what = left && asLeft(left);
  return html`<div class="quiet" style="${lookOfQuietLine}">${typeInWords}${typeInWords && left && " · "}${what}</div>`;
};

const asLeft = ({ text, isFew }: NonNullable<EventInMail["left"]>): Html =>
  html`<b class="${isFew ? "clay" : "ink"}" style="white-space:nowrap;color:${isFew ? light.clay : light.ink}"
    >${text}</b
  >`;
