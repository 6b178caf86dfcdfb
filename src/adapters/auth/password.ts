import cluster from "node:cluster";
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { limitConcurrency } from "./concurrency.ts";

const hashOf = promisify(argon2);

/** OWASP's smallest setting for argon2id: 19 MiB (in KiB), 2 passes, 1 lane; about 30 ms of one core. */
export const safeCost = { memory: 19_456, passes: 2 };
let cost = safeCost;
const parallelism = 1;
const tagLength = 32;
const nonceLength = 16;

/** The maximum number of waiting hashes: about three seconds of one core. */
export const hashesWaitingMax = 100;

/**
 * The number of hashes made at once. Each takes 19 MiB, a core, and a thread of the pool that is also used for files
 * and DNS. One core is left for the event loop, which would otherwise wait while a crowd logs in. A process beside
 * others makes one at a time.
 */
const hashesMax = cluster.isWorker ? 1 : Math.min(2, Math.max(1, availableParallelism() - 1));
const whenFree = limitConcurrency(hashesMax, hashesWaitingMax);

/** Sets the cost of future hashes. Only for tests, which make thousands of hashes. */
export function setHashCost(wanted: typeof safeCost): void {
  cost = wanted;
}

/** The number of hashes that are being made or are waiting. Only for tests that act while one waits. */
export const hashesUnfinished = () => whenFree.unfinished();

/** Returns the hash of a password, as a PHC string that includes its settings. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(nonceLength);
  const { memory, passes } = cost;
  const tag = await whenFree(() => tagOf(password, { nonce, memory, passes, parallelism, tagLength }));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encoded(nonce)}$${encoded(tag)}`;
}

/** True if the hash is the password's, in constant time. False for any other text. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)?.slice(1);
  if (!parts) return false;
  const [m, t, p, nonce = "", tag = ""] = parts;
  const expected = Buffer.from(tag, "base64");
  const settings = { memory: Number(m), passes: Number(t), parallelism: Number(p), tagLength: expected.length };
  const actual = await whenFree(() => tagOf(password, { ...settings, nonce: Buffer.from(nonce, "base64") }));
  return timingSafeEqual(actual, expected);
}

type Settings = { nonce: Buffer; memory: number; passes: number; parallelism: number; tagLength: number };

// Normalized, because keyboards differ in how they encode an 'é'.
const tagOf = (password: string, settings: Settings) =>
  hashOf("argon2id", { message: password.normalize("NFC"), ...settings });

const encoded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
