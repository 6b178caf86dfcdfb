import ICAL from "ical.js";
import { clockOffsetIn, isTimeZone, momentIn } from "#domain/time-zones/rules.ts";
import { windowsZones } from "./windows-zones.ts";

/**
 * The zone that a calendar's name for one means, as IANA calls it: its own name, one with the maker's path before it
 * ('/mozilla.org/20050126_1/Europe/Berlin'), Microsoft's, or the words that its programs show for it
 * ('(UTC+01:00) Amsterdam, Berlin'); null for any other.
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

/** The zone that some words mean: UTC, so many hours ahead of it, or the cities that Microsoft's programs show. */
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
  // An hour behind its name is all that some zones are: where its clocks change only a place says.
  const [, region] = /^([A-Z][a-z]+) Time\b/.exec(label) ?? [];
  const windows = windowsZones.get(`${label} Standard Time`) ?? windowsZones.get(`${region} Standard Time`);
  if (windows !== undefined && (sign === undefined || standardOf(windows) === ahead)) return windows;
  if (!words.startsWith("(")) return null;
  const cities = label.split(/[,:&]/).map((city) => city.trim().replaceAll(" ", "_"));
  const zones = cities.flatMap((city) => regions.map((before) => `${before}/${city}`));
  return zones.find((zone) => isTimeZone(zone) && standardOf(zone) === ahead) ?? null;
}

/** Before the name of a city they make that of its zone. */
const regions = ["Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic"];

/** By how many milliseconds the clocks of a zone are ahead of UTC when they are not put forward. */
const standardOf = (zone: string): number =>
  Math.min(...["2026-01-01", "2026-07-01"].map((date) => clockOffsetIn(zone)(new Date(date))));

/** A zone of IANA's in the place of what a calendar says of it, which may be old, wrong, or made to take long. */
export class IanaZone extends ICAL.Timezone {
  constructor(name: string) {
    super({ tzid: name });
  }

  /** By how many seconds its clocks are ahead of UTC when they show a time. */
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

/** A zone whose clocks are ahead of UTC by whole hours, for times that name no more than that; null for others. */
export function zoneAhead(milliseconds: number): string | null {
  const hours = milliseconds / 3_600_000;
  if (!Number.isInteger(hours)) return null;
  // Their signs are the other way round.
  const name = hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  return isTimeZone(name) ? name : null;
}
