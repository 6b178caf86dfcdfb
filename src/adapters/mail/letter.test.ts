import { describe, expect, it } from "vitest";
import type { EventInMail, Letter } from "#domain/mail.ts";
import { asHtml } from "./letter.ts";

const plain: Letter = {
  to: "amina@example.org",
  subject: "A place for you",
  heading: "A place",
  paragraphs: ["Hello Amina,"],
  reason: "You asked for it.",
};

/** Text that a person could type anywhere in an attempt to inject markup. */
const hostile = (where: string) => `${where} <b onclick="alert('x')">&amp; "Tom's" </title></a>`;
const full: Letter = {
  to: "amina@example.org",
  subject: hostile("subject"),
  heading: hostile("heading"),
  drawing: { scene: "plantation-2", alt: 'A "drawing" & more' },
  paragraphs: [hostile("first"), hostile("second")],
  quote: { by: hostile("by"), text: hostile("thanks") },
  code: {
    says: "K7QM",
    alt: 'A "code" & more',
    caption: hostile("caption"),
    fact: { label: "Code", text: hostile("code") },
  },
  facts: [
    { label: hostile("when"), text: hostile("now\nbefore") },
    { label: "Where", text: "Cox's Bazar" },
  ],
  details: [{ label: hostile("bring"), text: hostile("gloves") }],
  actions: [
    { label: hostile("take"), address: `https://goodturn.example/?a=1&b="'><b>#take` },
    { label: hostile("decline"), address: "https://goodturn.example/#decline" },
  ],
  afterwards: [hostile("afterwards")],
  reason: hostile("reason"),
  stop: { label: hostile("stop"), page: `https://goodturn.example/?c=1&d="'><b>#stop`, call: "https://call.example" },
};

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decoded = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
/** The text of the page as a reader sees it: a line for each run of text. */
const linesOf = (html: string) =>
  html
    .replace(/<style>[^]*<\/style>/, "")
    .split(/<[^>]*>\s*/)
    .flatMap((text) => (text.trim() ? [decoded(text.trim())] : []));
const attributesOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value]) => decoded(value ?? ""));
/** An event with typed text wherever a person could type it. */
const typedEvent: EventInMail = {
  type: "food",
  leaf: { weekday: "Sat", day: "28", month: "Nov" },
  title: hostile("event"),
  when: "Sat, Nov 28, 2026, 6 – 8 PM",
  hours: "6 – 8 PM",
  location: hostile("location"),
  typeInWords: "Food Distribution",
  left: { text: "3 spots left", isFew: true },
  lines: [hostile("line")],
  address: `https://goodturn.example/?a=1&b="'><b>#event`,
};
/** The lines of that event, as programs show them. */
const linesOfEvent = [
  "Sat",
  "28",
  "Nov",
  hostile("event"),
  "6\u00a0–\u2060\u00a08\u00a0PM",
  hostile("location"),
  "Food Distribution ·",
  "3 spots left",
  hostile("line"),
];

/** The padding below each fact of a letter. */
const gapsOf = async (facts: NonNullable<Letter["facts"]>) =>
  attributesOf(await asHtml({ ...plain, facts }), "style").filter((style) => style.startsWith("padding:0 0 "));

