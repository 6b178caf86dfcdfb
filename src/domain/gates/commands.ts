import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Proving, requireProof, requireStillIn, tellOfGateKey } from "../access/proof.ts";
import { type Context, requireMember } from "../context.ts";
import { type LockedEvent, lockedFor, lockedShownFor } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import type { LimitAttempts, LinkSigner } from "../ports.ts";
import { joinedPeople } from "../registrations/people.ts";
import { requireRight } from "../rights/queries.ts";
import { type Right, rightFor } from "../rights/rules.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { recordAction } from "../team-log/commands.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import { codesOf } from "./codes.ts";
import { lockGate } from "./locking.ts";
import { marksForDevices, writeMarks } from "./marking.ts";
import { aboutEvent, eventOf, keyRows, type Linked, renewable, toKey } from "./queries.ts";
import { clearedDevices } from "./phones.ts";
import { rosterOf } from "./roster.ts";
import { devicesMax, keysMax, marksUntil, readableFrom } from "./rules.ts";
import {
  type GateKeyInput,
  GateKeyMade,
  GateKeysMade,
  GateOpened,
  MarksAnswer,
  type MarksInput,
  type OpenInput,
  OwnCodes,
  Synced,
  type SyncInput,
} from "./shapes.ts";

/**
 * Makes a key that opens the gate of one of the caller's events, for a helper or for their own phone. A mail tells the
 * organizer.
 * @throws Failure sign_in_required, not_found, not_yours, log_in_again, email_unconfirmed, under_review,
 * event_cancelled, event_over (for good), keys_full
 */
export async function makeGateKey(
  ctx: Linked & Proving,
  eventId: string,
  { label }: GateKeyInput,
): Promise<GateKeyMade> {
  await requireRight(ctx, eventId, rightFor.makeGateKey);
  const { id } = await requireProof(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockOpenEvent(tx, ctx, eventId, rightFor.makeGateKey);
    await requireRoomForKeys(tx, event, 1);
    const key = { id: newId(), event_id: event.id, label, created_by: id, created_at: ctx.now };
    await tx.insertInto("gate_keys").values(key).execute();
    await tellOfGateKey(tx, { memberId: id, eventId: event.id }, ctx.now);
    await recordAction(tx, event, { action: "key_made", words: label }, ctx);
    const made = await keyRows(tx).where("gate_keys.id", "=", key.id).executeTakeFirstOrThrow();
    return shape(GateKeyMade, { acknowledged: true, key: toKey(ctx, made) });
  });
}

/**
 * Makes a key in place of each one that ended with all access to the account, or while the event was hidden. Repeating
 * it makes no more.
 * @throws Failure the same as for one
 */
export async function renewGateKeys(ctx: Proving, eventId: string): Promise<GateKeysMade> {
  await requireRight(ctx, eventId, rightFor.renewGateKeys);
  const { id } = await requireProof(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockOpenEvent(tx, ctx, eventId, rightFor.renewGateKeys);
    const ended = await tx
      .updateTable("gate_keys")
      .set({ ended_by: null })
      .where("event_id", "=", event.id)
      .where("ended_by", "in", renewable)
      .returning(["id", "label"])
      .execute();
    await requireRoomForKeys(tx, event, ended.length);
    const keys = ended
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ label }) => ({ id: newId(), event_id: event.id, label, created_by: id, created_at: ctx.now }));
    if (keys.length > 0) {
      await tx.insertInto("gate_keys").values(keys).execute();
      await tellOfGateKey(tx, { memberId: id, eventId: event.id }, ctx.now);
      for (const { label: words } of keys) await recordAction(tx, event, { action: "key_made", words }, ctx);
    }
    return shape(GateKeysMade, { acknowledged: true, made: keys.length });
  });
}

/** Locks an event whose gate is open or still to open, for a right of the caller. @throws Failure */
async function lockOpenEvent(
  tx: Transaction<Schema>,
  ctx: Proving,
  eventId: string,
  right: Right,
): Promise<LockedEvent> {
  const event = await lockedShownFor(tx, ctx, eventId, right);
  if (event.cancelled_at) throw new Failure("event_cancelled");
  if (marksUntil(spanOfRow(event)) < ctx.now) throw new Failure("event_over");
  await requireStillIn(tx, ctx);
  return event;
}

