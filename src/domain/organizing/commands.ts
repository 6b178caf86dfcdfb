import type { Kysely, Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { say } from "#messages/all.ts";
import { type Context, requireMember, requireSelf } from "../context.ts";
import { tellChanges } from "../events/changes.ts";
import { type LockedEvent, lockOwnEvent, lockOwnShownEvent } from "../events/locking.ts";
import { notePublished } from "../events/publishing.ts";
import { hasEnded } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { requireProven } from "../members/queries.ts";
import { enqueue, enqueueAll, type Task } from "../outbox.ts";
import { allocateSpots, shortenOffers } from "../registrations/allocation.ts";
import type { LimitAttempts } from "../ports.ts";
import { hideEvent } from "../reviews/hiding.ts";
import { hasListedWords } from "../reviews/listed-words.ts";
import { type Cause, openReview } from "../reviews/opening.ts";
import { refuseTakenDown } from "../reviews/taken-down.ts";
import { shape } from "../shapes.ts";
import { zoneOfTown } from "../towns/zones.ts";
import { changedEvent, columnsOf } from "./event-columns.ts";
import { changedPoint, pointColumnsOf } from "./point-columns.ts";
import { insertEvent } from "./inserting.ts";
import {
  type CancelInput,
  EventChanged,
  EventCreated,
  EventDeleted,
  type EventInput,
  type EventUpdate,
  EventUpdated,
  type Named,
} from "./shapes.ts";

/**
 * Creates an event of the member who asks. Its capacity is the number read from the organizer's words. Where mail is sent,
 * it is a draft until the member's address is confirmed: anybody can type the mayor's. With `looksFirst` an event of somebody who has
 * never held one waits for a host's yes; and so does one with words that they list, also after a change.
 * Specification 5 'Create event', 7 `POST /add-event`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), invalid (a date that is not to come, or too far ahead; a town that
 * there is not), too_many_events, taken_down (a picture)
 * @param besides writes, in the same transaction, what goes with the new event
 */
export async function createEvent(
  ctx: Context & { limitAttempts: LimitAttempts; looksFirst?: boolean },
  input: EventInput,
  besides?: (tx: Transaction<Schema>, id: string) => Promise<void>,
): Promise<EventCreated> {
  const member = requireSelf(ctx, input.email);
  const id = newId();
  const typed = await typedColumns(ctx, input);
  await ctx.limitAttempts("event", { account: member.id });
  await refuseTakenDown(ctx.db, member.id, { thumbnailUrl: input.thumbnailUrl });
  const cause = await causeToWait(ctx.db, typed, ctx, member.id);
  const moments = { created_at: ctx.now, updated_at: ctx.now };
  const event = { id, organizer_id: member.id, ...typed, review: cause && ("waiting" as const), ...moments };
  const isDraftIf = { isHeld: cause !== null, waitsForAddress: Boolean(ctx.sendsMail) };
  const insert = (db: Kysely<Schema>) => insertEvent(db, event, isDraftIf, ctx.now);
  // Most events are one statement, which needs no transaction.
  const isDraft =
    cause || besides
      ? await ctx.db.transaction().execute(async (tx) => {
          const isDraftHere = await insert(tx);
          if (cause) await openReview(tx, { about: "event", subjectId: id, cause }, ctx.now);
          await besides?.(tx, id);
          return isDraftHere;
        })
      : await insert(ctx.db);
  const status = cause ? "unapproved" : isDraft ? "draft" : "active";
  if (status === "active") ctx.announce(id);
  return shape(EventCreated, { acknowledged: true, insertedId: id, status });
}

/** What is typed of a new event, and where it is; without a time zone it goes by the clocks of its town. */
async function typedColumns(ctx: Context, input: EventInput) {
  const words = columnsOf({ ...input, timeZone: input.timeZone ?? "UTC" }, ctx);
  const where = await pointColumnsOf(ctx.db, input, words);
  const { timeZone = where.town_id === null ? null : await zoneOfTown(ctx.db, where.town_id) } = input;
  return timeZone === null ? { ...words, ...where } : { ...columnsOf({ ...input, timeZone }, ctx), ...where };
}

/** Why a new event waits for a host's yes: words that they list, or that its organizer has never held one; null when it does not. */
async function causeToWait(
  db: Kysely<Schema>,
  typed: ReturnType<typeof columnsOf>,
  { looksFirst = false, now }: { looksFirst?: boolean; now: Date },
  organizerId: string,
): Promise<Cause | null> {
  if (await hasListedWords(db, typed)) return "words";
  if (!looksFirst) return null;
  const held = await db
    .selectFrom("events")
    .select("id")
    .where("organizer_id", "=", organizerId)
    .where("event_end", "<", now)
    .where("cancelled_at", "is", null)
    .where("is_draft", "=", false)
    .limit(1)
    .executeTakeFirst();
  return held ? null : "first";
}

/**
 * Publishes a draft of the member who asks, once their address is confirmed; an event that is published stays so.
 * @throws Failure sign_in_required, email_unconfirmed, not_found, not_yours, under_review (also before it was ever shown)
 */
export async function publishEvent(ctx: Context, id: string): Promise<EventChanged> {
  const member = await requireProven(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockOwnEvent(tx, id, member.id);
    if (!event.is_draft) return;
    if (event.review) throw new Failure("under_review");
    await tx.updateTable("events").set({ is_draft: false, updated_at: ctx.now }).where("id", "=", event.id).execute();
    await notePublished(tx, [event.id], ctx.now);
  });
  ctx.announce(id);
  return shape(EventChanged, { acknowledged: true, modifiedCount: 1 });
}

