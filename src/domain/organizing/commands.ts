import type { Kysely, Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember, requireSelf } from "../context.ts";
import { tellChanges } from "../events/changes.ts";
import { type LockedEvent, lockedFor, lockedShownFor } from "../events/locking.ts";
import { announceEvent } from "../events/announcing.ts";
import { notePublished } from "../events/publishing.ts";
import { flatSpan } from "../events/shapes.ts";
import { Failure } from "../failure.ts";
import { requireProven } from "../members/queries.ts";
import { enqueueAll, type Task } from "../outbox.ts";
import { membersAt } from "../registrations/people.ts";
import type { LimitAttempts } from "../ports.ts";
import { forListedWords, hideEvent } from "../reviews/hiding.ts";
import { hasListedWords } from "../reviews/listed-words.ts";
import { openReview } from "../reviews/opening.ts";
import { refuseTakenDown } from "../reviews/taken-down.ts";
import { listOrganizers } from "../rights/organizers.ts";
import { lockToRun } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { shape } from "../shapes.ts";
import { partsChanged, recordAction } from "../team-log/commands.ts";
import { hasEnded, spanOfRow } from "../time-zones/rules.ts";
import { changedEvent } from "./event-columns.ts";
import { changedPoint } from "./point-columns.ts";
import { causeToWait, insertEvent, ownEvent, typedColumns } from "./inserting.ts";
import { saveCanceled, saveChanged } from "./saving.ts";
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
 * Creates an event of the caller, or of a community that they organize. Its capacity is the number read from the
 * organizer's words. If the site sends mail, the event is a draft until the caller's address is confirmed, because
 * anyone can type the mayor's. With `looksFirst`, the event of a new organizer waits for a host's approval; so does an
 * event with words on the hosts' list, also after a change. Specification 5 'Create event', 7 `POST /add-event`.
 * @throws Failure sign_in_required, not_yours (another's e-mail or community), invalid (a date in the past, or too far
 * ahead; an unknown town), too_many_events, taken_down (a picture), not_found (the community)
 * @param besides writes additional rows for the new event, in the same transaction
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
  const { communityId: owner_community_id } = input;
  const copied_from = await ownEvent(ctx, input.copiedFrom, member.id);
  const whose = { organizer_id: member.id, owner_community_id, copied_from };
  const event = { id, ...whose, ...typed, review: cause && ("waiting" as const), ...moments };
  const isDraftIf = { isHeld: cause !== null, waitsForAddress: ctx.sendsMail };
  const insert = (db: Kysely<Schema>) => insertEvent(db, event, isDraftIf, ctx.now);
  // Most events need only one statement, and therefore no transaction.
  const isDraft =
    cause || besides || owner_community_id
      ? await ctx.db.transaction().execute(async (tx) => {
          if (owner_community_id) await lockToRun(tx, ctx, owner_community_id, rightFor.createEvent);
          const isDraftHere = await insert(tx);
          if (cause) await openReview(tx, { about: "event", subjectId: id, cause }, ctx.now);
          await besides?.(tx, id);
          return isDraftHere;
        })
      : await insert(ctx.db);
  const status = cause ? "unapproved" : isDraft ? "draft" : "active";
  if (status === "active") announceEvent(ctx, { id, owner_community_id });
  return shape(EventCreated, { acknowledged: true, insertedId: id, status });
}

/**
 * Publishes a draft of the caller, if their address is confirmed; a published event does not change.
 * @throws Failure sign_in_required, email_unconfirmed, not_found, not_yours, under_review (also before it was ever
 * public)
 */
export async function publishEvent(ctx: Context, id: string): Promise<EventChanged> {
  await requireProven(ctx);
  const published = await ctx.db.transaction().execute(async (tx) => {
    const event = await lockedFor(tx, ctx, id, rightFor.publishEvent);
    if (!event.is_draft) return event;
    if (event.review) throw new Failure("under_review");
    await tx.updateTable("events").set({ is_draft: false, updated_at: ctx.now }).where("id", "=", event.id).execute();
    await notePublished(tx, [event.id], ctx.now);
    await recordAction(tx, event, { action: "published" }, ctx);
    return event;
  });
  announceEvent(ctx, published);
  return shape(EventChanged, { acknowledged: true, modifiedCount: 1 });
}

