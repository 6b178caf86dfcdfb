import { type Kysely, sql } from "kysely";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import { enqueue, type Task } from "#domain/outbox.ts";

// What the identity provider has mailed. Each is asked for once, so each has a key of its own.

/** For every address in the same way, whether or not it has an account: no answer and no time tells which. */
export const askForReset = (db: Database, email: string, now: Date) =>
  enqueue(db, { kind: "reset_password", key: keyOf("reset_password"), payload: { email } }, now);

export const askToVerify = (db: Database, memberId: string, now: Date) =>
  enqueue(db, { kind: "verify_email", key: keyOf("verify_email"), payload: { memberId } }, now);

export const askToChangeEmail = (db: Database, memberId: string, newEmail: string, now: Date) =>
  enqueue(db, { kind: "change_email", key: keyOf("change_email"), payload: { memberId, newEmail } }, now);

export const tellOfNewEmail = (tx: Kysely<Schema>, memberId: string, oldEmail: string, now: Date) =>
  enqueue(tx, { kind: "email_changed", key: keyOf("email_changed"), payload: { memberId, oldEmail } }, now);

export const tellOfNewPassword = (tx: Kysely<Schema>, memberId: string, now: Date) =>
  enqueue(tx, { kind: "password_changed", key: keyOf("password_changed"), payload: { memberId } }, now);

/** After a new password no link of before makes another one. The one that was followed proves the address that it came to. */
export async function passwordWasReset(db: Database, memberId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await dropResetLinks(tx, memberId);
    await tx.updateTable("members").set({ email_verified: true }).where("id", "=", memberId).execute();
    await tellOfNewPassword(tx, memberId, now);
  });
}

/** The links to a new password that a member has asked for. Only theirs hold a bare member's id (`mail-links.ts`). */
export const dropResetLinks = (tx: Kysely<Schema>, memberId: string) =>
  sql`delete from verifications where value = ${memberId}`.execute(tx);

const keyOf = (kind: Task["kind"]) => `${kind}:${newId()}`;
