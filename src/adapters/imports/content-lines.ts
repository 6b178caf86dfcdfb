/** A line of a calendar: its name in capitals, its parameters, and its value. */
export type ContentLine = { name: string; params: ReadonlyMap<string, string>; value: string };

/** The names of lines with free text, which other programs may have broken without marking the continuation. */
const ofWords = new Set(["SUMMARY", "DESCRIPTION", "LOCATION", "X-ALT-DESC", "STYLED-DESCRIPTION"]);
const others = new Set(
  `COMMENT CONTACT CATEGORIES RESOURCES BEGIN END UID DTSTAMP DTSTART DTEND DUE DURATION RRULE EXRULE RDATE EXDATE RECURRENCE-ID SEQUENCE
  STATUS CLASS TRANSP PRIORITY CREATED LAST-MODIFIED COMPLETED PERCENT-COMPLETE GEO URL ORGANIZER ATTENDEE ATTACH RELATED-TO
  REQUEST-STATUS ACTION TRIGGER REPEAT ACKNOWLEDGED TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL VERSION PRODID CALSCALE METHOD NAME
  SOURCE REFRESH-INTERVAL COLOR IMAGE CONFERENCE STRUCTURED-DATA LOCATION-TYPE PARTICIPANT-TYPE RESOURCE-TYPE CALENDAR-ADDRESS
  FREEBUSY PROXIMITY`.split(/\s+/),
);
const ofDates = new Set(["DTSTART", "DTEND", "RDATE", "EXDATE", "RECURRENCE-ID"]);

/**
 * Yields the lines of a calendar, with any line ends. Folded lines are joined; a line that is not a property continues
 * the text before it, or is left out.
 */
export function* contentLines(text: string): Generator<ContentLine> {
  let last: ContentLine | null = null;
  const isSmall = /^\s*begin:/.test(text);
  // Longer runs are kept; programs do not write them. So each character is examined once.
  for (const line of text.replace(/(?:\r{1,3}\n|\n|\r)[ \t]/g, "").split(/\r{1,3}\n|\n|\r/)) {
    const own = contentLine(line.replace(/^\ufeff/, ""), isSmall);
    if (own) {
      if (last) yield last;
      last = own;
    } else if (last && ofWords.has(last.name) && line.trim() !== "") {
      last = goingOn(last, line);
    }
  }
  if (last) yield last;
}

/** Appends a line to a free text; a text that people read on one line stays on one. */
const goingOn = ({ name, params, value }: ContentLine, line: string): ContentLine => ({
  name,
  params,
  value: `${value}${name.endsWith("DESCRIPTION") ? "\\n" : " "}${line}`,
});

/**
 * Parses a property of a calendar; null for any other line, such as a text's second line: 'Bring: gloves'.
 * @param isSmall true if its calendar has its names in small letters
 */
function contentLine(line: string, isSmall: boolean): ContentLine | null {
  const [, word = "", mark, next = ""] = /^\s{0,3}([A-Za-z0-9-]{1,80})([;:])(.?)/.exec(line) ?? [];
  if (!mark) return null;
  const name = word.toUpperCase();
  const isLoud = word === name;
  const isKnown = ofWords.has(name) || others.has(name);
  // A name in small letters, or unknown to us, may be the start of a sentence.
  const isMeant = isLoud
    ? isKnown || !/\s/.test(next)
    : (isKnown || word.startsWith("x-")) && word === word.toLowerCase();
  if (!isMeant || (!isLoud && !isSmall && /\s/.test(next))) return null;
  // Most lines are this simple.
  if (mark === ":" && !line.includes('"') && !ofDates.has(name))
    return { name, params: noParams, value: line.slice(line.indexOf(":") + 1).trim() };
  const colons = [...line.matchAll(/"[^"]*"|:/g)].filter(([found]) => found === ":").map(({ index }) => index);
  const first = colons[0] ?? line.indexOf(":");
  // A zone's name may contain colons, and is not always quoted: '(UTC+01:00) Amsterdam'.
  const isBegun = (at: number) => /^\s*(?:\d{4}-?\d\d-?\d\d|$)/.test(line.slice(at + 1, at + 40));
  const at = (ofDates.has(name) ? colons.slice(0, 20).find(isBegun) : undefined) ?? first;
  if (at < 0) return { name, params: new Map(), value: "" };
  return { name, params: paramsIn(line.slice(0, at)), value: line.slice(at + 1).trim() };
}

const noParams: ContentLine["params"] = new Map();

/** Parses the parameters between a line's name and its value: `;TZID="Europe/Berlin";VALUE=DATE`. */
function paramsIn(head: string): ContentLine["params"] {
  const pairs = head.matchAll(/;\s*([A-Za-z0-9-]+)\s*=\s*(?:"([^"]*)"|([^;]*))/g);
  return new Map([...pairs].map(([, name = "", quoted, bare = ""]) => [name.toUpperCase(), (quoted ?? bare).trim()]));
}
