import { remembering } from "../rules.ts";

/** More letters than the name of any time zone has. */
const nameMax = 64;

/**
 * True for the name of a time zone that this machine knows ('Asia/Dhaka', 'UTC'); false for a mere offset ('+06:00').
 */
export const isTimeZone = (name: string): boolean =>
  name.length <= nameMax && /^[A-Za-z]/.test(name) && isKnownHere(name);

const isKnownHere = remembering(600, (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
});

/** The formats of dates and times, all in American English. */
const looks = {
  date: { weekday: "short", year: "numeric", month: "short", day: "numeric" },
  longDate: { year: "numeric", month: "long", day: "numeric" },
  weekday: { weekday: "long" },
  time: { hour: "numeric", minute: "2-digit" },
  clock: { hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  zone: { timeZoneName: "short" },
  offset: { timeZoneName: "longOffset" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Look = keyof typeof looks;

/**
 * Returns the formatter of a zone and a look. It is cached, because creating it takes thirty times as long as using it.
 * At most 200 are kept, at about 50 kB each: enough for the zones of a long list.
 */
export const formatIn = remembering(
  200,
  (timeZone: string, look: Look) => new Intl.DateTimeFormat("en-US", { ...looks[look], timeZone }),
);

// Pages format the same moments repeatedly, and formatting one takes as long as rendering a link. No look distinguishes
// moments within a minute.
const minute = 60_000;
const minuteOf = (moment: Date) => Math.floor(moment.getTime() / minute);
const textOf = remembering(1000, (zone: string, look: Look, at: number) => formatIn(zone, look).format(at * minute));
const partsOf = remembering(1000, (zone: string, look: Look, at: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    formatIn(zone, look)
      .formatToParts(at * minute)
      .map(({ type, value }) => [type, value]),
  ),
);

/** Formats a moment with a look, in a zone: 'Sat, Nov 28, 2026'. */
export const textIn = (timeZone: string, look: Look, moment: Date) => textOf(timeZone, look, minuteOf(moment));

/** Formats a moment as parts: `{ month: 'Nov', day: '28', … }`. */
export const partsIn = (timeZone: string, look: Look, moment: Date) => partsOf(timeZone, look, minuteOf(moment));

/** Returns a function that gives, for a moment, how many milliseconds the clocks of a zone are ahead of UTC. */
export function clockOffsetIn(timeZone: string): (moment: Date | number) => number {
  const format = formatIn(timeZone, "offset");
  return (moment) => {
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(moment)) ?? [];
    return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
}

const dayLong = 86_400_000;

/**
 * Returns the moment at which calendar and clock show `date` and `time` in a time zone. Returns null for an invalid
 * date or time, and for a year that is still being typed (`0002`). For a time that occurs twice because clocks go back,
 * it is the first; for a skipped time, it is the moment as far after the change as the time is.
 */
export function momentIn(timeZone: string, date: string, time: string): Date | null {
  const wanted = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wanted) || !/^[1-9]\d{3}-/.test(date)) return null;
  const ahead = clockOffsetIn(timeZone);
  // A day before and a day after, because no zone is further from UTC, and none changes its clocks twice in between.
  const before = wanted - ahead(wanted - dayLong);
  const after = wanted - ahead(wanted + dayLong);
  return new Date([before, after].find((moment) => moment + ahead(moment) === wanted) ?? before);
}

/** Cities whose old names some engines still have in zone names. */
const renamedCities: Readonly<Record<string, string>> = {
  Calcutta: "Kolkata",
  Godthab: "Nuuk",
  Katmandu: "Kathmandu",
  Kiev: "Kyiv",
  Rangoon: "Yangon",
  Saigon: "Ho Chi Minh",
};

/**
 * Names a time zone by its city, as people do: 'Dhaka time'. A zone without a city is named by its abbreviation at that
 * moment: 'UTC', 'GMT-5'.
 */
export function zoneName(timeZone: string, moment: Date): string {
  const city = /^(?!Etc\/).+\/(.+)$/.exec(timeZone)?.[1]?.replaceAll("_", " ");
  if (city === undefined) return partsIn(timeZone, "zone", moment)["timeZoneName"] ?? timeZone;
  return `${renamedCities[city] ?? city} time`;
}

/**
 * '9:00 AM', in a zone. Engines use different spaces before AM, but text rendered by the server must match the
 * browser's.
 */
export const clockTimeIn = (moment: Date, timeZone: string): string =>
  textIn(timeZone, "time", moment).replace(/\s/gu, " ");

/**
 * Formats a time span in a zone: `date`, `from` and `until` as local times; `days` for whole days, or null; and
 * `hours`, which has one or the other in words. With `named`, the zone's name follows at the end.
 */
export function spanIn(begin: Date, end: Date, timeZone: string, named: boolean) {
  const [date, lastDate] = [begin, end].map((moment) => textIn(timeZone, "date", moment)) as [string, string];
  const isTilMidnight = date !== lastDate && textIn(timeZone, "date", new Date(end.getTime() - 1)) === date;
  const clocks = isTilMidnight
    ? [clockTimeIn(begin, timeZone)]
    : date === lastDate
      ? rangeOf(begin, end, timeZone)
      : [clockTimeIn(begin, timeZone), clockTimeIn(end, timeZone)];
  // Whole hours need no minutes, unless the other end has some.
  const [from = "", last = from] = clocks.every((hour) => hour.includes(":00"))
    ? clocks.map((hour) => hour.replace(":00", ""))
    : clocks;
  const until = isTilMidnight ? "midnight" : date === lastDate ? last : `${dayBeside(begin, end, timeZone)}, ${last}`;
  const days = date !== lastDate ? wholeDays(begin, end, timeZone) : null;
  const zone = named ? ` ${zoneName(timeZone, end)}` : "";
  return { date, from, until: until + zone, days, hours: (days ?? `${from} – ${until}`) + zone };
}

/**
 * Returns the days of a span that covers whole days, from the first minute of one to the last of another; otherwise
 * null.
 */
function wholeDays(begin: Date, end: Date, timeZone: string): string | null {
  const dateAt = (at: number) => textIn(timeZone, "date", new Date(at));
  const [from, until] = [begin.getTime(), end.getTime()];
  if (dateAt(from - 1) === dateAt(from) || dateAt(until - 1) === dateAt(until)) return null;
  const last = new Date(until - 1);
  if (dateAt(from) === dateAt(until - 1)) return "all day";
  return `${partsIn(timeZone, "date", begin)["weekday"]} – ${dayBeside(begin, last, timeZone)}`;
}

/**
 * Formats two times of a day, with a single AM or PM if that is enough for both; only one time if both look the same.
 * `formatRange` gives the same, but takes ten times as long.
 */
function rangeOf(begin: Date, end: Date, timeZone: string): string[] {
  const [from, until] = [clockTimeIn(begin, timeZone), clockTimeIn(end, timeZone)];
  if (from === until) return [from];
  return [from.slice(-2) === until.slice(-2) ? from.slice(0, -3) : from, until];
}

/** Formats the day of an end, next to the day of its beginning. */
function dayBeside(begin: Date, end: Date, timeZone: string): string {
  const [first, last] = [partsIn(timeZone, "date", begin), partsIn(timeZone, "date", end)];
  if (first["year"] !== last["year"]) return textIn(timeZone, "date", end);
  const { weekday, month, day } = last;
  return first["month"] === month ? `${weekday} ${day}` : `${weekday}, ${month} ${day}`;
}
