/**
 * The format of code for Node: readable, but in ASCII and without comments. The engine keeps each file's text in
 * memory, and a single non-ASCII character such as "–" doubles its bytes.
 */
export const serverOutput = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
} as const;
