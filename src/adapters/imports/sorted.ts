import { titleMax } from "#domain/events/rules.ts";
import { type LeftOut, uidMax } from "#domain/imports/rules.ts";
import type { ReadEvent, ReadEvents } from "#domain/ports.ts";
import { firstCharacters } from "#domain/rules.ts";

/** How many events of one text are kept, so that a thousand times a thousand dates take no memory. */
const eventsMax = 2000;

/** The last moments have years of five digits, in UTC or in an event's own zone. */
const momentsEnd = new Date("9999-01-01T00:00:00Z");

/** How much of an event's name at its source counts: a date and a beginning are added to it. */
const nameMax = uidMax - 100;

/** A name as it is kept: on one line, without signs that no text may have, and not longer than a name is. */
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

/** A point of these two numbers, in degrees; null when they are none, or 0 and 0, which programs write for 'unknown'. */
export function pointOf(lat: number, lon: number): ReadEvent["point"] {
  const isPoint = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0);
  return isPoint ? { lat, lon } : null;
}

/** How many titles of events that cannot be read are told: more nobody looks for in their calendar. */
const titlesMax = 20;

/** Sorts what is read: what is to come, and what is left out. */
export class Sorted {
  private readonly events = new Map<string, ReadEvent>();
  private readonly cancelled: ReadEvents["cancelled"] = [];
  private readonly unreadable: string[] = [];
  private readonly leftOut: LeftOut = { past: 0, cancelled: 0, later: 0, often: 0, more: 0, alike: 0, unreadable: 0 };
  private readonly now: Date;

  constructor(now: Date) {
    this.now = now;
  }

  /** An event, if it is to come. Several may share a name; the same one that is there twice counts once. */
  take(event: ReadEvent): void {
    if (event.begin <= this.now) return this.leave("past");
    // Not even a moment, or one that no calendar of ours can write down.
    if (!(event.begin < momentsEnd)) return this.leaveUnreadable(event.title);
    const all = [event.uid, event.title, event.begin.toISOString(), event.location, event.description].join("\n");
    if (this.events.has(all)) return this.leave("alike");
    if (this.events.size >= eventsMax) return this.leave("more");
    this.events.set(all, event);
  }

  /** One that does not take place: what is over besides is of no interest, but a series may have begun. */
  cancel(cancelled: ReadEvents["cancelled"][number]): void {
    if (!cancelled.isSeries && cancelled.begin <= this.now) return;
    this.leave("cancelled");
    if (this.cancelled.length < eventsMax) this.cancelled.push(cancelled);
  }

  /** One that we cannot read, by its title, if it has one. */
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
