import type { Kysely } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";

/** Something to be done outside: what kind, what it needs, and a key under which it is done once only. */
export type Task = { kind: "contact_message"; key: string; payload: Record<string, string> };

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
