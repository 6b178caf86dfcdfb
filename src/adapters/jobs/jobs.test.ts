import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "#db/schema.server.ts";
import { Undeliverable } from "#domain/failure.ts";
import type { Letter } from "#domain/mail.ts";
import { enqueue, type TaskHandlers } from "#domain/outbox.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { silentKinds } from "./handlers.ts";
import { createJobs, startJobs } from "./jobs.ts";

const second = 1000;
const start = new Date("2026-11-21T08:00:00Z").getTime();

let make: Make;
let now: number;
let sent: { id: string; to: string }[];
let answer: (letter: Letter) => void;
let log: string[];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  now = start;
  sent = [];
  log = [];
  answer = () => {};
});
afterEach(() => void vi.useRealTimers());

// A single kind of task is enough to test all.
const handlers = {
  reset_password: async (_, { email }) => ({
    to: email,
    subject: "Hello",
    heading: "Hello",
    paragraphs: [],
    reason: "",
  }),
} satisfies Partial<TaskHandlers> as unknown as TaskHandlers;

const isThere = async () => true;

/** The outside world of these tests is a mailer controlled by the test. */
const settings = () => ({
  context: () => make.taskContext(new Date(now)),
  handlers,
  mailer: {
    isThere,
    async send(letter: Letter, id: string) {
      await Promise.resolve();
      answer(letter);
      sent.push({ id, to: letter.to });
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
  it("records when a mail was sent, and sends no mail that a limit forbids", async () => {
    await ask("a@example.org");
    await ask("b@example.org");
    const { work } = createJobs({ ...settings(), admit: async (_, { to }) => to === "a@example.org" });
    expect(await work()).toBe(2);
    expect(sent.map(({ to }) => to)).toEqual(["a@example.org"]);
    expect((await rows()).map(({ mailed_at }) => mailed_at?.getTime() ?? null)).toEqual([start, null]);
  });

  it("asks only once whether a mail is admitted, however often it is tried", async () => {
    await ask("a@example.org");
    const asked: string[] = [];
    const { work } = createJobs({ ...settings(), admit: async (_, { to }) => asked.push(to) === 1 });
    answer = fail(new Error("451 later"));
    await work();
    now += 15 * second;
    answer = () => {};
    expect(await work()).toBe(1);
    expect([asked, sent.map(({ to }) => to)]).toEqual([["a@example.org"], ["a@example.org"]]);
  });

  it("does due tasks once", async () => {
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

  it("reports how each attempt ended, without addresses in the log", async () => {
    const told: unknown[] = [];
    const { work } = createJobs({ ...settings(), onTask: (...words) => void told.push(words) });
    await ask("zoe@example.org");
    answer = fail(new Error("451 later"));
    await work();
    now += 15 * second;
    answer = () => {};
    await work();
    await ask("zoe@example.org");
    answer = fail(new Undeliverable("550 no such user <zoe@example.org>"));
    await work();
    expect(told).toEqual([
      ["reset_password", "failed", 1],
      ["reset_password", "done", 2],
      ["reset_password", "given_up", 1],
    ]);
    expect(log).toEqual([expect.stringMatching(/is given up after 1 attempts: 550 no such user <z…@example\.org>$/)]);
  });

  it("leaves tasks of other kinds in the outbox unchanged", async () => {
    await ask("a@example.org");
    const before = await rows();
    expect(await createJobs({ ...settings(), only: silentKinds }).work()).toBe(0);
    expect(await rows()).toEqual(before);
    const payload = { eventId: newId() };
    await enqueue(make.db, { kind: "expire_offers", key: "x", payload }, new Date(now));
    const expire = { ...handlers, expire_offers: async () => null };
    expect(await createJobs({ ...settings(), handlers: expire, only: silentKinds }).work()).toBe(1);
    expect((await rows()).map(({ kind, done_at }) => [kind, done_at !== null])).toEqual([
      ["reset_password", false],
      ["expire_offers", true],
    ]);
    expect(await createJobs(settings()).work()).toBe(1);
    expect(sent.map(({ to }) => to)).toEqual(["a@example.org"]);
  });

  it("does a task once if it was written twice under one key", async () => {
    await ask("a@example.org", "key");
    await ask("b@example.org", "key");
    await createJobs(settings()).work();
    expect(sent.map(({ to }) => to)).toEqual(["a@example.org"]);
  });

  it("shares the work among several instances, and does nothing twice", async () => {
    for (let number = 0; number < 60; number++) await ask(`a${number}@example.org`);
    const done = await Promise.all([1, 2, 3].map(() => createJobs(settings()).work()));
    expect(done.reduce((sum, count) => sum + count)).toBe(60);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(60);
    expect(sent).toHaveLength(60);
  });

  it("retries a failed task, with growing delays, and stores the reason", async () => {
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

  it("gives up at once after a final refusal, and otherwise after sixteen attempts in a day and a half", async () => {
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

  it("resumes a task interrupted by a crash when its lease has ended, under the same id", async () => {
    await ask("a@example.org");
    const crashed = createJobs({ ...settings(), mailer: { isThere, send: () => new Promise(() => {}) } }).work();
    void crashed;
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    const { work } = createJobs(settings());
    now += 119 * second;
    expect(await work()).toBe(0);
    now += second;
    expect(await work()).toBe(1);
    expect(sent).toEqual([{ id: (await rows())[0]?.id, to: "a@example.org" }]);
  });

  it("keeps a task that takes longer than its lease, so that no other instance takes it", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await ask("a@example.org");
    let arrive: (() => void) | undefined;
    const slow = { isThere, send: () => new Promise<void>((resolve) => (arrive = resolve)) };
    const working = createJobs({ ...settings(), mailer: slow }).work();
    await vi.waitFor(async () => expect((await rows())[0]?.attempts).toBe(1));
    for (let minute = 0; minute < 5; minute++) {
      now += 60 * second;
      const renewed = now + 120 * second;
      await vi.advanceTimersByTimeAsync(60 * second);
      await vi.waitFor(async () => expect((await rows())[0]?.run_at.getTime()).toBe(renewed));
      expect(await createJobs(settings()).work()).toBe(0);
    }
    arrive?.();
    expect([await working, sent]).toEqual([1, []]);
  });

  it("leaves a task to another instance that has leased it meanwhile", async () => {
    await ask("a@example.org");
    const failing = fail(new Error("451 busy"));
    answer = () => {
      answer = () => {};
      failing();
    };
    const send = async (letter: Letter, id: string) => {
      // Our lease has ended unnoticed, for example because the machine was asleep.
      now += 121 * second;
      expect(await createJobs(settings()).work()).toBe(0);
      await settings().mailer.send(letter, id);
    };
    // The other instance failed and waits; our success must not overwrite its next attempt.
    await createJobs({ ...settings(), mailer: { isThere, send } }).work();
    expect((await rows())[0]).toMatchObject({ attempts: 2, reason: "451 busy", done_at: null });
  });

  it("does other tasks while one takes long", async () => {
    for (let number = 0; number < 40; number++) await ask(`a${number}@example.org`);
    let arrive: (() => void) | undefined;
    const send = (letter: Letter, id: string) =>
      letter.to === "a0@example.org"
        ? new Promise<void>((resolve) => (arrive = resolve))
        : settings().mailer.send(letter, id);
    const working = createJobs({ ...settings(), mailer: { isThere, send } }).work();
    await expect.poll(() => sent.length).toBe(39);
    arrive?.();
    expect(await working).toBe(40);
  });

  it("looks once a minute for work that only the passing of time causes", async () => {
    let swept = 0;
    const { work } = createJobs({ ...settings(), sweep: async () => void swept++ });
    for (const wait of [0, 59, 1, 60]) {
      now += wait * second;
      await work();
    }
    expect(swept).toBe(3);
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
  it("works until it is stopped, and lets running tasks finish", async () => {
    const stop = startJobs(settings());
    await ask("a@example.org");
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(1);
    await stop();
    await ask("b@example.org");
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(sent).toHaveLength(1);
  });

  it("starts no task once it is stopped", async () => {
    await ask("a@example.org");
    // The planner now expects a single task in the table; even so, no more tasks may be leased than can run at a time.
    await sql`analyze outbox`.execute(make.db);
    for (let number = 1; number < 30; number++) await ask(`a${number}@example.org`);
    let arrive: (() => void) | undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let begun = 0;
    const stop = startJobs({ ...settings(), mailer: { isThere, send: () => (begun++, arrived) } });
    await expect.poll(() => begun, { timeout: 10_000 }).toBe(10);
    const stopped = stop();
    arrive?.();
    await stopped;
    expect([begun, (await rows()).filter(({ done_at }) => done_at).length]).toEqual([10, 10]);
  });
});
