import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import type { Database } from "#db/schema.server.ts";

const channel = "event_changed";

/** A payload is less than 8000 bytes, and an id takes 37. */
const idsAtOnce = 200;

/** The wait before the listening connection is opened again, first and longest, in milliseconds. */
const waitFirst = 200;
const waitMax = 3000;
/** The time limit for connecting, and the idle time before the network probes the connection. */
const silentMax = 10_000;

/**
 * The interval of tests of the listening connection, and the greatest age of its last answer while it counts as alive,
 * in milliseconds.
 */
const tryEvery = 800;
const heardMax = 2000;

/** The channel between processes on one PostgreSQL: each tells the others what has changed. */
export type Channel = {
  tell: (topics: readonly string[]) => Promise<void>;
  isHeard: () => boolean;
  close: () => Promise<void>;
};

type Settings = {
  db: Database;
  url: string;
  /** Our name, without spaces: messages from a process with the same name are ignored. */
  instance: string;
  /** Called with the topics of changes in other processes. */
  onTold: (topics: string[]) => void;
  /** Called whenever we listen again, because messages in between were lost. */
  onListening: () => void;
};

/**
 * Listens on a separate connection, which is made again when it is lost. Telling is a statement outside of
 * transactions: inside one, NOTIFY takes a lock that makes all commits wait for one another.
 */
export function openChannel({ db, url, instance, onTold, onListening }: Settings): Channel {
  const stop = new AbortController();
  let heardAt = -Infinity;
  const listened = listen();

  const tell = (topics: readonly string[]) => tellProcesses(db, instance, topics);

  async function listen() {
    let wait = waitFirst;
    while (!stop.signal.aborted) {
      const client = new Client({
        connectionString: url,
        application_name: "goodturn live",
        connectionTimeoutMillis: silentMax,
        keepAlive: true,
        keepAliveInitialDelayMillis: silentMax,
      });
      const ended = new Promise<void>((resolve) => void client.once("end", resolve));
      // An error of the connection also ends it.
      client.on("error", () => {});
      client.on("notification", ({ payload = "" }) => {
        const [teller, ...topics] = payload.split(" ");
        if (teller !== instance) onTold(topics);
      });
      try {
        await client.connect();
        await client.query(`listen ${channel}`);
        wait = waitFirst;
        onListening();
        await Promise.race([ended, stopped(), silence(client)]);
      } catch {
        wait = Math.min(wait * 2, waitMax);
      }
      // On a network that drops everything, closing is not answered either.
      await Promise.race([client.end().catch(() => {}), setTimeout(waitFirst, undefined, { ref: false })]);
      await setTimeout(wait, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  }

  /** Tests the connection while it answers: a network that drops everything does not end it. */
  async function silence(client: Client) {
    while (!stop.signal.aborted) {
      await setTimeout(tryEvery, undefined, { ref: false });
      const late = setTimeout(heardMax, "late", { ref: false });
      if ((await Promise.race([client.query("select 1"), late])) === "late") return;
      heardAt = performance.now();
    }
  }

  function stopped() {
    return new Promise<void>((resolve) => {
      if (stop.signal.aborted) resolve();
      stop.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  return {
    tell,
    isHeard: () => performance.now() - heardAt < heardMax,
    close: () => {
      stop.abort();
      return listened;
    },
  };
}

/** Tells every process on a PostgreSQL what has changed; `instance` is the sender, without spaces. */
export async function tellProcesses(db: Database, instance: string, topics: readonly string[]): Promise<void> {
  for (let from = 0; from < topics.length; from += idsAtOnce) {
    const payload = [instance, ...topics.slice(from, from + idsAtOnce)].join(" ");
    await sql`select pg_notify(${channel}, ${payload})`.execute(db);
  }
}
