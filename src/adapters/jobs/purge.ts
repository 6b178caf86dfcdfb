import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";

const hour = 3_600_000;

/** For how many days a task that is done stays, so that none with its key is written again, and what happened at an event. */
const doneKept = 30;

/** Deletes sessions, verifications, mailed links and codes, counts of attempts, happenings and done tasks whose time is over: none of them counts any more. */
export async function purgeExpired(db: Database): Promise<void> {
  await sql`delete from sessions where expires_at <= now()`.execute(db);
  await sql`delete from verifications where expires_at <= now()`.execute(db);
  await sql`delete from mail_links where expires_at <= now()`.execute(db);
  await sql`delete from mail_sign_ins where expires_at <= now()`.execute(db);
  await sql`delete from passkey_challenges where expires_at <= now()`.execute(db);
  await sql`delete from attempts where ends_at <= now()`.execute(db);
  await sql`delete from happenings where happened_at <= now() - ${doneKept} * interval '1 day'`.execute(db);
  await sql`delete from outbox where done_at <= now() - ${doneKept} * interval '1 day'`.execute(db);
}

/** Purges every hour (`every` is in milliseconds), from an hour after the start. @returns how to stop, once none is under way */
export function startPurging(db: Database, every = hour): () => Promise<void> {
  let underWay = Promise.resolve();
  const purge = () => {
    underWay = purgeExpired(db).catch((error: unknown) => {
      // The next one does the work of this one too.
      process.emitWarning(`What has expired could not be deleted: ${String(error)}`);
    });
  };
  const timer = setInterval(purge, every).unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
