import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { firstEvent } from "../tools/demo/demo-server.ts";
import { report, withPreparedData, withServer } from "./measure.ts";

// The script and the style that a first visit to a screen loads, compressed with gzip: the files that the page names, and
// what it holds itself. The limits, in kB, are near today's figures: a page that needs more gets it by a
// decision here.

type Limits = { script: number; style: number };

// With the night over our drawings, for which whatever shows an event's picture has a quarter of a kB of script. Each page names
// every other one, which is some 40 bytes of script for each.
const style = 15.8;
const limits: Record<string, Limits> = {
  // That a field which is wrong is told from one that has focus, and marks stand in the middle of their boxes, is 40 bytes of every style.
  // Cards and days have a style of their own, and so have what the list is narrowed by and the two ways to look at it.
  "/": { script: 132.35, style: 20.6 },
  "/upcoming-events": { script: 136.95, style: 21.7 },
  // With live numbers, the ways into a calendar, and a member's own registration; its poster, what came of it, and the foot of its dialogs, which
  // come with a press and bring no style, have style sheets of their own.
  "/view-event/…": { script: 140.4, style: 21.05 },
  "/community": { script: 128, style: 16 },
  "/aboutUs": { script: 121.1, style },
  "/guideline": { script: 120.8, style },
  "/contact": { script: 127.35, style },
  "/privacy": { script: 122.4, style },
  // Its frame is the one in which a forgotten password is asked for, in a file of its own.
  "/login": { script: 128.35, style },
  "/register": { script: 130.2, style },
  // Beyond what is shared: the gate's own script, which scans its own key too, with its package for storage, and its style. jsQR comes
  // with a press. That namesakes are told apart, and that the way back leads to the list, are 400 bytes of it; held
  // sideways, where a phone is as low as a keyboard, it has a layout of its own, which is 600 bytes of its style.
  // That what is unfolded comes into sight, and a paper list's fold says from when, are the last 100 bytes of its script;
  // the way to its event, and that a chosen time goes as such, are 50 more; that a family name finds whose letter it may be,
  // and that a paper's walk-in may be under 18, are 500.
  "/gate": { script: 147, style: 22.6 },
  // Members' pages are the same for everybody until they ask for what they show.
  // With the line that says that a pin is set, and what of its card is an example; that it can be begun afresh, which tells of it by a toast, is 500 bytes.
  "/create-event": { script: 149.95, style: 18.3 },
  // A card drops its bar where its numbers leave it no room, and dialogs keep their title in sight.
  "/manage-events": { script: 142.1, style: 20.25 },
  "/joined-events": { script: 135.6, style: 17.6 },
  // Its rows and the way through them have a style of their own.
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

/** In kB. @throws Error for a page that names no such file, because then we would measure nothing */
function weigh(html: string, ending: "js" | "css", tag: "script" | "style"): number {
  const files = new Set(html.match(new RegExp(`/assets/[\\w.-]+\\.${ending}\\b`, "g")));
  if (files.size === 0) throw new Error(`A page names no ${tag}: the measurement is wrong.`);
  const inline = html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${tag}>`, "g"));
  const contents = [...files].map((file) => readFileSync(`build/client${file}`));
  contents.push(Buffer.from([...inline].map(([, content]) => content ?? "").join("\n")));
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) / 1000;
}
