import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { enqueue, type TaskHandlers } from "#domain/outbox.ts";
import { createMailer } from "#adapters/mail/mail.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { startMailReceiver } from "#test/setup/mail-receiver.ts";
import { startJobs } from "./jobs.ts";

// The clock of these tests stands still, so a task that waits for a later time never becomes due by itself.
const now = new Date("2026-11-21T08:00:00Z");

let make: Make;
let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
let stop: () => Promise<void>;
let expired: number;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  receiver = await startMailReceiver();
  expired = 0;
  stop = async () => {};
});
afterEach(async () => {
  await stop();
  await receiver.stop();
});

const handlers = {
  reset_password: async (_, { email }) => ({
    to: email,
    subject: "Hello",
    heading: "Hello",
    paragraphs: [],
    reason: "",
  }),
  expire_offers: async () => (expired++, null),
} satisfies Partial<TaskHandlers> as unknown as TaskHandlers;

const patience = { timeout: 30_000, interval: 50 };
const rows = () => make.db.selectFrom("outbox").selectAll().orderBy("id").execute();
const ask = (email: string) => enqueue(make.db, { kind: "reset_password", key: newId(), payload: { email } }, now);

function begin() {
  const mailer = createMailer({ from: "hello@goodturn.example", smtpUrl: receiver.address, folder: "", log: () => {} });
  stop = startJobs({
    context: () => make.taskContext(now),
    handlers,
    mailer,
    silent: ["expire_offers"],
    log: () => {},
  });
}

describe("a mail server that is away", () => {
  it("gets all waiting mail once it is back, regardless of each mail's own delay, and nothing twice", async () => {
    const { port } = receiver;
    await receiver.stop();
    for (let person = 0; person < 30; person++) await ask(`p${person}@example.org`);
    begin();
    await expect.poll(async () => (await rows()).some(({ attempts }) => attempts > 0), patience).toBe(true);
    // Tasks without mail still run.
    await enqueue(make.db, { kind: "expire_offers", key: newId(), payload: { eventId: newId() } }, now);
    await expect.poll(() => expired, patience).toBe(1);
    // Ten tasks run at a time. The others were not tried, so none of them waits for its next attempt.
    const tried = (await rows()).filter(({ kind, attempts }) => kind === "reset_password" && attempts > 0);
    expect(tried.length).toBeLessThanOrEqual(10);
    expect(tried.every(({ run_at }) => run_at > now)).toBe(true);
    receiver = await startMailReceiver(port);
    await expect.poll(() => receiver.count(), patience).toBe(30);
    await expect.poll(async () => (await rows()).every(({ done_at }) => done_at), patience).toBe(true);
    for (let person = 0; person < 30; person++)
      expect(await receiver.mailsTo(`p${person}@example.org`)).toHaveLength(1);
  });

  it("differs from a server that breaks the connection, after which the mail waits for its own retry", async () => {
    begin();
    receiver.breakOff = true;
    await ask("a@example.org");
    await expect.poll(async () => (await rows())[0]?.reason, patience).toBeTruthy();
    receiver.breakOff = false;
    await ask("b@example.org");
    await expect.poll(() => receiver.mailsTo("b@example.org"), patience).toHaveLength(1);
    const [first] = await rows();
    expect(first).toMatchObject({ attempts: 1, done_at: null });
    expect(first?.run_at.getTime()).toBeGreaterThan(now.getTime());
    expect(await receiver.mailsTo("a@example.org")).toEqual([]);
  });
});
