import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { journeysBrowser } from "../setup/browser.ts";

/** What decides how a page is drawn, beside the page: the browser's version, and a hash of the list of fonts. */
export type MadeWith = { browser: string; fonts: string };

const file = "docs/screens/made-with.json";

/** Reads what this machine draws with; a program that is not here is named in its place. */
export const drawsWith = (): MadeWith => ({
  browser: outputOf(journeysBrowser, ["--version"]).replace(/\s+/g, " ").trim(),
  fonts: hashOf(outputOf("fc-list", [":", "family", "style", "fontversion"])),
});

/**
 * Tells why this machine's pictures cannot be compared with those that are kept; null when they can.
 * @param kept what the kept ones were made with, null when nothing says it
 */
export function whyNotCompared(kept: MadeWith | null, here: MadeWith): string | null {
  const but = "screens are not compared with their pictures (npm run pictures takes them on this machine)";
  if (kept === null) return `nothing says what the pictures were made with: ${but}`;
  if (kept.browser !== here.browser) return `they were made with ${kept.browser}, and this is ${here.browser}: ${but}`;
  return kept.fonts === here.fonts ? null : `they were made with other fonts: ${but}`;
}

/** Reads what the pictures that are kept were made with; null where nothing says it. */
export const keptWith = (): MadeWith | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MadeWith) : null;

/** Writes beside the pictures what they were made with. */
export const writeMadeWith = () => writeFileSync(file, `${JSON.stringify(drawsWith(), null, 2)}\n`);

function outputOf(program: string, words: string[]): string {
  try {
    return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return `no ${program}`;
  }
}

/** The order in which fonts are listed differs from one call to the next. */
const hashOf = (list: string) =>
  createHash("sha256").update(list.split("\n").toSorted().join("\n")).digest("hex").slice(0, 16);
