import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import type { CredentialSigner } from "../ports.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { keyAddress, payloadOf } from "./proving.ts";
import { entriesOf } from "./queries.ts";
import { revoke } from "./revoking.ts";
import { credentialsMax, isNumber, isProvable } from "./rules.ts";
import { type CredentialInput, CredentialMade, CredentialShown, type NoteInput } from "./shapes.ts";

/**
 * Stores the calling member's note about an event in their record, replacing any earlier one; '' deletes it.
 * @throws Failure sign_in_required, not_found (also an event that is not in their record)
 */
export async function setNote(ctx: Context, eventId: string, { note }: NoteInput): Promise<Acknowledged> {
  const { id: member_id } = requireMember(ctx);
  if (!isId(eventId)) throw new Failure("not_found");
  await ctx.db.transaction().execute(async (tx) => {
    const [entry] = await entriesOf(tx, member_id, [eventId]);
    if (!entry) throw new Failure("not_found");
    const key = { member_id, event_id: eventId };
    await tx
      .insertInto("record_notes")
      .values({ ...key, note })
      .onConflict((conflict) => conflict.columns(["member_id", "event_id"]).doUpdateSet({ note }))
      .execute();
    await tx.deleteFrom("record_notes").where("member_id", "=", member_id).where("note", "=", "").execute();
  });
  return shape(Acknowledged, { acknowledged: true });
}

/**
 * Returns what a credential of these events would show, without making one.
 * @throws Failure sign_in_required, invalid
 */
export async function previewCredential(ctx: Context, input: CredentialInput): Promise<CredentialShown> {
  const { id } = requireMember(ctx);
  return shownFor(ctx.db, id, input);
}

/**
 * Makes a signed credential, with an unguessable number, of events in the calling member's record.
 * @throws Failure sign_in_required, credentials_full, invalid (events that are not there, or at which no organizer
 * asserts anything)
 */
export async function makeCredential(
  ctx: Context & { signer: CredentialSigner },
  input: CredentialInput,
): Promise<CredentialMade> {
  const { id: memberId } = requireMember(ctx);
  const { signer, address } = ctx;
  const [key] = await signer.keys();
  const id = randomBytes(16).toString("hex");
  const at = new Date(Math.floor(ctx.now.getTime() / 1000) * 1000);
  await ctx.db.transaction().execute(async (tx) => {
    // Locks the member: credentials are made one at a time, and not while the account is being deleted.
    await tx
      .selectFrom("members")
      .where("id", "=", memberId)
      .select("id")
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new Failure("sign_in_required"));
    await requireRoom(tx, memberId);
    // A concurrent correction of hours waits for this lock, and then finds this credential.
    await tx
      .selectFrom("record_events")
      .where("event_id", "in", input.events)
      .select("event_id")
      .orderBy("event_id")
      .forShare()
      .execute();
    const shown = await shownFor(tx, memberId, input);
    const payload = payloadOf({ id, subjectId: randomUUID(), at, shown, address });
    const token = await signer.sign(payload, keyAddress(address, key.id));
    await tx
      .insertInto("credential_keys")
      .values({ id: key.id, public_key: JSON.stringify(key.publicKey), used_since: ctx.now })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    await tx
      .insertInto("credentials")
      .values({ id, member_id: memberId, key_id: key.id, label: input.label, token, made_at: at })
      .execute();
    const hours = await entriesOf(tx, memberId, input.events);
    await tx
      .insertInto("credential_hours")
      .values(hours.map((entry) => ({ credential_id: id, event_id: entry.eventId, hours: entry.hours })))
      .execute();
  });
  return shape(CredentialMade, { acknowledged: true, _id: id });
}

async function requireRoom(tx: Kysely<Schema>, memberId: string): Promise<void> {
  const { count } = await tx
    .selectFrom("credentials")
    .where("member_id", "=", memberId)
    .where("revoked_at", "is", null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= credentialsMax) throw new Failure("credentials_full");
}

/** @throws Failure invalid */
async function shownFor(db: Kysely<Schema>, memberId: string, { name, events }: CredentialInput) {
  const wanted = new Set(events);
  const entries = await entriesOf(db, memberId, [...wanted]);
  const asserted = entries.filter(isProvable);
  if (asserted.length < wanted.size) throw new Failure("invalid", [{ path: "events", rule: "rule.chosen.asserted" }]);
  return shape(CredentialShown, {
    name,
    hours: asserted.reduce((sum, { hours }) => sum + hours, 0),
    entries: asserted.map(({ saidBy, ...entry }) => {
      const isSecond = entry.kind === "second";
      // The group's results at such an event are the volunteer's own statement, because a second organizer was asked
      // only about hours.
      const together = isSecond && { amount: null, kilograms: null };
      return { ...entry, ...together, isSecond, saidBy: saidBy ?? "" };
    }),
  });
}

/**
 * Revokes a credential of the calling member for good.
 * @throws Failure sign_in_required, not_found (also another's, and a revoked one)
 */
export async function revokeCredential(ctx: Context, id: string): Promise<Acknowledged> {
  const { id: memberId } = requireMember(ctx);
  if (!isNumber(id)) throw new Failure("not_found");
  await ctx.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom("credentials")
      .where("id", "=", id)
      .where("member_id", "=", memberId)
      .where("revoked_at", "is", null)
      .select("id")
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new Failure("not_found");
    await revoke(tx, [id], "member", ctx.now);
  });
  return shape(Acknowledged, { acknowledged: true });
}
