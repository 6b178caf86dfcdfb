import { type Kysely, sql } from "kysely";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import { keyOfWaiting, waitForJoin } from "#domain/members/confirming.ts";
import { enqueue, type Task, type Tasks } from "#domain/outbox.ts";

// The identity provider's mails. Each request sends a new mail, so each has a new key.

/** Mails a code and a link to log in, with the title of the event to join, if any. */
export const askForCode = (tx: Kysely<Schema>, code: Tasks["mailed_code"], now: Date) =>
  enqueue(tx, { kind: "mailed_code", key: keyOf("mailed_code"), payload: code }, now);

/**
 * Mails a link to reset the password. It works the same for every address, so neither the answer nor its timing reveals
 * whether the address has an account.
 */
export const askForReset = (db: Database, email: string, now: Date) =>
  enqueue(db, { kind: "reset_password", key: keyOf("reset_password"), payload: { email } }, now);

export const askToVerify = (db: Kysely<Schema>, memberId: string, now: Date) =>
  enqueue(db, { kind: "verify_email", key: keyOf("verify_email"), payload: { memberId } }, now);

/**
 * Mails a link to change the address. The task has the account's generation, so that no link is made once all access
 * has ended.
 */
export const askToChangeEmail = (db: Kysely<Schema>, change: Tasks["change_email"], now: Date) =>
  enqueue(db, { kind: "change_email", key: keyOf("change_email"), payload: change }, now);

/**
 * Asks a new member who is about to join an event to confirm their address. It waits a little, because the mail about
 * the registration includes the link.
 */
export const askToVerifyWithJoin = (db: Kysely<Schema>, memberId: string, now: Date) =>
  enqueue(
    db,
    { kind: "verify_email", key: keyOfWaiting(memberId), payload: { memberId, waits: true } },
    now,
    new Date(now.getTime() + waitForJoin),
  );

/** Sends the link to confirm again on request; if one is still waiting, it goes out at once instead. */
export async function askToVerifyAgain(db: Kysely<Schema>, memberId: string, now: Date): Promise<void> {
  const { numAffectedRows } = await sql`update outbox set run_at = ${now}, payload = ${JSON.stringify({ memberId })}
    where key = ${keyOfWaiting(memberId)} and attempts = 0 and done_at is null`.execute(db);
  if (numAffectedRows === 0n) await askToVerify(db, memberId, now);
}

export const tellOfNewEmail = (tx: Kysely<Schema>, memberId: string, oldEmail: string, now: Date) =>
  enqueue(tx, { kind: "email_changed", key: keyOf("email_changed"), payload: { memberId, oldEmail } }, now);

export const tellOfNewPassword = (tx: Kysely<Schema>, memberId: string, now: Date) =>
  enqueue(tx, { kind: "password_changed", key: keyOf("password_changed"), payload: { memberId } }, now);

/** Tells a member about a new way to log in to their account. */
export const tellOfNewWay = (tx: Kysely<Schema>, news: Tasks["way_added"], now: Date) =>
  enqueue(tx, { kind: "way_added", key: keyOf("way_added"), payload: news }, now);

const keyOf = (kind: Task["kind"]) => `${kind}:${newId()}`;
