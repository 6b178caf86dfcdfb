import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { enqueueAll, type Task, type TaskContext } from "../outbox.ts";
import { lastNumber } from "./commands.ts";
import { keysOfEvent, type PublishedEvent } from "./keys.ts";
import { nextDue, settled, type Timing } from "./rules.ts";

/**
 * The number of publications and of addresses in one transaction, and the number of transactions for each step of a
 * sweep.
 */
const batch = 1000;
const batchesMax = 20;

/** An arbitrary number, which identifies the sweep's lock in the database. */
const lock = 3_204_600;

/**
 * Creates the tasks for all followers with news. First, publications get their numbers, in an order that never changes.
 * One query of an index marks the addresses whose follows may match. Then each address that is due gets a task for all
 * publications since its last one. One instance does it at a time; after a crash, the next one continues.
 */
export async function sweepFollows(ctx: Pick<TaskContext, "db" | "now">): Promise<void> {
  for (const step of [numberPublications, tellDue]) {
    let done = batch;
    for (let count = 0; count < batchesMax && done === batch; count++) {
      done = await ctx.db.transaction().execute(async (tx) => ((await isOurs(tx)) ? step(tx, ctx.now) : 0));
    }
  }
}

async function isOurs(tx: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lock)}) as ours`.execute(tx);
  return rows[0]?.ours ?? false;
}

/** @returns the number of publications that got a number */
export async function numberPublications(tx: Transaction<Schema>, now: Date): Promise<number> {
  const { rows } = await sql<PublishedEvent & { event_id: string; owner_community_id: string | null }>`
    with new as (
      select event_id, organizer_id, owner_community_id, event_type, latitude, longitude
      from publications join events on events.id = event_id
      where number is null and published_at <= ${new Date(now.getTime() - settled)} and not is_draft and cancelled_at is null
      order by published_at, event_id limit ${batch}
    )
    update publications set number = nextval('publication_numbers') from new where publications.event_id = new.event_id
    returning new.event_id, organizer_id, owner_community_id, event_type, latitude, longitude`.execute(tx);
  if (rows.length === 0) return 0;
  // Members of a community hear of its own events, whatever they follow.
  const ofCommunities = rows.flatMap(({ event_id: eventId, owner_community_id }): Task[] =>
    owner_community_id === null
      ? []
      : [{ kind: "community_dates", key: `community_dates:${eventId}`, payload: { eventId } }],
  );
  await enqueueAll(tx, ofCommunities, now);
  const keys = [...new Set(rows.flatMap(keysOfEvent))];
  await sql`update subscribers set has_news = true
    where not has_news and email in (select email from follows where keys && ${keys}::text[] and confirmed_at is not null)`.execute(
    tx,
  );
  return rows.length;
}

type Due = Omit<Timing, "timeZone"> & { email: string; time_zone: string | null; told_until: number };

/** @returns the number of addresses that were due */
async function tellDue(tx: Transaction<Schema>, now: Date): Promise<number> {
  const due: Due[] = await tx
    .selectFrom("subscribers")
    .where("has_news", "=", true)
    .where("confirmed_at", "is not", null)
    .where("due_at", "<=", now)
    .select(["email", "pace", "weekday", "hour", "time_zone", "told_until"])
    .orderBy("due_at")
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return 0;
  const until = await lastNumber(tx);
  const next = due.map(({ time_zone, ...timing }) => ({
    email: timing.email,
    due_at: nextDue({ ...timing, timeZone: time_zone ?? "UTC" }, now),
  }));
  await sql`update subscribers set has_news = false, told_until = ${until}, due_at = next.due_at
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as next (email text, due_at timestamptz)
    where subscribers.email = next.email`.execute(tx);
  const tasks = due.map(({ email, told_until: after }): Task => {
    // The key is kept for a month, but the address must not be.
    const name = createHash("sha256").update(email).digest("base64url");
    return { kind: "follow_news", key: `follow_news:${name}:${until}`, payload: { email, after, until } };
  });
  await enqueueAll(tx, tasks, now);
  return due.length;
}
