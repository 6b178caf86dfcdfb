import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { startMailReceiver } from "../setup/mail-receiver.ts";
import { freePort } from "../setup/server.ts";
import { neverReadyFrom } from "./broken.ts";
import { blocksBelow, copyCheckout, shellIn, type Started } from "./checkout.ts";
import { secondsUntil, statusOf } from "./site.ts";
import { ask, createEvent, logIn, mailTo, type Person, publish, register, tokenOf } from "./week.ts";

// A small group's site from Monday to Saturday, on one machine, with the commands of the documents. Each day continues
// from the last.

let folder: string;
let shell: ReturnType<typeof shellIn>;
let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
let cluster: Cluster;
let address: string;
let site: Started | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "goodturn-week-"));
  const published = join(folder, "published");
  mkdirSync(published);
  copyCheckout(published);
  publish(published, "A version");
  execFileSync("git", ["clone", "--quiet", published, join(folder, "goodturn")]);
  [receiver, cluster] = await Promise.all([startMailReceiver(), startCluster()]);
  const port = await freePort();
  address = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    ORIGIN: address,
    DEMO: "off",
    SMTP_URL: receiver.address,
    MAIL_FROM: "Goodturn <hello@goodturn.example>",
    ADMIN_EMAILS: "zoe@example.org",
  };
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, "goodturn/.env"), lines.join(""));
  const { port: portOfPostgres } = new URL(cluster.url("postgres"));
  const ofPostgres = { PGHOST: "127.0.0.1", PGPORT: portOfPostgres, PGUSER: "postgres" };
  shell = shellIn(join(folder, "goodturn"), ofPostgres);
});
afterAll(async () => {
  await Promise.all([site?.stop(), receiver?.stop()]);
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = "npm start";

/** Starts a site and waits until it has printed its address. @throws Error with its output if it ends instead */
async function started(command: string): Promise<Started> {
  const running = shell.start(command);
  while (!running.written().includes("Goodturn is at")) {
    if (!running.isRunning()) throw new Error(`${command} has ended:\n${running.written()}`);
    await pause(50);
  }
  return running;
}

let zoe: Person;
let olga: Person;
let pia: Person;
let mallory: Person;
/** The acknowledged registrations: person and event. */
const acknowledged: [Person, string][] = [];
const events = { cleanup: "", garden: "", raffle: "" };

const letJoin = async (person: Person, eventId: string) => {
  const { status } = await ask(address, "POST /join-event", person, { eventId });
  expect(status).toBe(200);
  acknowledged.push([person, eventId]);
};

/** Expects everything acknowledged, for people who are still logged in. */
async function expectKept(at: string) {
  for (const [person, eventId] of acknowledged) {
    const { status, said } = await ask(at, "GET /joined-events", person);
    expect([person.name, status, JSON.stringify(said).includes(eventId)]).toEqual([person.name, 200, true]);
  }
}

/** The statuses of the events' pages for visitors. */
const pages = async (at: string) => {
  const statuses = Object.entries(events).map(async ([name, id]) => [name, await statusOf(`${at}/view-event/${id}`)]);
  return Object.fromEntries(await Promise.all(statuses));
};

/** Expects the host's decisions: the hidden event, the suspended member, and the log. */
async function expectDecided(at: string) {
  expect(await pages(at)).toEqual({ cleanup: 403, garden: 200, raffle: 403 });
  expect(await tokenOf(at, mallory)).toBe("");
  expect(await logIn(at, mallory)).toMatchObject({ status: 403, said: { code: "suspended" } });
  // A copy of her data, so that her own session stays if this one ends.
  const host = { ...zoe };
  expect((await logIn(at, host)).status).toBe(200);
  const { said } = await ask(at, "GET /host/log", host);
  expect(said.map(({ action, reason }: Record<string, string>) => [action, reason])).toEqual([
    ["suspend_member", "Sells tickets for himself."],
    ["hide_reported", "Please say who gets the money."],
  ]);
}

describe("a week of a site", () => {
  it("on Monday: runs after one command, and people come", async () => {
    site = await started(start);
    await secondsUntil(`${address}/readyz`, 200);
    zoe = await register(address, "Zoe", receiver);
    olga = await register(address, "Olga", receiver);
    pia = await register(address, "Pia", receiver);
    mallory = await register(address, "Mallory", receiver);
    events.cleanup = await createEvent(address, olga, "Beach cleanup");
    events.garden = await createEvent(address, olga, "Garden day");
    events.raffle = await createEvent(address, mallory, "A raffle");
    for (const eventId of Object.values(events)) await letJoin(pia, eventId);
    await letJoin(mallory, events.garden);
    await mailTo(receiver, pia.email, /A raffle/);
    expect(await pages(address)).toEqual({ cleanup: 200, garden: 200, raffle: 200 });
  });

  it("on Tuesday: an update is broken, and going back restores everything acknowledged", async () => {
    const [[update = ""] = [], [reset = "", back = "", restore = "", last = ""] = []] =
      blocksBelow("### An update of a checkout");
    neverReadyFrom(join(folder, "published"));
    publish(join(folder, "published"), "A later version");
    await site?.stop();
    site = await started(update);
    expect(await statusOf(`${address}/readyz`)).toBe(503);
    await site.stop();

    expect(shell.run(reset)).toMatchObject({ status: 0 });
    expect(shell.run(back)).toMatchObject({
      status: 1,
      written: expect.stringContaining("The database was written by a newer version of Goodturn"),
    });
    expect(shell.run(restore)).toMatchObject({ status: 0 });
    site = await started(last);
    expect(await statusOf(`${address}/readyz`)).toBe(200);
    await expectKept(address);
  });

  it("on Wednesday: an event that a visitor reports is hidden; its organizer reads why, and answers", async () => {
    const { cleanup } = events;
    const report = { about: "event", id: cleanup, reason: "fraud", words: "Pay first.", email: "visitor@example.org" };
    expect((await ask(address, "POST /reports", undefined, report)).status).toBe(200);
    await mailTo(receiver, "visitor@example.org", /We have your report/);
    await mailTo(receiver, "hello@goodturn.example", /Reported: Beach cleanup/);
    expect(await statusOf(`${address}/view-event/${cleanup}`)).toBe(200);

    await logIn(address, zoe);
    const { said: open } = await ask(address, "GET /host/reviews", zoe);
    expect(open).toMatchObject([{ subjectId: cleanup, reports: 1 }]);
    const decision = { decision: "hide", reason: "Please say who gets the money." };
    expect((await ask(address, `POST /host/reviews/${open[0]._id}/decision`, zoe, decision)).status).toBe(200);
    const page = await fetch(`${address}/view-event/${cleanup}`);
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining("This event is under review")]);
    expect((await mailTo(receiver, olga.email, /is under review/)).text).toContain(decision.reason);
    await mailTo(receiver, pia.email, /Under review: Beach cleanup/);

    const answer = { text: "Nobody pays anything." };
    expect((await ask(address, `PUT /account/reviews/${open[0]._id}`, olga, answer)).status).toBe(200);
    await mailTo(receiver, "hello@goodturn.example", /Answered: Beach cleanup/);
    const { said: read } = await ask(address, `GET /host/reviews/${open[0]._id}`, zoe);
    expect(read).toMatchObject({ answer: answer.text, said: [{ words: "Pay first." }] });
    await expectKept(address);
  });

  it("on Thursday: a member is suspended and logged out at once, and participants of his events are told", async () => {
    const token = await tokenOf(address, mallory);
    const mine = () => fetch(`${address}/api/myEvents`, { headers: { authorization: `Bearer ${token}` } });
    expect((await mine()).status).toBe(200);
    const { said: found } = await ask(address, "GET /host/members?search=mallory", zoe);
    const reason = { reason: "Sells tickets for himself." };
    expect((await ask(address, `POST /host/members/${found[0]._id}/suspend`, zoe, reason)).status).toBe(200);
    expect((await mine()).status).toBe(401);
    expect((await mailTo(receiver, mallory.email, /suspended/)).text).toContain(reason.reason);
    await mailTo(receiver, pia.email, /Under review: A raffle/);
    // His spots have been given back.
    acknowledged.splice(
      acknowledged.findIndex(([person]) => person === mallory),
      1,
    );
    await expectDecided(address);
    await expectKept(address);
  });

  it("on Friday: a backup is made while people come; a restored copy is complete, and sends no mail", async () => {
    const [[backup = ""] = []] = blocksBelow("## Backup and restore");
    await letJoin(zoe, events.garden);
    const making = shell.start(backup);
    const statuses = new Set<number>();
    for (let times = 0; making.isRunning() && times < 40; times++) {
      const eventId = events.garden;
      statuses.add((await ask(address, "POST /join-event", olga, { eventId })).status);
      statuses.add((await ask(address, `DELETE /join-event/${eventId}`, olga)).status);
      await pause(100);
    }
    expect([await making.ended, [...statuses]]).toEqual([0, [200]]);
    // The site itself has sent all its mails.
    await site?.stop();
    site = undefined;

    // The other machine has only a new checkout, the contents of .env, and the backup.
    const [[restore = "", look = ""] = []] = blocksBelow("### A copy to look at");
    const port = String(await freePort());
    const mails = receiver.count();
    expect(shell.run(restore)).toMatchObject({ status: 0 });
    const copy = await started(look.replaceAll("3100", port));
    const at = `http://localhost:${port}`;
    try {
      await expectKept(at);
      await expectDecided(at);
      expect((await ask(at, "POST /auth/mailed/ask", undefined, { email: pia.email })).status).toBe(200);
    } finally {
      await copy.stop();
    }
    expect(shell.run("DATA_DIR=copy npm run jobs").written).toMatch(/mailed_code +1 +0 +0\n/);
    expect(receiver.count()).toBe(mails);
  });

  it("on Saturday: the site moves to PostgreSQL, and everybody stays logged in", async () => {
    const [[create = "", move = ""] = []] = blocksBelow("### From the embedded database to PostgreSQL");
    expect(shell.run(create)).toMatchObject({ status: 0 });
    expect(shell.run(move)).toMatchObject({ status: 0, written: expect.stringContaining("counted and compared") });
    site = await started(move.replace("npm run move", start));
    await expectKept(address);
    await expectDecided(address);
    const { said } = await ask(address, `GET /joined-events`, pia);
    expect(said).toHaveLength(3);
  });
});
