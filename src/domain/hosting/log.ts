import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import type { HostActionName, HostSubject } from "./rules.ts";

/** What a host does to what, and why; `by` is the host's id, null for commands at the machine. */
export type HostAction = {
  action: HostActionName;
  subject: HostSubject;
  subjectId: string | null;
  reason: string;
  by: string | null;
};

/** Writes down what a host does, in the transaction that does it. The row stays as it is: the database refuses to change it. */
export async function recordHostAction(tx: Transaction<Schema>, action: HostAction, now: Date): Promise<void> {
  const { subject, subjectId, by, ...what } = action;
  await tx
    .insertInto("host_actions")
    .values({ id: newId(), ...what, subject_kind: subject, subject_id: subjectId, host_id: by, at: now })
    .execute();
}

/**
 * Takes a member who goes out of the log: their id, and their name and address where a reason has them. That they were suspended
 * or deleted, when and why stays. It is the one change that the database lets through.
 */
export async function forgetInHostLog(
  tx: Transaction<Schema>,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  await sql`select forget_in_host_log(${id}::uuid, ${[email, name]}::text[])`.execute(tx);
}
