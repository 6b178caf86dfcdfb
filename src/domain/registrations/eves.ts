import { sql } from "kysely";
import { durationMax } from "../events/rules.ts";
import { enqueueAll, type Task, type TaskContext } from "../outbox.ts";
import { lastOnEve } from "./rules.ts";

/**
 * Opens the spots that were kept for parties on a waitlist once the event's eve has begun: from then on they are open
 * to everyone. A spot that becomes free on the eve is open at once. The task's key names the event and its date, so
 * each task is written once.
 */
export async function sweepEves({ db, now }: Pick<TaskContext, "db" | "now">): Promise<void> {
  const begun = await db
    .selectFrom("events")
    .where("event_date", "<=", lastOnEve(now))
    // Filters by the beginning, because the index of listed events is on that column.
    .where("event_date", ">", new Date(now.getTime() - durationMax))
    .where("event_end", ">", now)
    .where("cancelled_at", "is", null)
    .where("is_draft", "=", false)
    .where(sql<boolean>`waitlisted > held + passed and (capacity is null or taken + held < capacity)`)
    .select(["id", "event_date"])
    .execute();
  const tasks = begun.map(({ id, event_date }): Task => {
    return { kind: "expire_offers", key: `eve:${id}:${event_date.toISOString()}`, payload: { eventId: id } };
  });
  await enqueueAll(db, tasks, now);
}
