import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { isId } from "../shapes.ts";

type Outbox = Pick<Kysely<Schema>, "selectFrom" | "updateTable">;

/**
 * A task that is not done: its kind, the time of its next attempt or of giving it up, and the reason for its failure.
 */
export type OpenTask = {
  id: string;
  kind: string;
  runAt: Date;
  failedAt: Date | null;
  attempts: number;
  reason: string | null;
};

/**
 * The outbox: the number of tasks of each kind that are done, wait and were given up, and the tasks that are not done.
 */
export type Overview = {
  counts: { kind: string; done: number; waiting: number; failed: number }[];
  open: OpenTask[];
};

/** The longest time that a due task has waited, in seconds, and the number of tasks given up. */
export async function readLateness(db: Outbox, now: Date): Promise<{ oldest: number; failed: number }> {
  const { due, failed } = await db
    .selectFrom("outbox")
    .where("done_at", "is", null)
    .select([
      sql<Date | null>`min(run_at) filter (where failed_at is null)`.as("due"),
      sql<number>`(count(*) filter (where failed_at is not null))::int`.as("failed"),
    ])
    .executeTakeFirstOrThrow();
  return { oldest: due ? Math.max(0, (now.getTime() - due.getTime()) / 1000) : 0, failed };
}

/** The number of unfinished tasks listed one by one. */
const openMax = 200;

/** Reads the outbox: tasks that were given up first, then the soonest due. It leaves out their contents. */
export async function readOutbox(db: Outbox): Promise<Overview> {
  const counts = await db
    .selectFrom("outbox")
    .groupBy("kind")
    .orderBy("kind")
    .select([
      "kind",
      sql<number>`(count(*) filter (where done_at is not null))::int`.as("done"),
      sql<number>`(count(*) filter (where done_at is null and failed_at is null))::int`.as("waiting"),
      sql<number>`(count(*) filter (where done_at is null and failed_at is not null))::int`.as("failed"),
    ])
    .execute();
  const open = await db
    .selectFrom("outbox")
    .where("done_at", "is", null)
    .select(["id", "kind", "run_at as runAt", "failed_at as failedAt", "attempts", "reason"])
    .orderBy(sql`failed_at is null`)
    .orderBy("run_at")
    .orderBy("id")
    .limit(openMax)
    .execute();
  return { counts, open: open.map((task) => ({ ...task, reason: task.reason && withoutNames(task.reason) })) };
}

/** An open task with the member that it is for, while they have an account. */
export type LateTask = OpenTask & { member: { _id: string; name: string } | null };

/** The tasks that need attention: given up, failed, or overdue; the longest due first. */
export async function listOpenTasks(db: Outbox, now: Date, limit: number): Promise<LateTask[]> {
  const late = new Date(now.getTime() - leaseMost);
  const tasks = await db
    .selectFrom("outbox")
    .where("done_at", "is", null)
    .where((eb) => eb.or([eb("failed_at", "is not", null), eb("reason", "is not", null), eb("run_at", "<", late)]))
    .select(["id", "kind", "run_at as runAt", "failed_at as failedAt", "attempts", "reason"])
    .select([
      sql<string | null>`payload ->> 'memberId'`.as("memberId"),
      sql<string | null>`payload ->> 'email'`.as("email"),
    ])
    .orderBy(sql`failed_at is null`)
    .orderBy("run_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  const [ids, emails] = [
    tasks.flatMap(({ memberId }) => (memberId !== null && isId(memberId) ? memberId : [])),
    tasks.flatMap(({ email }) => email ?? []),
  ];
  const members = await db
    .selectFrom("members")
    .select(["id", "name", "email"])
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or email = any(${emails}::text[]))`)
    .execute();
  return tasks.map(({ memberId, email, ...task }) => {
    const member = members.find(({ id, email: theirs }) => id === memberId || theirs === email);
    return {
      ...task,
      reason: task.reason && withoutNames(task.reason),
      member: member ? { _id: member.id, name: member.name || member.email } : null,
    };
  });
}

/** Hides addresses in a mail server's answer: 'zoe@example.org' becomes 'z…@example.org'. */
export const withoutNames = (reason: string) => reason.replace(/([^\s@<>"']?)[^\s@<>"']*@([\w.-]+)/g, "$1…@$2");

/** In milliseconds. A task whose next attempt is later than this is not running, because leases are shorter. */
const leaseMost = 180_000;

/**
 * Retries one task at once that was given up, or has failed and waits; or all of these. It leaves running tasks alone,
 * and tasks that wait for their time, which would have nothing to do yet.
 * @returns their number
 */
export async function retryTasks(db: Outbox, which: string, now: Date): Promise<number> {
  const waiting = new Date(now.getTime() + leaseMost);
  let tasks = db
    .updateTable("outbox")
    .where("done_at", "is", null)
    .where((eb) =>
      eb.or([eb("failed_at", "is not", null), eb.and([eb("reason", "is not", null), eb("run_at", ">", waiting)])]),
    );
  if (which !== "all") tasks = tasks.where(sql`id::text`, "=", which);
  const { numUpdatedRows } = await tasks.set({ failed_at: null, run_at: now, attempts: 0 }).executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Gives up a task that is not done: it stays for a while, so that no task with its key is written again.
 * @returns the number
 */
export async function dropTask(db: Outbox, id: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .where("done_at", "is", null)
    .where(sql`id::text`, "=", id)
    .set({ done_at: now, failed_at: null, payload: "{}", reason: "dropped" })
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