/** Publishes the drafts of a member whose address has just become confirmed, in the same transaction. @returns how many */
export async function publishDrafts(tx: Transaction<Schema>, memberId: string, now: Date): Promise<number> {
  const published = await tx
    .updateTable("events")
    .set({ is_draft: false, updated_at: now })
    .where("organizer_id", "=", memberId)
    .where("is_draft", "=", true)
    .where("review", "is", null)
    .returning("id")
    .execute();
  const ids = published.map(({ id }) => id);
  await notePublished(tx, ids, now);
  return ids.length;
}

/**
 * Changes what is named of an event, for its organizer only; what is not named stays. An event that is over can be
 * corrected, but none can be moved into the past: a past date is taken only when it is the one the event has. A moved event
 * stays as long as it was, unless its end is named too. More spots are offered to people on the waitlist; there are never
 * fewer than are taken, or held for an offer. Everyone who is registered is told of changed words, dates and places, with the
 * organizer's note; with `tell: false` only of when and where, so that a typo can be mended.
 * Specification 5 'Edit event', 7 `PATCH /events/{id}`.
 * @throws Failure sign_in_required, not_yours (another's e-mail or event), not_found, event_cancelled, under_review, invalid (a past date,
 * an end before the beginning, too few spots, a town that there is not, a note without a mail), taken_down (a picture)
 */
export async function updateEvent(
  ctx: Context,
  id: string,
  { tell = true, note = "", ...changes }: Named<EventUpdate>,
): Promise<EventUpdated> {
  const member = requireSelf(ctx, changes.email);

  const held = await ctx.db.transaction().execute(async (tx) => {
    const before = await lockOwnShownEvent(tx, id, member.id);
    if (before.cancelled_at) throw new Failure("event_cancelled");
    const isOther = changes.thumbnailUrl !== before.thumbnail_url;
    if (isOther) await refuseTakenDown(tx, member.id, { thumbnailUrl: changes.thumbnailUrl });
    const after = changedEvent(before, changes, { ...ctx, where: await changedPoint(tx, before, changes) });
    const { search_letters: _madeByTheDatabase, search_beginnings: _madeToo, ...columns } = after;
    await tx.updateTable("events").where("id", "=", before.id).set(columns).execute();

    const isMoved = after.event_date.getTime() !== before.event_date.getTime();
    await tellChanges(tx, before, after, { tell, note }, ctx.now);
    // People who confirmed their attendance did so for another date.
    if (isMoved) {
      await tx
        .updateTable("registrations")
        .set({ attendance_confirmed_at: null })
        .where("event_id", "=", before.id)
        .execute();
    }
    if (after.event_date < before.event_date) await shortenOffers(tx, after, after.event_date, ctx.now);
    else if (after.event_end < before.event_end) await shortenOffers(tx, after, after.event_end, ctx.now);
    await allocateSpots(tx, after, ctx.now);
    const isHeld = !before.review && (await hasListedWords(tx, after, before));
    return isHeld ? { status: await holdBack(tx, after, ctx.now) } : {};
  });
  ctx.announce(id);
  return shape(EventUpdated, { acknowledged: true, modifiedCount: 1, ...held });
}

