import type { ReadEvents, ReadSetting } from "#domain/ports.ts";
import { readCalendar } from "./calendar.ts";
import { readJsonLd } from "./json-ld.ts";

/** The events in a text, whichever of the two it is. @throws Error when it is neither a calendar nor a page with events */
export function readText(text: string, setting: ReadSetting): ReadEvents {
  const begin = text.replace(/^[\uFEFF\s]+/, "");
  return /^BEGIN:VCALENDAR/i.test(begin) ? readCalendar(begin, setting) : readJsonLd(begin, setting);
}
