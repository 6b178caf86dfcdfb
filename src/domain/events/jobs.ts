import { say } from "#messages/say.ts";
import { readerOf } from "../notification-preferences/queries.ts";
import { enqueueAll, type Task, type TaskHandlers } from "../outbox.ts";
import { membersAt } from "../registrations/people.ts";
import { cancelledMail, changesIn } from "./mails.ts";
import { placeEvents } from "./placing.ts";
import { findCalendarEntry } from "./queries.ts";

export const eventJobs: Pick<TaskHandlers, "event_cancelled" | "event_changed" | "place_events"> = {
  async event_cancelled(ctx, { email, ...cancelled }) {
    const member = await ctx.db.selectFrom("members").select("id").where("email", "=", email).executeTakeFirst();
    const reader = member && (await readerOf(ctx, member.id, "changes"));
    if (!reader) return null;
    // The organizer if the event still exists; the hosts of this site stand in for the organizer of a deleted event.
    const entry = await findCalendarEntry(ctx.db, cancelled.eventId);
    const by = entry ?? { organizer: say("brand.name"), email: ctx.contact };
    return cancelledMail(reader, { ...cancelled, by }, ctx);
  },

  /** Mails everyone who joined, or came on the waitlist, before the last change; people who joined later know of it. */
  async event_changed({ db, now }, { eventId, was, is, notes = [], at, by }) {
    if (changesIn(was, is).length === 0) return null;
    const registrations = await db
      .selectFrom("events")
      .innerJoin(membersAt(eventId).as("registered"), (join) => join.onTrue())
      .where("events.id", "=", eventId)
      .where("registered.joined_at", "<=", new Date(at))
      .$if(by === undefined, (query) => query.whereRef("registered.member_id", "!=", "events.organizer_id"))
      .$if(typeof by === "string", (query) => query.where("registered.member_id", "!=", by ?? null))
      .where("events.event_end", ">", now)
      .where("events.cancelled_at", "is", null)
      .select(["registered.registration_id", "registered.member_id"])
      .execute();
    const tasks = registrations.map(({ registration_id: id, member_id: memberId }): Task => {
      const payload = { eventId, memberId, registrationId: id, was, is, notes };
      return { kind: "registration_event_changed", key: `registration_event_changed:${id}:${at}`, payload };
    });
    await db.transaction().execute((tx) => enqueueAll(tx, tasks, now));
    return null;
  },

  /** Places the events that are older than the table of towns. */
  async place_events({ db, stop }) {
    await placeEvents(db, stop);
    return null;
  },
};
