/** A line of a calendar: its name in capitals, what stands beside the name, and its value. */
export type ContentLine = { name: string; params: ReadonlyMap<string, string>; value: string };

/** Names of lines with words of people in them, which may have been broken without a sign that they go on. */
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
 * The lines of a calendar, whatever they end with: those that are folded are whole, and what is no line of a calendar belongs to the
 * words before it, or is left out.
 */
export function* contentLines(text: string): Generator<ContentLine> {
  let last: ContentLine | null = null;
  const isSmall = /^\s*begin:/.test(text);
  // More of these in a row than a program would write stay what they are: each is looked at once.
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

/** Words with another line of theirs; what is one line to people stays one. */
const goingOn = ({ name, params, value }: ContentLine, line: string): ContentLine => ({
  name,
  params,
  value: `${value}${name.endsWith("DESCRIPTION") ? "\\n" : " "}${line}`,
});

/**
 * Null for a line that is no property of a calendar, such as the second line of somebody's words: 'Bring: gloves'.
 * @param isSmall whether its calendar has its names in small letters
 */
function contentLine(line: string, isSmall: boolean): ContentLine | null {
  const [, word = "", mark, next = ""] = /^\s{0,3}([A-Za-z0-9-]{1,80})([;:])(.?)/.exec(line) ?? [];
  if (!mark) return null;
  const name = word.toUpperCase();
  const isLoud = word === name;
  const isKnown = ofWords.has(name) || others.has(name);
  // In small letters, or unknown to us, it may as well be a sentence.
  const isMeant = isLoud
    ? isKnown || !/\s/.test(next)
    : (isKnown || word.startsWith("x-")) && word === word.toLowerCase();
  if (!isMeant || (!isLoud && !isSmall && /\s/.test(next))) return null;
  // Most lines are as simple as that.
  if (mark === ":" && !line.includes('"') && !ofDates.has(name))
    return { name, params: noParams, value: line.slice(line.indexOf(":") + 1).trim() };
  const colons = [...line.matchAll(/"[^"]*"|:/g)].filter(([found]) => found === ":").map(({ index }) => index);
  const first = colons[0] ?? line.indexOf(":");
  // The name of a zone has colons of its own, and not always quotes: '(UTC+01:00) Amsterdam'.
  const isBegun = (at: number) => /^\s*(?:\d{4}-?\d\d-?\d\d|$)/.test(line.slice(at + 1, at + 40));
  const at = (ofDates.has(name) ? colons.slice(0, 20).find(isBegun) : undefined) ?? first;
  if (at < 0) return { name, params: new Map(), value: "" };
  return { name, params: paramsIn(line.slice(0, at)), value: line.slice(at + 1).trim() };
}

const noParams: ContentLine["params"] = new Map();

/** The parameters between a line's name and its value: `;TZID="Europe/Berlin";VALUE=DATE`. */
function paramsIn(head: string): ContentLine["params"] {
  const pairs = head.matchAll(/;\s*([A-Za-z0-9-]+)\s*=\s*(?:"([^"]*)"|([^;]*))/g);
  return new Map([...pairs].map(([, name = "", quoted, bare = ""]) => [name.toUpperCase(), (quoted ?? bare).trim()]));
}
