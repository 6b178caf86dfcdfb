import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { say } from "#messages/say.ts";
import { endKeysWithCommunity, endRightsAt, tellOfEndedKeys } from "../access/ending.ts";
import type { LockedEvent } from "../events/locking.ts";
import { notePublished } from "../events/publishing.ts";
import { enqueue, enqueueAll, type Task } from "../outbox.ts";
import { allocateSpots } from "../registrations/allocation.ts";
import { membersAt } from "../registrations/people.ts";
import { listOrganizers } from "../rights/organizers.ts";
import { uploadedIn } from "../rules.ts";
import type { About } from "./rules.ts";
import { markOf } from "./taken-down.ts";

/** The stored reason of a review if listed words hid something; the screen words it in the reader's language. */
export const forListedWords = "";

/** The reason for hiding something: a host's words, or ours. */
export const reasonOf = (reason: string): string => (reason === forListedWords ? say("review.words.reason") : reason);

// Hiding withholds a thing from all readers, and showing restores it. Both also write the consequences; the decision is
// made elsewhere.

/** The parts of a review that hiding needs. */
type Subject = { id: string; about: About; subject_id: string; withheld: string | null; owner_id: string | null };

/**
 * The time for which mails about hours wait while an event is hidden, in milliseconds: after that, thanks would come
 * too late.
 */
const waitsMax = 30 * 24 * 3_600_000;

/** Reschedules the unsent mails about hours at an event. */
const movingHours = (tx: Transaction<Schema>, eventId: string, run_at: Date) =>
  tx
    .updateTable("outbox")
    .set({ run_at })
    .where("kind", "in", ["thanks", "hours_corrected"])
    .where(sql<boolean>`payload ->> 'eventId' = ${eventId}`)
    .where("done_at", "is", null)
    .where("failed_at", "is", null);

/**
 * Hides an event: all lists treat it as a draft from now on. Pending reminders are written again when it is shown, and
 * thanks wait for that. Helpers can no longer read its list, and an ownership transfer ends. Everyone who is registered
 * is told, and keeps their registration.
 */
export async function hideEvent(tx: Transaction<Schema>, event: LockedEvent, now: Date): Promise<void> {
  const hidden = { review: "hidden", is_draft: true, updated_at: now } as const;
  await tx.updateTable("events").set(hidden).where("id", "=", event.id).execute();
  await tx
    .deleteFrom("outbox")
    .where("kind", "in", ["remind_day", "remind_soon", "ask_outcome", "settle_outcome"])
    .where(sql<boolean>`payload ->> 'eventId' = ${event.id}`)
    .where("done_at", "is", null)
    .execute();
  await endRightsAt(tx, event.id, "review", now);
  await movingHours(tx, event.id, new Date(now.getTime() + waitsMax)).execute();
  if (event.event_end > now) await tellRegistered(tx, event, true, now);
}

/**
 * Shows an event that was hidden, or waited. If it was never public and the organizer's address is not confirmed, it
 * becomes a draft. While its organizer is suspended it stays hidden, and is shown when the suspension is lifted.
 * @returns whether it is shown
 */
export async function showEvent(tx: Transaction<Schema>, event: LockedEvent, now: Date): Promise<boolean> {
  // Locked, so that a concurrent lifting of the suspension does not treat this event as one that stays hidden.
  const { email_verified, suspended_at } = await tx
    .selectFrom("members")
    .select(["email_verified", "suspended_at"])
    .where("id", "=", event.organizer_id)
    .forShare()
    .executeTakeFirstOrThrow();
  if (suspended_at) return false;
  const is_draft = event.review === "waiting" && !email_verified;
  const shown = { review: null, is_draft, updated_at: now };
  await tx.updateTable("events").set(shown).where("id", "=", event.id).execute();
  if (event.review === "waiting" && !is_draft) await notePublished(tx, [event.id], now);
  await allocateSpots(tx, { ...event, ...shown }, now);
  if (event.review !== "hidden" || event.cancelled_at) return true;
  if (event.event_end > now) await tellRegistered(tx, event, false, now);
  await tellOfEndedKeys(tx, event.id, now);
  await movingHours(tx, event.id, now).where("run_at", ">", now).execute();
  const payload = { eventId: event.id, eventDate: event.event_date.toISOString() };
  await enqueue(tx, { kind: "outcome_awaited", key: `outcome_awaited:${event.id}:${now.toISOString()}`, payload }, now);
  return true;
}

/** Tells everyone who is registered that an event is hidden, or that it is back. */
async function tellRegistered(tx: Transaction<Schema>, event: LockedEvent, hidden: boolean, now: Date): Promise<void> {
  // They get a mail about the review.
  const organizers = await listOrganizers(tx, event.id, now);
  const people = await tx
    .selectFrom(membersAt(event.id).as("registered"))
    .select(["registration_id", "member_id"])
    .where(sql<boolean>`member_id <> all(${organizers}::uuid[])`)
    .execute();
  const kind = hidden ? "event_hidden" : "event_back";
  const tasks = people.map(({ registration_id: registrationId, member_id: memberId }): Task => {
    const key = `${kind}:${registrationId}:${now.toISOString()}`;
    return { kind, key, payload: { eventId: event.id, memberId, registrationId } };
  });
  await enqueueAll(tx, tasks, now);
}

