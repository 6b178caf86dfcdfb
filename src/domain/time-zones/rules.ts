import { type Locale, localeNow, say } from "#messages/say.ts";
import { remembering } from "../rules.ts";

/** Longer than the name of any time zone. */
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

/**
 * The time that something takes: an event, or anything with times of its own. `zone` names the clocks that its times
 * are written by. The end is always known: an event without one gets the default duration when it is created.
 */
export type Span = { begin: Date; end: Date; zone: string };

/** Makes the span of an event, or of a record of one, as the API answers with it. */
export const spanOf = (answer: { eventDate: string; eventEnd: string; timeZone: string }): Span => ({
  begin: new Date(answer.eventDate),
  end: new Date(answer.eventEnd),
  zone: answer.timeZone,
});

/** Makes the span of an event, or of a record of one, from its row. */
export const spanOfRow = (row: { event_date: Date; event_end: Date; time_zone: string }): Span => ({
  begin: row.event_date,
  end: row.event_end,
  zone: row.time_zone,
});

/** Tests whether an event has begun; from then on it is under way. */
export const hasBegun = ({ begin }: Pick<Span, "begin">, now: Date): boolean => begin < now;

/** Tests whether an event has ended; then it is not listed as upcoming, and cannot be joined or left. */
export const hasEnded = ({ end }: Pick<Span, "end">, now: Date): boolean => end < now;

