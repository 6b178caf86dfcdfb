import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { sql } from "kysely";
import { z } from "zod";
import { prepared } from "#db/prepared.ts";
import type { Database } from "#db/schema.server.ts";
import { Member } from "#domain/members/shapes.ts";

/** The lifetime of a bearer token, unless its session ends before. */
export const tokenLifetime = "15m";
export const tokenAlgorithm = "EdDSA";

/** The minimum time between reads of the keys for unknown ids, in milliseconds. */
const rereadAfter = 1000;

/** The issuer and audience of our bearer tokens: our public address. */
export const issuerOf = (origin: string | null) => origin ?? "http://localhost";

type Verifier = { db: Database; origin: string | null; now: () => Date };

/** The claims of a token: the ids of its member and its session. */
const Claims = z.object({ sub: z.uuid(), sid: z.uuid() });

/**
 * Verifies bearer tokens: the signature against the public keys in the table `jwks`, which are cached, and with one
 * query that the session is live. So logging out, on any instance, ends its tokens at once, and name and photo are
 * never stale.
 */
export function tokenVerifier({ db, origin, now }: Verifier) {
  const keysFor = keyring(db);
  const issuer = issuerOf(origin);
  const claims = { issuer, audience: issuer, requiredClaims: ["sub", "sid", "iat", "exp"] };

  /** Returns the member of a token; null if it is not a valid token of ours. Fails only when the database does. */
  return async function identify(token: string): Promise<Member | null> {
    const kid = keyIdOf(token);
    if (kid === null) return null;
    const { find } = await keysFor(kid);
    const options = { ...claims, algorithms: [tokenAlgorithm], currentDate: now() };
    const verified = await jwtVerify(token, find, options).catch(() => null);
    const said = Claims.safeParse(verified?.payload);
    return said.success ? memberOf(db, said.data, now()) : null;
  };
}

/**
 * A session: when its member last proved who they are, whether their address is confirmed, and the number of times that
 * access to the account ended.
 */
type Proved = { id: string; provedAt: Date; isConfirmed: boolean; generation: number };

/** Returns the session of a token that `identify` accepted; null if it has ended since. */
export async function provedIn(db: Database, token: string): Promise<Proved | null> {
  const { sid } = Claims.parse(decodeJwt(token));
  const { rows } = await sql<Proved>`
    select sessions.id, coalesce(proved_at, sessions.created_at) as "provedAt",
      email_verified as "isConfirmed", access_generation as generation
    from sessions join members on members.id = sessions.member_id where sessions.id = ${sid}`.execute(db);
  return rows[0] ?? null;
}

/** Records that the member of a session has just proved who they are. */
export async function noteProof(db: Database, sessionId: string, now: Date): Promise<void> {
  await sql`update sessions set proved_at = ${now} where id = ${sessionId}`.execute(db);
}

/** Returns the member of a live session. */
async function memberOf(db: Database, { sub, sid }: z.infer<typeof Claims>, now: Date): Promise<Member | null> {
  const [found] = await memberIn(db, sid, sub, now);
  return found ? Member.parse(found) : null;
}

const memberIn = prepared((db) => ({
  compile: () =>
    sql<Member>`
      select members.id, members.email, members.name as "displayName", members.image as "photoURL"
      from sessions join members on members.id = sessions.member_id
      where sessions.id = ${"sid"} and members.id = ${"sub"} and sessions.expires_at > ${"now"}
        and members.suspended_at is null`.compile(db),
}));

function keyIdOf(token: string): string | null {
  try {
    return decodeProtectedHeader(token).kid ?? null;
  } catch {
    return null;
  }
}

/** Public keys: their ids, and a search among them, which keeps each key as it was imported: to import one takes as long as a signature. */
type Keys = { ids: ReadonlySet<string>; find: ReturnType<typeof createLocalJWKSet> };

/**
 * Caches the public keys. An unknown key may be another process's new one, so the keys are read again, but not for
 * every made-up id.
 */
function keyring(db: Database) {
  let known: Promise<Keys> | undefined;
  let readAt = 0;

  const read = () => {
    readAt = performance.now();
    known = readKeys(db);
    // A failure is not cached; the caller gets it.
    known.catch(() => (known = undefined));
    return known;
  };

  return async function keysFor(kid: string): Promise<Keys> {
    const keys = await (known ?? read());
    if (keys.ids.has(kid)) return keys;
    // Another call may have read them since.
    return performance.now() - readAt < rereadAfter ? await (known ?? read()) : read();
  };
}

async function readKeys(db: Database): Promise<Keys> {
  const { rows } = await sql<{ id: string; public_key: string }>`select id, public_key from jwks`.execute(db);
  const keys = rows.map(({ id, public_key }) => ({ ...JSON.parse(public_key), kid: id, alg: tokenAlgorithm }));
  return { ids: new Set(rows.map(({ id }) => id)), find: createLocalJWKSet({ keys }) };
}
