import type { Context } from "../context.ts";
import { findEvent } from "../events/queries.ts";
import { Failure } from "../failure.ts";
import { registrationOf } from "../registrations/queries.ts";
import { oneLine } from "../rules.ts";
import { type Acknowledged, isId, shape } from "../shapes.ts";
import { hasEnded, spanOf } from "../time-zones/rules.ts";
import { changeRegulars } from "./commands.ts";
import { makeIn, stopIn } from "./joining.ts";
import { findRegular } from "./locking.ts";
import { LinkedRegular, type PauseInput } from "./shapes.ts";
import { pauseIn, skipIn, unskipIn } from "./skipping.ts";

// The links of the weekly mail, for readers with or without a session. `linked` is the id signed into one, or null if
// we did not sign it. The member in it may have become one again since, so it names no row of `regulars`.

type LinkContext = Pick<Context, "db" | "now" | "announce">;

/** The series, the member and the date in a signed id. @throws Failure link_broken */
function idsIn(linked: string | null): { seriesId: string; memberId: string; eventId: string | null } {
  const [seriesId = "", memberId = "", eventId = null] = linked?.split(":") ?? [];
  if (!isId(seriesId) || !isId(memberId)) throw new Failure("link_broken");
  return { seriesId, memberId, eventId };
}

/** The date in a link. @throws Failure link_broken (a link about all dates) */
function dateIn(linked: string | null) {
  const { eventId, ...ids } = idsIn(linked);
  if (eventId === null) throw new Failure("link_broken");
  return { ...ids, eventId };
}

/** Returns what a link is about. Reading it changes nothing. @throws Failure link_broken, not_found */
export async function getLinkedRegular(
  { db, now }: Pick<Context, "db" | "now">,
  linked: string | null,
): Promise<LinkedRegular> {
  const { seriesId, memberId, eventId } = idsIn(linked);
  const series = await db
    .selectFrom("series")
    .where("id", "=", seriesId)
    .select(["id", "title", "rule", "anchor"])
    .executeTakeFirst();
  const member = await db.selectFrom("members").where("id", "=", memberId).select("id").executeTakeFirst();
  if (!series || !member) throw new Failure("not_found");
  const regular = await db
    .selectFrom("regulars")
    .where("series_id", "=", seriesId)
    .where("member_id", "=", memberId)
    .select(["id", "paused_from", "paused_until"])
    .executeTakeFirst();
  const event = eventId === null ? null : await findEvent(db, eventId);
  const { state } = event ? await registrationOf({ db, now }, event._id, memberId) : { state: null };
  const skip =
    event && regular
      ? await db
          .selectFrom("regular_skips")
          .where("regular_id", "=", regular.id)
          .where("event_id", "=", event._id)
          .select("event_id")
          .executeTakeFirst()
      : undefined;
  return shape(LinkedRegular, {
    seriesId,
    title: oneLine(series.title),
    rule: series.rule,
    anchor: series.anchor,
    isRegular: regular !== undefined,
    pausedFrom: regular?.paused_from ?? null,
    pausedUntil: regular?.paused_until ?? null,
    date: event
      ? {
          eventId: event._id,
          eventDate: event.eventDate,
          eventEnd: event.eventEnd,
          timeZone: event.timeZone,
          isSkipped: skip !== undefined && state === null,
          state,
          isOver: hasEnded(spanOf(event), now),
          isCanceled: event.status === "cancelled",
        }
      : null,
  });
}

/** Skips the date of a link, as `skipDate` does. @throws Failure link_broken, not_found, event_over */
export async function skipByLink(ctx: LinkContext, linked: string | null): Promise<Acknowledged> {
  const { seriesId, ...date } = dateIn(linked);
  return changeRegulars(ctx, seriesId, (tx, series) => skipIn(tx, series, date, ctx.now));
}

/**
 * Takes the skip of a link's date back, as `unskipDate` does.
 * @throws Failure link_broken, not_found, event_over, event_cancelled, under_review
 */
export async function unskipByLink(ctx: LinkContext, linked: string | null): Promise<Acknowledged> {
  const { seriesId, ...date } = dateIn(linked);
  return changeRegulars(ctx, seriesId, (tx, series) => unskipIn(tx, series, date, ctx.now));
}

/** Stops coming to each date, as `stopRegular` does. @throws Failure link_broken, not_found */
export async function stopByLink(ctx: LinkContext, linked: string | null): Promise<Acknowledged> {
  const { seriesId, memberId } = idsIn(linked);
  return changeRegulars(ctx, seriesId, (tx, series) => stopIn(tx, series, memberId, ctx.now));
}

/**
 * Takes that back: the member is a regular again, as by `becomeRegular`. The link proves that they were one, so it is
 * not asked how many dates they joined.
 * @throws Failure link_broken, not_found, series_over, cannot_join, regulars_full
 */
export async function becomeByLink(ctx: LinkContext, linked: string | null): Promise<Acknowledged> {
  const { seriesId, memberId } = idsIn(linked);
  return changeRegulars(ctx, seriesId, async (tx, series) => {
    if (await findRegular(tx, series, memberId)) return [];
    const person = { member_id: memberId, name: null, phone: null };
    return (await makeIn(tx, series, person, ctx.now)).changed;
  });
}

/** Sets the pause, or ends it with null, as `pauseRegular` does. @throws Failure link_broken, not_found, invalid */
export async function pauseByLink(
  ctx: LinkContext,
  linked: string | null,
  pause: PauseInput | null,
): Promise<Acknowledged> {
  const { seriesId, memberId } = idsIn(linked);
  return changeRegulars(ctx, seriesId, (tx, series) => pauseIn(tx, series, { memberId, pause }, ctx.now));
}