/** The looks of dates and times, in the reader's language. */
const looks = {
  date: { weekday: "short", year: "numeric", month: "short", day: "numeric" },
  nearDate: { month: "short", day: "numeric" },
  nearDateOfYear: { year: "numeric", month: "short", day: "numeric" },
  dayOfMonth: { weekday: "short", month: "short", day: "numeric" },
  longDay: { month: "long", day: "numeric" },
  longDate: { year: "numeric", month: "long", day: "numeric" },
  weekday: { weekday: "long" },
  time: { hour: "numeric", minute: "2-digit" },
  hour: { hour: "numeric" },
  clock: { hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  zone: { timeZoneName: "short" },
  offset: { timeZoneName: "longOffset" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Look = keyof typeof looks;

/** The formats whose output our code reads: they are the same in every language. */
const ours: readonly Look[] = ["clock", "offset"];

/**
 * Returns a formatter of dates and times in one format, zone and language. It is kept, because creating one takes
 * thirty times as long as using it. At most 200 are kept, at about 50 kB each: enough for the zones of a long list.
 */
const formatOf = remembering(
  200,
  (locale: Locale, timeZone: string, look: Look) =>
    new Intl.DateTimeFormat(ours.includes(look) ? "en" : locale, { ...looks[look], timeZone }),
);
export const formatIn = (timeZone: string, look: Look) => formatOf(localeNow(), timeZone, look);

// Pages format the same moments repeatedly, and formatting one takes as long as rendering a link. No format
// distinguishes moments within a minute.
const minute = 60_000;
const minuteOf = (moment: Date) => Math.floor(moment.getTime() / minute);
const textOf = remembering(1000, (locale: Locale, zone: string, look: Look, at: number) =>
  formatOf(locale, zone, look).format(at * minute),
);
const partsOf = remembering(
  1000,
  (locale: Locale, zone: string, look: Look, at: number): Readonly<Record<string, string>> =>
    Object.fromEntries(
      formatOf(locale, zone, look)
        .formatToParts(at * minute)
        .map(({ type, value }) => [type, value]),
    ),
);

/** Formats a moment in a zone, such as 'Sat, Nov 28, 2026'. */
export const textIn = (timeZone: string, look: Look, moment: Date) =>
  textOf(localeNow(), timeZone, look, minuteOf(moment));

/** The same in parts: `{ month: 'Nov', day: '28', … }`. */
export const partsIn = (timeZone: string, look: Look, moment: Date) =>
  partsOf(localeNow(), timeZone, look, minuteOf(moment));

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
 * it is the first; a skipped time is moved on by the length of the skipped period.
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
  return say("when.zone", { city: renamedCities[city] ?? city });
}

/**
 * A time such as '9:00 AM' in a zone. Engines differ in the spaces around AM, but the server's and the browser's text
 * must be equal.
 */
export const clockTimeIn = (moment: Date, timeZone: string): string => plain(textIn(timeZone, "time", moment));

/** The same without the minutes of a whole hour: '9 AM', '9:30 AM'. */
export const shortClockTimeIn = (moment: Date, timeZone: string): string =>
  plain(textIn(timeZone, partsIn(timeZone, "clock", moment)["minute"] === "00" ? "hour" : "time", moment));

const plain = (text: string): string => text.replace(/\s/gu, " ");

/** A time, or a day with a time, followed by the name of its zone. */
export const inZone = (time: string, timeZone: string, moment: Date): string =>
  say("when.in_zone", { time, zone: zoneName(timeZone, moment) });

/**
 * A span in words: `date`, `from` and `until` as local times; `days` for whole days, or null; and `hours`, which has
 * one or the other. With `named`, the zone's name follows at the end: 'Sat, Nov 28, 2026', '9:30 – 11:30 AM Dhaka
 * time'. An end on another day has that day, and only the parts of its date that differ: 'Sun 29, 4 PM'. The midnight
 * at the end of its first day still belongs to that evening. Whole days stand in the place of hours: 'all day', 'Fri –
 * Sun 20'.
 */
export const spanInWords = ({ begin, end, zone }: Span, named = false) =>
  wordsBetween(localeNow(), begin.getTime(), end.getTime(), zone, Number(named));

/** A page writes the same span several times. */
const wordsBetween = remembering(1000, (_locale: Locale, begin: number, end: number, zone: string, isNamed: number) =>
  wordsOf({ begin: new Date(begin), end: new Date(end), zone }, isNamed === 1),
);

function wordsOf(span: Span, named: boolean) {
  const { begin, end, zone } = span;
  const [date, lastDate] = [begin, end].map((moment) => textIn(zone, "date", moment)) as [string, string];
  const isTilMidnight = date !== lastDate && textIn(zone, "date", new Date(end.getTime() - 1)) === date;
  // Whole hours need no minutes, unless the other end has some.
  const isWhole = (isTilMidnight ? [begin] : [begin, end]).every(
    (moment) => partsIn(zone, "clock", moment)["minute"] === "00",
  );
  const look = isWhole ? "hour" : "time";
  const [from = "", last = from] =
    date === lastDate
      ? clockRange(formatIn(zone, look), begin, end)
      : [begin, end].map((moment) => plain(textIn(zone, look, moment)));
  const until = isTilMidnight
    ? say("when.midnight")
    : date === lastDate
      ? last
      : say("when.moment", { day: dayBeside(span), time: last });
  const days = date !== lastDate ? wholeDays(span) : null;
  const hours = days ?? say("when.range", { from, until });
  const withZone = (time: string) => (named ? inZone(time, zone, end) : time);
  return { date, from, until: withZone(until), days, hours: withZone(hours) };
}

/**
 * Returns the days of a span that covers whole days, from the first minute of one to the last of another; otherwise
 * null.
 */
function wholeDays({ begin, end, zone }: Span): string | null {
  const dateAt = (at: number) => textIn(zone, "date", new Date(at));
  const [from, until] = [begin.getTime(), end.getTime()];
  if (dateAt(from - 1) === dateAt(from) || dateAt(until - 1) === dateAt(until)) return null;
  if (dateAt(from) === dateAt(until - 1)) return say("when.all_day");
  const weekday = partsIn(zone, "date", begin)["weekday"] ?? "";
  return say("when.range", { from: weekday, until: dayBeside({ begin, end: new Date(until - 1), zone }) });
}

/**
 * Formats two times of a day, with a single AM or PM if that is enough for both: at the later one, or at the earlier
 * one in languages that write it first. Returns one time if both read the same. `formatRange` gives the same result,
 * but takes ten times as long.
 */
export function clockRange(format: Intl.DateTimeFormat, begin: Date, end: Date): string[] {
  const [first, last] = [format.formatToParts(begin), format.formatToParts(end)];
  const [from, until] = [textOfParts(first), textOfParts(last)];
  if (from === until) return [from];
  const isShared = periodIn(first) !== undefined && periodIn(first) === periodIn(last);
  if (!isShared) return [from, until];
  return first[0]?.type === "dayPeriod" ? [from, withoutPeriod(last)] : [withoutPeriod(first), until];
}

type Parts = readonly Intl.DateTimeFormatPart[];
const textOfParts = (parts: Parts): string => plain(parts.map(({ value }) => value).join("")).trim();
const periodIn = (parts: Parts): string | undefined => parts.find(({ type }) => type === "dayPeriod")?.value;
const withoutPeriod = (parts: Parts): string => textOfParts(parts.filter(({ type }) => type !== "dayPeriod"));

/** The day of an end, beside that of its beginning. */
function dayBeside({ begin, end, zone }: Span): string {
  const [first, last] = [partsIn(zone, "date", begin), partsIn(zone, "date", end)];
  if (first["year"] !== last["year"]) return textIn(zone, "date", end);
  const { weekday = "", month, day = "" } = last;
  return first["month"] === month ? say("when.day", { weekday, day }) : textIn(zone, "dayOfMonth", end);
}
