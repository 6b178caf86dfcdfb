import { type Context, requireMember } from "../context.ts";
import type { CalendarEntry } from "../events/feeds.ts";
import { toEntry, withOrganizer } from "../events/rows.ts";
import { calendarMax } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { registrationsOf } from "../registrations/people.ts";
import { isOrganizedBy } from "../rights/queries.ts";
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