/** @throws Failure keys_full */
async function requireRoomForKeys(tx: Transaction<Schema>, event: LockedEvent, more: number): Promise<void> {
  const { open } = await tx
    .selectFrom("gate_keys")
    .where("event_id", "=", event.id)
    .where("revoked_at", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .executeTakeFirstOrThrow();
  if (open + more > keysMax) throw new Failure("keys_full");
}

/**
 * Revokes a key: the devices that it opened can no longer read, and the marks that they still send wait for the
 * organizer. Repeating it changes nothing.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function revokeGateKey(ctx: Context, eventId: string, keyId: string): Promise<Acknowledged> {
  requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockedFor(tx, ctx, eventId, rightFor.revokeGateKey);
    const named = tx.selectFrom("gate_keys").where("event_id", "=", event.id);
    const found = named.where("id", "=", isId(keyId) ? keyId : event.id).select(["id", "label", "revoked_at"]);
    const key = await found.executeTakeFirst();
    if (!key) throw new Failure("not_found");
    if (key.revoked_at) return shape(Acknowledged, { acknowledged: true });
    // The entry locks the caller's row, which an ending of all access locks before the keys.
    await recordAction(tx, event, { action: "key_revoked", words: key.label }, ctx);
    const open = tx.updateTable("gate_keys").where("id", "=", key.id).where("revoked_at", "is", null);
    await open.set({ revoked_at: ctx.now }).execute();
    return shape(Acknowledged, { acknowledged: true });
  });
}

type Opening = Pick<Context, "db" | "now"> & { links: LinkSigner; limitAttempts: LimitAttempts; from: string };

/**
 * Opens a gate on a device by a key, without an account; from then on the device gets the list to show. The same device
 * keeps its identity, also with a new key.
 * @throws Failure too_many_attempts, link_broken (not a key of ours, or its event is deleted), key_revoked,
 * devices_full
 */
export async function openGate(ctx: Opening, { key, deviceId }: OpenInput): Promise<GateOpened> {
  await ctx.limitAttempts("gate", { address: ctx.from });
  const keyId = ctx.links.read("gate", key);
  if (keyId === null || !isId(keyId)) throw new Failure("link_broken");
  return ctx.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom("gate_keys")
      .select(["id", "event_id"])
      .where("id", "=", keyId)
      .executeTakeFirst();
    if (!found) throw new Failure("link_broken");
    await lockGate(tx, found.event_id);
    // Locked, so that no gate opens after its key has ended.
    const { revoked_at } = await tx
      .selectFrom("gate_keys")
      .select("revoked_at")
      .where("id", "=", found.id)
      .forShare()
      .executeTakeFirstOrThrow();
    if (revoked_at) throw new Failure("key_revoked");
    const { last } = await tx
      .selectFrom("gate_devices")
      .where("event_id", "=", found.event_id)
      .select((eb) => eb.fn.max("number").as("last"))
      .executeTakeFirstOrThrow();
    const seen = { key_id: found.id, last_seen: ctx.now };
    const known = await tx
      .updateTable("gate_devices")
      .set(seen)
      .where("event_id", "=", found.event_id)
      .where("id", "=", deviceId)
      .returning("number")
      .executeTakeFirst();
    const number = known?.number ?? (last ?? 0) + 1;
    if (!known) {
      if (number > devicesMax) throw new Failure("devices_full");
      const device = { event_id: found.event_id, id: deviceId, number, first_seen: ctx.now };
      await tx
        .insertInto("gate_devices")
        .values({ ...device, ...seen })
        .execute();
    }
    const pass = ctx.links.sign("gate_pass", `${found.event_id}:${deviceId}`);
    return shape(GateOpened, { pass, eventId: found.event_id, device: number });
  });
}

/** The shortest time between two notes that a device is active, in milliseconds. */
const seenEvery = 10_000;

type Syncing = Opening & { pass: string };

/**
 * Takes the marks of a device, and returns the news: the expected people, and the marks of other devices. It returns
 * nothing before 72 hours before the event, after 72 hours after it, and once its key is revoked.
 * @throws Failure pass_unknown, too_many_attempts, not_found (the event is deleted)
 */
