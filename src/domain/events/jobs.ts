import { type Selectable, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { say } from "#messages/all.ts";
import { readerOf } from "../notification-preferences/queries.ts";
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
    // Whose it is, if it is still there; the people who run this site stand in for the organizer of one that is gone.
    const entry = await findCalendarEntry(ctx.db, cancelled.eventId);
    const by = entry ?? { organizer: say("brand.name"), email: ctx.contact };
    return cancelledMail({ ...reader, name }, { ...cancelled, by }, ctx);
  },

  /** A mail for everyone who joined, or came on the waitlist, before the last change; people who came later know of it. */
  async event_changed({ db, now }, { eventId, was, is, at }) {
    if (changesIn(was, is).length === 0) return null;
    const registrations = await db
      .selectFrom("registrations")
      .innerJoin("events", "events.id", "registrations.event_id")
      .where("registrations.event_id", "=", eventId)
      .where("registrations.joined_at", "<=", new Date(at))
      .whereRef("registrations.member_id", "!=", "events.organizer_id")
      .where("events.event_end", ">", now)
      .where("events.cancelled_at", "is", null)
      .select(["registrations.id", "registrations.member_id"])
      .execute();
    const tasks = registrations.map(({ id, member_id }): Task => {
      const payload = { eventId, memberId: member_id, registrationId: id, was, is };
      return { kind: "registration_event_changed", key: `registration_event_changed:${id}:${at}`, payload };
    });
    await db.transaction().execute((tx) => enqueueAll(tx, tasks, now));
    return null;
  },
};

/**
 * Has a change of what people plan by told to everyone who is registered, in a few minutes; further changes until then are
 * told with it. A task that is under way has told what it knows, so the next change begins a task of its own. The event's
 * row is locked.
 */
export async function tellChanges(tx: Transaction<Schema>, before: EventRow, after: EventRow, at: Date): Promise<void> {
  const is = planOf(after);
  const { numUpdatedRows } = await tx
    .updateTable("outbox")
    .set({ payload: sql`payload || ${JSON.stringify({ is, at })}::jsonb` })
    .where("kind", "=", "event_changed")
    .where(sql`payload ->> 'eventId'`, "=", before.id)
    .where("attempts", "=", 0)
    .where("done_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const payload = { eventId: before.id, was: planOf(before), is, at: at.toISOString() };
  const due = new Date(at.getTime() + changesWait);
  await enqueue(tx, { kind: "event_changed", key: `event_changed:${newId()}`, payload }, at, due);
}

type EventRow = Selectable<Schema["events"]>;

/** What people plan by, of an event. */
export const planOf = ({
  title,
  location,
  event_date,
  event_end,
  time_zone,
  what_to_bring,
}: EventRow): Required<EventPlan> => ({
  title,
  location,
  whatToBring: what_to_bring,
  eventDate: event_date.toISOString(),
  eventEnd: event_end.toISOString(),
  timeZone: time_zone,
});
