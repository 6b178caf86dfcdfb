import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from "jose";

export const projectId = "demo-goodturn";

/** The settings of a server that accepts the emulator's tokens, which are not signed. */
export const emulated = { projectId, emulator: "127.0.0.1:9099" };

/** The time that many seconds from now, in seconds since 1970. */
export const inSeconds = (count: number) => Math.floor(Date.now() / 1000) + count;

/** Claims of a token, right or wrong. */
export type Claims = Record<string, unknown>;

/** The claims of Firebase's ID token for a person who logged in ten seconds ago; undefined leaves a claim out. */
export const claimsOf = (more: Claims = {}): Claims => ({
  iss: `https://securetoken.google.com/${projectId}`,
  aud: projectId,
  sub: "firebase-user-1",
  iat: inSeconds(-10),
  auth_time: inSeconds(-10),
  exp: inSeconds(3590),
  email: "amina@example.org",
  email_verified: true,
  name: "Amina",
  picture: "https://example.org/me.jpg",
  firebase: { sign_in_provider: "password" },
  ...more,
});

/** An ID token as the emulator makes it. */
export const emulatorToken = (more?: Claims): string => new UnsecuredJWT(claimsOf(more)).encode();

/**
 * Stands in for Google: keys that sign ID tokens, and an address with the public ones, which counts requests. `rotate`
 * adds a new key and keeps the old ones, or drops them.
 */
export async function startKeys() {
  let published: JWK[] = [];
  let asked = 0;
  let answers = true;
  const server = createServer((_, response) => {
    asked++;
    response.writeHead(answers ? 200 : 503, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  async function rotate({ dropOld = false } = {}) {
    const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
    const kid = `key-${crypto.randomUUID()}`;
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" };
    published = dropOld ? [jwk] : [...published, jwk];
    const sign = (more?: Claims, header: object = {}) =>
      new SignJWT(claimsOf(more)).setProtectedHeader({ alg: "RS256", kid, ...header }).sign(privateKey);
    return { kid, jwk, sign };
  }

  return {
    keysAt: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwk`,
    rotate,
    asked: () => asked,
    fail: (fails: boolean) => (answers = !fails),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
