import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { enqueueAll, type Task } from "../outbox.ts";

type Revoker = NonNullable<Selectable<Schema["credentials"]>["revoked_by"]>;

/** Revokes credentials: they are no longer valid, and their contents are deleted. */
export async function revoke(tx: Kysely<Schema>, ids: string[], by: Revoker, now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("credentials")
    .set({ token: null, revoked_at: now, revoked_by: by })
    .where("id", "in", ids)
    .where("revoked_at", "is", null)
    .execute();
  await tx.deleteFrom("credential_hours").where("credential_id", "in", ids).execute();
}

/**
 * Revokes the credentials of an event with other hours than the latest, and tells their makers, who can make new ones.
 * The caller must have just written hours and hold the event's row in `record_events`, which makers of credentials wait
 * for.
 */
export async function revokeOtherHours(tx: Transaction<Schema>, eventId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; memberId: string }>`
    select credentials.id, credentials.member_id as "memberId"
    from credential_hours join credentials on credentials.id = credential_id
    where event_id = ${eventId} and credential_hours.hours is distinct from (
      select hours from asserted_hours
      where asserted_hours.event_id = ${eventId} and asserted_hours.member_id = credentials.member_id
      order by asserted_at desc, asserted_hours.id desc limit 1
    ) order by credentials.id`.execute(tx);
  await revokeAndTell(tx, rows, { eventId, by: "organizer", now });
}

/** Revokes the credentials of an event that a host has deleted, and tells their makers. */
export async function revokeOfEvent(tx: Transaction<Schema>, eventId: string, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom("credential_hours")
    .innerJoin("credentials", "credentials.id", "credential_id")
    .where("event_id", "=", eventId)
    .where("member_id", "is not", null)
    .select(["credentials.id", "member_id as memberId"])
    .orderBy("credentials.id")
    .execute();
  await revokeAndTell(tx, rows, { eventId, by: "host", now });
}

/**
 * Revokes the credentials of a member's hours at one event that are no longer asserted, and tells the member. The
 * caller must hold the event's row in `record_events`.
 */
export async function revokeOfEntry(
  tx: Transaction<Schema>,
  { memberId, ...cause }: Cause & { memberId: string },
): Promise<void> {
  const rows = await tx
    .selectFrom("credential_hours")
    .innerJoin("credentials", "credentials.id", "credential_id")
    .where("event_id", "=", cause.eventId)
    .where("member_id", "=", memberId)
    .select(["credentials.id", "member_id as memberId"])
    .orderBy("credentials.id")
    .execute();
  await revokeAndTell(tx, rows, cause);
}

/**
 * Revokes all credentials of a member whose account is deleted, and removes their words from these and from those
 * revoked earlier.
 */
export async function revokeOfMember(tx: Transaction<Schema>, memberId: string, now: Date): Promise<void> {
  const rows = await tx.selectFrom("credentials").where("member_id", "=", memberId).select("id").execute();
  const ids = rows.map(({ id }) => id);
  await revoke(tx, ids, "account", now);
  if (ids.length > 0) await tx.updateTable("credentials").set({ label: "" }).where("id", "in", ids).execute();
}

type Cause = { eventId: string; by: "organizer" | "host" | "asserter"; now: Date };

async function revokeAndTell(
  tx: Transaction<Schema>,
  found: { id: string; memberId: string | null }[],
  { eventId, by, now }: Cause,
): Promise<void> {
  const event = await tx.selectFrom("record_events").where("event_id", "=", eventId).select("title").executeTakeFirst();
  await revoke(
    tx,
    found.map(({ id }) => id),
    by,
    now,
  );
  const tasks = found.flatMap(({ id, memberId }): Task[] => {
    if (memberId === null) return [];
    const payload = { memberId, credentialId: id, title: event?.title ?? "", by };
    return [{ kind: "credential_revoked", key: `credential_revoked:${id}`, payload }];
  });
  await enqueueAll(tx, tasks, now);
}
