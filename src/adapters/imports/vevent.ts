import ICAL from "ical.js";
import type { ContentLine } from "./content-lines.ts";

/**
 * An event of a calendar: its texts, and its dates and rules as ical.js has them; parsed line by line, so that a broken
 * one does not affect the others.
 */
export type Vevent = {
  component: ICAL.Component;
  /** Properties are stored by names in small letters; the first one with a value counts. */
  words: ReadonlyMap<string, string>;
  /** The dates excluded from the event's rule. */
  exclusions: ICAL.Recur[];
  /** The days excluded at any time of day, as '20261212'. */
  daysOff: ReadonlySet<string>;
  /** The lengths, in milliseconds, of dates with a length of their own, by the date in ical.js's spelling. */
  lengths: ReadonlyMap<string, number>;
  /** True if an essential part is unreadable, so that the result would be a different event. */
  isBroken: boolean;
};

/** The properties with text, or with a single value that we parse ourselves. */
const wordNames = new Set(
  `UID SUMMARY LOCATION DESCRIPTION X-ALT-DESC STYLED-DESCRIPTION URL GEO CLASS STATUS TRANSP X-MICROSOFT-CDO-BUSYSTATUS
  X-MICROSOFT-CDO-ALLDAYEVENT`.split(/\s+/),
);

/** The maximum number of date lines per event; each may have many dates. */
const linesMax = 2000;

/**
 * Builds the event from its lines.
 * @param calendar which defines the zones that it names
 * @param isCut true if the file ends within it
 */
export function veventOf(lines: readonly ContentLine[], calendar: ICAL.Component, isCut: boolean): Vevent {
  const component = new ICAL.Component("vevent", calendar);
  const words = new Map<string, string>();
  const [exclusions, lengths, daysOff] = [[] as ICAL.Recur[], new Map<string, number>(), new Set<string>()];
  let [isBroken, dated] = [isCut, 0];
  const isOfDays = lines.some((line) => line.name === "DTSTART" && isDays(line));
  for (const line of lines) {
    const { name, params, value } = line;
    const lower = name.toLowerCase();
    if (wordNames.has(name)) {
      if (!words.get(lower)) words.set(lower, unescaped(value));
    } else if (name === "X-APPLE-STRUCTURED-LOCATION") {
      const place = [params.get("X-TITLE"), params.get("X-ADDRESS")].map((word) => unescaped(word ?? ""));
      if (!words.has("x-apple-point")) words.set("x-apple-point", value).set("x-apple-place", nameOfPlace(place));
    } else if (value !== "" && ++dated <= linesMax) {
      try {
        readDated(line);
      } catch {
        // An event without a readable end is still usable; with an unreadable exclusion it would take place on an
        // excluded date.
        isBroken ||= !["DTEND", "DURATION"].includes(name);
      }
    }
  }
  // An exception may contain only its date and the word that it is canceled.
  const which = component.getFirstProperty("recurrence-id");
  if (which && !component.hasProperty("dtstart")) component.addPropertyWithValue("dtstart", which.getFirstValue());
  return { component, words, exclusions, daysOff, lengths, isBroken: isBroken || dated > linesMax };

  function readDated({ name, params, value }: ContentLine): void {
    if (name === "DURATION") return add("duration", value.toUpperCase().replace(/\s+/g, ""));
    if (name === "RRULE") return add("rrule", ruleOf(value));
    if (name === "EXRULE") {
      const [, , , rule] = ICAL.parse.property(`RRULE:${ruleOf(value)}`) as [string, object, string, object];
      return void exclusions.push(new ICAL.Recur(rule));
    }
    if (!["DTSTART", "DTEND", "RDATE", "EXDATE", "RECURRENCE-ID"].includes(name)) return;
    const { type, dates } = writtenDates(value);
    if (name === "EXDATE" && (type === "date" || isDays({ params, value }) || isOfDays)) {
      for (const date of dates) daysOff.add(date.slice(0, 8));
      return;
    }
    // An all-day event begins on days, even if a time is given.
    const isDay = type === "date" || isDays({ params, value }) || (isOfDays && name === "RECURRENCE-ID");
    if (name === "DTSTART") words.set("zone", params.get("TZID") ?? "");
    for (const date of dates) add(name.toLowerCase(), isDay ? date.slice(0, 8) : date, isDay, params.get("TZID"));
  }

  /** Adds a property. @throws Error */
  function add(name: string, value: string, isDay = false, zone = ""): void {
    const [begin = "", until] = value.split("/");
    const beside = zone === "" ? "" : `;TZID="${zone.replaceAll('"', "")}"`;
    const line = `${name.toUpperCase()}${isDay ? ";VALUE=DATE" : beside}:`;
    const property = new ICAL.Property(ICAL.parse.property(line + begin) as never, component);
    const own = property.getFirstValue();
    if (own === null || own === undefined) throw new Error("empty value");
    if (until !== undefined && own instanceof ICAL.Time) lengths.set(own.toString(), lengthOf(begin, until));
    component.addProperty(property);
  }
}

