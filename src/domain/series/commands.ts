import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireSelf } from "../context.ts";
import { announceEvent } from "../events/announcing.ts";
import { wallClockIn } from "../events/rules.ts";
import { notePublished } from "../events/publishing.ts";
import { Failure } from "../failure.ts";
import { causeToWait, typedColumns } from "../organizing/inserting.ts";
import type { LimitAttempts } from "../ports.ts";
import { toRRule } from "../recurrence/recurrence.ts";
import { startProblem } from "../recurrence/rules.ts";
import { openReview } from "../reviews/opening.ts";
import { refuseTakenDown } from "../reviews/taken-down.ts";
import { lockToRun } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { shape } from "../shapes.ts";
import { insertSeries } from "./locking.ts";
import { makeDates, templateOf } from "./making.ts";
import { minutesMax, minutesMin, seriesMax } from "./rules.ts";
import { SeriesCreated, type SeriesInput } from "./shapes.ts";

/**
 * Creates a series of the caller, or of a community that they organize, and its next dates. Its first date is the
 * event of the input, and must be one of the rule's. What holds for one event holds for all: drafts until the caller's
 * address is confirmed, one review for all of them.
 * @throws Failure sign_in_required, not_yours, not_found (the community), invalid (as for an event; a first date that
 * the rule does not have or that is left out; a length of more than a day), series_full, too_many_events, taken_down
 */
export async function createSeries(
  ctx: Context & { limitAttempts: LimitAttempts; looksFirst?: boolean },
  { event: input, repeats, leftOut }: SeriesInput,
): Promise<SeriesCreated> {
  const member = requireSelf(ctx, input.email);
  const typed = await typedColumns(ctx, input);
  const { date, time } = wallClockIn(typed.event_date, typed.time_zone);
  const anchor = `${date}T${time}`;
  const problem = startProblem(repeats, anchor);
  if (problem) throw new Failure("invalid", [{ path: `repeats.${problem.field}`, rule: problem.error }]);
  if (leftOut.includes(date)) throw new Failure("invalid", [{ path: "leftOut", rule: "rule.series.first_left_out" }]);
  const minutes = (typed.event_end.getTime() - typed.event_date.getTime()) / 60_000;
  if (!(minutes >= minutesMin && minutes <= minutesMax))
    throw new Failure("invalid", [{ path: "event.eventEnd", rule: "rule.series.minutes" }]);
  await ctx.limitAttempts("event", { account: member.id });
  await refuseTakenDown(ctx.db, member.id, { thumbnailUrl: input.thumbnailUrl });
  const cause = await causeToWait(ctx.db, typed, ctx, member.id);

  const made = await ctx.db.transaction().execute(async (tx) => {
    const { communityId } = input;
    if (communityId) await lockToRun(tx, ctx, communityId, rightFor.createSeries);
    // The address cannot be confirmed, and its drafts published, in between.
    const organizer = await tx
      .selectFrom("members")
      .where("id", "=", member.id)
      .select("email_verified")
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!organizer) throw new Failure("sign_in_required");
    await refuseFull(tx, member.id);
    const series = await insertSeries(tx, {
      ...templateOf(typed),
      id: newId(),
      organizer_id: member.id,
      owner_community_id: communityId,
      rule: toRRule(repeats, anchor),
      anchor,
      made_until: date,
      minutes,
      created_at: ctx.now,
      updated_at: ctx.now,
    });
    const days = leftOut.map((day) => ({ series_id: series.id, day }));
    if (days.length > 0) await tx.insertInto("series_days_left_out").values(days).execute();
    const isDraft = cause !== null || (ctx.sendsMail && !organizer.email_verified);
    const asDraft = { is_draft: isDraft, review: cause && ("waiting" as const) };
    const ids = await makeDates(tx, series, { from: date, asDraft }, ctx.now);
    const [first = ""] = ids;
    if (cause) await openReview(tx, { about: "event", subjectId: first, cause }, ctx.now);
    if (!isDraft) await notePublished(tx, [first], ctx.now);
    return { seriesId: series.id, ids, first, isDraft };
  });
  const status = cause ? "unapproved" : made.isDraft ? "draft" : "active";
  const { communityId: owner_community_id } = input;
  if (status === "active") for (const eventId of made.ids) announceEvent(ctx, { id: eventId, owner_community_id });
  const { seriesId, first: insertedId, ids } = made;
  return shape(SeriesCreated, { acknowledged: true, seriesId, insertedId, dates: ids.length, status });
}

/** @throws Failure series_full */
async function refuseFull(tx: Transaction<Schema>, memberId: string): Promise<void> {
  const { count } = await tx
    .selectFrom("series")
    .where("organizer_id", "=", memberId)
    .where("ended_at", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= seriesMax) throw new Failure("series_full");
}
