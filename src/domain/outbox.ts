import type { Kysely } from "kysely";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import type { AuthProvider, Mail } from "./ports.ts";

/** What can be done outside, and what each needs to know. Secrets are not among it: links are made when a mail goes out. */
export type Tasks = {
  contact_message: { contactMessageId: string };
  reset_password: { email: string };
  password_changed: { memberId: string };
  verify_email: { memberId: string };
  change_email: { memberId: string; newEmail: string };
  email_changed: { memberId: string; oldEmail: string };
};
export type TaskKind = keyof Tasks;

/** What is to be done, and a key under which it is done once only. */
export type Task = { [Kind in TaskKind]: { kind: Kind; key: string; payload: Tasks[Kind] } }[TaskKind];

/** What a task may know of the world around it; `address` is our public address, `contact` who runs this site. */
export type TaskContext = {
  db: Database;
  now: Date;
  auth: Pick<AuthProvider, "makeLink">;
  address: string;
  contact: string;
};

/** How each kind of task is done: it answers with the mail that goes out, or with none when there is none to send any more. */
export type TaskHandlers = {
  [Kind in TaskKind]: (ctx: TaskContext, payload: Tasks[Kind]) => Promise<Mail | null>;
};

/**
 * Writes a task into the outbox, in the transaction of what it follows from: both happen, or neither.
 * A task whose key is there already stays the one that it is.
 */
export async function enqueue(tx: Kysely<Schema>, task: Task, now: Date): Promise<void> {
  await tx
    .insertInto("outbox")
    .values({ id: newId(), ...task, payload: JSON.stringify(task.payload), run_at: now, created_at: now })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}
