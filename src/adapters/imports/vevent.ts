import ICAL from "ical.js";
import type { ContentLine } from "./content-lines.ts";

/** An event of a calendar: its words, and its dates and rules as ical.js has them; read line by line, so that none takes the others along. */
export type Vevent = {
  component: ICAL.Component;
  /** By names in small letters; the first that says anything counts. */
  words: ReadonlyMap<string, string>;
  /** Dates that an event does not take place on, of those that its rule has. */
  exclusions: ICAL.Recur[];
  /** Days that are left out whatever the time there, as '20261212'. */
  daysOff: ReadonlySet<string>;
  /** How long it takes on dates that have a length of their own, in milliseconds, by the date in ical.js's spelling. */
  lengths: ReadonlyMap<string, number>;
  /** Whether something of it cannot be read without which it would be another event. */
  isBroken: boolean;
};

/** What of an event is words, or a single value that we read ourselves. */
const wordNames = new Set(
  `UID SUMMARY LOCATION DESCRIPTION X-ALT-DESC STYLED-DESCRIPTION URL GEO CLASS STATUS TRANSP X-MICROSOFT-CDO-BUSYSTATUS
  X-MICROSOFT-CDO-ALLDAYEVENT`.split(/\s+/),
);

/** How many lines of dates of one event are read: each may hold many. */
const linesMax = 2000;

/**
 * The event that some lines are.
 * @param calendar which explains the zones that it names
 * @param isCut whether the file ends within it
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
        // Without an end that we can read it still begins; without a date that it is not on, it would be on it.
        isBroken ||= !["DTEND", "DURATION"].includes(name);
      }
    }
  }
  // One date of a series may say no more than which one it is, and that it is off.
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
    // An event of whole days begins on days, whatever the time that is said besides.
    const isDay = type === "date" || isDays({ params, value }) || (isOfDays && name === "RECURRENCE-ID");
    if (name === "DTSTART") words.set("zone", params.get("TZID") ?? "");
    for (const date of dates) add(name.toLowerCase(), isDay ? date.slice(0, 8) : date, isDay, params.get("TZID"));
  }

  /** @throws Error */
  function add(name: string, value: string, isDay = false, zone = ""): void {
    const [begin = "", until] = value.split("/");
    const beside = zone === "" ? "" : `;TZID="${zone.replaceAll('"', "")}"`;
    const line = `${name.toUpperCase()}${isDay ? ";VALUE=DATE" : beside}:`;
    const property = new ICAL.Property(ICAL.parse.property(line + begin) as never, component);
    const own = property.getFirstValue();
    if (own === null || own === undefined) throw new Error("It is nothing.");
    if (until !== undefined && own instanceof ICAL.Time) lengths.set(own.toString(), lengthOf(begin, until));
    component.addProperty(property);
  }
}

/** Whether dates are days: they look so, or are said to be. */
const isDays = ({ params, value }: Pick<ContentLine, "params" | "value">): boolean =>
  /^[\d-]{8,10}$/.test(value) || params.get("VALUE")?.toUpperCase() === "DATE";

/** How long a stretch of time is, in milliseconds. */
function lengthOf(begin: string, until: string): number {
  if (until.includes("P")) return ICAL.Duration.fromString(until).toSeconds() * 1000;
  const [from = NaN, to = NaN] = [begin, until].map((date) =>
    Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z?$/, "$1-$2-$3T$4:$5:$6Z")),
  );
  return to - from;
}

/** A rule without parts that say nothing, and with its end as the standard writes it. */
const ruleOf = (value: string): string =>
  value
    .toUpperCase()
    .split(";")
    .map((part) => part.replace(/\s+/g, ""))
    .filter((part) => !/^[^=]*=?$/.test(part))
    .map((part) => (part.startsWith("UNTIL=") ? `UNTIL=${writtenDates(part.slice(6)).dates[0]}` : part))
    .join(";");

/** A text of a calendar as people read it. */
const unescaped = (value: string): string =>
  value.replace(/\\([nN\\,;:"])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign)).trim();

/** A name, and an address that does not begin with it again, on one line. */
function nameOfPlace([name = "", address = ""]: string[]): string {
  const line = address
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .join(", ");
  return line.startsWith(name) ? line : [name, line].filter(Boolean).join(", ");
}

/** Dates of a calendar as its standard has them: whole days, moments, or stretches from one moment to another or of a length. */
type WrittenDates = { type: "date" | "date-time" | "period"; dates: string[] };

/**
 * Dates of a calendar in the spelling of its standard, whatever they are called there: a day that is not said to be one, dashes and
 * colons, no seconds, and how far a clock is ahead.
 * @throws Error for what is no date, and for days among moments
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
  if (types.size > 1) throw new Error("There are days among moments.");
  return { type, dates };
}

function endOf(period: string): string {
  const end = period.slice(period.indexOf("/") + 1).trim();
  return `/${/^[+-]?P/i.test(end) ? end.toUpperCase() : written(end)}`;
}

/** One date: '20261205', '20261205T100000' or '20261205T100000Z'. @throws Error where the text is not a date */
function written(date: string): string {
  const [, year = "", month = "", day = "", hour, minute = "00", second = "00", zone = ""] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(date) ??
    [];
  const moment = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // The 30th of February is the 2nd of March to a clock, and no day to people.
  if (Number.isNaN(moment.getTime()) || moment.getUTCDate() !== Number(day)) throw new Error("It is no date.");
  if (hour === undefined) return year + month + day;
  const isClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  if (!isClock && hour + minute + second !== "240000") throw new Error("It is no time.");
  const ahead = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  const clock = hour + minute + (second === "60" ? "59" : second);
  if (!ahead) return `${year}${month}${day}T${clock}${zone.toUpperCase()}`;
  const minutes = Number(`${ahead[1]}1`) * (Number(ahead[2]) * 60 + Number(ahead[3]));
  moment.setUTCHours(Number(hour), Number(minute) - minutes, Number(clock.slice(4)));
  return moment.toISOString().replace(/[-:]|\.\d+/g, "");
}
