import { randomBytes } from "node:crypto";

const [length, atOnce] = [16, 256];
let random = Buffer.alloc(0);

/** Returns 128 unguessable bits. Many are drawn together, because drawing each alone would take ten times as long. */
export function newNonce(): string {
  if (random.length === 0) random = randomBytes(length * atOnce);
  const nonce = random.toString("base64", 0, length);
  random = random.subarray(length);
  return nonce;
}