/**
 * Publishes the drafts of a member whose address has just been confirmed, in the same transaction.
 * @returns their number
 */
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
 * Changes the named fields of an event, for its organizer only; the others stay. A past event can be corrected, but no
 * event can move into the past: a past date is only accepted if the event already has it. A moved event keeps its
 * duration, unless its end is named too. New spots are offered to the waitlist; the capacity cannot drop below the
 * taken and held spots. Registered people get a mail about changed words, dates and places, with the organizer's note;
 * with `tell: false` only about time and place, so that the organizer can correct a typo. Specification 5 'Edit event',
 * 7 `PATCH /events/{id}`.
 * @throws Failure sign_in_required, not_yours (another's e-mail or event), not_found, event_cancelled, under_review,
 * invalid (a past date, an end before the beginning, too few spots, an unknown town, a note without a mail), taken_down
 * (a picture)
 */
export async function updateEvent(
  ctx: Context,
  id: string,
  { tell = true, note = "", ...changes }: Named<EventUpdate>,
): Promise<EventUpdated> {
  const member = requireSelf(ctx, changes.email);

  const { event, held } = await ctx.db.transaction().execute(async (tx) => {
    const before = await lockedShownFor(tx, ctx, id, rightFor.updateEvent);
    if (before.cancelled_at) throw new Failure("event_cancelled");
    const isOther = changes.thumbnailUrl !== before.thumbnail_url;
    if (isOther) await refuseTakenDown(tx, member.id, { thumbnailUrl: changes.thumbnailUrl });
    const after = changedEvent(before, changes, { ...ctx, where: await changedPoint(tx, before, changes) });
    await tellChanges(tx, before, after, { tell, note, by: member.id }, ctx.now);
    const words = partsChanged(before, after);
    if (words) await recordAction(tx, before, { action: "updated", words }, ctx);
    await saveChanged(tx, before, after, ctx.now);
    const isHeld = !before.review && (await hasListedWords(tx, after, before));
    return { event: after, held: isHeld ? { status: await holdBack(tx, after, ctx.now) } : {} };
  });
  announceEvent(ctx, event);
  return shape(EventUpdated, { acknowledged: true, modifiedCount: 1, ...held });
}

/**
 * Starts a review of an event to which listed words were added: it is hidden until a host decides, or waits if it was
 * never public.
 */
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
  const reason = forListedWords;
  await tx.updateTable("reviews").set({ hidden_at: now, hidden_for: reason }).where("id", "=", reviewId).execute();
  const { id: eventId, title } = event;
  const tasks = (await listOrganizers(tx, eventId, now)).map((memberId, index): Task => {
    const payload = { memberId, about: "event", title, eventId, what: "hidden", reason } as const;
    const key = `review_told:${reviewId}:hidden${index === 0 ? "" : `:${memberId}`}`;
    return { kind: "review_told", key, payload };
  });
  await enqueueAll(tx, tasks, now);
  return "under_review";
}

/**
 * Deletes an event with all of its registrations, for its organizer only, and tells the registered people.
 * Specification 5 'Deleting requires confirmation' (the page asks), 7 `DELETE /events/{id}`.
 * @throws Failure sign_in_required, not_yours (another's e-mail or event), not_found
 */
export async function deleteEvent(ctx: Context, id: string, named: Named<object>): Promise<EventDeleted> {
  const member = requireSelf(ctx, named.email);

  const deleted = await ctx.db.transaction().execute(async (tx) => {
    const event = await lockedFor(tx, ctx, id, rightFor.deleteEvent);
    await removeEvent(tx, event, ctx.now, member.id);
    return event;
  });
  announceEvent(ctx, deleted);
  return shape(EventDeleted, { acknowledged: true, deletedCount: 1 });
}

/**
 * Removes an event. The mail to registered people carries the event's details, since the event is gone when it goes
 * out. There is no mail for a past event, nor a second one for a canceled event, nor one for the member who removes it.
 */
export async function removeEvent(tx: Transaction<Schema>, event: LockedEvent, now: Date, by = event.organizer_id) {
  if (!hasEnded(spanOfRow(event), now) && !event.cancelled_at) {
    await tellOfEnd(tx, { ...event, sequence: event.sequence + 1 }, now, by);
  }
  // Open reviews of the event need no decision now.
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
 * Cancels an event, for its organizer only. Its page stays up with the reason and keeps its participants for the
 * record. The event can no longer be joined or changed, and is on no list. People who have joined or are on the
 * waitlist get a mail.
 * @throws Failure sign_in_required, not_found, not_yours, event_cancelled (already), event_over
 */
export async function cancelEvent(ctx: Context, id: string, { reason }: CancelInput): Promise<EventChanged> {
  const member = requireMember(ctx);
  const cancelled = await ctx.db.transaction().execute(async (tx) => {
    const event = await lockedFor(tx, ctx, id, rightFor.cancelEvent);
    if (event.cancelled_at) throw new Failure("event_cancelled");
    if (hasEnded(spanOfRow(event), ctx.now)) throw new Failure("event_over");
    await tellOfEnd(tx, await saveCanceled(tx, event, reason, ctx.now), ctx.now, member.id);
    await recordAction(tx, event, { action: "cancelled" }, ctx);
    return event;
  });
  announceEvent(ctx, cancelled);
  return shape(EventChanged, { acknowledged: true, modifiedCount: 1 });
}

/** Tells all registered people but the member who ends it that an event will not take place. */
async function tellOfEnd(tx: Transaction<Schema>, event: LockedEvent, now: Date, by: string): Promise<void> {
  const people = await tx
    .selectFrom(membersAt(event.id).as("registered"))
    .innerJoin("members", "members.id", "registered.member_id")
    .where("members.id", "!=", by)
    .select(["members.id", "members.name", "members.email"])
    .execute();
  const { id: eventId, title, location, sequence, cancel_reason: reason } = event;
  const about = { eventId, title, location, ...flatSpan(spanOfRow(event)), sequence, reason };
  const tasks = people.map(({ id, name, email }): Task => {
    const payload = { name, email, ...about };
    return { kind: "event_cancelled", key: `event_cancelled:${eventId}:${id}`, payload };
  });
  await enqueueAll(tx, tasks, now);
}
