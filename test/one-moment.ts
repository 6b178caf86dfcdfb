import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "#db/schema.server.ts";
import { lockEvent } from "#domain/events/locking.ts";

/** Makes actions at an event simultaneous: the event's row is locked until all of them wait for it. */
export function oneMomentIn(db: Database) {
  /**
   * Starts the actions one after the other while the event is locked, unlocks it once all wait, and waits for all of
   * them.
   */
  async function inOneMoment(eventId: string, ...actions: (() => Promise<unknown>)[]) {
    const begun: Promise<unknown>[] = [];
    await db.transaction().execute(async (tx) => {
      await lockEvent(tx, eventId);
      for (const [index, action] of actions.entries()) {
        begun.push(action());
        await expect.poll(waiting).toBe(index + 1);
      }
    });
    return Promise.allSettled(begun);
  }

  /** The number of connections that wait for a lock. */
  async function waiting(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.n ?? 0;
  }

  return { inOneMoment, waiting };
}
