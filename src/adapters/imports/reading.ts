import type { ReadEvents, ReadSetting } from "#domain/ports.ts";
import { readCalendar } from "./calendar.ts";
import { decoded } from "./decoding.ts";
import { readJsonLd } from "./json-ld.ts";

/** Reads the events in a text or its bytes. @throws Error if it is neither a calendar nor a page with events */
export function readText(source: string | Uint8Array, setting: ReadSetting): ReadEvents {
  const text = (typeof source === "string" ? source : decoded(source)).replace(/^[\uFEFF\s]+/, "");
  const begin = text.search(/^\uFEFF?BEGIN:VCALENDAR/im);
  if (begin === 0) return readCalendar(text, setting);
  try {
    return readJsonLd(text, setting);
  } catch (error) {
    // Some programs write a warning before a calendar.
    if (begin < 0) throw error;
    return readCalendar(text.slice(begin), setting);
  }
}
