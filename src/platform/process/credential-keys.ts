import { generateKeyPair, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JWK } from "jose";
import { createCredentialSigner } from "#adapters/credentials/signer.ts";
import type { CredentialSigner } from "#domain/ports.ts";
import { keyMin, keysIn } from "./signing-keys.ts";

type Chosen = { credentialKeys: JWK[] | null; dataDir: string };

/** Signs credentials by the keys that were chosen, or by those that are kept beside our data. */
export const signerBy = ({ credentialKeys, dataDir }: Chosen): CredentialSigner =>
  createCredentialSigner(() => credentialKeys ?? keptKeys(dataDir));

/** In bits: enough for what is to be checked in ten years. */
const modulusLength = 3072;

/**
 * The keys that credentials are signed with, of the file beside our data that only its owner can read: made when they are first asked for.
 * It is a JWKS of private keys, the one that signs first; to follow it by another, put that before it.
 */
export async function keptKeys(dataDir: string): Promise<JWK[]> {
  const file = join(dataDir, "credential-keys.json");
  const keys = keysIn(read(file) ?? (await make(file)));
  if (keys) return keys;
  throw new Error(`${file} is no JWKS of private RSA keys of at least ${keyMin} bits`);
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function make(file: string): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength });
  const text = `${JSON.stringify({ keys: [privateKey.export({ format: "jwk" })] })}\n`;
  const own = `${file}.${randomUUID()}`;
  writeFileSync(own, text, { mode: 0o600, flush: true });
  try {
    // Linked into its place whole, and never over that of another process which was quicker.
    linkSync(own, file);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readFileSync(file, "utf8");
  } finally {
    rmSync(own);
  }
}
