import { durationMax } from "../events/rules.ts";
import { enqueueAll, type Task, type TaskContext } from "../outbox.ts";
import { type ReminderKind, reminderTimes } from "./rules.ts";

/**
 * Puts the work that only the time causes into the outbox: for each event that begins soon, or has ended, one task
 * that writes the mails. Its key names the event and its date, so that each is written once, however many instances
 * look, and however often; an event that is moved gets its own for the new date, and whatever the way in which an
 * event came to be, it is found.
 */
export async function sweepReminders({ db, now }: Pick<TaskContext, "db" | "now">): Promise<void> {
  for (const kind of Object.keys(reminderTimes) as ReminderKind[]) {
    const { from, after, until } = reminderTimes[kind];
    const moment = (wait: number) => new Date(now.getTime() - wait);
    const due = await db
      .selectFrom("events")
      .where(from, "<=", moment(after))
      .where(from, ">", moment(until))
      // By its beginning, because that has an index, of what is listed.
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
