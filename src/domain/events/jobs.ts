import { type Selectable, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { say } from "#messages/all.ts";
import { readerOf } from "../opt-outs/queries.ts";
import { enqueue, enqueueAll, type EventPlan, type Task, type TaskHandlers } from "../outbox.ts";
import { cancelledMail, changesIn } from "./mails.ts";
import { findCalendarEntry } from "./queries.ts";

/** Several changes within this time, in milliseconds, are told in one mail. */
const changesWait = 3 * 60_000;

export const eventJobs: Pick<TaskHandlers, "event_cancelled" | "event_changed"> = {
  async event_cancelled(ctx, { name, email, ...cancelled }) {
    const member = await ctx.db.selectFrom("members").select("id").where("email", "=", email).executeTakeFirst();
    const reader = member && (await readerOf(ctx, member.id, "changes"));
    if (!reader) return null;
    // Whose it is, if it is still there; who runs this site stands in for the organiser of one that is gone.
    const entry = await findCalendarEntry(ctx.db, cancelled.eventId);
    const by = entry ?? { organizer: say("brand.name"), email: ctx.contact };
    return cancelledMail({ ...reader, name }, { ...cancelled, by }, ctx);
  },

  /** A mail for each who has joined or waits, and did so before the last of the changes: who came later knows it so. */
  async event_changed({ db, now }, { eventId, was, is, at }) {
    if (changesIn(was, is).length === 0) return null;
    const places = await db
      .selectFrom("joins")
      .innerJoin("events", "events.id", "joins.event_id")
      .where("joins.event_id", "=", eventId)
      .where("joins.joined_at", "<=", new Date(at))
      .whereRef("joins.member_id", "!=", "events.organizer_id")
      .where("events.event_end", ">", now)
      .where("events.cancelled_at", "is", null)
      .select(["joins.id", "joins.member_id"])
      .execute();
    const tasks = places.map(({ id, member_id }): Task => {
      const payload = { eventId, memberId: member_id, joinId: id, was, is };
      return { kind: "place_changed", key: `place_changed:${id}:${at}`, payload };
    });
    await db.transaction().execute((tx) => enqueueAll(tx, tasks, now));
    return null;
  },
};

/**
 * Has what people plan by told to those who come, in a few minutes; what is changed once more until then is told with it. A
 * task that is being done already has told what it knows, so the next change begins a task of its own. The event's row is
 * locked, and `event` is as it was.
 */
export async function tellChanges(
  tx: Transaction<Schema>,
  event: Selectable<Schema["events"]>,
  now: EventMoments,
  at: Date,
): Promise<void> {
  const is = planOf(now);
  const { numUpdatedRows } = await tx
    .updateTable("outbox")
    .set({ payload: sql`payload || ${JSON.stringify({ is, at })}::jsonb` })
    .where("kind", "=", "event_changed")
    .where(sql`payload ->> 'eventId'`, "=", event.id)
    .where("attempts", "=", 0)
    .where("done_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const { id: eventId, title, location, event_date: eventDate, event_end: eventEnd, time_zone: timeZone } = event;
  const was = planOf({ title, location, eventDate, eventEnd, timeZone });
  const payload = { eventId, was, is, at: at.toISOString() };
  const due = new Date(at.getTime() + changesWait);
  await enqueue(tx, { kind: "event_changed", key: `event_changed:${newId()}`, payload }, at, due);
}

type EventMoments = { title: string; location: string; eventDate: Date; eventEnd: Date; timeZone: string };

const planOf = ({ eventDate, eventEnd, ...rest }: EventMoments): EventPlan => ({
  ...rest,
  eventDate: eventDate.toISOString(),
  eventEnd: eventEnd.toISOString(),
});
