import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { startCluster } from "../test/setup/cluster.ts";
import type { RunningServer } from "../test/setup/server.ts";
import { report, round, withServer } from "./measure.ts";

// Measures the cost of 10,000 open event pages for the process that serves their live numbers, and the time until all
// show a change: one made on that process, and one made on another, which shares its PostgreSQL.

const limits = {
  /** Resident memory for each viewer, in kB. */
  memory: 30,
  /** Seconds from the request that changes the numbers until the last page has received the change. */
  seen: 2,
};
const viewers = 10_000;
/** The number of processes that the viewers run in. */
const crowds = 2;
const changes = 5;
/** The time for the memory to settle, in milliseconds. */
const rest = 3000;

const cluster = await startCluster();
try {
  const admin = new Client(cluster.url("postgres"));
  await admin.connect();
  await admin.query("create database goodturn");
  await admin.end();
  const limited = ["LIMIT_SIGN_UP_PER_ADDRESS", "LIMIT_OUTREACH_PER_ADDRESS"];
  const counted = ["LIVE_VIEWERS_MAX", "LIVE_VIEWERS_PER_ADDRESS"];
  const none = Object.fromEntries([...limited, ...counted].map((name) => [name, "off"]));
  const secret = "a secret that only the bench knows, 012345";
  const variables = { DATABASE_URL: cluster.url("goodturn"), AUTH_SECRET: secret, DEMO: "on", ...none };
  await withServer(variables, (one) => withServer(variables, (other) => measure(one, other)));
} finally {
  await cluster.stop();
}

async function measure(one: RunningServer, other: RunningServer) {
  const [{ _id: eventId } = { _id: "" }] = (await (await fetch(`${one.address}/api/events?limit=1`)).json()) as {
    _id: string;
  }[];
  // The first viewers also cause one-time costs of a process, so they are not measured.
  const first = await arrive(one, eventId, 200);
  const joinFirst = await memberOf(other, eventId);
  await joinFirst(one);
  await first.seen(1);
  first.leave();
  await pause(rest);

  const before = residentOf(one);
  const begun = performance.now();
  const crowd = await arrive(one, eventId, viewers);
  process.stdout.write(`${viewers} pages opened in ${round((performance.now() - begun) / 1000)} s\n`);
  await pause(rest);
  report("memory of a page on live numbers", (residentOf(one) - before) / viewers, limits.memory, "kB");

  let change = 0;
  for (const [where, server] of [
    ["the same process", one],
    ["another process", other],
  ] as const) {
    const times: number[] = [];
    for (let turn = 0; turn < changes; turn++) {
      const joinEvent = await memberOf(other, eventId);
      const changed = Date.now();
      await joinEvent(server);
      times.push(((await crowd.seen(++change)) - changed) / 1000);
    }
    process.stdout.write(`a change on ${where}, until all have seen it: ${times.map(round).join(", ")} s\n`);
    // The median, as other work on the machine takes time too.
    const median = times.toSorted((a, b) => a - b)[Math.floor(changes / 2)] ?? Infinity;
    report(`${viewers} pages see a change on ${where}, median of ${changes}`, median, limits.seen, "s");
  }
  report("memory of a page after the changes", (residentOf(one) - before) / viewers, limits.memory, "kB");
  crowd.leave();
}

/** Opens that many pages, in processes of their own, and waits until all have the first numbers. */
async function arrive({ address }: RunningServer, eventId: string, count: number) {
  const words = [new URL(address).port, eventId, String(count / crowds)];
  const children = Array.from({ length: crowds }, () => fork(join(import.meta.dirname, "viewers.ts"), words));
  const seenBy = children.map(moments);
  /** @returns when the last of them has received the change with this number, in milliseconds since 1970 */
  const seen = async (change: number) => Math.max(...(await Promise.all(seenBy.map((momentOf) => momentOf(change)))));
  await seen(0);
  return { seen, leave: () => children.forEach((child) => child.kill()) };
}

/** The times at which all viewers of one process have received each change. */
function moments(child: ChildProcess) {
  const told = new Map<number, PromiseWithResolvers<number>>();
  const entry = (change: number) => {
    const known = told.get(change) ?? Promise.withResolvers<number>();
    told.set(change, known);
    return known;
  };
  child.on("message", ({ seen, at }: { seen: number; at: number }) => entry(seen).resolve(at));
  child.once("exit", (code) => {
    if (code) throw new Error("The pages could not be opened, or did not stay open: nothing was measured.");
  });
  return (change: number) => entry(change).promise;
}

/** Registers a new member on this process. @returns a function that joins the event, on any process. */
async function memberOf({ address }: RunningServer, eventId: string) {
  const member = { name: "Amina", image: "https://example.org/me.jpg", password: "Planting4all" };
  const signUp = { ...member, email: `viewer-${crypto.randomUUID()}@example.org` };
  const signedUp = await post(`${address}/api/auth/sign-up/email`, signUp);
  const cookie = signedUp.headers.getSetCookie()[0] ?? "";
  const { token } = (await (await fetch(`${address}/api/auth/token`, { headers: { cookie } })).json()) as {
    token: string;
  };
  return (on: RunningServer) => post(`${on.address}/api/join-event`, { eventId }, { authorization: `Bearer ${token}` });
}

async function post(address: string, json: object, headers: Record<string, string> = {}) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(json),
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: nothing was measured.`);
  return answer;
}

/** In kB. */
function residentOf({ pid }: RunningServer): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
