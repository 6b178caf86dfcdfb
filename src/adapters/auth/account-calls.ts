import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { ChangeEmailInput, ChangePasswordInput, SessionInput } from "#domain/members/shapes.ts";
import { askToChangeEmail, tellOfNewPassword } from "./mail-tasks.ts";
import { hashPassword, verifyPassword } from "./password.ts";

/** Whose session a request carries: the member, and the session's own id. */
export type Caller = { memberId: string; sessionId: string };

type Device = {
  id: string;
  current: boolean;
  browser: string | null;
  address: string | null;
  since: Date;
  lastSeen: Date;
};

/** How the member can log in ('credential' is the password), and where they are logged in, this device first. */
export async function readAccess(db: Database, { memberId, sessionId }: Caller, now: Date) {
  const ways = await sql<{ provider: string }>`
    select provider_id as provider from accounts where member_id = ${memberId} order by created_at`.execute(db);
  const devices = await sql<Device>`
    select id, id = ${sessionId} as current, user_agent as browser, ip_address as address, created_at as since,
      updated_at as "lastSeen"
    from sessions where member_id = ${memberId} and expires_at > ${now}
    order by id = ${sessionId} desc, updated_at desc, id`.execute(db);
  return { ways: ways.rows.map(({ provider }) => provider), devices: devices.rows };
}

/** Logs one of the member's own devices out; one that is logged out already is. */
export async function endSession(db: Database, { memberId }: Caller, { id }: SessionInput): Promise<void> {
  await sql`delete from sessions where id = ${id} and member_id = ${memberId}`.execute(db);
}

/** Logs every other device out. */
export async function endOtherSessions(db: Database, { memberId, sessionId }: Caller): Promise<void> {
  await sql`delete from sessions where member_id = ${memberId} and id <> ${sessionId}`.execute(db);
}

/**
 * Changes the password by the one that holds, and logs every other device out; its owner is told by mail.
 * @throws Failure invalid (currentPassword), no_password
 */
export async function changePassword(
  db: Database,
  { memberId, sessionId }: Caller,
  { currentPassword, newPassword }: ChangePasswordInput,
  now: Date,
): Promise<void> {
  const held = await passwordOf(db, memberId);
  if (held === null) throw new Failure("no_password");
  if (!(await verifyPassword({ hash: held, password: currentPassword }))) throw wrongPassword("currentPassword");
  const hash = await hashPassword(newPassword);
  await db.transaction().execute(async (tx) => {
    await sql`update accounts set password = ${hash}, updated_at = ${now}
      where member_id = ${memberId} and provider_id = 'credential'`.execute(tx);
    await sql`delete from sessions where member_id = ${memberId} and id <> ${sessionId}`.execute(tx);
    await tellOfNewPassword(tx, memberId, now);
  });
}

/**
 * Has the new address asked whether it is the member's, who has to know the password, where there is one: a session that
 * somebody left open is not enough to take an account away. An address that another account has is answered alike.
 * @throws Failure invalid (password)
 */
export async function changeEmail(db: Database, { memberId }: Caller, input: ChangeEmailInput, now: Date) {
  const held = await passwordOf(db, memberId);
  if (held !== null && !(await verifyPassword({ hash: held, password: input.password })))
    throw wrongPassword("password");
  await askToChangeEmail(db, memberId, input.newEmail, now);
}

/** The hash of a member's password; null where another provider is their only way in. */
async function passwordOf(db: Database, memberId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from accounts where member_id = ${memberId} and provider_id = 'credential'`.execute(db);
  return rows[0]?.password ?? null;
}

const wrongPassword = (path: string) => new Failure("invalid", [{ path, rule: "rule.password.wrong" }]);
