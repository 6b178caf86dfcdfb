import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { announceEvent } from "../events/announcing.ts";
import { Failure } from "../failure.ts";
import { holdBack, removeEvent } from "../organizing/commands.ts";
import { saveCanceled, saveChanged } from "../organizing/saving.ts";
import { dayOf } from "../recurrence/rules.ts";
import { hideEvent } from "../reviews/hiding.ts";
import { hasListedWords } from "../reviews/listed-words.ts";
import { refuseTakenDown } from "../reviews/taken-down.ts";
import { rightFor } from "../rights/rules.ts";
import { shape } from "../shapes.ts";
import { partsChanged, recordAction } from "../team-log/commands.ts";
import { onDay, peopleAt, type Plan, planChange, type Staying } from "./changing.ts";
import { lockOccurrences, type LockedSeries, lockSeriesFor, type Occurrence } from "./locking.ts";
import { makeDates } from "./making.ts";
import { type SeriesEnd, SeriesEnded, SeriesPreview, type SeriesUpdate, SeriesUpdated } from "./shapes.ts";
import { type ChangedDate, newsOf, tellNews } from "./telling.ts";

/**
 * Returns the consequences of a change of a series, and makes none.
 * @throws Failure as `updateSeries`, but for choices that are still to be made
 */
export async function previewSeries(ctx: Context, id: string, input: SeriesUpdate): Promise<SeriesPreview> {
  const { id: by } = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const series = await lockSeriesFor(tx, ctx, id, rightFor.previewSeries);
    const plan = await planChange(tx, ctx, series, input);
    const { staying, canceled } = chosenIn(ctx, plan, input);
    const changed = staying.filter(isChanged);
    const news = [...changed, ...canceled.map((was) => ({ was, is: null }))];
    const { size: told } = await newsOf(tx, news, { ...input, by });
    return shape(SeriesPreview, {
      changed: changed.length,
      removed: plan.empty.length,
      told,
      kept: staying.flatMap(({ was, kept }) =>
        kept.length > 0 ? [{ eventId: was.id, start: was.series_start, fields: kept }] : [],
      ),
      misfits: plan.misfits.map(({ event, people, nearest }) => {
        return { eventId: event.id, start: event.series_start, people, nearest };
      }),
    });
  });
}

const isChanged = ({ was, is }: Staying): boolean =>
  JSON.stringify({ ...was, updated_at: null }) !== JSON.stringify({ ...is, updated_at: null });

/**
 * Changes a series, and its dates from one on or all to come. Dates with people never go silently: if a new rule lacks
 * their day, the caller chooses what becomes of each. Everybody who is registered gets one mail about all of their
 * dates.
 * @throws Failure sign_in_required, not_found, not_yours, series_over, under_review, dates_unfit (a date with people
 * without a choice), invalid (as for an event; a date that cannot be moved; no reason for canceled dates), taken_down
 */
export async function updateSeries(ctx: Context, id: string, input: SeriesUpdate): Promise<SeriesUpdated> {
  const { id: by } = requireMember(ctx);
  const done = await ctx.db.transaction().execute(async (tx) => {
    const series = await lockSeriesFor(tx, ctx, id, rightFor.updateSeries);
    const { thumbnailUrl } = input.changes;
    if (thumbnailUrl !== series.thumbnail_url) await refuseTakenDown(tx, by, { thumbnailUrl });
    const plan = await planChange(tx, ctx, series, input);
    const { staying, canceled } = choose(ctx, plan, input);
    const changed = staying.filter(isChanged);
    const told: ChangedDate[] = [...changed, ...canceled.map((was) => ({ was, is: null }))];
    const news = await newsOf(tx, told, { ...input, by });
    const { note = "", reason = null } = input;
    if (note && news.size === 0) throw new Failure("invalid", [{ path: "note", rule: "rule.note.nothing" }]);

    await remove(tx, plan.empty, ctx.now);
    await leaveDays(tx, changed);
    for (const { was, is } of changed) {
      await saveChanged(tx, was, is, ctx.now);
      const words = partsChanged(was, is);
      if (words) await recordAction(tx, was, { action: "updated", words }, ctx);
    }
    for (const event of canceled) await cancel(tx, ctx, event, reason ?? "");
    const { id: _id, ...columns } = plan.change.after;
    await tx.updateTable("series").set(columns).where("id", "=", series.id).execute();
    const made = await makeDates(tx, plan.change.after, { from: plan.from, asDraft: statusOf(staying) }, ctx.now);
    const people = await tellNews(tx, series.id, news, { note, reason }, ctx.now);
    const isHeld = await hasListedWords(tx, plan.change.after, series);
    const held = isHeld ? { status: await holdBackDates(tx, series, ctx.now) } : {};
    return { held, series, changed, canceled, made, people, removed: plan.empty };
  });
  const { held, series, changed, canceled, made, removed, people } = done;
  for (const event of [...changed.map(({ was }) => was), ...canceled, ...removed]) announceEvent(ctx, event);
  for (const eventId of made) announceEvent(ctx, { ...series, id: eventId });
  return shape(SeriesUpdated, {
    acknowledged: true,
    changed: changed.length,
    canceled: canceled.length,
    made: made.length,
    told: people,
    ...held,
  });
}

