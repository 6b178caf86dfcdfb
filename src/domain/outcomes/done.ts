import type { Context } from "../context.ts";

/** What was really done: how often somebody came to an event, for how many whole hours together, and at how many events. */
export type Done = { came: number; hours: number; events: number };

/** What was done at all events that everybody sees, as it is said of them. */
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
