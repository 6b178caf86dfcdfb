import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { Undeliverable } from "#domain/failure.ts";
import type { TaskContext, TaskHandlers } from "#domain/outbox.ts";
import type { Mail, Mailer } from "#domain/ports.ts";

/** For how long a task is ours alone, in seconds: longer than any mail server may take. */
const leaseSeconds = 120;

/** How often a task is tried before it is given up: with the waiting in between, over a day and a half. */
const attemptsMax = 16;
const waitFirst = 15;
const waitMax = 4 * 3600;

/** How many tasks are taken at a time, and how long to wait when there were none, in milliseconds. */
const batch = 10;
const pause = 1000;

type Row = { id: string; kind: string; payload: unknown; attempts: number };

type Settings = {
  context: () => TaskContext;
  handlers: TaskHandlers;
  mailer: Mailer;
  /** Told of what is given up. */
  log: (line: string) => void;
};

/**
 * Does what is in the outbox, on every instance at once: a task is leased by one of them, in one statement that passes over
 * the rows of others, and no transaction is open while it is done. What fails is tried again, later each time; what a
 * crash interrupts is taken up when its lease ends. So each task is done at least once, and its mail always has one
 * Message-ID.
 */
export function createJobs({ context, handlers, mailer, log }: Settings) {
  /** Does what is due, until nothing is. @returns how many tasks were done */
  async function work(): Promise<number> {
    let done = 0;
    for (;;) {
      const rows = await lease();
      const results = await Promise.all(rows.map(attempt));
      done += results.filter(Boolean).length;
      if (rows.length < batch) return done;
    }
  }

  /** Takes the tasks that have been due for longest. By our clock, as they were written by it. */
  async function lease(): Promise<Row[]> {
    const { db, now } = context();
    const until = new Date(now.getTime() + leaseSeconds * 1000);
    const { rows } = await sql<Row>`
      update outbox o set attempts = attempts + 1, run_at = ${until}
      from (
        select id from outbox where done_at is null and failed_at is null and run_at <= ${now}
        order by run_at, id limit ${batch} for update skip locked
      ) due
      where o.id = due.id
      returning o.id, o.kind, o.payload, o.attempts`.execute(db);
    return rows;
  }

  async function attempt(row: Row): Promise<boolean> {
    const { db, now } = context();
    const change = db.updateTable("outbox").where("id", "=", row.id);
    try {
      const mail = await handle(row);
      if (mail) await mailer.send(mail, row.id);
      // What it was about was somebody's.
      await change.set({ done_at: now, reason: null, payload: "{}" }).execute();
      return true;
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      const isOver = error instanceof Undeliverable || row.attempts >= attemptsMax;
      if (isOver) log(`Job ${row.kind} ${row.id} is given up after ${row.attempts} attempts: ${reason}`);
      const wait = Math.min(waitFirst * 2 ** (row.attempts - 1), waitMax);
      const next = isOver ? { failed_at: now } : { run_at: new Date(now.getTime() + wait * 1000) };
      await change.set({ ...next, reason }).execute();
      return false;
    }
  }

  function handle({ kind, payload }: Row): Promise<Mail | null> {
    const byName: Readonly<Record<string, (ctx: TaskContext, payload: never) => Promise<Mail | null>>> = handlers;
    const handler = byName[kind];
    if (!handler) throw new Error(`this version does not know tasks of the kind '${kind}'`);
    return handler(context(), payload as never);
  }

  return { work };
}

/** Works again and again, a second after there was nothing more to do. @returns how to stop, which waits for what is under way */
export function startJobs(settings: Settings): () => Promise<void> {
  const { work } = createJobs(settings);
  const stop = new AbortController();
  const worked = (async () => {
    while (!stop.signal.aborted) {
      // The database is out of reach: requests say so, and this comes back.
      await work().catch(() => undefined);
      await setTimeout(pause, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  })();
  return () => {
    stop.abort();
    return worked;
  };
}
