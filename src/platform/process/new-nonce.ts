import { randomBytes } from "node:crypto";

const [length, atOnce] = [16, 256];
let random = Buffer.alloc(0);

/** A word that nobody can guess, of 128 bits. They are drawn many at once: each alone would take ten times as long. */
export function newNonce(): string {
  if (random.length === 0) random = randomBytes(length * atOnce);
  const nonce = random.toString("base64", 0, length);
  random = random.subarray(length);
  return nonce;
}