describe("asHtml", () => {
  it("shows typed text literally, everywhere, in the letter's order", async () => {
    expect(linesOf(await asHtml(full))).toEqual([
      hostile("subject"),
      "Goodturn",
      hostile("heading"),
      hostile("first"),
      hostile("second"),
      hostile("by"),
      hostile("thanks"),
      hostile("when"),
      hostile("now\nbefore"),
      "Where",
      "Cox's Bazar",
      hostile("take"),
      hostile("decline"),
      "Code",
      hostile("code"),
      hostile("caption"),
      hostile("bring"),
      hostile("gloves"),
      hostile("afterwards"),
      hostile("reason"),
      hostile("stop"),
    ]);
  });

  it("does not turn it into markup: every element and attribute is ours", async () => {
    const html = await asHtml(full);
    const names = [...html.matchAll(/<\/?([a-z1]+)/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(
      new Set([
        "a",
        "b",
        "blockquote",
        "body",
        "br",
        "h1",
        "head",
        "html",
        "img",
        "meta",
        "p",
        "span",
        "style",
        "table",
        "td",
        "title",
        "tr",
      ]),
    );
    expect(html).not.toMatch(/<[^>]*onclick/);
    expect(attributesOf(html, "alt")).toEqual(["", 'A "code" & more', 'A "drawing" & more']);
    expect(attributesOf(html, "src")).toEqual(["cid:mark@goodturn", "cid:code@goodturn", "cid:drawing@goodturn"]);
    expect(attributesOf(html, "href")).toEqual([
      full.actions?.[0]?.address,
      full.actions?.[1]?.address,
      full.stop?.page,
    ]);
  });

  it("links to the list that a mail is about, if there is one", async () => {
    const end = { label: "Stop", address: "https://goodturn.example/newsletter#1" };
    const list = `https://goodturn.example/?a=1&b="'><b>`;
    const follows = [
      { text: hostile("filter"), list, ...end },
      { text: hostile("organizer"), ...end },
    ];
    const html = await asHtml({ ...plain, follows });
    expect(attributesOf(html, "href")).toEqual([list, end.address, end.address]);
    expect(linesOf(html)).toEqual(expect.arrayContaining([hostile("filter"), "Stop", hostile("organizer")]));
  });

  it("keeps times and dates on one line, and changes nothing else", async () => {
    const when = "Sat, Nov 28, 2026, 9:30 – 11:30 AM Dhaka time, 2 PM";
    const html = await asHtml({ ...plain, paragraphs: [when], facts: [{ label: "When", text: when }] });
    expect(html.split("Nov\u00a028, 2026, 9:30\u00a0–\u2060\u00a011:30\u00a0AM Dhaka time, 2\u00a0PM")).toHaveLength(3);
    expect(linesOf(await asHtml({ ...plain, heading: "Room 4 AMBER" }))).toContain("Room 4 AMBER");
  });

  it("spaces facts evenly, and adds no space below the last one", async () => {
    const day = { label: "Date", text: "Today" };
    expect(await gapsOf([day, day, day])).toEqual(["padding:0 0 10px", "padding:0 0 10px", "padding:0 0 0"]);
  });

  it("has the event of the mail at its head, as its title, and the heading below it", async () => {
    const html = await asHtml({ ...plain, event: typedEvent });
    expect(linesOf(html)).toEqual([
      plain.subject,
      "Goodturn",
      "&nbsp;",
      ...linesOfEvent,
      "A place",
      ...linesOf(await asHtml(plain)).slice(3),
    ]);
    expect(decoded(html)).toMatch(/<h1[^>]*>\s*<a[^]*event <b[^]*<\/h1>[^]*<h2[^>]*>\s*A place\s*<\/h2>/);
    expect(html).toMatch(/class="edge-food"\s+style="height:6px[^"]*background-color:#ac6820/);
    // The time must stand out from the place.
    expect(html.match(/font-weight:\d+(?=">\s*(6|location))/g)).toEqual(["font-weight:600", "font-weight:400"]);
    const without = await asHtml(plain);
    expect(without).toMatch(/<h1[^>]*>\s*A place\s*<\/h1>/);
    expect(without).not.toMatch(/class="edge-|class="leaf-|<h2/);
  });

  it("draws each event of a list with its own hue, its title as a link, and no line for what it lacks", async () => {
    const {
      type: _type,
      location: _location,
      typeInWords: _typeInWords,
      left: _left,
      lines: _lines,
      ...bare
    } = typedEvent;
    const html = await asHtml({ ...plain, events: [typedEvent], more: { title: "And one more", events: [bare] } });
    expect(linesOf(html).slice(4, -1)).toEqual([
      "&nbsp;",
      ...linesOfEvent,
      "And one more",
      "&nbsp;",
      ...linesOfEvent.slice(0, 5),
    ]);
    expect(html.match(/class="(edge|leaf)-\w+"/g)).toEqual(
      ["edge-food", "leaf-food", "edge-none", "leaf-none"].map((name) => `class="${name}"`),
    );
    expect(attributesOf(html, "href")).toEqual([typedEvent.address, typedEvent.address]);
    expect(html).not.toMatch(/undefined|null|\[object/);
  });

  it("shows the drawing after the content, above the reason only", async () => {
    const html = await asHtml(full);
    const after = html.slice(html.indexOf("cid:drawing@goodturn"));
    expect(linesOf(`<img src="${after}`)).toEqual([hostile("reason"), hostile("stop")]);
  });

  it("leaves no trace of missing parts", async () => {
    const html = await asHtml(plain);
    expect(linesOf(html)).toEqual(["A place for you", "Goodturn", "A place", "Hello Amina,", "You asked for it."]);
    expect(attributesOf(html, "src")).toEqual(["cid:mark@goodturn"]);
    expect(html).not.toMatch(/<a |border-left|undefined|false|null|\[object|cid:drawing/);
  });

  it("repeats a single button's address as text in account mails, and highlights the first of several buttons", async () => {
    const [take, decline] = [
      { label: "Take", address: "https://goodturn.example/#take" },
      { label: "Decline", address: "https://goodturn.example/#decline" },
    ];
    const one = await asHtml({ ...plain, actions: [take] });
    expect(attributesOf(one, "href")).toEqual([take.address, take.address]);
    expect(linesOf(one).slice(-3)).toEqual(["Take", take.address, "You asked for it."]);
    // Mails that a reader can stop are not needed for logging in.
    const news = await asHtml({ ...plain, actions: [take], stop: full.stop! });
    expect(linesOf(news).slice(-3)).toEqual(["Take", "You asked for it.", hostile("stop")]);
    const two = await asHtml({ ...plain, actions: [take, decline] });
    expect(linesOf(two).slice(-3)).toEqual(["Take", "Decline", "You asked for it."]);
    expect(
      attributesOf(two, "style")
        .map((style) => style.includes("background-color:#1c613e"))
        .filter(Boolean),
    ).toHaveLength(1);
    expect(two).toMatch(/background-color:#1c613e[^>]*>Take<\/a>\s<a /);
  });
});
