import type { Context } from "../context.ts";

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
