import { titleMax } from "#domain/events/rules.ts";
import { type LeftOut, uidMax } from "#domain/imports/rules.ts";
import type { ReadEvent, ReadEvents } from "#domain/ports.ts";
import { firstCharacters } from "#domain/rules.ts";

/**
 * The maximum number of events kept from one text, so that a thousand times a thousand dates do not fill the memory.
 */
const eventsMax = 2000;

/** Later moments may have five-digit years, in UTC or in the event's own zone. */
const momentsEnd = new Date("9999-01-01T00:00:00Z");

/** The maximum length used of an event's id at its source: a date and a beginning are added to it. */
const nameMax = uidMax - 100;

/** Returns an id as stored: on one line, without characters that no text may have, and cut to the maximum length. */
export const nameIn = (text: string): string =>
  text
    .slice(0, 10 * uidMax)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, nameMax)
    .toWellFormed()
    .normalize("NFC")
    .trim();

/** Returns a point in degrees; null for invalid numbers, or for 0 and 0, which programs write for 'unknown'. */
export function pointOf(lat: number, lon: number): ReadEvent["point"] {
  const isPoint = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0);
  return isPoint ? { lat, lon } : null;
}

/** The maximum number of unreadable events to list by title; organizers would not look up more in their calendar. */
const titlesMax = 20;

/** Sorts events into coming ones and those left out. */
export class Sorted {
  private readonly events = new Map<string, ReadEvent>();
  private readonly cancelled: ReadEvents["cancelled"] = [];
  private readonly unreadable: string[] = [];
  private readonly leftOut: LeftOut = { past: 0, cancelled: 0, later: 0, often: 0, more: 0, alike: 0, unreadable: 0 };
  private readonly now: Date;

  constructor(now: Date) {
    this.now = now;
  }

  /** Takes a coming event. Several may share an id; an identical copy counts once. */
  take(event: ReadEvent): void {
    if (event.begin <= this.now) return this.leave("past");
    // An invalid moment, or one too late for our calendars.
    if (!(event.begin < momentsEnd)) return this.leaveUnreadable(event.title);
    const all = [event.uid, event.title, event.begin.toISOString(), event.location, event.description].join("\n");
    if (this.events.has(all)) return this.leave("alike");
    if (this.events.size >= eventsMax) return this.leave("more");
    this.events.set(all, event);
  }

  /** Records a canceled date; past dates are ignored, but a series may have begun. */
  cancel(cancelled: ReadEvents["cancelled"][number]): void {
    if (!cancelled.isSeries && cancelled.begin <= this.now) return;
    this.leave("cancelled");
    if (this.cancelled.length < eventsMax) this.cancelled.push(cancelled);
  }

  /** Counts an unreadable event, with its title, if it has one. */
  leaveUnreadable(title: string): void {
    this.leave("unreadable");
    if (title !== "" && this.unreadable.length < titlesMax) this.unreadable.push(firstCharacters(title, titleMax));
  }

  leave(why: keyof LeftOut): void {
    this.leftOut[why]++;
  }

  read(): ReadEvents {
    const events = [...this.events.values()].toSorted((one, other) => one.begin.getTime() - other.begin.getTime());
    return { events, cancelled: this.cancelled, unreadable: this.unreadable, leftOut: this.leftOut };
  }
}
