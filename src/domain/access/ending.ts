import type { SelectQueryBuilder, Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { enqueue, type RightsAt, type Tasks } from "../outbox.ts";
import { listOrganizers } from "../rights/organizers.ts";
import { endingAt, isOpenAt, roleAt } from "../rights/queries.ts";
import { type AccessKind, type EventEnding, isEnded, type MemberEnding } from "./kinds.ts";

/** The access that an ending removed and that its owner must hear of. */
export type Ended = Partial<Omit<Tasks["rights_ended"], "memberId" | "tookOver">>;

/** Ends one kind of access of a member, whose row is locked. */
export type Ender = (tx: Transaction<Schema>, memberId: string, now: Date) => Promise<Ended | void>;

/** The kinds of access that act for a member towards others. Ending ways to log in is the identity provider's part. */
export const rightKinds = [
  "contact_address",
  "ownership_transfers",
  "invitations",
  "rights_given",
  "rights_held",
  "gate_keys",
  "blocks",
  "notification_preferences",
] as const satisfies readonly AccessKind[];
export type RightKind = (typeof rightKinds)[number];

export const rightEnders: Record<RightKind, Ender> = {
  async contact_address(tx, memberId) {
    const { contact_email: contactAddress } = await tx
      .selectFrom("members")
      .select("contact_email")
      .where("id", "=", memberId)
      .executeTakeFirstOrThrow();
    const none = { contact_email: null, contact_email_pending: null };
    await tx.updateTable("members").set(none).where("id", "=", memberId).execute();
    return contactAddress === null ? {} : { contactAddress };
  },

  // Locked before the keys, in the same order as in a transfer, to avoid a deadlock.
  async ownership_transfers(tx, memberId) {
    const ended = await tx
      .deleteFrom("ownership_transfers")
      .where("event_id", "in", eventsOf(tx, memberId))
      .returning("email")
      .execute();
    return ended.length === 0 ? {} : { offeredTo: ended.map(({ email }) => email) };
  },

  async invitations(tx, memberId) {
    await tx.deleteFrom("invitations").where("invited_by", "=", memberId).execute();
  },

  async rights_given(tx, memberId, now) {
    await tx
      .updateTable("rights")
      .set({ until: endingAt(now) })
      .where("given_by", "=", memberId)
      .where(isOpenAt(now))
      .execute();
  },

  async rights_held(tx, memberId, now) {
    await tx
      .updateTable("rights")
      .set({ until: endingAt(now) })
      .where("member_id", "=", memberId)
      .where(isOpenAt(now))
      .execute();
  },

  async gate_keys(tx, memberId, now) {
    const ended = await revoking(tx, "access", now)
      // Those of events that others organize were made by the member.
      .where((eb) => eb.or([eb("event_id", "in", eventsOf(tx, memberId)), eb("created_by", "=", memberId)]))
      .returning("event_id")
      .execute();
    return ended.length === 0 ? {} : { gates: [...new Set(ended.map(({ event_id }) => event_id))] };
  },

  async blocks(tx, memberId) {
    const { numDeletedRows } = await tx.deleteFrom("blocks").where("blocker_id", "=", memberId).executeTakeFirst();
    return numDeletedRows === 0n ? {} : { blocks: Number(numDeletedRows) };
  },

  async notification_preferences(tx, memberId) {
    await tx.deleteFrom("notification_preferences").where("member_id", "=", memberId).execute();
  },
};

/** Ends what a member gave to others at some events: the gate keys that they made, and their invitations. */
export async function endGivenAt(
  tx: Transaction<Schema>,
  memberId: string,
  events: SelectQueryBuilder<Schema, "events", { id: string }>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("gate_keys")
    .set({ revoked_at: now })
    .where("revoked_at", "is", null)
    .where("created_by", "=", memberId)
    .where("event_id", "in", events)
    .execute();
  await tx.deleteFrom("invitations").where("invited_by", "=", memberId).where("event_id", "in", events).execute();
}

/** Ends the offer of an event. */
export const endOfferAt = (tx: Transaction<Schema>, eventId: string) =>
  tx.deleteFrom("ownership_transfers").where("event_id", "=", eventId).execute();

/** Ends the rights at one event; the organizer's offer comes first. */
const eventEnders: Record<
  Extract<RightKind, "ownership_transfers" | "invitations" | "gate_keys" | "rights_held">,
  (tx: Transaction<Schema>, eventId: string, ending: EventEnding, now: Date) => Promise<unknown>
> = {
  ownership_transfers: endOfferAt,
  invitations: (tx, eventId) => tx.deleteFrom("invitations").where("event_id", "=", eventId).execute(),
  gate_keys: (tx, eventId, ending, now) => revoking(tx, ending, now).where("event_id", "=", eventId).execute(),
  rights_held: (tx, eventId, _ending, now) =>
    tx
      .updateTable("rights")
      .set({ until: endingAt(now) })
      .where("event_id", "=", eventId)
      .where(isOpenAt(now))
      .execute(),
};

/** The rights that other people have at an event now. */
export async function rightsAt(tx: Transaction<Schema>, eventId: string): Promise<RightsAt> {
  const keys = tx.selectFrom("gate_keys").select("id").where("event_id", "=", eventId).where("revoked_at", "is", null);
  const offer = tx.selectFrom("ownership_transfers").select("email").where("event_id", "=", eventId);
  const [key, offered] = [await keys.limit(1).executeTakeFirst(), await offer.executeTakeFirst()];
  return { hasKeys: key !== undefined, offeredTo: offered?.email ?? null };
}

/** Ends the rights that other people have at an event, whose row is locked. */
export async function endRightsAt(
  tx: Transaction<Schema>,
  eventId: string,
  ending: EventEnding,
  now: Date,
): Promise<void> {
  for (const kind of Object.keys(eventEnders) as (keyof typeof eventEnders)[]) {
    if (isEnded(kind, ending)) await eventEnders[kind](tx, eventId, ending, now);
  }
}

/** Ends the gate keys of people who no longer organize an event, whose row is locked. */
export async function endKeysOfFormer(
  tx: Transaction<Schema>,
  event: Parameters<typeof roleAt>[1],
  now: Date,
): Promise<void> {
  const makers = await tx
    .selectFrom("gate_keys")
    .where("event_id", "=", event.id)
    .where("revoked_at", "is", null)
    .where("created_by", "is not", null)
    .select("created_by")
    .distinct()
    .execute();
  for (const { created_by } of makers) {
    if (created_by === null || (await roleAt(tx, event, created_by, now))) continue;
    await revoking(tx, "transfer", now).where("event_id", "=", event.id).where("created_by", "=", created_by).execute();
  }
}

/**
 * Ends the gate keys that organizers of a community made at its events, except those of the member who keeps each
 * event, before the community is deleted. It locks the events, so that nobody makes another key meanwhile.
 */
export async function endKeysWithCommunity(tx: Transaction<Schema>, communityId: string, now: Date): Promise<void> {
  const events = await tx
    .selectFrom("events")
    .where("owner_community_id", "=", communityId)
    .select(["id", "organizer_id"])
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const event of events) await endKeysOfFormer(tx, { ...event, owner_community_id: null }, now);
}

