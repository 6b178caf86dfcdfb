/** The longest text that is looked through for tags, in UTF-16 code units: far more than is kept of it. */
const textMax = 20_000;

const letters: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  rsquo: "’",
  lsquo: "‘",
  rdquo: "”",
  ldquo: "“",
  bull: "•",
};

/** The words of a text that may be HTML, as calendars and pages have it: without tags, with the ends of its paragraphs. */
export function plainText(text: string): string {
  const some = text.slice(0, textMax);
  const isHtml = /<\/?(a|b|br|div|em|h\d|i|html|li|ol|p|span|strong|u|ul)\b[^<>]*>/i.test(some);
  const words = isHtml
    ? some
        .replace(/\s+/g, " ")
        .replace(/<br\b[^<>]*>|<\/(div|h\d|li|ol|ul|tr)>/gi, "\n")
        .replace(/<\/p>/gi, "\n\n")
        .replace(/<li\b[^<>]*>/gi, "• ")
        .replace(/<[^<>]*>/g, "")
    : some;
  return words
    .replace(/&(#x?[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => letterOf(name) ?? whole)
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function letterOf(name: string): string | undefined {
  if (!name.startsWith("#")) return letters[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
