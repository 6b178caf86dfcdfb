import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { AttemptKeys, AttemptKind, LimitAttempts } from "#domain/ports.ts";
import { subnetOf } from "./subnet.ts";

/** So many attempts in so many seconds. */
export type Rate = { most: number; seconds: number };

/** The limits of each kind of attempt, by network address and by account; null is none. */
export type AttemptLimits = Readonly<Record<AttemptKind, Readonly<Record<keyof AttemptKeys, Rate | null>>>>;

export type Attempts = {
  limitAttempts: LimitAttempts;
  forgiveAttempt: (kind: AttemptKind, account: string) => Promise<void>;
};

/**
 * Counts attempts in the database, exactly and for all instances together: one statement of 0.2 ms each. A window begins
 * with its first attempt, by the database's clock, and what is refused neither counts nor prolongs it. Windows that have
 * ended are dropped by `jobs/purge.ts`.
 */
export function createAttempts(db: Database, limits: AttemptLimits): Attempts {
  const limitAttempts: LimitAttempts = async (kind, { address, account }) => {
    // The address first: a caller who is refused there cannot use up what an account has.
    if (address !== undefined) await count(keyOf(kind, "address", subnetOf(address)), limits[kind].address);
    if (account !== undefined) await count(keyOf(kind, "account", account), limits[kind].account);
  };

  async function count(key: string, rate: Rate | null): Promise<void> {
    if (rate === null) return;
    // Returns no row when the limit has been reached: then nothing is written, and so nothing is there to be forgiven.
    const { rows } = await sql<{ n: number }>`
      insert into attempts as known (key, n, ends_at) values (${key}, 1, now() + ${rate.seconds} * interval '1 second')
      on conflict (key) do update set
        n = case when known.ends_at > now() then known.n + 1 else 1 end,
        ends_at = case when known.ends_at > now() then known.ends_at else excluded.ends_at end
        where known.n < ${rate.most} or known.ends_at <= now()
      returning n`.execute(db);
    if ((rows[0]?.n ?? Infinity) > rate.most) throw new Failure("too_many_attempts", [], await secondsLeft(key));
  }

  /** Until the window ends; at least one. */
  async function secondsLeft(key: string): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from ends_at - now()))::integer as seconds from attempts where key = ${key}`.execute(
      db,
    );
    return Math.max(1, rows[0]?.seconds ?? 1);
  }

  /** Takes back one attempt that was counted for an account, because it was its owner's. */
  async function forgiveAttempt(kind: AttemptKind, account: string): Promise<void> {
    if (limits[kind].account === null) return;
    await sql`update attempts set n = n - 1 where key = ${keyOf(kind, "account", account)} and n > 0`.execute(db);
  }

  return { limitAttempts, forgiveAttempt };
}

const keyOf = (kind: AttemptKind, by: keyof AttemptKeys, whose: string): string => `${kind} ${by} ${whose}`;
