import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { report, withPreparedData, withServer } from "./measure.ts";

// The script that a first visit to the home page loads, compressed with gzip: files named in the page, and what it holds itself.

const limit = 135;

const html = await withPreparedData((variables) =>
  withServer(variables, async ({ address }) => (await fetch(address)).text()),
);
const named = html.matchAll(
  /<(?:script|link)[^>]+(?:src|href)="(\/assets\/[^"]+\.js)"|from\s*"(\/assets\/[^"]+\.js)"|import\s*"(\/assets\/[^"]+\.js)"/g,
);
const files = [...new Set([...named].map(([, tag, from, bare]) => tag ?? from ?? bare ?? ""))];
const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code ?? "");

const sizes = files.map((file) => ({
  file,
  bytes: gzipSync(readFileSync(`build/client${file}`), { level: 9 }).length,
}));
const inlineBytes = gzipSync(inline.join("\n"), { level: 9 }).length;
for (const { file, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes))
  process.stdout.write(`  ${kilobytes(bytes)} ${file}\n`);
process.stdout.write(`  ${kilobytes(inlineBytes)} in the page itself\n`);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, inlineBytes);
report("script of the home page, gzip", total / 1000, limit, "kB");
if (files.length === 0) throw new Error("The home page names no script: the measurement is wrong.");

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
}
