import { describe, expect, it } from "vitest";
import { eventTypes } from "#domain/events/rules.ts";
import type { EventInMail, Letter } from "#domain/mail.ts";
import { asHtml } from "./letter.ts";

const action = { label: "See the event", address: "https://goodturn.example" };
const event: EventInMail = {
  leaf: { weekday: "Sat", day: "28", month: "Nov" },
  title: "Soup night",
  when: "Sat, Nov 28, 2026, 6 – 8 PM",
  hours: "6 – 8 PM",
  location: "Pritzker Park",
  typeInWords: "Food Distribution",
  left: { text: "3 spots left", isFew: true },
  lines: ["From Amina"],
  address: "https://goodturn.example",
};
const short: Letter = {
  to: "amina@example.org",
  subject: "News",
  heading: "News",
  paragraphs: ["Hello Amina,"],
  actions: [action],
  reason: "You asked for it.",
};
/** A letter with each part, and with each hue. */
const whole: Letter = {
  ...short,
  event: { ...event, type: "food" },
  quote: { by: "Amina writes:", text: "Thank you." },
  facts: [{ label: "Your number", text: "3" }],
  events: [event, ...eventTypes.map((type) => ({ ...event, type }))],
  more: { title: "And more", events: [{ ...event, left: { text: "Full · waitlist", isFew: false } }] },
  actions: [action, action],
  code: { says: "K7QM", alt: "", caption: "Show this.", fact: { label: "Code", text: "K7QM" } },
  follows: [{ ...action, text: "Soup", list: "https://goodturn.example" }],
  stop: { label: "Stop", page: "https://goodturn.example", call: "https://goodturn.example" },
};

describe("the colors of a mail", () => {
  it("are legible in a light and in a dark program: each text stands out from its ground", async () => {
    for (const letter of [whole, short]) {
      const html = await asHtml(letter);
      for (const theme of ["light", "dark"] as const) {
        const texts = textsOf(html, theme);
        expect(texts.map(({ text }) => text)).toContain("See the event");
        expect(texts.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
      }
    }
  });

  it("are dark on every text and ground in a dark program, and light in one that ignores style sheets", async () => {
    const html = await asHtml(whole);
    expect(html).toContain('<meta name="color-scheme" content="light dark" />');
    const light = textsOf(html, "light");
    const dark = textsOf(html, "dark");
    expect(dark).toHaveLength(light.length);
    const same = dark.filter(
      ({ color, ground }, index) => color === light[index]?.color || ground === light[index]?.ground,
    );
    expect(same).toEqual([]);
    expect(textsOf(html.replace(/<style>[^]*<\/style>/, ""), "dark")).toEqual(light);
  });
});

/** The light of a color, as the contrast of WCAG 2 counts it. */
function lightOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dim = 0, bright = 0] = [lightOf(one), lightOf(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

/** The texts of a page with their contrast in a theme. Colors come from elements, or from the style sheet if dark. */
function textsOf(html: string, theme: "light" | "dark") {
  const [, sheet = ""] = /@media \(prefers-color-scheme:dark\)\{([^]*)\}\s*<\/style>/.exec(html) ?? [];
  const rules = new Map(Array.from(sheet.matchAll(/\.([\w-]+)\{([^}]*)\}/g), ([, name, rule]) => [name, rule ?? ""]));
  const body = html.slice(html.indexOf("<body"), html.indexOf("</body>"));
  const open: { color: string; ground: string }[] = [{ color: "#000000", ground: "#ffffff" }];
  const texts: { text: string; color: string; ground: string; contrast: number }[] = [];
  for (const [, end, name = "", attributes = "", text = ""] of body.matchAll(/<(\/?)(\w+)([^>]*)>([^<]*)/g)) {
    if (end) open.pop();
    else if (!["br", "img"].includes(name)) {
      const classes = /class="([^"]*)"/.exec(attributes)?.[1]?.split(" ") ?? [];
      const dark = theme === "dark" ? classes.map((each) => rules.get(each) ?? "") : [];
      const styles = [/style="([^"]*)"/.exec(attributes)?.[1] ?? "", ...dark].join(";");
      const last = (pattern: RegExp) => Array.from(styles.matchAll(pattern)).at(-1)?.[1];
      const { color, ground } = open.at(-1)!;
      open.push({
        color: last(/(?:^|;)color:(#\w{6})/g) ?? color,
        ground: last(/background-color:(#\w{6})/g) ?? ground,
      });
    }
    const { color, ground } = open.at(-1)!;
    if (text.replace("&nbsp;", "").trim())
      texts.push({ text: text.trim(), color, ground, contrast: contrastOf(color, ground) });
  }
  return texts;
}
