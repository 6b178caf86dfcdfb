import { beforeEach, describe, expect, it } from "vitest";
import { Undeliverable } from "#domain/failure.ts";
import { enqueue } from "#domain/outbox.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { dropTask, readLateness, readOutbox, retryTasks } from "#domain/hosting/tasks.ts";
import { linesOf } from "./overview.ts";

const now = new Date("2026-11-21T08:00:00Z");
const later = new Date("2026-11-22T08:00:00Z");

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

type More = { failed_at?: Date; done_at?: Date; run_at?: Date; reason?: string; attempts?: number };
async function task(key: string, more: More = {}) {
  await enqueue(make.db, { kind: "reset_password", key, payload: { email: "amina@example.org" } }, now, later);
  const row = make.db.updateTable("outbox").where("key", "=", key);
  await row.set({ reason: null, ...more }).execute();
  return (await make.db.selectFrom("outbox").select("id").where("key", "=", key).executeTakeFirstOrThrow()).id;
}

describe("readOutbox", () => {
  it("counts each kind, and lists waiting and failed tasks, with the reason and without names", async () => {
    await task("done", { done_at: now });
    const waits = await task("waits", { attempts: 1, reason: "451 busy" });
    const reason = new Undeliverable("550 no such user <amina.k@example.org>").message;
    const failed = await task("failed", { failed_at: now, attempts: 3, reason });
    const overview = await readOutbox(make.db);
    expect(overview.counts).toEqual([{ kind: "reset_password", done: 1, waiting: 1, failed: 1 }]);
    const lines = linesOf(overview, now);
    expect(lines.slice(0, 3).map((line) => line.split(/ +/))).toEqual([
      ["kind", "waiting", "failed", "done"],
      ["reset_password", "1", "1", "1"],
      ["all", "1", "1", "1"],
    ]);
    expect(lines.slice(4, 6)).toEqual([
      `${failed}  reset_password  failed for good ${now.toISOString()}, tried 3 times: 550 no such user <a…@example.org>`,
      `${waits}  reset_password  waits until ${later.toISOString()}, tried 1 time: 451 busy`,
    ]);
    expect(lines.join("\n")).not.toContain("amina");
    expect(lines.at(-1)).toContain("npm run jobs -- retry");
  });

  it("says so when there are no tasks", async () => {
    expect(linesOf(await readOutbox(make.db), now)).toEqual([expect.stringMatching(/^There is nothing/)]);
  });
});

describe("readLateness", () => {
  it("tells how long the oldest due task has waited, and how many failed", async () => {
    expect(await readLateness(make.db, now)).toEqual({ oldest: 0, failed: 0 });
    await task("done", { done_at: now, run_at: now });
    await task("failed", { failed_at: now, run_at: now });
    await task("waits");
    expect(await readLateness(make.db, now)).toEqual({ oldest: 0, failed: 1 });
    expect(await readLateness(make.db, new Date(later.getTime() + 61_500))).toEqual({ oldest: 61.5, failed: 1 });
  });
});

describe("retryTasks", () => {
  it("makes one failed task due, or all, but none that is done or waits for its time", async () => {
    const done = await task("done", { done_at: now });
    const planned = await task("planned");
    const waits = await task("waits", { attempts: 5, reason: "451 busy" });
    await task("failed", { failed_at: now, attempts: 16, reason: "550" });
    await task("failed too", { failed_at: now });
    for (const which of [done, planned, "nothing", ""]) expect(await retryTasks(make.db, which, now)).toBe(0);
    expect(await retryTasks(make.db, waits, now)).toBe(1);
    expect(await retryTasks(make.db, "all", now)).toBe(2);
    const { open } = await readOutbox(make.db);
    expect(
      open.filter(({ id }) => id !== planned).map(({ runAt, attempts, failedAt }) => [runAt, attempts, failedAt]),
    ).toEqual(Array.from({ length: 3 }, () => [now, 0, null]));
  });
});

describe("dropTask", () => {
  it("drops one task for good: none with its key is written again", async () => {
    const id = await task("failed", { failed_at: now });
    expect([await dropTask(make.db, "all", now), await dropTask(make.db, id, now)]).toEqual([0, 1]);
    await task("failed", { reason: "dropped" });
    const { counts, open } = await readOutbox(make.db);
    expect([counts, open]).toEqual([[{ kind: "reset_password", done: 1, waiting: 0, failed: 0 }], []]);
    expect(await make.db.selectFrom("outbox").select("payload").execute()).toEqual([{ payload: {} }]);
  });
});
