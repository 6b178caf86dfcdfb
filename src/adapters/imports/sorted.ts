import { type LeftOut, uidMax } from "#domain/imports/rules.ts";
import type { ReadEvent, ReadEvents } from "#domain/ports.ts";

/** How many events of one text are kept, so that a thousand times a thousand dates take no memory. */
const eventsMax = 2000;

/** The last moments have years of five digits, in UTC or in an event's own zone. */
const momentsEnd = new Date("9999-01-01T00:00:00Z");

/** How much of an event's name at its source counts: a date and a beginning are added to it. */
export const nameMax = uidMax - 100;

/** A point of these two numbers, in degrees; null when they are none, or 0 and 0, which programs write for 'unknown'. */
export function pointOf(lat: number, lon: number): ReadEvent["point"] {
  const isPoint = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0);
  return isPoint ? { lat, lon } : null;
}

/** Sorts what is read: what is to come, and what is left out. */
export class Sorted {
  private readonly events = new Map<string, ReadEvent>();
  private readonly cancelled: string[] = [];
  private readonly leftOut: LeftOut = { past: 0, cancelled: 0, later: 0, often: 0, more: 0, unreadable: 0 };
  private readonly now: Date;

  constructor(now: Date) {
    this.now = now;
  }

  /** An event, if it is to come. One of a name that is there already gets its beginning as a part of its name. */
  take(event: ReadEvent): void {
    if (event.begin <= this.now) return this.leave("past");
    // Not even a moment, or one that no calendar of ours can write down.
    if (!(event.begin < momentsEnd)) return this.leave("unreadable");
    if (this.events.size >= eventsMax) return this.leave("more");
    const uid = this.events.has(event.uid) ? `${event.uid}#${event.begin.toISOString()}` : event.uid;
    this.events.set(uid, { ...event, uid });
  }

  /** One that does not take place, at a moment: what is over besides is of no interest. */
  cancel(uid: string, begin?: Date): void {
    if (begin && begin <= this.now) return;
    this.leave("cancelled");
    if (this.cancelled.length < eventsMax) this.cancelled.push(uid);
  }

  leave(why: keyof LeftOut): void {
    this.leftOut[why]++;
  }

  read(): ReadEvents {
    const events = [...this.events.values()].toSorted((one, other) => one.begin.getTime() - other.begin.getTime());
    return { events, cancelled: this.cancelled, leftOut: this.leftOut };
  }
}
