/**
 * How code that runs on Node is written: as it is, but in ASCII and without comments. The engine keeps each file as text for as long as
 * the process lives, and with a single "–" in it, as twice as many bytes.
 */
export const serverOutput = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
} as const;
