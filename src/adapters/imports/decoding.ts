/** The length of a text's beginning in which we look for its format, and for the encoding that a page declares. */
const beginMax = 4096;

/** Multi-byte encodings whose texts look like ASCII or UTF-8 without special handling. */
const severalBytes = /^(shift[_-]?jis|sjis|ms_kanji|euc-|iso-2022-|gb|big5|hz-|windows-31j|ks_c)/i;

/**
 * Decodes bytes to text. A byte order mark takes precedence. Bytes that are valid UTF-8 are UTF-8, regardless of the
 * declared encoding; any other line is in the declared encoding, or in Windows-1252.
 * @param contentType the sender's declaration
 */
export function decoded(bytes: Uint8Array, contentType = ""): string {
  const wide = wideLettersOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const begin = Buffer.from(bytes.subarray(0, beginMax)).toString("latin1");
  // A line of a calendar may be folded inside a letter.
  const whole = /BEGIN:VCALENDAR/i.test(begin) ? unfolded(bytes) : bytes;
  const [, named = ""] =
    /charset\s*=\s*["']?\s*([\w-]+)/i.exec(contentType) ??
    /<meta\b[^>]{0,300}charset\s*=\s*["']?\s*([\w-]+)/i.exec(begin) ??
    /^<\?xml\b[^>]{0,100}encoding\s*=\s*["']([\w-]+)/i.exec(begin) ??
    [];
  const decoder = decoderOf(named);
  if (decoder && severalBytes.test(named)) return decoder.decode(whole);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    return linesIn(whole, decoder ?? new TextDecoder("windows-1252"));
  }
}

/** Returns the name of a UTF-16 encoding, detected by its mark or by zeros in the first two characters. */
function wideLettersOf([first = -1, second = -1, third = -1, fourth = -1]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first > 0 && second === 0 && third > 0 && fourth === 0) return "utf-16le";
  return first === 0 && second > 0 && third === 0 && fourth > 0 ? "utf-16be" : null;
}

/** Returns a decoder; null for unknown encodings and for UTF-16, which would have been detected already. */
function decoderOf(name: string): TextDecoder | null {
  try {
    const decoder = name === "" ? null : new TextDecoder(name);
    return decoder && !decoder.encoding.startsWith("utf-") ? decoder : null;
  } catch {
    return null;
  }
}

/** Removes line folds, which are line ends followed by a space or a tab. */
function unfolded(bytes: Uint8Array): Uint8Array {
  const [tab, newline, back, space] = [9, 10, 13, 32];
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const isPair = bytes[at] === back && bytes[at + 1] === newline;
    const next = bytes[at + (isPair ? 2 : 1)];
    const isEnd = bytes[at] === newline || bytes[at] === back;
    if (isEnd && (next === space || next === tab)) at += isPair ? 2 : 1;
    else kept[length++] = bytes[at]!;
  }
  return kept.subarray(0, length);
}

/** Decodes each line as UTF-8, or in the other encoding if it has more invalid than valid sequences. */
function linesIn(bytes: Uint8Array, others: TextDecoder): string {
  const utf8 = new TextDecoder("utf-8");
  return Buffer.from(bytes)
    .toString("latin1")
    .split(/(?<=[\r\n])/)
    .map((line) => {
      if (/^\p{ASCII}*$/u.test(line)) return line;
      const itsBytes = Buffer.from(line, "latin1");
      const text = utf8.decode(itsBytes);
      const broken = text.split("\ufffd").length - 1;
      const letters = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
      return broken > letters ? others.decode(itsBytes) : text;
    })
    .join("");
}