export async function syncGate(ctx: Syncing, input: SyncInput): Promise<Synced> {
  const [eventId = "", deviceId = ""] = ctx.links.read("gate_pass", ctx.pass)?.split(":") ?? [];
  if (!isId(eventId) || !isId(deviceId)) throw new Failure("pass_unknown");
  await ctx.limitAttempts("gate_sync", { address: ctx.from, account: `${eventId}:${deviceId}` });
  return ctx.db.transaction().execute(async (tx) => {
    const gate = input.marks.length > 0 ? await lockGate(tx, eventId) : null;
    const device = await tx
      .selectFrom("gate_devices")
      .innerJoin("gate_keys", "gate_keys.id", "gate_devices.key_id")
      .where("gate_devices.event_id", "=", eventId)
      .where("gate_devices.id", "=", deviceId)
      .select(["last_seen", "revoked_at", "cleared_at"])
      // The key cannot end while its marks are being written.
      .$if(gate !== null, (query) => query.forShare("gate_keys"))
      .executeTakeFirst();
    const event = await eventOf(tx, eventId);
    if (!device || !event) throw new Failure("not_found");

    const { revoked_at: revokedAt, cleared_at: clearedAt } = device;
    const outcome = gate
      ? await writeMarks(tx, gate, { deviceId, revokedAt, clearedAt }, input, ctx.now)
      : { accepted: [], waiting: [], refused: [] };
    if (!revokedAt && ctx.now.getTime() - device.last_seen.getTime() > seenEvery) {
      await tx
        .updateTable("gate_devices")
        .set({ last_seen: ctx.now })
        .where("event_id", "=", eventId)
        .where("id", "=", deviceId)
        .execute();
    }
    const mayRead = !revokedAt && ctx.now <= marksUntil(spanOfRow(event));
    const isReadable = mayRead && ctx.now >= readableFrom(spanOfRow(event));
    const roster = isReadable ? await rosterOf(tx, eventId) : { version: "", people: [] };
    const told = isReadable
      ? await marksForDevices(tx, eventId, input)
      : { marks: [], since: input.since, isLast: true };
    return shape(Synced, {
      ...outcome,
      ...aboutEvent(event),
      now: ctx.now.toISOString(),
      roster: !mayRead || roster.version === input.roster ? null : roster,
      ...told,
      devices: isReadable ? await devicesOf(tx, eventId) : [],
      cleared: isReadable ? await clearedDevices(tx, eventId) : [],
      revokedAt: revokedAt?.toISOString() ?? null,
    });
  });
}

/** The devices that have the list; those with a revoked key no longer do. */
async function devicesOf(tx: Transaction<Schema>, eventId: string) {
  const rows = await tx
    .selectFrom("gate_devices")
    .innerJoin("gate_keys", "gate_keys.id", "gate_devices.key_id")
    .where("gate_devices.event_id", "=", eventId)
    .where("revoked_at", "is", null)
    .orderBy("number")
    .select(["number", "last_seen"])
    .execute();
  return rows.map(({ number, last_seen }) => ({ number, lastSeenAt: last_seen.toISOString() }));
}

/**
 * Takes marks of the organizer without a device, such as from a paper list or as corrections, until a year after the
 * event.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function markAtGate(ctx: Context, eventId: string, input: MarksInput): Promise<MarksAnswer> {
  const { id } = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockedFor(tx, ctx, eventId, rightFor.markAtGate);
    const outcome = await writeMarks(tx, await lockGate(tx, event.id), { memberId: id }, input, ctx.now);
    return shape(MarksAnswer, outcome);
  });
}

/**
 * Returns the codes of the caller and their guests, creating them on the first call. People on the waitlist have none.
 * @throws Failure sign_in_required, not_found
 */
export async function giveOwnCodes(ctx: Context, eventId: string): Promise<OwnCodes> {
  const { id } = requireMember(ctx);
  if (!isId(eventId)) throw new Failure("not_found");
  const rows = await ctx.db
    .selectFrom(joinedPeople(eventId).as("person"))
    .where("registrant_id", "=", id)
    .orderBy("is_guest")
    .orderBy("person.id")
    .select(["person.id", "name"])
    .execute();
  const [own, ...guests] = rows;
  if (!own) throw new Failure("not_found");
  const codes = await codesOf(ctx.db, eventId, [own.id, ...guests.map((guest) => guest.id)]);
  return shape(OwnCodes, {
    code: codes.get(own.id) ?? "",
    guests: guests.map((guest) => ({ _id: guest.id, name: guest.name ?? "", code: codes.get(guest.id) ?? "" })),
  });
}
