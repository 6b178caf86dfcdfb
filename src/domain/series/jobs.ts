import { announceEvent } from "../events/announcing.ts";
import { cancelledMail } from "../events/mails.ts";
import { findCalendarEntry } from "../events/queries.ts";
import { readerOf } from "../notification-preferences/queries.ts";
import type { SeriesNews, TaskContext, TaskHandlers } from "../outbox.ts";
import { registrationReader } from "../registrations/jobs.ts";
import { changedMail } from "../registrations/mails.ts";
import { hasEnded, spanOf } from "../time-zones/rules.ts";
import { makeDueDates } from "./making.ts";
import { changedDatesMail, type ToldDate } from "./mails.ts";

export const seriesJobs: Pick<TaskHandlers, "make_dates" | "series_changed"> = {
  async make_dates(ctx, { seriesId }) {
    for (const event of await makeDueDates(ctx.db, seriesId, ctx.now)) announceEvent(ctx, event);
    return null;
  },

  /** Tells a person of the dates that they have not left since; of one date as of any event. */
  async series_changed(ctx, { memberId, dates, note, reason }) {
    const reader = await readerOf(ctx, memberId, "changes");
    if (!reader) return null;
    const told = await stillTold(ctx, memberId, dates);
    const [one] = told;
    if (!one) return null;
    if (told.length > 1) return changedDatesMail({ ...reader, event: one.event }, { dates: told, note, reason }, ctx);
    const { was, is, event, registrationId, sequence } = one;
    if (is === null) {
      const { eventId = event._id, title, location, eventDate, eventEnd, timeZone } = { ...was, eventId: event._id };
      const gone = { eventId, title, location, eventDate, eventEnd, timeZone, sequence, reason };
      return cancelledMail(reader, { ...gone, by: event }, ctx);
    }
    const registered = await registrationReader(ctx, { eventId: event._id, memberId, registrationId }, "changes");
    return registered && changedMail(registered, { was, is, notes: note ? [note] : [] }, ctx);
  },
};

type Told = ToldDate & Pick<SeriesNews["dates"][number], "registrationId" | "sequence">;

/** The dates that a person is told: those to come for which they are still registered. */
async function stillTold(ctx: TaskContext, memberId: string, dates: SeriesNews["dates"]): Promise<Told[]> {
  const told: Told[] = [];
  for (const { eventId, ...date } of dates) {
    const registered = await registrationReader(
      ctx,
      { eventId, memberId, registrationId: date.registrationId },
      "changes",
    );
    const event = registered && (await findCalendarEntry(ctx.db, eventId));
    if (event && !hasEnded(spanOf(event), ctx.now)) told.push({ ...date, event });
  }
  return told;
}