/** Has a host look at an event that has got words which they list: it is hidden until then, or waits if nobody has seen it. */
export async function holdBack(
  tx: Transaction<Schema>,
  event: LockedEvent,
  now: Date,
): Promise<EventUpdated["status"]> {
  const reviewId = await openReview(tx, { about: "event", subjectId: event.id, cause: "words" }, now);
  if (event.is_draft) {
    await tx.updateTable("events").set({ review: "waiting" }).where("id", "=", event.id).execute();
    return "unapproved";
  }
  await hideEvent(tx, event, now);
  const reason = say("review.words.reason");
  await tx.updateTable("reviews").set({ hidden_at: now, hidden_for: reason }).where("id", "=", reviewId).execute();
  const { id: eventId, organizer_id: memberId, title } = event;
  const payload = { memberId, about: "event", title, eventId, what: "hidden", reason } as const;
  await enqueue(tx, { kind: "review_told", key: `review_told:${reviewId}:hidden`, payload }, now);
  return "under_review";
}

/**
 * Deletes an event and with it every registration, for its organizer only, and tells everyone who had one.
 * Specification 5 'Deleting requires confirmation' (the screen asks), 7 `DELETE /events/{id}`.
 * @throws Failure sign_in_required, not_yours (another's e-mail or event), not_found
 */
export async function deleteEvent(ctx: Context, id: string, named: Named<object>): Promise<EventDeleted> {
  const member = requireSelf(ctx, named.email);

  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockOwnEvent(tx, id, member.id);
    await removeEvent(tx, event, ctx.now);
  });
  ctx.announce(id);
  return shape(EventDeleted, { acknowledged: true, deletedCount: 1 });
}

/**
 * Takes an event away. Everyone who was registered is told by a mail that carries what there was to know: when it goes out,
 * the event is gone. Nobody needs to hear of an event that is over, nor again of one that was canceled.
 */
export async function removeEvent(tx: Transaction<Schema>, event: LockedEvent, now: Date): Promise<void> {
  if (!hasEnded(event.event_end, now) && !event.cancelled_at) {
    await tellOfEnd(tx, { ...event, sequence: event.sequence + 1 }, now);
  }
  // Nobody waits to hear what becomes of it.
  await tx
    .deleteFrom("reviews")
    .where("about", "in", ["event", "event_picture", "outcome_pictures"])
    .where("subject_id", "=", event.id)
    .where("decided_at", "is", null)
    .where("reports", "=", 0)
    .execute();
  await tx.deleteFrom("events").where("id", "=", event.id).execute();
}

/**
 * Cancels an event, for its organizer only: its page stays up with the reason, and keeps its participants for the record,
 * but nobody can join or change it, and no list shows it. Everyone who has joined or is on the waitlist is told.
 * @throws Failure sign_in_required, not_found, not_yours, event_cancelled (already), event_over
 */
export async function cancelEvent(ctx: Context, id: string, { reason }: CancelInput): Promise<EventChanged> {
  const member = requireMember(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockOwnEvent(tx, id, member.id);
    if (event.cancelled_at) throw new Failure("event_cancelled");
    if (hasEnded(event.event_end, ctx.now)) throw new Failure("event_over");
    const end = { cancelled_at: ctx.now, cancel_reason: reason, sequence: event.sequence + 1 };
    await tx
      .updateTable("events")
      .set({ ...end, updated_at: ctx.now })
      .where("id", "=", event.id)
      .execute();
    // Offers end; people stay on the waitlist, for the record.
    await tx.updateTable("registrations").set({ offer_expires_at: null }).where("event_id", "=", event.id).execute();
    await allocateSpots(tx, { ...event, ...end }, ctx.now);
    await tellOfEnd(tx, { ...event, ...end }, ctx.now);
  });
  ctx.announce(id);
  return shape(EventChanged, { acknowledged: true, modifiedCount: 1 });
}

/** Tells everyone who is registered for an event that it will not take place. */
async function tellOfEnd(tx: Transaction<Schema>, event: LockedEvent, now: Date): Promise<void> {
  const people = await tx
    .selectFrom("registrations")
    .innerJoin("members", "members.id", "registrations.member_id")
    .where("event_id", "=", event.id)
    .where("member_id", "!=", event.organizer_id)
    .select(["members.id", "members.name", "members.email"])
    .execute();
  const { id: eventId, title, location, event_date, event_end, time_zone: timeZone, cancel_reason: reason } = event;
  const about = { eventId, title, location, timeZone, sequence: event.sequence, reason };
  const times = { eventDate: event_date.toISOString(), eventEnd: event_end.toISOString() };
  const tasks = people.map(({ id, name, email }): Task => {
    const payload = { name, email, ...about, ...times };
    return { kind: "event_cancelled", key: `event_cancelled:${eventId}:${id}`, payload };
  });
  await enqueueAll(tx, tasks, now);
}
