import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { sql } from "kysely";
import { z } from "zod";
import { preparedWith } from "#db/prepared.ts";
import type { Database } from "#db/schema.server.ts";
import { Member } from "#domain/members/shapes.ts";

/** The lifetime of a bearer token, unless its session ends earlier. */
export const tokenLifetime = "15m";
export const tokenAlgorithm = "EdDSA";

/** The shortest time between two reads of the keys because of an unknown one, in milliseconds. */
const rereadAfter = 1000;

/** The issuer and the audience of our bearer tokens: our public address. */
export const issuerOf = (origin: string | null) => origin ?? "http://localhost";

type Verifier = { db: Database; origin: string | null; now: () => Date };

/** The claims of a token: the ids of its member and session, and its time of validity in seconds since 1970. */
const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });
type Said = z.infer<typeof Claims>;

/**
 * Verifies bearer tokens: the signature with the public keys in the table `jwks`, which are kept in memory, and the
 * session by one query. So logging out on any device ends the session's tokens at once, on every instance, and name and
 * photo are always current.
 */
export function tokenVerifier({ db, origin, now }: Verifier) {
  const keysFor = keyring(db);
  const issuer = issuerOf(origin);
  const claims = { issuer, audience: issuer, requiredClaims: ["sub", "sid", "iat", "exp"] };

  /** Returns the member of a token, or null if it is invalid. Fails only if the database does. */
  return async function identify(token: string): Promise<Member | null> {
    const kid = keyIdOf(token);
    if (kid === null) return null;
    const keys = await keysFor(kid);
    const said = keys.verified.find(token) ?? (await verify(token, keys));
    return said && holds(said, now()) ? memberOf(db, said, now()) : null;
  };

  async function verify(token: string, { find, verified }: Keys): Promise<Said | null> {
    const options = { ...claims, algorithms: [tokenAlgorithm], currentDate: now() };
    const read = await jwtVerify(token, find, options).catch(() => null);
    const said = Claims.safeParse(read?.payload);
    if (!said.success) return null;
    verified.keep(token, said.data);
    return said.data;
  }
}

/** True until a verified token expires; its beginning was checked with its signature. */
const holds = ({ exp }: Said, now: Date): boolean => exp > Math.floor(now.getTime() / 1000);

/** The number of verified tokens to remember, at half a kilobyte each; sometimes twice as many are kept. */
const verifiedMax = 2000;

/**
 * Remembers the tokens whose signatures were verified with a set of keys: a page makes several calls with one token,
 * and verifying it takes as long as a query. Its expiry and its session are still checked on each call.
 */
function createVerified() {
  let [latest, before] = [new Map<string, Said>(), new Map<string, Said>()];
  return {
    find: (token: string): Said | undefined => latest.get(token) ?? before.get(token),
    keep(token: string, said: Said) {
      if (latest.size >= verifiedMax) [latest, before] = [new Map(), latest];
      latest.set(token, said);
    },
  };
}

/**
 * A session: when its member last proved their identity, whether their address is confirmed, and how often all access
 * to the account has ended.
 */
type Proved = { id: string; provedAt: Date; isConfirmed: boolean; generation: number };

/** Returns the session of a token that `identify` accepted, or null if it has ended since. */
export async function provedIn(db: Database, token: string): Promise<Proved | null> {
  const { sid } = Claims.parse(decodeJwt(token));
  const { rows } = await sql<Proved>`
    select sessions.id, coalesce(proved_at, sessions.created_at) as "provedAt",
      email_verified as "isConfirmed", access_generation as generation
    from sessions join members on members.id = sessions.member_id where sessions.id = ${sid}`.execute(db);
  return rows[0] ?? null;
}

/** Records that the member of a session has just proved their identity. */
export async function noteProof(db: Database, sessionId: string, now: Date): Promise<void> {
  await sql`update sessions set proved_at = ${now} where id = ${sessionId}`.execute(db);
}

/** Returns the member of a session that has not ended, or null. */
async function memberOf(db: Database, { sub, sid }: Said, now: Date): Promise<Member | null> {
  const [member] = await memberOfSession(db, { sub, sid, now });
  return member ? Member.parse(member) : null;
}

const memberOfSession = preparedWith<Record<"sub" | "sid" | "now", unknown>, Member>(
  (its) => sql<Member>`
    select members.id, members.email, members.name as "displayName", members.image as "photoURL"
    from sessions join members on members.id = sessions.member_id
    where sessions.id = ${its("sid")} and members.id = ${its("sub")} and sessions.expires_at > ${its("now")}
      and members.suspended_at is null`,
);

function keyIdOf(token: string): string | null {
  try {
    return decodeProtectedHeader(token).kid ?? null;
  } catch {
    return null;
  }
}

/**
 * The public keys as last read. An unknown key may be another process's new one, so they are read again, but not for
 * every forged token.
 */
function keyring(db: Database) {
  let known: Promise<Keys> | undefined;
  let readAt = 0;

  const read = () => {
    readAt = performance.now();
    known = readKeys(db);
    // A failure goes to the caller and is not kept.
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

/**
 * Public keys, a function that finds the one for a token, and the tokens verified with them. The function imports each
 * key once, because that takes as long as verifying a signature.
 */
type Keys = {
  ids: ReadonlySet<string>;
  find: ReturnType<typeof createLocalJWKSet>;
  verified: ReturnType<typeof createVerified>;
};

async function readKeys(db: Database): Promise<Keys> {
  const { rows } = await sql<{ id: string; public_key: string }>`select id, public_key from jwks`.execute(db);
  const keys = rows.map(({ id, public_key }) => ({ ...JSON.parse(public_key), kid: id, alg: tokenAlgorithm }));
  return { ids: new Set(rows.map(({ id }) => id)), find: createLocalJWKSet({ keys }), verified: createVerified() };
}
