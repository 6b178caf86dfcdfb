import { generateKeyPairSync } from "node:crypto";
import type { JWK } from "jose";
import { createCredentialSigner } from "#adapters/credentials/signer.ts";

/** A new private key, as short as one may be. */
export const newKey = (): JWK => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ format: "jwk" });
};

/** Signs by a key that is made when a test first needs one. */
export const testSigner = createCredentialSigner(() => [newKey()]);
