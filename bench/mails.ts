import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "#db/schema.server.ts";
import { enqueueAll } from "#domain/outbox.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { makeIn } from "#test/make.ts";
import { startCluster } from "../test/setup/cluster.ts";
import { medianOf, report, round, withServer } from "./measure.ts";
import { childrenOf, processorTime, programOf } from "./processor-time.ts";

// The processor time that the site needs for a mail of an organizer's announcement: leasing its task, reading its data,
// rendering it, and handing it to a mail server. The mail server's work is not counted, and the database's is printed
// without a limit.

/** Milliseconds of the site's processor time for each mail. */
const limit = 5;
const [readers, rounds] = [600, 5];
/** The maximum time for a round, in milliseconds, before the measurement is given up. */
const roundMax = 300_000;

type Taken = { mails: number; different: number; connections: number };

const mailServer = fork(join(import.meta.dirname, "mail-server.ts"));
const [{ port }] = (await once(mailServer, "message")) as [{ port: number }];
const cluster = await startCluster();
const folder = mkdtempSync(join(tmpdir(), "goodturn-bench-"));
const url = cluster.url("postgres");
const variables = {
  DATABASE_URL: url,
  DATA_DIR: folder,
  AUTH_SECRET: randomUUID(),
  ORIGIN: "https://goodturn.example",
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: "Goodturn <hello@goodturn.example>",
  CONTACT_EMAIL: "host@goodturn.example",
};
try {
  await withServer(variables, async ({ pid }) => {
    const { db, close } = await openDatabase({ url, dataDir: null });
    try {
      const make = makeIn(db);
      const organizer = await make.member();
      const event_id = await make.event({ organizer });
      const members = await make.members(readers);
      await db.updateTable("members").set({ email_verified: true }).execute();
      const postgres = childrenOf(process.pid).filter((child) => programOf(child) === "postgres");
      const ofDatabase = () => postgres.reduce((sum, child) => sum + processorTime(child), 0);
      const [times, databaseTimes, rates]: [number[], number[], number[]] = [[], [], []];
      // The first round is not counted, because the compiler works in it.
      for (let turn = 0; turn <= rounds; turn++) {
        const [used, usedByDatabase, begun] = [processorTime(pid), ofDatabase(), performance.now()];
        await announce();
        await untilSent((turn + 1) * readers);
        if (turn === 0) continue;
        rates.push(readers / ((performance.now() - begun) / 1000));
        times.push((processorTime(pid) - used) / readers);
        databaseTimes.push((ofDatabase() - usedByDatabase) / readers);
      }
      const { connections } = await taken();
      process.stdout.write(
        `mails: ${round(medianOf(rates))} a second, the database takes ${round(medianOf(databaseTimes))} ms each; ${connections} connections for ${(rounds + 1) * readers}\n`,
      );
      report("a mail of an announcement", medianOf(times), limit, "ms of the site's processor");

      async function announce() {
        const id = newId();
        const text = "Bring gloves and a bottle of water, please: we meet at the fountain.\n\nSee you on Saturday!";
        const now = new Date();
        await db
          .insertInto("messages")
          .values({ id, event_id, audience: "joined", subject: null, text, recipients: readers, sent_at: now })
          .execute();
        const tasks = members.map((member) => ({
          kind: "organizer_message" as const,
          key: `organizer_message:${id}:${member.id}`,
          payload: { messageId: id, memberId: member.id },
        }));
        await db.transaction().execute((tx) => enqueueAll(tx, tasks, now));
      }

      async function untilSent(count: number) {
        for (const until = performance.now() + roundMax; ;) {
          const { open } = await db
            .selectFrom("outbox")
            .where("done_at", "is", null)
            .where("kind", "=", "organizer_message")
            .select((eb) => eb.fn.countAll<number>().as("open"))
            .executeTakeFirstOrThrow();
          if (open === 0) break;
          if (performance.now() > until) throw new Error(`After ${roundMax} ms ${open} mails still wait.`);
          await pause(200);
        }
        const { mails, different } = await taken();
        if (mails !== count || different !== count)
          throw new Error(
            `The mail server should have ${count} mails, and has ${mails} under ${different} message ids.`,
          );
      }
    } finally {
      await close();
    }
  });
} finally {
  mailServer.kill();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function taken(): Promise<Taken> {
  const told = once(mailServer, "message");
  mailServer.send("how many");
  const [answer] = (await told) as [Taken];
  return answer;
}
