import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { preparedWith } from "#db/prepared.ts";
import { MailServerAway, Undeliverable } from "#domain/failure.ts";
import type { Letter } from "#domain/mail.ts";
import type { TaskContext, TaskHandlers } from "#domain/outbox.ts";
import type { Mailer } from "#domain/ports.ts";
import { withoutNames } from "#domain/hosting/tasks.ts";
import { watchMailServer } from "./mail-server.ts";

/** The duration of a lease on a task, in seconds, and the interval at which it is renewed, in milliseconds. */
const leaseSeconds = 120;
const renewEvery = 30_000;

/**
 * The number of attempts before a task is given up, and the first and longest wait between them in seconds: more than a
 * day and a half in all.
 */
const attemptsMax = 16;
const waitFirst = 15;
const waitMax = 4 * 3600;

/** The number of tasks running at a time, and the pause when there are none, in milliseconds. */
const parallel = 10;
const pause = 1000;

/** The wait for tasks that end together, so that one statement leases their successors, in milliseconds. */
const gatherFor = 15;

/** The interval at which we look for work that only the passing of time causes, in milliseconds. */
const sweepEvery = 60_000;

/** The pause before marking a sent mail as done again, if the database was unreachable. */
const markAgain = 1000;

type Row = { id: string; kind: string; payload: unknown; attempts: number };

type Settings = {
  context: () => TaskContext;
  handlers: TaskHandlers;
  mailer: Mailer;
  /** The kinds of tasks to do, if not all; the others stay in the outbox. */
  only?: readonly string[];
  /** The kinds of tasks without mail, which run even while the mail server is away. */
  silent?: readonly string[];
  /** Decides whether a letter may go out; called once for each. */
  admit?: (kind: string, letter: Letter) => Promise<boolean>;
  /** Enqueues tasks that follow from time alone, such as reminders; called at most once a minute. */
  sweep?: (ctx: TaskContext) => Promise<void>;
  /** Called after each attempt at a task, the first being 1. */
  onTask?: (kind: string, outcome: "done" | "failed" | "given_up", attempts: number) => void;
  /** Called for each task that is given up. */
  log: (line: string) => void;
};

/**
 * Does the tasks in the outbox, on every instance at once. An instance leases a task in one statement that skips rows
 * leased by others, and no transaction is open while the task runs. The lease of a long task is renewed. A failed task
 * is retried, with growing delays; one that a crash interrupts is retried when its lease ends. So each task is done at
 * least once, and its mail always has the same Message-ID. Marking a sent mail as done is repeated until it succeeds,
 * so only a crash in between sends the mail again. While the mail server is away, no other mail is tried; once it is
 * back, all waiting mails go out.
 */
