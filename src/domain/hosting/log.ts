import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import type { HostActionName, HostSubject } from "./rules.ts";

/** A host's action, its subject, and the reason; `by` is the host's id, null for commands at the machine. */
export type HostAction = {
  action: HostActionName;
  subject: HostSubject;
  subjectId: string | null;
  reason: string;
  by: string | null;
};

/** Logs a host's action, in the same transaction. The row stays as it is: the database refuses to change it. */
export async function recordHostAction(tx: Transaction<Schema>, action: HostAction, now: Date): Promise<void> {
  const { subject, subjectId, by, ...what } = action;
  await tx
    .insertInto("host_actions")
    .values({ id: newId(), ...what, subject_kind: subject, subject_id: subjectId, host_id: by, at: now })
    .execute();
}

/**
 * Removes a deleted member from the log: their id, and their name and address from reasons. The action, its time and
 * the reason stay. The database allows no other change.
 */
export async function forgetInHostLog(
  tx: Transaction<Schema>,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  await sql`select forget_in_host_log(${id}::uuid, ${[email, name]}::text[])`.execute(tx);
}
