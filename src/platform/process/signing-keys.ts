import { createPrivateKey } from "node:crypto";
import type { JWK } from "jose";

/** The minimum length of a key that signs credentials, in bits. */
export const keyMin = 2048;

/** Returns the private RSA keys in a JWKS, which sign credentials; null for any other text. */
export function keysIn(text: string): JWK[] | null {
  try {
    const { keys } = JSON.parse(text) as { keys: JWK[] };
    const areRight = keys.every((key) => {
      const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey({ key, format: "jwk" });
      return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= keyMin;
    });
    return areRight && keys.length > 0 ? keys : null;
  } catch {
    return null;
  }
}
