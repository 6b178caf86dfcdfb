import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from "jose";
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

/** Stores a key, with which a test signs arbitrary tokens. */
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
  sid: newId(),
  iat: minutes(0),
  exp: minutes(15),
  iss: "http://localhost",
  aud: "http://localhost",
  ...more,
});
/** Creates a member with a session that lives for this many more minutes. */
async function session(left = 60) {
  const member = await make.member();
  const sid = newId();
  await sql`insert into sessions (id, member_id, token, expires_at)
    values (${sid}, ${member.id}, ${sid}, ${new Date(minutes(left) * 1000)})`.execute(make.db);
  return { sub: member.id, sid, member };
}
const identify = (token: string) => tokenVerifier({ db: make.db, origin: null, now: () => new Date() })(token);

describe("identify", () => {
  it("identifies the member of one of our tokens", async () => {
    const { sign } = await signer(make.db);
    const { member, ...living } = await session();
    expect(await identify(await sign(claims(living)))).toEqual(member);
  });

  it("reveals only the ids of member and session in a token", async () => {
    const { token, member } = await make.signedIn();
    expect(decodeJwt(token)).toEqual({
      sub: member.id,
      sid: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
      iss: "http://localhost",
      aud: "http://localhost",
    });
  });

  it("queries the database once for each token, using an index", async () => {
    const { token } = await make.signedIn();
    let reads = 0;
    const counted = make.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => (reads++, result),
    });
    const asking = tokenVerifier({ db: counted, origin: null, now: () => new Date() });
    for (let time = 0; time < 10; time++) expect(await asking(token)).not.toBeNull();
    // One query is for the keys.
    expect(reads).toBe(11);
  });

  it.each([
    ["has expired", { exp: minutes(-1) }],
    ["is not valid yet", { nbf: minutes(5) }],
    ["is of another issuer", { iss: "https://evil.example" }],
    ["is for another audience", { aud: "https://evil.example" }],
    ["has no subject", { sub: undefined }],
    ["has an invalid subject", { sub: "admin" }],
    ["names no session", { sid: undefined }],
    ["names an unknown session", { sid: newId() }],
    ["names a session by text", { sid: "' or true --" }],
    ["has a list of sessions", { sid: [newId()] }],
    ["names a member different from its session's", { sub: newId() }],
    ["has no issuer", { iss: undefined }],
    ["has no audience", { aud: undefined }],
    ["never expires", { exp: undefined }],
    ["has no time of issue", { iat: undefined }],
  ])("rejects a token that %s", async (_, more) => {
    const { sign } = await signer(make.db);
    const { member, ...living } = await session();
    expect(await identify(await sign(claims(living)))).toEqual(member);
    expect(await identify(await sign(claims({ ...living, ...more })))).toBeNull();
  });

  it("rejects a token of an expired session that is still in the table", async () => {
    const { sign } = await signer(make.db);
    const { sub, sid } = await session(-1);
    expect(await identify(await sign(claims({ sub, sid })))).toBeNull();
  });

  it("rejects a token that it has verified before once it has expired, its session has ended or its member is suspended", async () => {
    const { sign } = await signer(make.db);
    let now = new Date();
    const remembers = tokenVerifier({ db: make.db, origin: null, now: () => now });
    const { member, ...living } = await session();
    const token = await sign(claims({ ...living, exp: minutes(10) }));
    const later = await sign(claims({ ...living, exp: minutes(20) }));
    for (const each of [token, later, token]) expect(await remembers(each)).toEqual(member);
    now = new Date(now.getTime() + 11 * 60_000);
    expect([await remembers(token), await remembers(later)]).toEqual([null, member]);
    await sql`update members set suspended_at = now() where id = ${member.id}`.execute(make.db);
    expect(await remembers(later)).toBeNull();
    await sql`update members set suspended_at = null where id = ${member.id}`.execute(make.db);
    expect(await remembers(later)).toEqual(member);
    await sql`delete from sessions where id = ${living.sid}`.execute(make.db);
    expect(await remembers(later)).toBeNull();
  });

  it("rejects a token that names our key but is signed with another one", async () => {
    const ours = await signer(make.db);
    const { sign } = await signer(make.db, { stored: false });
    const { sub, sid } = await session();
    const payload = claims({ sub, sid });
    expect(await identify(await ours.sign(payload))).not.toBeNull();
    for (const kid of [ours.kid, newId(), "", "../jwks", undefined]) {
      expect(await identify(await sign(payload, { kid }))).toBeNull();
    }
    // A key of ours, but not the one that the token names.
    const other = await signer(make.db);
    expect(await identify(await ours.sign(payload, { kid: other.kid }))).toBeNull();
    // A key inside the token is ignored.
    const own = { jwk: JSON.parse((await signer(make.db, { stored: false })).jwk) };
    expect(await identify(await sign(payload, { kid: ours.kid, ...own }))).toBeNull();
  });

  it("rejects an unsigned token, and one signed with our public key as a shared secret", async () => {
    const { kid, jwk } = await signer(make.db);
    const { sub, sid } = await session();
    const payload = claims({ sub, sid });
    const unsigned = new UnsecuredJWT(payload).encode();
    expect(await identify(unsigned)).toBeNull();
    for (const alg of ["none", "None", "NONE", ""]) {
      const header = Buffer.from(JSON.stringify({ alg, kid })).toString("base64url");
      expect(await identify(`${header}.${unsigned.split(".")[1]}.`)).toBeNull();
    }
    for (const secret of [Buffer.from(jwk), Buffer.from(JSON.parse(jwk).x, "base64url")]) {
      const confused = await new SignJWT(payload).setProtectedHeader({ alg: "HS256", kid }).sign(secret);
      expect(await identify(confused)).toBeNull();
    }
  });

  it("rejects a token of another asymmetric algorithm under our key's name", async () => {
    const { kid } = await signer(make.db);
    const { sub, sid } = await session();
    for (const alg of ["ES256", "RS256", "PS256"]) {
      const { privateKey } = await generateKeyPair(alg);
      const token = await new SignJWT(claims({ sub, sid })).setProtectedHeader({ alg, kid }).sign(privateKey);
      expect(await identify(token)).toBeNull();
    }
  });

  it("rejects an altered token", async () => {
    const { sign } = await signer(make.db);
    const { sub, sid } = await session();
    const victim = await session();
    const token = await sign(claims({ sub, sid }));
    expect(await identify(token)).not.toBeNull();

    const [header = "", payload = "", signature = ""] = token.split(".");
    const forged = Buffer.from(JSON.stringify(claims({ sub: victim.sub, sid: victim.sid }))).toString("base64url");
    const swapped = signature.replace(/^./, (first) => (first === "A" ? "B" : "A"));
    const reheaded = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(token), typ: "x" })).toString("base64url");
    expect(await identify(`${header}.${forged}.${signature}`)).toBeNull();
    expect(await identify(`${header}.${payload}.${swapped}`)).toBeNull();
    expect(await identify(`${header}.${payload}.`)).toBeNull();
    expect(await identify(`${reheaded}.${payload}.${signature}`)).toBeNull();
    expect(await identify(`${token}.${signature}`)).toBeNull();
  });

  it.each(["", ".", "..", "a.b.c", "e30.e30.e30", "null", "x".repeat(7000), "eyJhbGciOiJFZERTQSIsImtpZCI6N30.e30.e30"])(
    "rejects %j",
    async (token) => {
      expect(await identify(token)).toBeNull();
    },
  );

  it("learns of a new key, but does not reread keys for every made-up id", async () => {
    let reads = 0;
    const counted = make.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => (reads++, result),
    });
    const asking = tokenVerifier({ db: counted, origin: null, now: () => new Date() });
    const stranger = await signer(make.db, { stored: false });
    const made = await Promise.all(Array.from({ length: 20 }, () => stranger.sign(claims(), { kid: newId() })));
    for (const token of made) expect(await asking(token)).toBeNull();
    expect(reads).toBeLessThanOrEqual(1);

    const { sign } = await signer(make.db);
    const { member, ...living } = await session();
    const token = await sign(claims(living));
    await expect.poll(() => asking(token), { timeout: 3000, interval: 100 }).toEqual(member);
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
    const { sub, sid } = await session();
    const token = await sign(claims({ sub, sid }));
    await expect(asking(token)).rejects.toThrow("out of reach");
    broken = false;
    expect(await asking(token)).not.toBeNull();
  });
});

describe("a product call", () => {
  it("accepts no cookie as authorization, and treats a bad token as a visitor's", async () => {
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
