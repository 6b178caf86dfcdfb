import { remembering } from "../rules.ts";

/** More letters than the name of any time zone has. */
const nameMax = 64;

/** True for the name of a time zone that this machine knows ('Asia/Dhaka', 'UTC'); a mere offset ('+06:00') is none. */
export const isTimeZone = (name: string): boolean =>
  name.length <= nameMax && /^[A-Za-z]/.test(name) && isKnownHere(name);

const isKnownHere = remembering(600, (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
});

/** The looks of dates and times, all in American English. */
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
 * What writes dates and times with a look, in a zone. It is made once and kept: making it takes thirty times as long as using it.
 * At most 200 are kept, at about 50 kB each: enough for the zones of a long list.
 */
export const formatIn = remembering(
  200,
  (timeZone: string, look: Look) => new Intl.DateTimeFormat("en-US", { ...looks[look], timeZone }),
);

// Pages say the same moments again and again, and to write one takes as long as a link. No look tells apart moments of one minute.
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

/** A moment with a look, in a zone: 'Sat, Nov 28, 2026'. */
export const textIn = (timeZone: string, look: Look, moment: Date) => textOf(timeZone, look, minuteOf(moment));

/** The same, taken apart: `{ month: 'Nov', day: '28', … }`. */
export const partsIn = (timeZone: string, look: Look, moment: Date) => partsOf(timeZone, look, minuteOf(moment));

/** By how many milliseconds the clocks of a zone are ahead of UTC, at whatever moment one asks for. */
export function clockOffsetIn(timeZone: string): (moment: Date | number) => number {
  const format = formatIn(timeZone, "offset");
  return (moment) => {
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(moment)) ?? [];
    return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
}

const dayLong = 86_400_000;

/**
 * The moment at which calendar and clock show `date` and `time` in a time zone, or null when these are not a date and a
 * time; a year that is still being typed (`0002`) is none. Of a time that clocks show twice, because they are set back, it
 * is the first; where they are set forward over the time, it is the moment as far behind the change as the time is.
 */
export function momentIn(timeZone: string, date: string, time: string): Date | null {
  const wanted = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wanted) || !/^[1-9]\d{3}-/.test(date)) return null;
  const ahead = clockOffsetIn(timeZone);
  // A day before and a day after, because no zone is further from UTC, nor changes its clocks twice in between.
  const before = wanted - ahead(wanted - dayLong);
  const after = wanted - ahead(wanted + dayLong);
  return new Date([before, after].find((moment) => moment + ahead(moment) === wanted) ?? before);
}

/** Cities whose old names engines still have in those of their zones. */
const renamedCities: Readonly<Record<string, string>> = {
  Calcutta: "Kolkata",
  Godthab: "Nuuk",
  Katmandu: "Kathmandu",
  Kiev: "Kyiv",
  Rangoon: "Yangon",
  Saigon: "Ho Chi Minh",
};

/**
 * A time zone as people call it, by its city: 'Dhaka time'. One without a city is called by what it is at that moment: 'UTC',
 * 'GMT-5'.
 */
export function zoneName(timeZone: string, moment: Date): string {
  const city = /^(?!Etc\/).+\/(.+)$/.exec(timeZone)?.[1]?.replaceAll("_", " ");
  if (city === undefined) return partsIn(timeZone, "zone", moment)["timeZoneName"] ?? timeZone;
  return `${renamedCities[city] ?? city} time`;
}

/** '9:00 AM', in a zone. Engines differ in the spaces around AM; text that the server rendered has to be the browser's too. */
export const clockTimeIn = (moment: Date, timeZone: string): string =>
  textIn(timeZone, "time", moment).replace(/\s/gu, " ");

/**
 * From when to when something is in a zone: its `date`, `from` and `until` as clocks show them; `days` where it takes whole ones, or
 * null; and `hours`, which is one or the other in words. The zone is named on demand, at the end.
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

/** The days that something takes as a whole, from the first minute of one to the last of another; null for other times. */
function wholeDays(begin: Date, end: Date, timeZone: string): string | null {
  const dateAt = (at: number) => textIn(timeZone, "date", new Date(at));
  const [from, until] = [begin.getTime(), end.getTime()];
  if (dateAt(from - 1) === dateAt(from) || dateAt(until - 1) === dateAt(until)) return null;
  const last = new Date(until - 1);
  if (dateAt(from) === dateAt(until - 1)) return "all day";
  return `${partsIn(timeZone, "date", begin)["weekday"]} – ${dayBeside(begin, last, timeZone)}`;
}

/**
 * Two times of a day, with one AM or PM where that is enough for both; one alone where clocks show it twice. `formatRange`
 * says the same, and takes ten times as long.
 */
function rangeOf(begin: Date, end: Date, timeZone: string): string[] {
  const [from, until] = [clockTimeIn(begin, timeZone), clockTimeIn(end, timeZone)];
  if (from === until) return [from];
  return [from.slice(-2) === until.slice(-2) ? from.slice(0, -3) : from, until];
}

/** The day of an end, beside that of its beginning. */
function dayBeside(begin: Date, end: Date, timeZone: string): string {
  const [first, last] = [partsIn(timeZone, "date", begin), partsIn(timeZone, "date", end)];
  if (first["year"] !== last["year"]) return textIn(timeZone, "date", end);
  const { weekday, month, day } = last;
  return first["month"] === month ? `${weekday} ${day}` : `${weekday}, ${month} ${day}`;
}
