import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { firstEvent } from "../tools/demo/demo-server.ts";
import { report, withPreparedData, withServer } from "./measure.ts";

// The scripts and styles that a first visit to a screen loads, compressed with gzip: linked files and inline code. Each
// limit is the measured size plus 2 %, in whole kilobytes of 1000 bytes
// (docs/decisions/072-react-router-as-it-comes.md). The scripts of the first three pages are as large as may be. Only a
// decision may raise a limit.

type Limits = { script: number; style: number };

const limits: Record<string, Limits> = {
  "/": { script: 145, style: 24 },
  "/upcoming-events": { script: 149, style: 25 },
  "/view-event/…": { script: 153, style: 26 },
  "/community": { script: 140, style: 20 },
  "/aboutUs": { script: 135, style: 20 },
  "/guideline": { script: 134, style: 20 },
  "/contact": { script: 142, style: 20 },
  "/privacy": { script: 136, style: 20 },
  "/login": { script: 143, style: 20 },
  "/register": { script: 144, style: 20 },
  "/gate": { script: 163, style: 26 },
  "/create-event": { script: 165, style: 21 },
  "/manage-events": { script: 156, style: 23 },
  "/joined-events": { script: 149, style: 24 },
  "/account": { script: 169, style: 22 },
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