/** Tells a member which of their rights have ended, so that they can create them again; no mail if none has. */
export async function tellOfEnded(
  tx: Transaction<Schema>,
  { memberId, ending, ended }: { memberId: string; ending: MemberEnding; ended: Ended },
  now: Date,
): Promise<void> {
  const tookOver = ending === "taken_over" || ending === "proved_elsewhere";
  // Suspended members get the reason for their suspension instead, and a mail about their links once their events are
  // visible again.
  if (ending === "suspended" || (Object.keys(ended).length === 0 && !tookOver)) return;
  const payload = { memberId, tookOver, ...ended };
  await enqueue(tx, { kind: "rights_ended", key: `rights_ended:${newId()}`, payload }, now);
}

/** Tells the owners of an event that is public again that its keys ended, if any did. */
export async function tellOfEndedKeys(tx: Transaction<Schema>, eventId: string, now: Date): Promise<void> {
  const ended = await tx
    .selectFrom("gate_keys")
    .select("id")
    .where("event_id", "=", eventId)
    .where("ended_by", "in", ["access", "review"])
    .limit(1)
    .executeTakeFirst();
  if (!ended) return;
  for (const memberId of await listOrganizers(tx, eventId, now, "owner")) {
    const payload = { memberId, eventId };
    await enqueue(tx, { kind: "gate_keys_ended", key: `gate_keys_ended:${newId()}`, payload }, now);
  }
}

const eventsOf = (tx: Transaction<Schema>, memberId: string) =>
  tx.selectFrom("events").select("id").where("organizer_id", "=", memberId);

const revoking = (tx: Transaction<Schema>, ended_by: "access" | EventEnding, now: Date) =>
  tx.updateTable("gate_keys").set({ revoked_at: now, ended_by }).where("revoked_at", "is", null);
