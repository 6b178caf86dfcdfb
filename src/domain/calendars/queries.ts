import { type Context, requireMember } from "../context.ts";
import type { CalendarEntry } from "../events/feeds.ts";
import { toEntry, withOrganizer } from "../events/rows.ts";
import { calendarMax } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { momentOf } from "../recurrence/dates.ts";
import { registrationsOf } from "../registrations/people.ts";
import { isOrganizedBy } from "../rights/queries.ts";
import { isId } from "../shapes.ts";
import { keptFor } from "./rules.ts";

/** The secret of the caller's calendar, or null. @throws Failure sign_in_required */
export async function getCalendarSecret(ctx: Context): Promise<string | null> {
  const { id } = requireMember(ctx);
  const row = await ctx.db.selectFrom("members").select("calendar_secret").where("id", "=", id).executeTakeFirst();
  return row?.calendar_secret ?? null;
}

/**
 * The events that the member with this calendar secret organizes or joined, soonest first, from thirty days ago on. It
 * includes canceled events, so that programs remove them.
 * @throws Failure not_found (unknown secret)
 */
export async function listOwnCalendar(ctx: Context, secret: string): Promise<CalendarEntry[]> {
  const member = await ctx.db
    .selectFrom("members")
    .select("id")
    .where("calendar_secret", "=", secret)
    .executeTakeFirst();
  if (!member) throw new Failure("not_found");

  const rows = await withOrganizer(ctx.db)
    .leftJoin(registrationsOf(member.id).as("registered"), "registered.event_id", "events.id")
    .select(["registered.status", isOrganizedBy(member.id, ctx.now).as("isOrganized")])
    .where("events.id", "in", (eb) =>
      eb
        .selectFrom(registrationsOf(member.id).as("own"))
        .select("own.event_id as id")
        .union(eb.selectFrom("events").select("events.id").where(isOrganizedBy(member.id, ctx.now))),
    )
    .where("events.is_draft", "=", false)
    .where("events.event_end", ">=", new Date(ctx.now.getTime() - keptFor))
    .orderBy("events.event_date")
    .orderBy("events.id")
    .limit(calendarMax)
    .execute();
  return rows.map((row) => ({
    ...toEntry(row),
    tentative: row.status === "waitlisted" && !row.isOrganized,
  }));
}

/**
 * The dates of a series, soonest first, from thirty days ago on. Each of them is listed, so the calendar needs no rule:
 * a program would work out dates of its own from it, such as those that were left out or are not made yet. Canceled
 * dates are there, so that programs remove them.
 * @throws Failure not_found, also for an invalid id, and if nobody but its organizers may see any of its dates
 */
export async function listSeriesCalendar({ db, now }: Context, seriesId: string) {
  const dates = isId(seriesId)
    ? await withOrganizer(db)
        .select("series.time_zone as series_zone")
        .where("events.series_id", "=", seriesId)
        .where("events.is_draft", "=", false)
        .where("events.event_end", ">=", new Date(now.getTime() - keptFor))
        .orderBy("events.event_date")
        .orderBy("events.id")
        .limit(calendarMax)
        .execute()
    : [];
  const [first] = dates;
  if (!first) throw new Failure("not_found");
  const entries = dates.map((row): CalendarEntry => {
    const original = momentOf(row.series_start ?? "", row.series_zone ?? row.time_zone);
    return { ...toEntry(row), dateOf: { seriesId, original } };
  });
  return { title: (dates.findLast(({ cancelled_at }) => cancelled_at === null) ?? first).title, entries };
}
