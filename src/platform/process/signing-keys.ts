import { createPrivateKey } from "node:crypto";
import type { JWK } from "jose";

/** The least length of a key that credentials are signed with, in bits. */
export const keyMin = 2048;

/** The private RSA keys in a JWKS, which sign credentials; null when the text holds anything else. */
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