/** True if dates are days, by their format or their declaration. */
const isDays = ({ params, value }: Pick<ContentLine, "params" | "value">): boolean =>
  /^[\d-]{8,10}$/.test(value) || params.get("VALUE")?.toUpperCase() === "DATE";

/** Returns the length of a period, in milliseconds. */
function lengthOf(begin: string, until: string): number {
  if (until.includes("P")) return ICAL.Duration.fromString(until).toSeconds() * 1000;
  const [from = NaN, to = NaN] = [begin, until].map((date) =>
    Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z?$/, "$1-$2-$3T$4:$5:$6Z")),
  );
  return to - from;
}

/** Cleans a rule: without empty parts, and with its end in the standard's format. */
const ruleOf = (value: string): string =>
  value
    .toUpperCase()
    .split(";")
    .map((part) => part.replace(/\s+/g, ""))
    .filter((part) => !/^[^=]*=?$/.test(part))
    .map((part) => (part.startsWith("UNTIL=") ? `UNTIL=${writtenDates(part.slice(6)).dates[0]}` : part))
    .join(";");

/** Decodes a calendar's text escapes. */
const unescaped = (value: string): string =>
  value.replace(/\\([nN\\,;:"])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign)).trim();

/** Joins a name, and an address without the repeated name, on one line. */
function nameOfPlace([name = "", address = ""]: string[]): string {
  const line = address
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .join(", ");
  return line.startsWith(name) ? line : [name, line].filter(Boolean).join(", ");
}

/** Dates in the calendar standard's terms: whole days, moments, or periods with an end or a length. */
type WrittenDates = { type: "date" | "date-time" | "period"; dates: string[] };

/**
 * Converts dates to the standard's format from other spellings: days not declared as such, dashes and colons, missing
 * seconds, and offsets.
 * @throws Error for invalid dates, and for days among moments
 */
function writtenDates(value: string): WrittenDates {
  const dates = value
    .split(",")
    .map((date) => date.trim())
    .filter((date) => date !== "")
    .map((date) => (date.includes("/") ? written(date.slice(0, date.indexOf("/"))) + endOf(date) : written(date)));
  const types = new Set(
    dates.map((date) => (date.includes("/") ? "period" : date.includes("T") ? "date-time" : "date")),
  );
  const [type = "date-time"] = types;
  if (types.size > 1) throw new Error("days mixed with moments");
  return { type, dates };
}

function endOf(period: string): string {
  const end = period.slice(period.indexOf("/") + 1).trim();
  return `/${/^[+-]?P/i.test(end) ? end.toUpperCase() : written(end)}`;
}

/** A date: '20261205', '20261205T100000' or '20261205T100000Z'. @throws Error if the text is not a date */
function written(date: string): string {
  const [, year = "", month = "", day = "", hour, minute = "00", second = "00", zone = ""] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(date) ??
    [];
  const moment = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // Date arithmetic turns the 30th of February into the 2nd of March, but it is not a valid day.
  if (Number.isNaN(moment.getTime()) || moment.getUTCDate() !== Number(day)) throw new Error("invalid date");
  if (hour === undefined) return year + month + day;
  const isClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  if (!isClock && hour + minute + second !== "240000") throw new Error("invalid time");
  const ahead = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  const clock = hour + minute + (second === "60" ? "59" : second);
  if (!ahead) return `${year}${month}${day}T${clock}${zone.toUpperCase()}`;
  const minutes = Number(`${ahead[1]}1`) * (Number(ahead[2]) * 60 + Number(ahead[3]));
  moment.setUTCHours(Number(hour), Number(minute) - minutes, Number(clock.slice(4)));
  return moment.toISOString().replace(/[-:]|\.\d+/g, "");
}
