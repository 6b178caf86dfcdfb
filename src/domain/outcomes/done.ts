import type { Context } from "../context.ts";
import { toEvent, withOrganizer } from "../events/rows.ts";
import type { Event } from "../events/shapes.ts";

/** The completed work: the number of attendances, their hours in whole hours, and the number of events. */
export type Done = { came: number; hours: number; events: number };

/** Sums up the outcomes of all public events. */
export async function countDone({ db }: Pick<Context, "db">): Promise<Done> {
  const { came, hours, events } = await db
    .selectFrom("outcomes")
    .innerJoin("events", "events.id", "event_id")
    .where("is_draft", "=", false)
    .where("cancelled_at", "is", null)
    .where("came", ">", 0)
    .select(({ fn }) => [
      fn.sum<number | null>("came").as("came"),
      fn.sum<number | null>("total_hours").as("hours"),
      fn.countAll<number>().as("events"),
    ])
    .executeTakeFirstOrThrow();
  return { came: came ?? 0, hours: Math.round(hours ?? 0), events };
}

/** A completed event with what its organizer tells of it. */
export type DoneEvent = Pick<Done, "came" | "hours"> & { event: Event; words: string };

/** The latest completed public event with people who came and words from its organizer; null without one. */
export async function findLatestDone({ db }: Pick<Context, "db">): Promise<DoneEvent | null> {
  const row = await withOrganizer(db)
    .innerJoin("outcomes", "outcomes.event_id", "events.id")
    .where("events.is_draft", "=", false)
    .where("events.cancelled_at", "is", null)
    .where("outcomes.came", ">", 0)
    .where("outcomes.words", "!=", "")
    .select(["outcomes.came", "outcomes.total_hours", "outcomes.words"])
    .orderBy("events.event_date", "desc")
    .orderBy("events.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return { event: toEvent(row), came: row.came, hours: Math.round(row.total_hours), words: row.words };
}
