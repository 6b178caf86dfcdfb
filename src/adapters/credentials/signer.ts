import { calculateJwkThumbprint, compactVerify, type CryptoKey, importJWK, type JWK, SignJWT } from "jose";
import type { CredentialSigner, PublicKey, SigningKey } from "#domain/ports.ts";

/** The minimum that Open Badges 3.0 requires of every issuer and verifier: 'RS256 as a minimum'. */
const algorithm = "RS256";

/**
 * Signs credentials with the first of these private keys (JWKs); the public halves of the others are published too. The
 * keys are read on first use.
 */
export function createCredentialSigner(readKeys: () => JWK[] | Promise<JWK[]>): CredentialSigner {
  let read: Promise<{ keys: [SigningKey, ...SigningKey[]]; signing: CryptoKey }> | undefined;
  const known = () => {
    read ??= prepare(readKeys);
    // A failure goes to the caller, and is not cached.
    read.catch(() => (read = undefined));
    return read;
  };
  return {
    keys: async () => (await known()).keys,

    async sign(payload, keyAddress) {
      const { signing } = await known();
      return new SignJWT(payload).setProtectedHeader({ alg: algorithm, typ: "JWT", kid: keyAddress }).sign(signing);
    },

    async read(token, publicKey) {
      const key = await importJWK(publicKey, algorithm);
      const verified = await compactVerify(token, key, { algorithms: [algorithm] }).catch(() => null);
      return verified && (JSON.parse(new TextDecoder().decode(verified.payload)) as unknown);
    },
  };
}

async function prepare(readKeys: () => JWK[] | Promise<JWK[]>) {
  const jwks = await readKeys();
  const [first, ...others] = await Promise.all(jwks.map(publicOf));
  const [jwk] = jwks;
  if (!first || !jwk) throw new Error("there is no key to sign credentials with");
  const keys: [SigningKey, ...SigningKey[]] = [first, ...others];
  return { keys, signing: (await importJWK(jwk, algorithm)) as CryptoKey };
}

/** Returns a key's public half, under the thumbprint that names it. */
async function publicOf({ n = "", e = "" }: JWK): Promise<SigningKey> {
  const id = await calculateJwkThumbprint({ kty: "RSA", n, e });
  const publicKey: PublicKey = { kty: "RSA", n, e, kid: id, alg: algorithm, use: "sig" };
  return { id, publicKey };
}
