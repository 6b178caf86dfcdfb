import ICAL from "ical.js";
import { isTimeZone, momentIn } from "#domain/time-zones/rules.ts";
import { windowsZones } from "./windows-zones.ts";

/**
 * The zone that a calendar's name for one means, as IANA calls it: its own name, one with the maker's path before it
 * ('/mozilla.org/20050126_1/Europe/Berlin'), or Microsoft's; null for any other.
 */
export function ianaZone(name: string | null | undefined): string | null {
  if (!name || name.length > 200) return null;
  if (isTimeZone(name)) return name;
  const windows = windowsZones.get(name);
  if (windows !== undefined) return windows;
  const [ending] = /(?:[A-Z][A-Za-z]+\/)?[A-Z][A-Za-z_-]+\/[A-Z][A-Za-z_-]+$/.exec(name) ?? [];
  const parts = ending?.split("/") ?? [];
  const candidates = [parts.slice(-3), parts.slice(-2)].map((some) => some.join("/"));
  return candidates.find((candidate) => candidate.includes("/") && isTimeZone(candidate)) ?? null;
}

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
