import { setTimeout as pause } from "node:timers/promises";
import { createAttempts } from "#adapters/auth/attempts.ts";
import { createBuiltInAuth } from "#adapters/auth/built-in.ts";
import { readConfig } from "#platform/config/config.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "#db/migrate.ts";
import { freePort } from "../test/setup/server.ts";
import { medianOf, probeOn, report, round, withPreparedData, withServer } from "./measure.ts";

// Measures the cost of identity: logging in (argon2id), verifying a token (a signature and the look-up of its session),
// and the delay for others while a crowd logs in at once. Uses the embedded database, on the same machine.

const limits = {
  /** Milliseconds for one log-in; hashing takes about 30 of them. */
  logIn: 100,
  /** The highest ratio between the times of two answers that must be indistinguishable. */
  difference: 1.25,
  /** Milliseconds for one token. */
  token: 3,
  /** Milliseconds during which the event loop serves no other request. */
  gap: 50,
};
const crowd = 50;
const waves = 3;
const rounds = 30;
const none = Object.fromEntries(
  ["SIGN_IN_PER_ADDRESS", "SIGN_IN_PER_ACCOUNT", "SIGN_UP_PER_ADDRESS", "OUTREACH_PER_ADDRESS"].map((name) => [
    `LIMIT_${name}`,
    "off",
  ]),
);
const password = "Planting4all";
const emailOf = (number: number) => `crowd-${number}@example.org`;

await measureTokens();
const probe = probeOn(await freePort());
await withPreparedData((variables) =>
  withServer({ ...variables, ...none, ...probe.variables }, async ({ address }) => {
    for (let number = 0; number < crowd; number++) await ask(address, "sign-up", { email: emailOf(number) });
    await measureLogIns(address);
    await measureGap(address);
  }),
);

async function measureLogIns(address: string) {
  const attempts = {
    right: { email: emailOf(0), password },
    wrong: { email: emailOf(0), password: "Wrong1" },
    // Demo members have no password, like people who log in with Google.
    "no password": { email: "member-1@demo.example", password: "Wrong1" },
    "no account": { email: "nobody@example.org", password: "Wrong1" },
  };
  const measured = new Map(Object.keys(attempts).map((name) => [name, [] as number[]]));
  // Measured in turns, so that other work on the machine affects all alike.
  for (let turn = 0; turn < rounds; turn++) {
    for (const [name, input] of Object.entries(attempts)) {
      measured.get(name)?.push(await timed(() => ask(address, "sign-in", input)));
    }
  }
  const medians = new Map([...measured].map(([name, times]) => [name, medianOf(times)]));
  process.stdout.write(`log-ins, medians: ${[...medians].map(([name, ms]) => `${name} ${round(ms)} ms`).join(", ")}\n`);
  report("logging in", medians.get("right") ?? Infinity, limits.logIn, "ms");
  medians.delete("right");
  const [least, most] = [Math.min(...medians.values()), Math.max(...medians.values())];
  report("slowest to fastest refusal of a log-in", most / least, limits.difference, "times");
}

async function measureGap(address: string) {
  await probe.check();
  await probe.reset();
  await pause(2000);
  process.stdout.write(`event loop's longest gap at rest: ${round((await probe.longest()).gap)} ms\n`);

  const logInAll = () =>
    Promise.all(
      Array.from({ length: crowd }, (_, number) => ask(address, "sign-in", { email: emailOf(number), password })),
    );
  const gaps: number[] = [];
  for (let wave = 0; wave < waves; wave++) {
    await probe.reset();
    const taken = await timed(logInAll);
    const { gap, work } = await probe.longest();
    gaps.push(gap);
    process.stdout.write(
      `${crowd} log-ins in ${round(taken / 1000)} s: gap ${round(gap)} ms, work ${round(work)} ms\n`,
    );
  }
  // The median, as other work on the machine causes gaps too.
  report(`event loop's longest gap while ${crowd} log in at once`, medianOf(gaps), limits.gap, "ms");
}

async function measureTokens() {
  const { db, close } = await openDatabase({ url: null, dataDir: null });
  await migrate(db);
  const attempts = createAttempts(db, readConfig({}).limits);
  const secret = "a secret that only the bench knows, 012345";
  const log = { failed: () => {}, warn: () => {} };
  const auth = createBuiltInAuth({ db, secret, origin: null, attempts, sendsMail: false, announce: () => {}, log });
  const visitor = { address: "::1", base: "http://localhost", local: true, cookie: "", userAgent: "" };
  const input = { name: "Amina", image: "https://example.org/me.jpg", email: emailOf(0), password };
  const cookie = (await auth.passwords?.signUp(visitor, input))?.cookies[0] ?? "";
  const { token } = await auth.sessions.token({ ...visitor, cookie });

  const times: number[] = [];
  for (let index = 0; index < 500; index++) times.push(await timed(() => auth.identify(token)));
  if (!(await auth.identify(token))) throw new Error("The token is not accepted: the measurement is wrong.");
  report("verifying a token, with its session's look-up", medianOf(times), limits.token, "ms");
  await close();
}

/** Registers or logs in. */
async function ask(address: string, call: "sign-up" | "sign-in", input: object): Promise<void> {
  const body = call === "sign-up" ? { name: "Amina", image: "https://example.org/me.jpg", password, ...input } : input;
  const answer = await fetch(`${address}/api/auth/${call}/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  if (![200, 401].includes(answer.status))
    throw new Error(`${call} answered ${answer.status}: the measurement is wrong.`);
}

async function timed(deed: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await deed();
  return performance.now() - begun;
}
