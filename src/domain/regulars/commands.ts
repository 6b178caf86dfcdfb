import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { becomeIn, stopIn } from "./joining.ts";
import { lockSeriesOf, type SeriesOfRegulars } from "./locking.ts";
import { pauseIn, skipIn, unskipIn } from "./skipping.ts";
import type { PauseInput } from "./shapes.ts";

/**
 * Makes the caller a regular of a series: they are registered for each of its dates, those that exist and those that
 * are made later. Repeating it changes nothing.
 * @throws Failure sign_in_required, not_found, series_over, not_yet_regular (registered for fewer than two dates),
 * cannot_join (a block), regulars_full
 */
export async function becomeRegular(ctx: Context, seriesId: string): Promise<Acknowledged> {
  const { id } = requireMember(ctx);
  return changeRegulars(ctx, seriesId, (tx, series) => becomeIn(tx, series, id, ctx.now));
}

/**
 * Ends that the caller is a regular of a series: they leave its coming dates. Repeating it changes nothing.
 * @throws Failure sign_in_required, not_found
 */
export async function stopRegular(ctx: Context, seriesId: string): Promise<Acknowledged> {
  const { id } = requireMember(ctx);
  return changeRegulars(ctx, seriesId, (tx, series) => stopIn(tx, series, id, ctx.now));
}

/**
 * Notes that the caller, a regular, does not come to one date; their spot is free. Repeating it changes nothing.
 * @throws Failure sign_in_required, not_found (no such series, not a regular of it, not a date of it), event_over
 */
export async function skipDate(ctx: Context, seriesId: string, eventId: string): Promise<Acknowledged> {
  const { id: memberId } = requireMember(ctx);
  return changeRegulars(ctx, seriesId, (tx, series) => skipIn(tx, series, { memberId, eventId }, ctx.now));
}

/**
 * Takes back that the caller does not come to a date: they get a spot if nobody else has it, otherwise their earlier
 * place on the waitlist. Without a skip nothing changes.
 * @throws Failure as `skipDate`, event_cancelled, under_review
 */
export async function unskipDate(ctx: Context, seriesId: string, eventId: string): Promise<Acknowledged> {
  const { id: memberId } = requireMember(ctx);
  return changeRegulars(ctx, seriesId, (tx, series) => unskipIn(tx, series, { memberId, eventId }, ctx.now));
}

/**
 * Lets the caller pause from one local day to another; both count. It replaces an earlier pause.
 * @throws Failure sign_in_required, not_found, invalid
 */
export async function pauseRegular(ctx: Context, seriesId: string, pause: PauseInput): Promise<Acknowledged> {
  const { id: memberId } = requireMember(ctx);
  return changeRegulars(ctx, seriesId, (tx, series) => pauseIn(tx, series, { memberId, pause }, ctx.now));
}

/**
 * Ends the caller's pause; they come again to its coming dates. Without one nothing changes.
 * @throws Failure sign_in_required, not_found
 */
export async function endPause(ctx: Context, seriesId: string): Promise<Acknowledged> {
  const { id: memberId } = requireMember(ctx);
  return changeRegulars(ctx, seriesId, (tx, series) => pauseIn(tx, series, { memberId, pause: null }, ctx.now));
}

/**
 * Puts away for good that the caller is offered to become a regular of a series.
 * @throws Failure sign_in_required, not_found
 */
export async function putRegularOfferAway(ctx: Context, seriesId: string): Promise<Acknowledged> {
  const { id: member_id } = requireMember(ctx);
  return changeRegulars(ctx, seriesId, async (tx, { id: series_id }) => {
    await tx
      .insertInto("regular_offers_put_away")
      .values({ series_id, member_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return [];
  });
}

/** Changes the regulars of a series, one change at a time, and announces the dates that it was about. */
export async function changeRegulars(
  ctx: Pick<Context, "db" | "announce">,
  seriesId: string,
  change: (tx: Transaction<Schema>, series: SeriesOfRegulars) => Promise<string[]>,
): Promise<Acknowledged> {
  const changed = await ctx.db.transaction().execute(async (tx) => change(tx, await lockSeriesOf(tx, seriesId)));
  for (const id of changed) ctx.announce(id);
  return shape(Acknowledged, { acknowledged: true });
}