/**
 * Starts a review of a series to which listed words were added, about its next date: all of its dates are hidden until
 * a host decides, or wait if they were never public.
 */
async function holdBackDates(
  tx: Transaction<Schema>,
  series: LockedSeries,
  now: Date,
): Promise<SeriesUpdated["status"]> {
  const [next, ...others] = (await lockOccurrences(tx, series, "", now)).filter(({ review }) => review === null);
  if (!next) return undefined;
  for (const date of others) {
    if (!date.is_draft) await hideEvent(tx, date, now);
    else await tx.updateTable("events").set({ review: "waiting" }).where("id", "=", date.id).execute();
  }
  return holdBack(tx, next, now);
}

/** The state of new dates: drafts if the others are. */
const statusOf = ([one]: readonly Staying[]) => ({
  is_draft: one?.was.is_draft ?? false,
  review: one?.was.review ?? null,
});

/** The dates that stay, and those that are canceled, by the caller's choices. @throws Failure dates_unfit, invalid */
function choose(ctx: Context, plan: Plan, input: SeriesUpdate) {
  if (plan.misfits.some(({ event }) => input.misfits[event.id] === undefined)) throw new Failure("dates_unfit");
  const chosen = chosenIn(ctx, plan, input);
  if (chosen.canceled.length > 0 && !input.reason)
    throw new Failure("invalid", [{ path: "reason", rule: "rule.reason.required" }]);
  return chosen;
}

/** The same by the choices made so far. @throws Failure invalid (a date that cannot be moved) */
function chosenIn(ctx: Context, { change, staying, misfits }: Plan, { misfits: chosen }: SeriesUpdate) {
  const stay = [...staying];
  const canceled: Occurrence[] = [];
  for (const { event, nearest } of misfits) {
    const choice = chosen[event.id];
    if (choice === "cancel") canceled.push(event);
    if (choice === "move") {
      if (nearest === null)
        throw new Failure("invalid", [{ path: `misfits.${event.id}`, rule: "rule.series.no_near" }]);
      stay.push(onDay(ctx, event, change, dayOf(nearest)));
    }
  }
  return { staying: stay, canceled };
}

/**
 * Removes dates without people: as the rule does not have their days, these are not left out of it.
 */
async function remove(tx: Transaction<Schema>, events: readonly Occurrence[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map(({ id }) => id);
  await tx.updateTable("events").set({ series_id: null }).where("id", "in", ids).execute();
  for (const event of events) await removeEvent(tx, event, now);
}

/** Frees the days of dates that move to other ones, so that no day has two for a moment. */
async function leaveDays(tx: Transaction<Schema>, changed: readonly Staying[]): Promise<void> {
  const ids = changed
    .filter(({ was, is }) => dayOf(was.series_start) !== dayOf(is.series_start))
    .map(({ was }) => was.id);
  if (ids.length > 0) await tx.updateTable("events").set({ series_start: null }).where("id", "in", ids).execute();
}

async function cancel(tx: Transaction<Schema>, ctx: Context, event: Occurrence, reason: string): Promise<void> {
  await saveCanceled(tx, event, reason, ctx.now);
  await recordAction(tx, event, { action: "cancelled" }, ctx);
}

/**
 * Ends a series after a day, or at once: no more dates are made. Later dates without people are gone, those with people
 * are canceled, and everybody who is registered gets one mail.
 * @throws Failure sign_in_required, not_found, not_yours, series_over, invalid (no reason for canceled dates)
 */
export async function endSeries(ctx: Context, id: string, { last, reason }: SeriesEnd): Promise<SeriesEnded> {
  const { id: by } = requireMember(ctx);
  const done = await ctx.db.transaction().execute(async (tx) => {
    const series = await lockSeriesFor(tx, ctx, id, rightFor.endSeries);
    if (last !== undefined && last > series.made_until)
      throw new Failure("invalid", [{ path: "last", rule: "rule.series.last_far" }]);
    const later = (await lockOccurrences(tx, series, last ?? "", ctx.now))
      .filter(({ event_date, cancelled_at }) => event_date > ctx.now && cancelled_at === null)
      .filter(({ series_start }) => last === undefined || dayOf(series_start) > last);
    const people = await peopleAt(tx, later);
    const canceled = later.filter((event) => people.has(event.id));
    const empty = later.filter((event) => !people.has(event.id));
    if (canceled.length > 0 && !reason)
      throw new Failure("invalid", [{ path: "reason", rule: "rule.reason.required" }]);
    const dates = canceled.map((was) => ({ was, is: null }));
    const news = await newsOf(tx, dates, { tell: true, by });
    await remove(tx, empty, ctx.now);
    for (const event of canceled) await cancel(tx, ctx, event, reason ?? "");
    await tx
      .updateTable("series")
      .set({ ended_at: ctx.now, updated_at: ctx.now })
      .where("id", "=", series.id)
      .execute();
    const told = await tellNews(tx, series.id, news, { note: "", reason: reason ?? null }, ctx.now);
    return { canceled, empty, told };
  });
  const { canceled, empty, told } = done;
  for (const event of [...canceled, ...empty]) announceEvent(ctx, event);
  return shape(SeriesEnded, { acknowledged: true, canceled: canceled.length, removed: empty.length, told });
}
