/** The maximum length of text searched for tags, in UTF-16 code units: far more than is kept. */
const textMax = 20_000;

/** HTML's names for the letters from U+00A0 to U+00FF in order, and for others. */
const latin =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil
  sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute
  Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc
  atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide
  oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(/\s+/);
const others =
  `amp & lt < gt > quot " apos ' ndash – mdash — hellip … rsquo ’ lsquo ‘ rdquo ” ldquo “ sbquo ‚ bdquo „ bull • OElig Œ oelig œ
  Scaron Š scaron š Yuml Ÿ euro € trade ™ dagger † Dagger ‡ permil ‰ lsaquo ‹ rsaquo › prime ′ Prime ″ larr ← uarr ↑ rarr → darr ↓
  harr ↔ minus − ne ≠ le ≤ ge ≥ asymp ≈ infin ∞ radic √ hearts ♥ fnof ƒ circ ˆ tilde ˜ commat @ num # excl ! colon : comma , period .
  lpar ( rpar ) sol / plus + lowbar _ ast * percnt % dollar $ equals =`.split(/\s+/);
const letters: ReadonlyMap<string, string> = new Map([
  ...latin.map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ...others.flatMap((name, at) => (at % 2 === 0 ? [[name, others[at + 1]!] as const] : [])),
  ["nbsp", " "],
  ["shy", ""],
  ["ensp", " "],
  ["emsp", " "],
  ["thinsp", " "],
  ["zwnj", "\u200c"],
  ["zwj", "\u200d"],
]);

/** Converts a text that may be HTML, from a calendar or a page, to plain text: without tags, with its paragraphs. */
export function plainText(text: string): string {
  const some = text.slice(0, textMax);
  const isHtml =
    /<\/?(a|article|b|blockquote|body|br|center|code|div|em|font|h\d|hr|html|i|img|li|ol|p|pre|s|section|small|span|strong|table|tbody|td|th|tr|u|ul)\b[^<>]*>/i.test(
      some,
    );
  const words = isHtml
    ? without(some)
        .replace(/\s+/g, " ")
        .replace(
          /<br\b[^<>]*>|<hr\b[^<>]*>|<\/(article|blockquote|center|div|h\d|li|ol|pre|section|table|tr|ul)\s*>/gi,
          "\n",
        )
        .replace(/<\/p>/gi, "\n\n")
        .replace(/<li\b[^<>]*>/gi, "• ")
        .replace(/<\/t[dh]\s*>/gi, " ")
        .replace(/<[^<>]*>/g, "")
    : some;
  return words
    .replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,7});/gi, (whole, name: string) => letterOf(name) ?? whole)
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Converts a text to a single line, for titles and locations. */
export const plainLine = (text: string): string => plainText(text).replace(/\s+/g, " ");

/**
 * Removes non-text parts of a page: comments, styles, scripts and head; step by step, so that many unclosed ones take
 * no longer.
 */
function without(text: string): string {
  let rest = text;
  for (const [begin, end] of hidden) {
    let kept = "";
    let at = 0;
    const small = rest.toLowerCase();
    for (let from = small.indexOf(begin); from >= 0; from = small.indexOf(begin, at)) {
      const until = small.indexOf(end, from);
      if (until < 0) break;
      kept += rest.slice(at, from);
      at = until + end.length;
    }
    rest = kept + rest.slice(at);
  }
  return rest;
}
const hidden = [
  ["<!--", "-->"],
  ["<style", "</style>"],
  ["<script", "</script>"],
  ["<head>", "</head>"],
  ["<title", "</title>"],
] as const;

function letterOf(name: string): string | undefined {
  if (!name.startsWith("#")) return letters.get(name) ?? letters.get(name.toLowerCase());
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  // Numeric entities in this range mean Windows-1252 letters in practice, regardless of the standard.
  if (code >= 0x80 && code < 0xa0) return new TextDecoder("windows-1252").decode(new Uint8Array([code]));
  const isLetter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  return isLetter ? String.fromCodePoint(code) : undefined;
}