/**
 * The text shown instead of a hidden name. It is not stored as the name, so the owner can choose another at any time.
 */
export const hiddenName = () => say("review.name");

/** The column of a name or a picture; null for a subject that is hidden as a whole. */
const places = {
  event: null,
  event_picture: ["events", "thumbnail_url"],
  outcome_pictures: null,
  community: null,
  community_picture: ["communities", "image"],
  community_post: null,
  name: ["members", "name"],
  photo: ["members", "image"],
} as const;

/** Replaces the picture of a date also in its series, so that no later date has it, and at the series' other dates. */
async function setSeriesPicture(
  tx: Transaction<Schema>,
  eventId: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  const series = sql`(select series_id from events where id = ${eventId})`;
  await sql`update series set thumbnail_url = ${to} where id = ${series}
    and thumbnail_url is not distinct from ${from}`.execute(tx);
  await sql`update events set thumbnail_url = ${to} where series_id = ${series}
    and thumbnail_url is not distinct from ${from}`.execute(tx);
}

/**
 * Withholds a name or a picture, so that its owner does not set it again, or hides a community.
 * @returns what was withheld: null for a community, undefined if there is nothing left to hide
 */
export async function hideSubject(tx: Transaction<Schema>, { id, about, subject_id, owner_id }: Subject, now: Date) {
  const place = places[about];
  if (about === "outcome_pictures") return (await setOutcomeHidden(tx, subject_id, now)) ? null : undefined;
  if (!place) {
    const { numUpdatedRows } = await tx
      .updateTable(about === "community_post" ? "community_posts" : "communities")
      .set({ hidden_at: now })
      .where("id", "=", subject_id)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? null : undefined;
  }
  const [table, column] = place;
  const replacement = about === "name" ? hiddenName() : null;
  const { rows } = await sql<{ withheld: string | null }>`
    update ${sql.table(table)} shown set ${sql.ref(column)} = ${replacement}
    from (select id, ${sql.ref(column)} as withheld from ${sql.table(table)} where id = ${subject_id} for update) was
    where shown.id = was.id returning was.withheld`.execute(tx);
  const withheld = rows[0]?.withheld ?? undefined;
  if (withheld === undefined) return withheld;
  if (about === "event_picture") await setSeriesPicture(tx, subject_id, { from: withheld, to: null });
  const taken_down = await markOf(tx, about === "name" ? "name" : "picture", withheld);
  await tx.updateTable("reviews").set({ taken_from: owner_id, taken_down }).where("id", "=", id).execute();
  await setUploadedHidden(tx, withheld, now);
  return withheld;
}

/** Restores a hidden subject, unless its owner has replaced it. The owner may set it again, too. */
export async function showSubject(
  tx: Transaction<Schema>,
  { id, about, subject_id, withheld }: Subject,
): Promise<void> {
  const place = places[about];
  if (about === "outcome_pictures") {
    await setOutcomeHidden(tx, subject_id, null);
    return;
  }
  if (!place) {
    const table = about === "community_post" ? "community_posts" : "communities";
    await tx.updateTable(table).set({ hidden_at: null }).where("id", "=", subject_id).execute();
    return;
  }
  if (withheld === null) return;
  const [table, column] = place;
  const replacement = about === "name" ? hiddenName() : null;
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${withheld}
    where id = ${subject_id} and ${sql.ref(column)} is not distinct from ${replacement}`.execute(tx);
  if (about === "event_picture") await setSeriesPicture(tx, subject_id, { from: null, to: withheld });
  await tx.updateTable("reviews").set({ taken_from: null, taken_down: null }).where("id", "=", id).execute();
  await setUploadedHidden(tx, withheld, null);
}

/**
 * Deletes a hidden or public subject for good: a community, a post, a name or a picture, along with an uploaded file.
 */
export async function endSubject(tx: Transaction<Schema>, subject: Subject, now: Date): Promise<void> {
  const { about, subject_id } = subject;
  if (about === "outcome_pictures") {
    await tx.deleteFrom("pictures").where("id", "in", picturesAt(tx, subject_id)).execute();
    return;
  }
  if (about === "community" || about === "community_post") {
    const table = about === "community" ? "communities" : "community_posts";
    if (about === "community") await endKeysWithCommunity(tx, subject_id, now);
    await tx.deleteFrom(table).where("id", "=", subject_id).execute();
    return;
  }
  const withheld = subject.withheld ?? (await hideSubject(tx, subject, now));
  const id = uploadedIn(withheld);
  if (id) await tx.deleteFrom("pictures").where("id", "=", id).execute();
}

const picturesAt = (tx: Transaction<Schema>, eventId: string) =>
  tx.selectFrom("outcome_pictures").select("picture_id").where("event_id", "=", eventId);

/** Hides the pictures of an event's outcome, or shows them again. @returns whether there are any */
async function setOutcomeHidden(tx: Transaction<Schema>, eventId: string, hidden_at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("pictures")
    .set({ hidden_at })
    .where("id", "in", picturesAt(tx, eventId))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stops or resumes serving a picture that was uploaded to us. */
async function setUploadedHidden(tx: Transaction<Schema>, address: string, hidden: Date | null): Promise<void> {
  const id = uploadedIn(address);
  if (id) await tx.updateTable("pictures").set({ hidden_at: hidden }).where("id", "=", id).execute();
}
