import { exportSPKI, importJWK, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Claims, claimsOf, emulated, emulatorToken, inSeconds, projectId, startKeys } from "#test/id-tokens.ts";
import { claimsProject, firebaseVerifier } from "./firebase.ts";

type Keys = Awaited<ReturnType<typeof startKeys>>;
type Key = Awaited<ReturnType<Keys["rotate"]>>;

let keys: Keys;
let key: Key;
let verify: ReturnType<typeof firebaseVerifier>;
beforeEach(async () => {
  keys = await startKeys();
  key = await keys.rotate();
  verify = firebaseVerifier({ projectId, emulator: null, keysAt: keys.keysAt }, () => new Date());
});
afterEach(async () => {
  vi.useRealTimers();
  await keys.stop();
});

/** Moves the clock on, and nothing else. */
function pass(seconds: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
}

const wrong: [string, Claims][] = [
  ["has expired", { exp: inSeconds(-1) }],
  ["is of another project", { aud: "other", iss: "https://securetoken.google.com/other" }],
  ["is for another audience", { aud: "other" }],
  ["is of another issuer", { iss: "https://accounts.google.com" }],
  ["is of another issuer that begins alike", { iss: `https://securetoken.google.com/${projectId}.evil.example` }],
  ["never expires", { exp: undefined }],
  ["names nobody", { sub: undefined }],
  ["names nobody with an empty name", { sub: "" }],
  ["names somebody by a number", { sub: 7 }],
  ["does not say when it was made", { iat: undefined }],
  ["was made in the future", { iat: inSeconds(120) }],
  ["does not say when its person signed in", { auth_time: undefined }],
  ["is of somebody who signs in in the future", { auth_time: inSeconds(120) }],
  ["says in words when its person signed in", { auth_time: "yesterday" }],
];

describe("verify", () => {
  it("knows whom a token of Google's speaks for", async () => {
    const auth_time = inSeconds(-10);
    const token = await key.sign({ email: "Amina@Example.org", auth_time });
    expect(await verify(token)).toEqual({
      id: "firebase-user-1",
      signedInAt: new Date(auth_time * 1000),
      email: "amina@example.org",
      emailVerified: true,
      name: "Amina",
      picture: "https://example.org/me.jpg",
    });
  });

  it("takes what we do not keep for not given", async () => {
    const token = await key.sign({ email: "nobody", email_verified: "yes", name: "x".repeat(81), picture: "data:x" });
    expect(await verify(token)).toMatchObject({ email: null, emailVerified: false, name: "", picture: null });
  });

  it("bears that Google's clock is a little ahead", async () => {
    expect(await verify(await key.sign({ iat: inSeconds(10), auth_time: inSeconds(10) }))).not.toBeNull();
  });

  it.each(wrong)("refuses a token that %s", async (_, claims) => {
    expect(await verify(await key.sign(claims))).toBeNull();
  });

  it("refuses a token that nobody has signed, or that our public key signed as a shared secret", async () => {
    expect(await verify(emulatorToken())).toBeNull();
    const spki = await exportSPKI((await importJWK(key.jwk, "RS256")) as CryptoKey);
    for (const secret of [spki, JSON.stringify(key.jwk), key.jwk.n ?? ""]) {
      const header = { alg: "HS256", kid: key.kid };
      const token = await new SignJWT(claimsOf()).setProtectedHeader(header).sign(new TextEncoder().encode(secret));
      expect(await verify(token)).toBeNull();
    }
  });

  it("refuses another key under the name of Google's, and a token that was tampered with", async () => {
    const stranger = await startKeys();
    const { sign } = await stranger.rotate();
    await stranger.stop();
    expect(await verify(await sign({}, { kid: key.kid }))).toBeNull();

    const [header, , signature] = (await key.sign()).split(".");
    const payload = Buffer.from(JSON.stringify(claimsOf({ email: "evil@example.org" }))).toString("base64url");
    expect(await verify(`${header}.${payload}.${signature}`)).toBeNull();
    expect(await verify(`${header}.${payload}.`)).toBeNull();
  });

  it.each(["", "..", "a.b.c", "null", "x".repeat(7000)])("refuses %j", async (token) => {
    expect(await verify(token)).toBeNull();
    expect(keys.asked()).toBe(0);
  });

  it("asks for Google's keys once, also when many come at once", async () => {
    const token = await key.sign();
    await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(keys.asked()).toBe(1);
  });

  it("learns of a new key at once, and drops the old ones", async () => {
    const before = await key.sign({ exp: inSeconds(100_000) });
    expect(await verify(before)).not.toBeNull();
    const next = await keys.rotate({ dropOld: true });
    pass(31);
    expect(await verify(await next.sign({ exp: inSeconds(100_000) }))).not.toBeNull();
    expect(await verify(before)).toBeNull();
  });

  it("drops an old key after ten minutes though nobody comes with a new one", async () => {
    const before = await key.sign({ exp: inSeconds(100_000) });
    expect(await verify(before)).not.toBeNull();
    await keys.rotate({ dropOld: true });
    pass(601);
    expect(await verify(before)).toBeNull();
  });

  it("does not ask Google for every key that somebody has made up", async () => {
    await verify(await key.sign());
    for (let number = 0; number < 20; number++) await verify(await key.sign({}, { kid: `made-up-${number}` }));
    expect(keys.asked()).toBe(1);
    pass(31);
    for (let number = 0; number < 20; number++) await verify(await key.sign({}, { kid: `made-up-${number}` }));
    expect(keys.asked()).toBe(2);
  });

  it("says that Google cannot be reached, instead of refusing the token, and tries again", async () => {
    const token = await key.sign();
    keys.fail(true);
    await expect(verify(token)).rejects.toMatchObject({ code: "sign_in_unreachable" });
    keys.fail(false);
    expect(await verify(token)).not.toBeNull();
  });
});

describe("verify, with the emulator", () => {
  const verifyEmulated = firebaseVerifier(emulated, () => new Date());

  it("takes the emulator's tokens, and no signed ones", async () => {
    expect(await verifyEmulated(emulatorToken())).toMatchObject({ id: "firebase-user-1" });
    expect(await verifyEmulated(await key.sign())).toBeNull();
    expect(await verifyEmulated(`${emulatorToken()}c2lnbmVk`)).toBeNull();
  });

  it.each(wrong)("refuses a token that %s", async (_, claims) => {
    expect(await verifyEmulated(emulatorToken(claims))).toBeNull();
  });
});

describe("claimsProject", () => {
  it("tells tokens of the project from others", async () => {
    expect(claimsProject(await key.sign(), emulated)).toBe(true);
    expect(claimsProject(await key.sign({ iss: "http://localhost" }), emulated)).toBe(false);
    expect(claimsProject("garbage", emulated)).toBe(false);
  });
});
