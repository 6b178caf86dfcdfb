import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { journeysBrowser } from "../setup/browser.ts";

/** The factors besides the page that decide how it is drawn: the browser's version, and a hash of the list of fonts. */
export type MadeWith = { browser: string; fonts: string };

const file = "docs/screens/made-with.json";

/** Reads this machine's browser and fonts; a missing program is named in its place. */
export const drawsWith = (): MadeWith => ({
  browser: outputOf(journeysBrowser, ["--version"]).replace(/\s+/g, " ").trim(),
  fonts: hashOf(outputOf("fc-list", [":", "family", "style", "fontversion"])),
});

/**
 * Says why this machine's pictures cannot be compared with the stored ones; null if they can.
 * @param kept the browser and fonts of the stored ones, null if unknown
 */
export function whyNotCompared(kept: MadeWith | null, here: MadeWith): string | null {
  const but = "screens are not compared with their pictures (npm run pictures takes them on this machine)";
  if (kept === null) return `nothing says what the pictures were made with: ${but}`;
  if (kept.browser !== here.browser) return `they were made with ${kept.browser}, and this is ${here.browser}: ${but}`;
  return kept.fonts === here.fonts ? null : `they were made with other fonts: ${but}`;
}

/** Reads the browser and fonts of the stored pictures; null if unknown. */
export const keptWith = (): MadeWith | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MadeWith) : null;

/** Writes this machine's browser and fonts beside the pictures. */
export const writeMadeWith = () => writeFileSync(file, `${JSON.stringify(drawsWith(), null, 2)}\n`);

function outputOf(program: string, words: string[]): string {
  try {
    return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return `no ${program}`;
  }
}

/** Fonts are listed in a different order at each call. */
const hashOf = (list: string) =>
  createHash("sha256").update(list.split("\n").toSorted().join("\n")).digest("hex").slice(0, 16);
