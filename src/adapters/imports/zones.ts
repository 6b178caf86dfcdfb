import ICAL from "ical.js";
import { clockOffsetIn, isTimeZone, momentIn } from "#domain/time-zones/rules.ts";
import { windowsZones } from "./windows-zones.ts";

/**
 * Returns IANA's name for a zone named in a calendar. The name may be IANA's, possibly with a vendor's path before it
 * ('/mozilla.org/20050126_1/Europe/Berlin'), Microsoft's, or the words that Microsoft's programs show for it
 * ('(UTC+01:00) Amsterdam, Berlin'). Null for any other.
 */
export function ianaZone(named: string | null | undefined): string | null {
  const name = named?.trim();
  if (!name || name.length > 200) return null;
  if (isTimeZone(name)) return name;
  const windows = windowsZones.get(name) ?? zoneInWords(name);
  if (windows) return windows;
  const [ending] = /(?:[A-Z][A-Za-z]+\/)?[A-Z][A-Za-z_-]+\/[A-Z][A-Za-z_-]+$/.exec(name) ?? [];
  const parts = ending?.split("/") ?? [];
  const candidates = [parts.slice(-3), parts.slice(-2)].map((some) => some.join("/"));
  return candidates.find((candidate) => candidate.includes("/") && isTimeZone(candidate)) ?? null;
}

/** Returns the zone that some words mean: UTC, an offset from it, or the cities that Microsoft's programs show. */
function zoneInWords(words: string): string | null {
  const [, sign, hours = "0", minutes = "0", label = ""] =
    /^\(?(?:UTC|GMT)\s?(?:([+\-\u2212])(\d\d?)(?::?(\d\d))?)?\)?\s*(.*)$/i.exec(words) ?? [
      undefined,
      undefined,
      "0",
      "0",
      words,
    ];
  const ahead = (sign === undefined || sign === "+" ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const isUtc =
    /^(z|zulu|utc|gmt|(coordinated )?universal time( coordinated)?|coordinated universal time\s?[+\-\u2212]?\d*|greenwich mean time)?$/i;
  if (isUtc.test(label)) return zoneAhead(ahead);
  // A label such as 'Pacific Time' means Microsoft's zone of that name if the zone's standard time has this offset.
  const [, region] = /^([A-Z][a-z]+) Time\b/.exec(label) ?? [];
  const windows = windowsZones.get(`${label} Standard Time`) ?? windowsZones.get(`${region} Standard Time`);
  if (windows !== undefined && (sign === undefined || standardOf(windows) === ahead)) return windows;
  if (!words.startsWith("(")) return null;
  const cities = label.split(/[,:&]/).map((city) => city.trim().replaceAll(" ", "_"));
  const zones = cities.flatMap((city) => regions.map((before) => `${before}/${city}`));
  return zones.find((zone) => isTimeZone(zone) && standardOf(zone) === ahead) ?? null;
}

/** The prefixes that turn the name of a city into that of its zone. */
const regions = ["Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic"];

/** Returns the milliseconds by which a zone's standard time is ahead of UTC. */
const standardOf = (zone: string): number =>
  Math.min(...["2026-01-01", "2026-07-01"].map((date) => clockOffsetIn(zone)(new Date(date))));

/**
 * A zone that uses IANA's data instead of the calendar's own definition, which may be old, wrong, or written to take
 * long.
 */
export class IanaZone extends ICAL.Timezone {
  constructor(name: string) {
    super({ tzid: name });
  }

  /** The seconds by which the zone's clocks are ahead of UTC at a local time. */
  override utcOffset(time: ICAL.Time): number {
    const [date, clock] = [dateIn(time), `${two(time.hour)}:${two(time.minute)}`];
    const moment = momentIn(this.tzid, date, clock);
    return moment === null ? 0 : (Date.parse(`${date}T${clock}Z`) - moment.getTime()) / 1000;
  }
}

/** The day of a calendar's time, as '2026-11-28'. */
export const dateIn = ({ year, month, day }: ICAL.Time): string =>
  `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;

const two = (number: number) => String(number).padStart(2, "0");

/** Returns a zone with a fixed offset in whole hours, for times that have only an offset; null for other offsets. */
export function zoneAhead(milliseconds: number): string | null {
  const hours = milliseconds / 3_600_000;
  if (!Number.isInteger(hours)) return null;
  // In these names, plus and minus are reversed.
  const name = hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  return isTimeZone(name) ? name : null;
}
