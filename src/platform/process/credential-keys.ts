import { generateKeyPair, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JWK } from "jose";
import { createCredentialSigner } from "#adapters/credentials/signer.ts";
import type { CredentialSigner } from "#domain/ports.ts";
import { keyMin, keysIn } from "./signing-keys.ts";

type Chosen = { credentialKeys: JWK[] | null; dataDir: string };

/** Signs credentials with the configured keys, or with those stored beside our data. */
export const signerBy = ({ credentialKeys, dataDir }: Chosen): CredentialSigner =>
  createCredentialSigner(() => credentialKeys ?? keptKeys(dataDir));

/** In bits: secure enough for credentials that are verified in ten years. */
const modulusLength = 3072;

/**
 * Returns the keys that sign credentials, from the file beside our data that only its owner can read; created on first
 * use. The file is a JWKS of private keys, the signing key first; to replace the key, put a new one before it in the
 * file.
 */
export async function keptKeys(dataDir: string): Promise<JWK[]> {
  const file = join(dataDir, "credential-keys.json");
  const keys = keysIn(read(file) ?? (await make(file)));
  if (keys) return keys;
  throw new Error(`${file} is not a JWKS of private RSA keys of at least ${keyMin} bits`);
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
    // Linked into place when complete, and never over the file of another process that was faster.
    linkSync(own, file);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readFileSync(file, "utf8");
  } finally {
    rmSync(own);
  }
}