export function createJobs(settings: Settings) {
  const { context, handlers, mailer, only, silent = [], admit, sweep, log, onTask = () => {} } = settings;
  let sweptAt = -Infinity;
  const mailServer = watchMailServer({ isThere: () => mailer.isThere(), wake });

  /**
   * Makes tasks due that are still waiting for these times; if another instance has leased one meanwhile, its time
   * differs, and it is left alone.
   */
  async function wake(failed: ReadonlyMap<string, Date>): Promise<void> {
    const { db, now } = context();
    for (const [id, runAt] of failed) {
      const waiting = db.updateTable("outbox").where("id", "=", id).where("run_at", "=", runAt);
      await waiting.where("done_at", "is", null).where("failed_at", "is", null).set({ run_at: now }).execute();
    }
  }

  /** Does due tasks until there are none, or until it is stopped. @returns how many tasks were done */
  async function work(stop?: AbortSignal): Promise<number> {
    const ctx = context();
    if (sweep && ctx.now.getTime() - sweptAt >= sweepEvery) {
      await sweep(ctx);
      sweptAt = ctx.now.getTime();
    }
    let done = 0;
    const underWay = new Set<Promise<boolean>>();
    // A task that takes long does not block the others.
    for (;;) {
      const rows = stop?.aborted ? [] : await lease(parallel - underWay.size).catch(unless(underWay.size > 0));
      for (const row of rows) {
        const attempted: Promise<boolean> = attempt(row, stop).then((isDone) => {
          done += Number(isDone);
          return underWay.delete(attempted);
        });
        underWay.add(attempted);
      }
      if (underWay.size === 0) return done;
      await Promise.race(underWay);
      if (rows.length > 0 && underWay.size > 0) await setTimeout(gatherFor);
    }
  }

  /** Leases the tasks that have been due for longest. It uses the database's clock, like the code that wrote them. */
  async function lease(most: number): Promise<Row[]> {
    const { db, now } = context();
    const kinds = only ?? (mailServer.isAway() ? silent : undefined);
    return leaseDue(db, { now, until: leaseFrom(now), kinds: kinds ?? null, most });
  }

  async function attempt(row: Row, stop: AbortSignal | undefined): Promise<boolean> {
    // A task that another instance has leased meanwhile is not ours anymore.
    const ours = () =>
      context()
        .db.updateTable("outbox")
        .where("id", "=", row.id)
        .where("attempts", "=", row.attempts)
        .where("done_at", "is", null);
    const renewing = setInterval(() => {
      ours()
        .set({ run_at: leaseFrom(context().now) })
        .execute()
        .catch(() => undefined);
    }, renewEvery).unref();
    let mailedAt: Date | null = null;
    try {
      const letter = await handle(row, stop);
      const isAdmitted = letter && (row.attempts > 1 || !admit || (await admit(row.kind, letter)));
      if (isAdmitted) {
        await mailer.send(letter, row.id);
        mailedAt = context().now;
      }
    } catch (error) {
      const next = whatNext(row, error);
      onTask(row.kind, "failed_at" in next ? "given_up" : "failed", row.attempts);
      await ours()
        .set(next)
        .execute()
        .catch(() => undefined);
      if (error instanceof MailServerAway && "run_at" in next) mailServer.failed(row.id, next.run_at);
      return false;
    } finally {
      clearInterval(renewing);
    }
    onTask(row.kind, "done", row.attempts);
    const { now: doneAt } = context();
    for (let tries = 0; tries < leaseSeconds; tries++) {
      const isMarked = await markDone(context().db, { id: row.id, attempts: row.attempts, doneAt, mailedAt }).then(
        () => true,
        () => false,
      );
      if (isMarked) return true;
      await setTimeout(markAgain, undefined, { ref: false });
    }
    return false;
  }

  /** Returns when a failed task is tried again, or that it is given up. */
  function whatNext({ id, kind, attempts }: Row, error: unknown) {
    const { now } = context();
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    if (error instanceof Undeliverable || attempts >= attemptsMax) {
      log(`Job ${kind} ${id} is given up after ${attempts} attempts: ${withoutNames(reason)}`);
      return { failed_at: now, reason };
    }
    const wait = Math.min(waitFirst * 2 ** (attempts - 1), waitMax);
    return { run_at: new Date(now.getTime() + wait * 1000), reason };
  }

  function handle({ kind, payload, attempts }: Row, stop: AbortSignal | undefined): Promise<Letter | null> {
    const byName: Readonly<Record<string, (ctx: TaskContext, payload: never) => Promise<Letter | null>>> = handlers;
    const handler = byName[kind];
    if (!handler) throw new Error(`this version does not know tasks of the kind '${kind}'`);
    return handler({ ...context(), attempt: attempts, stop }, payload as never);
  }

  return { work, end: mailServer.end };
}

/**
 * Chooses the rows in a materialized step: inside the update, PostgreSQL may choose again for each row that it
 * examines, skipping those already taken, and so take more than `most`.
 */
const leaseDue = preparedWith<{ now: Date; until: Date; kinds: readonly string[] | null; most: number }, Row>(
  (place) => sql`
    with due as materialized (
      select id from outbox where done_at is null and failed_at is null and run_at <= ${place("now")}
        and (${place("kinds")}::text[] is null or kind = any(${place("kinds")}::text[]))
      order by run_at, id limit ${place("most")} for update skip locked
    )
    update outbox o set attempts = attempts + 1, run_at = ${place("until")}
    from due where o.id = due.id
    returning o.id, o.kind, o.payload, o.attempts`,
);

/**
 * Marks a task as done, unless another instance has leased it meanwhile. Its payload is deleted, because it has
 * personal data.
 */
const markDone = preparedWith<{ id: string; attempts: number; doneAt: Date; mailedAt: Date | null }, unknown>(
  (place) => sql`
    update outbox set done_at = ${place("doneAt")}, mailed_at = ${place("mailedAt")}, reason = null, payload = '{}'
    where id = ${place("id")} and attempts = ${place("attempts")} and done_at is null`,
);

/** Ignores an unreachable database while tasks are running, so that they finish first. */
const unless =
  (isBusy: boolean) =>
  (error: unknown): Row[] => {
    if (isBusy) return [];
    throw error;
  };

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000);

/**
 * Works repeatedly, pausing a second whenever there is nothing to do.
 * @returns a function that stops it, and waits for running tasks
 */
export function startJobs(settings: Settings): () => Promise<void> {
  const { work, end } = createJobs(settings);
  const stop = new AbortController();
  const worked = (async () => {
    while (!stop.signal.aborted) {
      // The database is unreachable: requests report that, and this loop tries again.
      await work(stop.signal).catch(() => undefined);
      await setTimeout(pause, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  })();
  return () => {
    stop.abort();
    end();
    return worked;
  };
}
