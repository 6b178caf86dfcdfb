import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { sql } from "kysely";
import { z } from "zod";
import { prepared } from "#db/prepared.ts";
import type { Database } from "#db/schema.server.ts";
import { Member } from "#domain/members/shapes.ts";

/** How long a bearer token speaks for its member, unless its session ends before. */
export const tokenLifetime = "15m";
export const tokenAlgorithm = "EdDSA";

/** At most this often, in milliseconds, is the database asked for a key that we do not know. */
const rereadAfter = 1000;

/** Whom our bearer tokens come from and are for: our public address. */
export const issuerOf = (origin: string | null) => origin ?? "http://localhost";

type Verifier = { db: Database; origin: string | null; now: () => Date };

/** What a token says: whose it is, and of which session, by their ids. */
const Claims = z.object({ sub: z.uuid(), sid: z.uuid() });

/**
 * Verifies bearer tokens: the signature against the public keys in the table `jwks`, which are kept in memory, and by one
 * look-up that its session still lives. So signing out, wherever and on whichever instance, ends its tokens at once, and
 * name and photo are never stale.
 */
export function tokenVerifier({ db, origin, now }: Verifier) {
  const keysFor = keyring(db);
  const issuer = issuerOf(origin);
  const claims = { issuer, audience: issuer, requiredClaims: ["sub", "sid", "iat", "exp"] };

  /** Whom a token speaks for; null for whatever is not a valid token of ours. Fails only when the database does. */
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

/** A session: when its person last proved who they are, whether their address is confirmed, and how often access to the account ended. */
type Proved = { id: string; provedAt: Date; isConfirmed: boolean; generation: number };

/** The session of a token that `identify` took. Null when it has ended since. */
export async function provedIn(db: Database, token: string): Promise<Proved | null> {
  const { sid } = Claims.parse(decodeJwt(token));
  const { rows } = await sql<Proved>`
    select sessions.id, coalesce(proved_at, sessions.created_at) as "provedAt",
      email_verified as "isConfirmed", access_generation as generation
    from sessions join members on members.id = sessions.member_id where sessions.id = ${sid}`.execute(db);
  return rows[0] ?? null;
}

/** Notes that the person of a session has just proved who they are. */
export async function noteProof(db: Database, sessionId: string, now: Date): Promise<void> {
  await sql`update sessions set proved_at = ${now} where id = ${sessionId}`.execute(db);
}

/** Whose session it is, as long as it lives. */
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
 * The public keys as they were last read. An unknown key may be another process's new one, so they are read again, but
 * not for every token that somebody has made up.
 */
function keyring(db: Database) {
  let known: Promise<Keys> | undefined;
  let readAt = 0;

  const read = () => {
    readAt = performance.now();
    known = readKeys(db);
    // A failure is not kept; the caller hears of it.
    known.catch(() => (known = undefined));
    return known;
  };

  return async function keysFor(kid: string): Promise<Keys> {
    const keys = await (known ?? read());
    if (keys.ids.has(kid)) return keys;
    // Somebody else may have read them since.
    return performance.now() - readAt < rereadAfter ? await (known ?? read()) : read();
  };
}

async function readKeys(db: Database): Promise<Keys> {
  const { rows } = await sql<{ id: string; public_key: string }>`select id, public_key from jwks`.execute(db);
  const keys = rows.map(({ id, public_key }) => ({ ...JSON.parse(public_key), kid: id, alg: tokenAlgorithm }));
  return { ids: new Set(rows.map(({ id }) => id)), find: createLocalJWKSet({ keys }) };
}
