import { sql } from "kysely";
import { newId } from "#db/schema.server.ts";
import type { AccessKind } from "#domain/access/kinds.ts";
import type { Member } from "#domain/members/shapes.ts";
import type { Make } from "./make.ts";

/** Finds each remaining kind of access by its name. */
const left = "left";

/**
 * Creates one of each kind of access to an account, at an event of its member.
 * @returns a function that finds those still there
 */
export async function leaveEverything(make: Make, member: Member, eventId: string) {
  const { db } = make;
  const { id } = member;
  const soon = new Date(Date.now() + 3_600_000);
  const other = await make.member();
  await sql`insert into sessions (id, member_id, token, expires_at, created_at, updated_at)
    values (${newId()}, ${id}, ${left}, ${soon}, now() - interval '1 minute', now())`.execute(db);
  await sql`insert into mail_links (secret_hash, member_id, email, expires_at)
    values (${left}, ${id}, ${member.email}, ${soon})`.execute(db);
  await sql`insert into mail_sign_ins (id, claim_hash, email, secret_hash, expires_at)
    values (${newId()}, ${left}, ${member.email}, ${left}, ${soon})`.execute(db);
  await db
    .insertInto("outbox")
    .values({
      id: newId(),
      kind: "change_email",
      key: left,
      payload: JSON.stringify({ memberId: id, newEmail: "intruder@example.org" }),
      run_at: new Date(Date.now() + 30 * 86_400_000),
    })
    .execute();
  await sql`insert into passkey_challenges (challenge, member_id, expires_at) values (${left}, ${id}, ${soon})`.execute(
    db,
  );
  await sql`insert into accounts (id, member_id, provider_id, account_id, created_at, updated_at)
    values (${newId()}, ${id}, 'firebase', ${left}, now(), now())`.execute(db);
  await sql`insert into passkeys (id, member_id, credential_id, public_key, counter, name, created_at)
    values (${newId()}, ${id}, ${left}, '\\x00', 0, ${left}, now())`.execute(db);
  const columns = { calendar_secret: left, contact_email: "in@example.org", contact_email_pending: "out@example.org" };
  await db.updateTable("members").set(columns).where("id", "=", id).execute();
  await leaveRights(make, member, eventId);
  const right = { id: newId(), event_id: eventId, role: "organizer" as const, given_at: new Date() };
  await db
    .insertInto("rights")
    .values({ ...right, member_id: other.id, given_by: id })
    .execute();
  const elsewhere = await make.event({ organizer: other });
  const held = { ...right, id: newId(), event_id: elsewhere, member_id: id, given_by: other.id };
  await db.insertInto("rights").values(held).execute();
  await db.insertInto("blocks").values({ blocker_id: id, blocked_id: other.id, blocked_at: new Date() }).execute();
  await db.insertInto("notification_preferences").values({ member_id: id, kind: "thanks", wanted: false }).execute();
  return () => kindsLeft(make, member, eventId);
}

/** Creates rights of other people at an event. */
export async function leaveRights({ db }: Make, { id }: Member, eventId: string): Promise<void> {
  const offer = { event_id: eventId, email: "heir@example.org", offered_at: new Date() };
  await db.insertInto("ownership_transfers").values(offer).execute();
  await db.insertInto("gate_keys").values({ id: newId(), event_id: eventId, label: left, created_by: id }).execute();
  const times = { invited_at: new Date(), expires_at: new Date(Date.now() + 3_600_000) };
  const invitation = { id: newId(), event_id: eventId, secret_hash: newId(), invited_by: id, ...times };
  await db.insertInto("invitations").values(invitation).execute();
}

/** The kinds of access still there. */
async function kindsLeft({ db }: Make, { id }: Member, eventId: string): Promise<Record<AccessKind, boolean>> {
  const any = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows.length > 0;
  return {
    sessions: await any(sql`select 1 from sessions where token = ${left}`),
    provider_tokens: await any(sql`select 1 from members where id = ${id} and tokens_valid_from is null`),
    mailed_links: await any(sql`select 1 from mail_links where secret_hash = ${left}`),
    mailed_codes: await any(sql`select 1 from mail_sign_ins where claim_hash = ${left}`),
    address_changes: await any(sql`select 1 from outbox where key = ${left}`),
    passkey_challenges: await any(sql`select 1 from passkey_challenges where challenge = ${left}`),
    ways_in: await any(sql`select 1 from accounts where account_id = ${left}`),
    passkeys: await any(sql`select 1 from passkeys where credential_id = ${left}`),
    calendar: await any(sql`select 1 from members where calendar_secret = ${left}`),
    contact_address: await any(
      sql`select 1 from members where id = ${id} and (contact_email is not null or contact_email_pending is not null)`,
    ),
    ownership_transfers: await any(sql`select 1 from ownership_transfers where event_id = ${eventId}`),
    invitations: await any(sql`select 1 from invitations where event_id = ${eventId}`),
    rights_given: await any(sql`select 1 from rights where given_by = ${id} and until is null`),
    rights_held: await any(sql`select 1 from rights where member_id = ${id} and until is null`),
    gate_keys: await any(sql`select 1 from gate_keys where event_id = ${eventId} and revoked_at is null`),
    blocks: await any(sql`select 1 from blocks where blocker_id = ${id}`),
    notification_preferences: await any(sql`select 1 from notification_preferences where member_id = ${id}`),
  };
}
