import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { Undeliverable } from "#domain/failure.ts";
import { enqueue, type TaskHandlers } from "#domain/outbox.ts";
import type { Mail } from "#domain/ports.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { createJobs, startJobs } from "./jobs.ts";

const second = 1000;
const start = new Date("2026-11-21T08:00:00Z").getTime();

let make: Make;
let now: number;
let sent: { id: string; to: string }[];
let answer: (mail: Mail) => void;
let log: string[];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  now = start;
  sent = [];
  log = [];
  answer = () => {};
});

// One kind of task stands for all.
const handlers = {
  reset_password: async (_, { email }) => ({ to: email, subject: "Hello", text: "Hello", html: "Hello" }),
} satisfies Partial<TaskHandlers> as unknown as TaskHandlers;

/** The outside world of these tests is a mailer that does what the test says. */
const settings = () => ({
  context: () => ({
    db: make.db,
    now: new Date(now),
    auth: make.auth,
    address: "https://goodturn.example",
    contact: "team@goodturn.example",
    announce: make.announce,
  }),
  handlers,
  mailer: {
    async send(mail: Mail, id: string) {
      await Promise.resolve();
      answer(mail);
      sent.push({ id, to: mail.to });
    },
  },
  log: (line: string) => log.push(line),
});
const ask = (email: string, key = newId()) =>
  enqueue(make.db, { kind: "reset_password", key, payload: { email } }, new Date(now));
const rows = () => make.db.selectFrom("outbox").selectAll().orderBy("id").execute();
const fail = (error: Error) => () => {
  throw error;
};

describe("createJobs", () => {
  it("does what is due, once", async () => {
    await ask("a@example.org");
    await ask("b@example.org");
    const { work } = createJobs(settings());
    expect(await work()).toBe(2);
    expect(await work()).toBe(0);
    expect(sent.map(({ to }) => to).toSorted()).toEqual(["a@example.org", "b@example.org"]);
    expect((await rows()).map(({ done_at, reason }) => [done_at?.getTime(), reason])).toEqual([
      [start, null],
      [start, null],
    ]);
  });

  it("does what is written twice under one key once", async () => {
    await ask("a@example.org", "key");
    await ask("b@example.org", "key");
    await createJobs(settings()).work();
    expect(sent.map(({ to }) => to)).toEqual(["a@example.org"]);
  });

  it("shares the work among several at once, and none of it is done twice", async () => {
    for (let number = 0; number < 60; number++) await ask(`a${number}@example.org`);
    const done = await Promise.all([1, 2, 3].map(() => createJobs(settings()).work()));
    expect(done.reduce((sum, count) => sum + count)).toBe(60);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(60);
    expect(sent).toHaveLength(60);
  });

  it("tries again later what fails, later each time, and says why", async () => {
    await ask("a@example.org");
    answer = fail(new Error("451 busy"));
    const { work } = createJobs(settings());
    expect(await work()).toBe(0);
    expect((await rows())[0]).toMatchObject({ attempts: 1, reason: "451 busy", done_at: null, failed_at: null });
    now += 14 * second;
    expect([await work(), (await rows())[0]?.attempts]).toEqual([0, 1]);
    now += second;
    await work();
    expect((await rows())[0]?.run_at.getTime()).toBe(now + 30 * second);
    answer = () => {};
    now += 30 * second;
    expect(await work()).toBe(1);
    expect((await rows())[0]).toMatchObject({ attempts: 3, reason: null });
    expect(log).toEqual([]);
  });

  it("gives up what is refused for good at once, and anything else after sixteen attempts in a day and a half", async () => {
    await ask("a@example.org");
    answer = fail(new Undeliverable("550 no such user"));
    const { work } = createJobs(settings());
    await work();
    expect((await rows())[0]).toMatchObject({ attempts: 1, reason: "550 no such user", failed_at: new Date(start) });
    expect(log).toEqual([expect.stringMatching(/^Job reset_password .* is given up after 1 attempts: 550/)]);

    await ask("b@example.org");
    answer = fail(new Error("451 busy"));
    for (let attempt = 0; attempt < 20; attempt++) {
      await work();
      now += 4 * 3600 * second;
    }
    const [, second_] = await rows();
    expect([second_?.attempts, second_?.reason]).toEqual([16, "451 busy"]);
    expect((second_?.failed_at?.getTime() ?? 0) - start).toBe(15 * 4 * 3600 * second);
  });

  it("takes up what a crash has interrupted when the lease has ended, under the same id", async () => {
    await ask("a@example.org");
    const crashed = createJobs({ ...settings(), mailer: { send: () => new Promise(() => {}) } }).work();
    void crashed;
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    const { work } = createJobs(settings());
    now += 119 * second;
    expect(await work()).toBe(0);
    now += second;
    expect(await work()).toBe(1);
    expect(sent).toEqual([{ id: (await rows())[0]?.id, to: "a@example.org" }]);
  });

  it("keeps a task that a newer version has written", async () => {
    await ask("a@example.org");
    await make.db.updateTable("outbox").set({ kind: "from_the_future" }).execute();
    await createJobs(settings()).work();
    expect((await rows())[0]).toMatchObject({ done_at: null, failed_at: null });
    expect((await rows())[0]?.reason).toContain("does not know tasks of the kind 'from_the_future'");
  });
});

describe("startJobs", () => {
  it("works until it is stopped, and lets what is under way finish", async () => {
    const stop = startJobs(settings());
    await ask("a@example.org");
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(1);
    await stop();
    await ask("b@example.org");
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(sent).toHaveLength(1);
  });
});
