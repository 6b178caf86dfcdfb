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

/** Moves the clock forward without any other effect. */
function pass(seconds: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
}

const wrong: [string, Claims][] = [
  ["has expired", { exp: inSeconds(-1) }],
  ["is of another project", { aud: "other", iss: "https://securetoken.google.com/other" }],
  ["is for another audience", { aud: "other" }],
  ["is of another issuer", { iss: "https://accounts.google.com" }],
  ["is of another issuer with the same beginning", { iss: `https://securetoken.google.com/${projectId}.evil.example` }],
  ["never expires", { exp: undefined }],
  ["has no subject", { sub: undefined }],
  ["has an empty subject", { sub: "" }],
  ["has a number as subject", { sub: 7 }],
  ["has no time of issue", { iat: undefined }],
  ["was made in the future", { iat: inSeconds(120) }],
  ["has no time of sign-in", { auth_time: undefined }],
  ["has a sign-in in the future", { auth_time: inSeconds(120) }],
  ["has a sign-in time in words", { auth_time: "yesterday" }],
];

describe("verify", () => {
  it("identifies the person of a token signed by Google", async () => {
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

  it("ignores values that we would not store", async () => {
    const token = await key.sign({ email: "nobody", email_verified: "yes", name: "x".repeat(81), picture: "data:x" });
    expect(await verify(token)).toMatchObject({ email: null, emailVerified: false, name: "", picture: null });
  });

  it("tolerates that Google's clock is slightly ahead", async () => {
    expect(await verify(await key.sign({ iat: inSeconds(10), auth_time: inSeconds(10) }))).not.toBeNull();
  });

  it.each(wrong)("rejects a token that %s", async (_, claims) => {
    expect(await verify(await key.sign(claims))).toBeNull();
  });

  it("rejects an unsigned token, and one signed with our public key as a shared secret", async () => {
    expect(await verify(emulatorToken())).toBeNull();
    const spki = await exportSPKI((await importJWK(key.jwk, "RS256")) as CryptoKey);
    for (const secret of [spki, JSON.stringify(key.jwk), key.jwk.n ?? ""]) {
      const header = { alg: "HS256", kid: key.kid };
      const token = await new SignJWT(claimsOf()).setProtectedHeader(header).sign(new TextEncoder().encode(secret));
      expect(await verify(token)).toBeNull();
    }
  });

  it("rejects a different key under the name of Google's, and an altered token", async () => {
    const stranger = await startKeys();
    const { sign } = await stranger.rotate();
    await stranger.stop();
    expect(await verify(await sign({}, { kid: key.kid }))).toBeNull();

    const [header, , signature] = (await key.sign()).split(".");
    const payload = Buffer.from(JSON.stringify(claimsOf({ email: "evil@example.org" }))).toString("base64url");
    expect(await verify(`${header}.${payload}.${signature}`)).toBeNull();
    expect(await verify(`${header}.${payload}.`)).toBeNull();
  });

  it.each(["", "..", "a.b.c", "null", "x".repeat(7000)])("rejects %j", async (token) => {
    expect(await verify(token)).toBeNull();
    expect(keys.asked()).toBe(0);
  });

  it("fetches Google's keys once, even for many concurrent calls", async () => {
    const token = await key.sign();
    await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(keys.asked()).toBe(1);
  });

  it("learns a new key at once, and drops the old ones", async () => {
    const before = await key.sign({ exp: inSeconds(100_000) });
    expect(await verify(before)).not.toBeNull();
    const next = await keys.rotate({ dropOld: true });
    pass(31);
    expect(await verify(await next.sign({ exp: inSeconds(100_000) }))).not.toBeNull();
    expect(await verify(before)).toBeNull();
  });

  it("drops an old key after ten minutes, even if no new one is used", async () => {
    const before = await key.sign({ exp: inSeconds(100_000) });
    expect(await verify(before)).not.toBeNull();
    await keys.rotate({ dropOld: true });
    pass(601);
    expect(await verify(before)).toBeNull();
  });

  it("does not fetch keys for every made-up key id", async () => {
    await verify(await key.sign());
    for (let number = 0; number < 20; number++) await verify(await key.sign({}, { kid: `made-up-${number}` }));
    expect(keys.asked()).toBe(1);
    pass(31);
    for (let number = 0; number < 20; number++) await verify(await key.sign({}, { kid: `made-up-${number}` }));
    expect(keys.asked()).toBe(2);
  });

  it("reports that Google cannot be reached instead of rejecting the token, and tries again", async () => {
    const token = await key.sign();
    keys.fail(true);
    await expect(verify(token)).rejects.toMatchObject({ code: "sign_in_unreachable" });
    keys.fail(false);
    expect(await verify(token)).not.toBeNull();
  });
});

describe("verify, with the emulator", () => {
  const verifyEmulated = firebaseVerifier(emulated, () => new Date());

  it("accepts the emulator's tokens, but no signed ones", async () => {
    expect(await verifyEmulated(emulatorToken())).toMatchObject({ id: "firebase-user-1" });
    expect(await verifyEmulated(await key.sign())).toBeNull();
    expect(await verifyEmulated(`${emulatorToken()}c2lnbmVk`)).toBeNull();
  });

  it.each(wrong)("rejects a token that %s", async (_, claims) => {
    expect(await verifyEmulated(emulatorToken(claims))).toBeNull();
  });
});

describe("claimsProject", () => {
  it("distinguishes tokens of the project from others", async () => {
    expect(claimsProject(await key.sign(), emulated)).toBe(true);
    expect(claimsProject(await key.sign({ iss: "http://localhost" }), emulated)).toBe(false);
    expect(claimsProject("garbage", emulated)).toBe(false);
  });
});
