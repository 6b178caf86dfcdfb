import { sql } from "kysely";
import { preparedWith } from "#db/prepared.ts";
import type { Database } from "#db/schema.server.ts";
import { Failure, type FailureCode } from "#domain/failure.ts";
import type { AttemptKeys, AttemptKind, AttemptsLeft, LimitAttempts } from "#domain/ports.ts";
import { siteOf, subnetOf } from "./subnet.ts";

/** A number of attempts in a number of seconds. */
export type Rate = { most: number; seconds: number };

/** The limits of each kind of attempt, by network address, by account and by recipient; null means unlimited. */
export type AttemptLimits = Readonly<Record<AttemptKind, Readonly<Partial<Record<keyof AttemptKeys, Rate | null>>>>>;

/**
 * The factor by which an IPv6 site's limit exceeds a network address's: it may be one person's, or a neighborhood's.
 */
const customersPerSite = 10;

export type Attempts = {
  limitAttempts: LimitAttempts;
  attemptsLeft: AttemptsLeft;
  forgiveAttempt: (kind: AttemptKind, account: string) => Promise<void>;
};

/**
 * Counts attempts in the database, exactly and across all instances, with one statement of 0.2 ms each. A window begins
 * with its first attempt, by the database's clock; refused attempts neither count nor prolong it. Ended windows are
 * deleted by `jobs/purge.ts`.
 */
export function createAttempts(db: Database, limits: AttemptLimits): Attempts {
  const limitAttempts: LimitAttempts = async (kind, { address, account, recipient }, number = 1) => {
    // The address comes first: a caller refused there cannot use up an account's attempts, nor a sender a recipient's.
    if (address !== undefined) {
      await count(kind, "address", subnetOf(address));
      const site = siteOf(address);
      if (site !== null) await count(kind, "address", `${site}::/48`, customersPerSite);
    }
    if (account !== undefined) await count(kind, "account", account, 1, number);
    if (recipient !== undefined) await count(kind, "recipient", mailboxOf(recipient));
  };

  async function count(kind: AttemptKind, by: keyof AttemptKeys, whose: string, times = 1, number = 1): Promise<void> {
    const rate = limits[kind][by] ?? null;
    if (rate === null) return;
    const most = rate.most * times;
    const key = keyOf(kind, by, whose);
    if (number > most) throw new Failure(refusalOf[kind], [], await secondsLeft(key));
    const [counted] = await countSome(db, { key, seconds: rate.seconds, most, number });
    if ((counted?.n ?? Infinity) > most) throw new Failure(refusalOf[kind], [], await secondsLeft(key));
  }

  /** Returns the seconds until the window ends; at least one. */
  async function secondsLeft(key: string): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from ends_at - now()))::integer as seconds from attempts where key = ${key}`.execute(
      db,
    );
    return Math.max(1, rows[0]?.seconds ?? 1);
  }

  /** Returns the number of attempts that an account has left; null if it is unlimited. */
  const attemptsLeft: AttemptsLeft = async (kind, account) => {
    const rate = limits[kind].account ?? null;
    if (rate === null) return null;
    const { rows } = await sql<{ n: number }>`
      select n from attempts where key = ${keyOf(kind, "account", account)} and ends_at > now()`.execute(db);
    return Math.max(0, rate.most - (rows[0]?.n ?? 0));
  };

  /** Takes back one attempt counted for an account, because its owner made it. */
  async function forgiveAttempt(kind: AttemptKind, account: string): Promise<void> {
    if (!limits[kind].account) return;
    await sql`update attempts set n = n - 1 where key = ${keyOf(kind, "account", account)} and n > 0`.execute(db);
  }

  return { limitAttempts, attemptsLeft, forgiveAttempt };
}

/** Returns no row when the limit has been reached: then nothing is written that could be taken back. */
const countSome = preparedWith<Record<"key" | "seconds" | "most" | "number", unknown>, { n: number }>(
  (its) => sql<{ n: number }>`
    insert into attempts as known (key, n, ends_at)
    values (${its("key")}, ${its("number")}, now() + ${its("seconds")} * interval '1 second')
    on conflict (key) do update set
      n = case when known.ends_at > now() then known.n + ${its("number")}::int else ${its("number")}::int end,
      ends_at = case when known.ends_at > now() then known.ends_at else excluded.ends_at end
      where known.n + ${its("number")}::int <= ${its("most")} or known.ends_at <= now()
    returning n`,
);

const refusalOf = {
  sign_in: "too_many_attempts",
  sign_up: "too_many_attempts",
  mail: "too_many_attempts",
  form: "too_many_attempts",
  invite: "too_many_attempts",
  report: "too_many_attempts",
  report_unknown: "too_many_attempts",
  gate: "too_many_attempts",
  gate_sync: "too_many_attempts",
  import: "too_many_imports",
  event: "too_many_events",
  picture: "too_many_pictures",
  write: "too_many_writes",
  outreach: "too_many_mails",
  outreach_known: "too_many_mails",
  unproven: "too_many_mails",
} as const satisfies Record<AttemptKind, FailureCode>;

export const attemptKinds = Object.keys(refusalOf) as AttemptKind[];

/**
 * Returns the mailbox that an address most likely reaches, for counting only: many servers ignore dots and everything
 * after a plus.
 */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  return (
    email
      .slice(0, at)
      .replace(/(?<=.)\+.*$/, "")
      .replaceAll(".", "") + email.slice(at)
  );
}

const keyOf = (kind: AttemptKind, by: keyof AttemptKeys, whose: string): string => `${kind} ${by} ${whose}`;
