import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { type Database, newId } from "#db/schema.server.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { tokenVerifier } from "./tokens.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

/** A key of ours, in the table, with which a test signs what it likes. */
async function signer(db: Database, { stored = true } = {}) {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const kid = newId();
  const jwk = JSON.stringify(await exportJWK(publicKey));
  if (stored)
    await sql`insert into jwks (id, public_key, private_key, created_at) values (${kid}, ${jwk}, '', now())`.execute(
      db,
    );
  const sign = (payload: JWTPayload, header: object = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg: "EdDSA", kid, ...header }).sign(privateKey);
  return { sign, kid, jwk };
}

const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;
const claims = (more: object = {}) => ({
  sub: newId(),
  email: "amina@example.org",
  name: "Amina",
  picture: null,
  iat: minutes(0),
  exp: minutes(15),
  iss: "http://localhost",
  aud: "http://localhost",
  ...more,
});
const identify = (token: string) => tokenVerifier({ db: make.db, origin: null, now: () => new Date() })(token);

describe("identify", () => {
  it("knows whom a token of ours speaks for", async () => {
    const { sign } = await signer(make.db);
    const payload = claims();
    expect(await identify(await sign(payload))).toEqual({
      id: payload.sub,
      email: "amina@example.org",
      displayName: "Amina",
      photoURL: null,
    });
  });

  it.each([
    ["has expired", { exp: minutes(-1) }],
    ["is not valid yet", { nbf: minutes(5) }],
    ["is of another issuer", { iss: "https://evil.example" }],
    ["is for another audience", { aud: "https://evil.example" }],
    ["names nobody", { sub: undefined }],
    ["names no id of ours", { sub: "admin" }],
    ["has no e-mail", { email: undefined }],
    ["has a list for an e-mail", { email: ["amina@example.org"] }],
    ["never expires", { exp: undefined }],
  ])("takes for nobody's a token that %s", async (_, more) => {
    const { sign } = await signer(make.db);
    expect(await identify(await sign(claims(more)))).toBeNull();
  });

  it("takes for nobody's a token that is signed with another key, under our key's name", async () => {
    const ours = await signer(make.db);
    const { sign } = await signer(make.db, { stored: false });
    expect(await identify(await sign(claims(), { kid: ours.kid }))).toBeNull();
    expect(await identify(await sign(claims()))).toBeNull();
    expect(await identify(await sign(claims(), { kid: undefined }))).toBeNull();
  });

  it("takes for nobody's an unsigned token, and one signed with our public key as a shared secret", async () => {
    const { kid, jwk } = await signer(make.db);
    const unsigned = new UnsecuredJWT(claims()).encode();
    expect(await identify(unsigned)).toBeNull();
    const header = Buffer.from(JSON.stringify({ alg: "none", kid })).toString("base64url");
    expect(await identify(`${header}.${unsigned.split(".")[1]}.`)).toBeNull();

    const secret = new TextEncoder().encode(jwk);
    const confused = await new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid }).sign(secret);
    expect(await identify(confused)).toBeNull();
  });

  it("takes for nobody's a token that was tampered with", async () => {
    const { sign } = await signer(make.db);
    const [header, , signature] = (await sign(claims())).split(".");
    const payload = Buffer.from(JSON.stringify(claims({ email: "evil@example.org" }))).toString("base64url");
    expect(await identify(`${header}.${payload}.${signature}`)).toBeNull();
  });

  it.each(["", ".", "..", "a.b.c", "e30.e30.e30", "null", "x".repeat(7000), "eyJhbGciOiJFZERTQSIsImtpZCI6N30.e30.e30"])(
    "takes %j for nobody's",
    async (token) => {
      expect(await identify(token)).toBeNull();
    },
  );

  it("learns of a key that was made since, but does not ask for every made-up one", async () => {
    let reads = 0;
    const counted = make.db.withPlugin({
      transformQuery: ({ node }) => (reads++, node),
      transformResult: async ({ result }) => result,
    });
    const asking = tokenVerifier({ db: counted, origin: null, now: () => new Date() });
    const stranger = await signer(make.db, { stored: false });
    const made = await Promise.all(Array.from({ length: 20 }, () => stranger.sign(claims(), { kid: newId() })));
    for (const token of made) expect(await asking(token)).toBeNull();
    expect(reads).toBeLessThanOrEqual(1);

    const { sign } = await signer(make.db);
    const token = await sign(claims());
    await expect.poll(() => asking(token), { timeout: 3000, interval: 100 }).toMatchObject({ displayName: "Amina" });
  });

  it("fails when the database does, and tries again", async () => {
    const { sign } = await signer(make.db);
    let broken = true;
    const flaky = make.db.withPlugin({
      transformQuery({ node }) {
        if (broken) throw new Error("out of reach");
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const asking = tokenVerifier({ db: flaky, origin: null, now: () => new Date() });
    const token = await sign(claims());
    await expect(asking(token)).rejects.toThrow("out of reach");
    broken = false;
    expect(await asking(token)).not.toBeNull();
  });
});

describe("a product call", () => {
  it("takes no cookie for authority, and a bad token for a visitor's", async () => {
    const { cookie, token } = await make.signedIn();
    const mine = async (headers: Record<string, string>) => (await call("GET", "/myEvents", { headers })).status;

    expect(await mine({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await mine({ authorization: `bearer  ${token}` })).toBe(200);
    expect(await mine({ cookie })).toBe(401);
    expect(await mine({ cookie, authorization: `Bearer ${token}x` })).toBe(401);
    expect(await mine({ authorization: token })).toBe(401);
    expect(await mine({ authorization: `Basic ${token}` })).toBe(401);
    expect(await mine({ authorization: "Bearer" })).toBe(401);
    expect((await call("GET", "/events", { token: "garbage" })).status).toBe(200);
  });

  it("accepts the keys that the provider itself publishes", async () => {
    const { token } = await make.signedIn();
    const { body } = await call("GET", "/auth/jwks");
    expect(body.keys).toHaveLength(1);
    expect(Object.keys(body.keys[0]).toSorted()).toEqual(["alg", "crv", "kid", "kty", "x"]);
    await importJWK(body.keys[0], "EdDSA");
    expect(token.split(".")).toHaveLength(3);
  });
});
