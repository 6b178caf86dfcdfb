import type { Weekday } from "#domain/recurrence/rules.ts";
import type { Member } from "#domain/members/shapes.ts";
import { createSeries } from "#domain/series/commands.ts";
import { sweepSeries } from "#domain/series/making.ts";
import { SeriesInput, type SeriesInputJson } from "#domain/series/shapes.ts";
import type { Make } from "./make.ts";

type Wishes = {
  organizer: Member;
  /** The time of the request; the first date is on the Tuesday after it. */
  now?: Date;
  event?: Partial<SeriesInputJson["event"]>;
  repeats?: SeriesInputJson["repeats"];
  leftOut?: string[];
};

/** A rule of every week on these weekdays, 1 being Monday. */
export const weekly = (...weekdays: Weekday[]) => ({ every: "week" as const, weekdays });

/** The next day from a moment on that is a weekday (1 is Monday), in UTC: '2026-12-01'. */
export function nextDay(weekday: number, from: Date, later = 1): string {
  const day = new Date(from.getTime() + later * 86_400_000);
  while ((day.getUTCDay() || 7) !== weekday) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** The input of a series on Tuesdays, 18:00 to 20:00 UTC. */
export function tuesdays(now: Date, { event, repeats, leftOut = [] }: Omit<Wishes, "organizer" | "now"> = {}) {
  const day = nextDay(2, now);
  return {
    event: {
      title: "Food Sorting",
      eventType: "food" as const,
      location: "Old Bakery",
      eventDate: `${day}T18:00:00Z`,
      eventEnd: `${day}T20:00:00Z`,
      timeZone: "UTC",
      maxParticipant: "3",
      thumbnailUrl: "https://example.org/food.jpg",
      description: "We sort food.",
      ...event,
    },
    repeats: repeats ?? weekly(2),
    leftOut,
  };
}

/** Creates a series, on Tuesdays if nothing else is wished. */
export async function makeSeries(make: Make, { organizer, now = new Date(), ...wishes }: Wishes) {
  const input = SeriesInput.parse(tuesdays(now, wishes));
  const { seriesId, insertedId, dates, status } = await createSeries(make.context(organizer, now), input);
  return { id: seriesId, first: insertedId, dates, status };
}

/** The dates of a series, the first one first. */
export const datesOfSeries = (make: Make, id: string) =>
  make.db.selectFrom("events").where("series_id", "=", id).selectAll().orderBy("series_start").execute();

/** The local starts of the dates of a series. */
export const startsOf = async (make: Make, id: string) =>
  (await datesOfSeries(make, id)).map(({ series_start }) => series_start);

/** Does what the clock does at a moment: makes dates that are due, and sends what is due. */
export const atTime = (make: Make, now: Date) => make.mails(now, undefined, sweepSeries);
