import type { Kysely } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Schema } from "#db/schema.server.ts";
import type { Letter } from "#domain/mail.ts";
import { enqueue, type TaskHandlers } from "#domain/outbox.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { createJobs } from "./jobs.ts";

let make: Make;
let sent: string[];
let send: (letter: Letter) => Promise<void>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  sent = [];
  send = async () => {};
});

const now = new Date("2026-11-21T08:00:00Z");
const handlers = {
  reset_password: async (_, { email }) => ({
    to: email,
    subject: "Hello",
    heading: "Hello",
    paragraphs: [],
    reason: "",
  }),
} satisfies Partial<TaskHandlers> as unknown as TaskHandlers;

/** Jobs on a database that a test watches or breaks; the mailer is controlled by the test. */
const jobsOn = (db: Kysely<Schema>) =>
  createJobs({
    context: () => ({ ...make.taskContext(now), db }),
    handlers,
    mailer: {
      isThere: async () => true,
      async send(letter: Letter) {
        await send(letter);
        sent.push(letter.to);
      },
    },
    log: () => {},
  });
const ask = (email: string) =>
  enqueue(make.db, { kind: "reset_password", key: `key of ${email}`, payload: { email } }, now);

/** A database whose statements go through a function, by their text. */
const through = (pass: (text: string, run: () => Promise<unknown>) => Promise<unknown>) =>
  new Proxy(make.db, {
    get(db, name) {
      const value: unknown = Reflect.get(db, name);
      if (typeof value !== "function") return value;
      return (...words: unknown[]): unknown => {
        const run = (): unknown => value.apply(db, words);
        return name === "executeQuery" ? pass((words[0] as { sql: string }).sql, async () => run()) : run();
      };
    },
  });

describe("the statements of createJobs", () => {
  it("mark a sent mail even if the database was unreachable at that moment, and it is never sent again", async () => {
    await ask("a@example.org");
    let broken = 0;
    const { work } = jobsOn(
      through(async (_, run) => {
        if (sent.length === 1 && broken++ < 2) throw new Error("Connection terminated");
        return run();
      }),
    );
    expect(await work()).toBe(1);
    expect(broken).toBeGreaterThan(2);
    const row = await make.db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
    expect([sent.length, row.done_at, row.mailed_at, row.payload]).toEqual([1, now, now, {}]);
  });

  it("lease the successors of tasks that end at about the same time together", async () => {
    const order: string[] = [];
    const second = Promise.withResolvers<void>();
    send = async ({ to }) => (to === "b@example.org" ? second.promise : undefined);
    const db = through(async (text, run) => {
      const isMark = text.includes("set done_at");
      if (isMark || text.includes("returning o.id")) order.push(isMark ? "mark" : "lease");
      const result = await run();
      // The second mail has arrived right after the first one was marked.
      if (isMark) setImmediate(second.resolve);
      return result;
    });
    await ask("a@example.org");
    await ask("b@example.org");
    expect(await jobsOn(db).work()).toBe(2);
    expect(order.slice(0, 4)).toEqual(["lease", "mark", "mark", "lease"]);
  });
});
