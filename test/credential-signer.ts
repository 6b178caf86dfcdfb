import { generateKeyPairSync } from "node:crypto";
import type { JWK } from "jose";
import { createCredentialSigner } from "#adapters/credentials/signer.ts";

/** A new private key of the shortest allowed length. */
export const newKey = (): JWK => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ format: "jwk" });
};

/** A signer whose key is made at its first use. */
export const testSigner = createCredentialSigner(() => [newKey()]);
