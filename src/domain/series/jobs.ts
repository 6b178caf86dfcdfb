import { announceEvent } from "../events/announcing.ts";
import { cancelledMail } from "../events/mails.ts";
import { findCalendarEntry } from "../events/queries.ts";
import { readerOf } from "../notification-preferences/queries.ts";
import type { SeriesNews, TaskContext, TaskHandlers } from "../outbox.ts";
import { confirmationForJoin } from "../members/confirming.ts";
import { withConfirmation } from "../members/mails.ts";
import { partyCodesOf, registrationReader } from "../registrations/jobs.ts";
import { changedMail, joinedMail, waitlistedMail } from "../registrations/mails.ts";
import { hasEnded, spanOf } from "../time-zones/rules.ts";
import { makeDueDates } from "./making.ts";
import { changedDatesMail, type JoinedDate, joinedDatesMail, leftDatesMail, type ToldDate } from "./mails.ts";

export const seriesJobs: Pick<TaskHandlers, "make_dates" | "series_changed" | "dates_joined" | "dates_left"> = {
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
      const { title, location, eventDate, eventEnd, timeZone } = was;
      const gone = { eventId: event._id, title, location, eventDate, eventEnd, timeZone, sequence, reason };
      return cancelledMail(reader, { ...gone, by: event }, ctx);
    }
    const registered = await registrationReader(ctx, { eventId: event._id, memberId, registrationId }, "changes");
    return registered && changedMail(registered, { was, is, notes: note ? [note] : [] }, ctx);
  },

  /** Tells a member of the dates that they have joined and not left since; of one date as of any event. */
  async dates_joined(ctx, { memberId, dates }) {
    const joined: JoinedDate[] = [];
    for (const date of dates) {
      const ref = { ...date, memberId };
      const reader = await registrationReader(ctx, ref, "places");
      if (reader?.event.status !== "active" || hasEnded(spanOf(reader.event), ctx.now)) continue;
      // Held spots have a mail of their own.
      if (reader.offerExpiresAt === null) joined.push({ reader, codes: await partyCodesOf(ctx, ref, reader) });
    }
    const [one, ...others] = joined;
    if (!one) return null;
    const { reader, codes } = one;
    const letter =
      others.length > 0
        ? joinedDatesMail(one, others, ctx)
        : reader.status === "joined"
          ? joinedMail(reader, codes, ctx)
          : waitlistedMail(reader, ctx);
    return withConfirmation(letter, await confirmationForJoin(ctx, memberId));
  },

  /** Tells a member of the dates that they have left. */
  async dates_left(ctx, { memberId, eventIds }) {
    const reader = await readerOf(ctx, memberId, "places");
    if (!reader) return null;
    const entries = await Promise.all(eventIds.map((id) => findCalendarEntry(ctx.db, id)));
    const left = entries.filter((entry) => entry !== null);
    return left[0] ? leftDatesMail({ ...reader, event: left[0] }, left, ctx) : null;
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
