import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { firstEvent } from "../tools/demo/demo-server.ts";
import { report, withPreparedData, withServer } from "./measure.ts";

// The script and style that a first visit to a screen loads, compressed with gzip: the files that the page names, and
// its inline code. The limits, in kB, are near today's figures: a page that needs more gets a higher limit by a
// decision here.

type Limits = { script: number; style: number };

// Includes the night over our drawings, for which every page with an event's picture has a quarter of a kB of script.
// Each page names every other one, which is some 40 bytes of script for each.
const style = 15.8;
const limits: Record<string, Limits> = {
  // Telling an invalid field from a focused one, and centering the marks of checkboxes, takes 40 bytes in every style.
  // Cards and days have a style of their own, and so have the list's filters and its two views.
  "/": { script: 132.35, style: 20.6 },
  "/upcoming-events": { script: 136.95, style: 21.7 },
  // Includes live numbers, calendar links and a member's own registration. The poster, the outcome and the foot of its
  // dialogs have style sheets of their own, as dialogs load on a press and bring no style.
  "/view-event/…": { script: 140.4, style: 21.05 },
  "/community": { script: 128, style: 16 },
  "/aboutUs": { script: 121.1, style },
  "/guideline": { script: 120.8, style },
  "/contact": { script: 127.35, style },
  "/privacy": { script: 122.4, style },
  // Its frame is shared with the page for a forgotten password, in a file of its own.
  "/login": { script: 128.35, style },
  "/register": { script: 130.2, style },
  // Beyond the shared code: the gate's own script with its scanner, its package for storage, and its style; jsQR loads
  // on a press. Telling namesakes apart, and the back button that leads to the list, are 400 bytes of it. The layout
  // for a phone held sideways, as low as a keyboard, is 600 bytes of its style. Scrolling to unfolded fields, and the
  // time in the fold of a paper list, are 100 bytes of its script. The link to its event, and sending chosen times, are
  // 50 more. Guesses by family name, and walk-ins under 18 on paper, are 500.
  "/gate": { script: 147, style: 22.6 },
  // Members' pages are the same for everybody until they load their data. The line about a set pin, and the examples on
  // its card, are included; starting over, with its toast, is 500 bytes.
  "/create-event": { script: 149.95, style: 18.3 },
  // A card drops its bar if its numbers leave it no space, and dialogs keep their title in view.
  "/manage-events": { script: 142.1, style: 20.25 },
  "/joined-events": { script: 135.6, style: 17.6 },
  // Its rows and its navigation have a style of their own.
  "/account": { script: 139.95, style: 16.5 },
};

const pages = await withPreparedData((variables) =>
  withServer(variables, async ({ address }) => {
    const event = await firstEvent(address);
    const texts = new Map<string, string>();
    for (const path of Object.keys(limits))
      texts.set(path, await (await fetch(address + (path === "/view-event/…" ? event : path))).text());
    return texts;
  }),
);
for (const [path, { script, style: styleMax }] of Object.entries(limits)) {
  const html = pages.get(path) ?? "";
  report(`script of ${path}, gzip`, weigh(html, "js", "script"), script, "kB");
  report(`style of ${path}, gzip`, weigh(html, "css", "style"), styleMax, "kB");
}

/** In kB. @throws Error for a page that names no such file, because then nothing would be measured */
function weigh(html: string, ending: "js" | "css", tag: "script" | "style"): number {
  const files = new Set(html.match(new RegExp(`/assets/[\\w.-]+\\.${ending}\\b`, "g")));
  if (files.size === 0) throw new Error(`A page names no ${tag}: the measurement is wrong.`);
  const inline = html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${tag}>`, "g"));
  const contents = [...files].map((file) => readFileSync(`build/client${file}`));
  contents.push(Buffer.from([...inline].map(([, content]) => content ?? "").join("\n")));
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) / 1000;
}
