import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askerIn } from "#test/asking.ts";
import type { Answer } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { changed, type Plan, plans } from "#test/fuzz/changes.ts";
import { broken } from "#test/fuzz/invariants.ts";
import { type GoogleServer, startGoogle } from "#test/google.ts";
import { makeIn, type Make } from "#test/make.ts";
import { type Operation, operations, type Wanted } from "#test/operations.ts";
import { type Caller, callers, type People, peopleIn, type Scene, sceneIn } from "#test/scene.ts";
import { documentOf } from "./document.ts";
import { createApi } from "./index.ts";

// Random, mostly invalid calls from all kinds of callers. `npm run fuzz` makes 100,000 of them; FUZZ_SEED=<seed>
// repeats a run.

const requests = Number(process.env["FUZZ_REQUESTS"] ?? 3000);
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
/**
 * The number of calls before a new event is made, and before new people are, because sessions may have ended. New
 * people start in an empty database, because lists grow with each event.
 */
const sceneEvery = 50;
const peopleEvery = 250;

type Declared = { operationId: string; responses: Record<string, unknown> };

let google: GoogleServer;
let make: Make;
let ask: ReturnType<typeof askerIn>;
let people: People;
let scene: Scene;

beforeAll(async () => {
  google = await startGoogle();
  google.become();
});
afterAll(() => google.stop());

const ids = Object.keys(operations);
const everybody: readonly Caller[] = [...callers, "host"];

async function beginAgain() {
  make = makeIn(await testDatabase(), { google: google.google });
  ask = askerIn(make);
  people = await peopleIn(make);
}

/** The plan of a call, and its result. */
type Tried = { plan: Plan; wanted: Wanted; answer: Answer; milliseconds: number };

/** An operation's valid call. An earlier call may have ended what it needs, such as a community: people begin again. */
async function prepared(operation: Operation): Promise<Wanted> {
  try {
    return await operation(scene);
  } catch {
    await beginAgain();
    scene = await sceneIn(make, people);
    return operation(scene);
  }
}

async function attempt(plan: Plan): Promise<Tried> {
  const caller = everybody[plan.caller % everybody.length] ?? "visitor";
  const operation = operations[ids[plan.operation % ids.length] ?? ""]!;
  const call = await prepared(operation);
  const wanted = changed(call, plan.changes);
  const begun = performance.now();
  const answer = await ask(people, caller, wanted);
  return { plan, wanted, answer, milliseconds: performance.now() - begun };
}

/** The operations of the document, by method and the shape of their path. */
async function declared(): Promise<(method: string, path: string) => Declared | undefined> {
  const { paths: declaredPaths } = await documentOf(createApi(make));
  const paths = Object.entries(declaredPaths as Record<string, Record<string, Declared>>);
  const found = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const shape = path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+");
      return { method: method.toUpperCase(), shape: new RegExp(`^${shape}$`), operation };
    }),
  );
  return (method, path) => {
    // Calls about people and sessions have only one method each.
    const asked = method === "HEAD" && !path.startsWith("/auth/") ? "GET" : method;
    const [way = ""] = path.split("?");
    return found.find((one) => one.method === asked && one.shape.test(way))?.operation;
  };
}

/** The refusals that every call may return, as the document's description says. */
const everywhere = ["invalid_json", "too_large", "too_many_writes", "too_busy", "unavailable", "cannot_save"];

const isSentence = (text: unknown) => typeof text === "string" && /^[A-Z“].+[a-z0-9./”]$/s.test(text);

/** The fault of an answer, or null. */
function complaint({ wanted, answer }: Tried, operation: Declared | undefined): string | null {
  const { status, body } = answer;
  const isDeclared = operation ? status in operation.responses : status === 404;
  if (!isDeclared && !everywhere.includes(body?.code)) return `${status} ${body?.code} is not declared`;
  if (status < 400 || wanted.method === "HEAD") return null;
  const sentences = [body?.message, ...(body?.fields ?? []).map((field: { message: string }) => field.message)];
  return sentences.every(isSentence) ? null : `does not say in a sentence why: ${JSON.stringify(body)}`;
}

type Slow = { milliseconds: number; call: string };
const slowestOf = (calls: Slow[]) => calls.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10);

describe("the API", () => {
  it(`returns only declared answers to ${requests} random calls`, { timeout: requests * 60 + 60_000 }, async () => {
    process.stdout.write(`FUZZ_SEED=${seed}\n`);
    // Makes each valid call from every caller first, then random ones.
    const right = ids.flatMap((_, operation) => everybody.map((__, caller) => ({ operation, caller, changes: [] })));
    const wild = fc.sample(plans, { numRuns: Math.max(0, requests - right.length), seed });
    const reached = new Set<string>();
    const wrong: string[] = [];
    let slowest: Slow[] = [];
    let count = 0;
    make = makeIn(await testDatabase());
    const operationOf = await declared();
    for (const plan of [...right, ...wild]) {
      const isRight = count < right.length;
      if (count > 0 && count % sceneEvery === 0) wrong.push(...(await broken(make.db)));
      // Callers may have logged out or changed their password, and the next calls need people who can make them.
      const before = ids[plan.operation - 1] ?? "";
      const isOver = isRight && count % everybody.length === 0 && ["logOut", "changePassword"].includes(before);
      const isNew = isOver || count % peopleEvery === 0;
      if (isNew) await beginAgain();
      if (isNew || count % (isRight ? everybody.length : sceneEvery) === 0) scene = await sceneIn(make, people);
      count++;
      const tried = await attempt(plan);
      const { wanted, answer, milliseconds } = tried;
      const operation = operationOf(wanted.method, wanted.path);
      if (answer.status < 300 && operation) reached.add(operation.operationId);
      const why = complaint(tried, operation);
      if (why) wrong.push(`${wanted.method} ${wanted.path} ${JSON.stringify(plan).slice(0, 600)}: ${why}`);
      slowest.push({ milliseconds, call: `${wanted.method} ${wanted.path.slice(0, 80)} ${answer.status}` });
      if (slowest.length > 500) slowest = slowestOf(slowest);
      if (wrong.length > 20) break;
    }
    wrong.push(...(await broken(make.db)));
    const lines = slowestOf(slowest).map(
      ({ milliseconds, call }) => `${milliseconds.toFixed(0).padStart(6)} ms  ${call}`,
    );
    process.stdout.write(`${count} calls; the slowest answers:\n${lines.join("\n")}\n`);
    expect(wrong).toEqual([]);
    expect(ids.filter((id) => !reached.has(id))).toEqual([]);
  });
});
