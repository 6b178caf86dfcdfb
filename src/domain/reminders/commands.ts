import { durationMax } from "../events/rules.ts";
import { enqueueAll, type Task, type TaskContext } from "../outbox.ts";
import { type ReminderKind, reminderTimes } from "./rules.ts";

/**
 * Enqueues the work that only the passing of time causes: for each event that begins soon or has ended, one task that
 * writes the mails. The task's key names the event and its date, so each is written once, even if many instances sweep
 * many times. A moved event gets a task for its new date. Every event is found, regardless of how it was created.
 */
export async function sweepReminders({ db, now }: Pick<TaskContext, "db" | "now">): Promise<void> {
  for (const kind of Object.keys(reminderTimes) as ReminderKind[]) {
    const { from, after, until } = reminderTimes[kind];
    const moment = (wait: number) => new Date(now.getTime() - wait);
    const due = await db
      .selectFrom("events")
      .where(from, "<=", moment(after))
      .where(from, ">", moment(until))
      // Filters by the beginning, because the index of listed events is on that column.
      .where("event_date", ">", moment(until + durationMax))
      .where("event_date", "<=", moment(after))
      .where("cancelled_at", "is", null)
      .where("is_draft", "=", false)
      .where("taken", ">", 0)
      .select(["id", "event_date"])
      .execute();
    const tasks = due.map(({ id, event_date }): Task => {
      const payload = { eventId: id, eventDate: event_date.toISOString() };
      return { kind, key: `${kind}:${id}:${payload.eventDate}`, payload };
    });
    await enqueueAll(db, tasks, now);
  }
}
