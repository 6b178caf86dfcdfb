import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { type Kysely, sql } from "kysely";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { Caller, Passkeys, SignedIn } from "#domain/identity.ts";
import { passkeysMax } from "#domain/members/rules.ts";
import { outageIn } from "#domain/outage.ts";
import { lockSession } from "./access.ts";
import type { Attempts } from "./attempts.ts";
import { tellOfNewWay } from "./mail-tasks.ts";
import type { Proof } from "./proof.ts";
import type { createSessions } from "./sessions.ts";

type Parts = {
  db: Database;
  origin: string | null;
  attempts: Attempts;
  proof: Proof;
  requireSession: ReturnType<typeof createSessions>["requireSession"];
  beginSessionOf: (caller: Caller, memberId: string) => Promise<SignedIn>;
  now: () => Date;
};

/** The time in which a person must agree on their device, in milliseconds. */
const patience = 5 * 60_000;

type Row = { id: string; credential_id: string; name: string; created_at: Date; used_at: Date | null };
type Key = { id: string; member_id: string; credential_id: string; public_key: Uint8Array; counter: number };

const shown = ({ id, name, created_at, used_at }: Row) => ({
  id,
  name,
  since: created_at.toISOString(),
  lastUsed: used_at?.toISOString() ?? null,
});

/** Returns the result of verifying signed data; null if they are invalid in any way. */
async function verified<Result>(look: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await look();
  } catch (error) {
    if (outageIn(error)) throw error;
    return null;
  }
}

/**
 * Passkeys (WebAuthn): keys that stay on people's devices, each for our host name only. A device proves that it has the
 * key and that its owner agreed, by a fingerprint or a code; nothing that could be typed on another site is ever sent.
 * The challenge to sign is made here, and is valid once, for five minutes.
 */
export function createPasskeys(parts: Parts): Passkeys {
  const { db, origin, attempts, proof, requireSession, beginSessionOf, now } = parts;

  /** Returns our address, which keys and signatures are bound to. */
  const partyOf = ({ base }: Caller) => {
    const expectedOrigin = origin ?? base;
    return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname };
  };

  async function keep(challenge: string, memberId: string | null): Promise<void> {
    const until = new Date(now().getTime() + patience);
    await sql`insert into passkey_challenges (challenge, member_id, expires_at)
      values (${challenge}, ${memberId}, ${until})`.execute(db);
  }

  /** Uses up a challenge: one for logging in, or one of this member's. */
  async function take(challenge: string, memberId: string | null): Promise<boolean> {
    const { rows } = await sql`delete from passkey_challenges
      where challenge = ${challenge} and member_id is not distinct from ${memberId}::uuid and expires_at > ${now()}
      returning challenge`.execute(db);
    return rows.length > 0;
  }

  /** Returns a member's passkeys, oldest first. */
  async function rowsOf(memberId: string, tx: Kysely<Schema> = db): Promise<Row[]> {
    const { rows } = await sql<Row>`select id, member_id, credential_id, name, created_at, used_at from passkeys
      where member_id = ${memberId} order by created_at, id`.execute(tx);
    return rows;
  }

  return {
    async signInOptions(caller) {
      const { expectedRPID: rpID } = partyOf(caller);
      const options = await generateAuthenticationOptions({ rpID, userVerification: "required", timeout: patience });
      await keep(options.challenge, null);
      return { options };
    },

    async signIn(caller, { response }) {
      const signed = response as unknown as AuthenticationResponseJSON;
      const { rows } = await sql<Key>`select id, member_id, credential_id, public_key, counter::integer as counter
        from passkeys where credential_id = ${signed.id}`.execute(db);
      const [key] = rows;
      const counter = await verified(async () => {
        if (!key) return null;
        const { credential_id: id, public_key, counter: last } = key;
        const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
          response: signed,
          ...partyOf(caller),
          expectedChallenge: (challenge) => take(challenge, null),
          requireUserVerification: true,
          credential: { id, publicKey: new Uint8Array(public_key), counter: last },
        });
        return isRight ? authenticationInfo.newCounter : null;
      });
      if (!key || counter === null) throw new Failure("passkey_unknown");
      await sql`update passkeys set counter = ${counter}, used_at = ${now()} where id = ${key.id}`.execute(db);
      return beginSessionOf(caller, key.member_id);
    },

    async list(caller) {
      const { memberId } = await requireSession(caller);
      return { passkeys: (await rowsOf(memberId)).map(shown) };
    },

    async addOptions(caller, { password }) {
      const session = await requireSession(caller);
      await proof.requireProof(session, password);
      const { memberId, name, email } = session;
      const held = await rowsOf(memberId);
      if (held.length >= passkeysMax) throw new Failure("passkeys_full");
      const options = await generateRegistrationOptions({
        rpName: "Goodturn",
        rpID: partyOf(caller).expectedRPID,
        userName: email,
        userDisplayName: name,
        userID: new TextEncoder().encode(memberId),
        timeout: patience,
        excludeCredentials: held.map(({ credential_id: id }) => ({ id })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      await keep(options.challenge, memberId);
      return { options };
    },

    async add(caller, { name, response }) {
      const session = await requireSession(caller);
      const { memberId, email, emailVerified } = session;
      const made = await verified(async () => {
        const { registrationInfo } = await verifyRegistrationResponse({
          response: response as unknown as RegistrationResponseJSON,
          ...partyOf(caller),
          expectedChallenge: (challenge) => take(challenge, memberId),
          requireUserVerification: true,
        });
        return registrationInfo?.credential ?? null;
      });
      if (!made) throw new Failure("passkey_unreadable");
      if (!emailVerified) await attempts.limitAttempts("outreach", { account: memberId, recipient: email });
      await db.transaction().execute(async (tx) => {
        await lockSession(tx, session);
        if ((await rowsOf(memberId, tx)).length >= passkeysMax) throw new Failure("passkeys_full");
        const { rows } =
          await sql`insert into passkeys (id, member_id, credential_id, public_key, counter, name, created_at)
          values (${newId()}, ${memberId}, ${made.id}, ${Buffer.from(made.publicKey)}, ${made.counter}, ${name},
            ${now()}) on conflict (credential_id) do nothing returning id`.execute(tx);
        if (rows.length === 0) throw new Failure("passkey_taken");
        await tellOfNewWay(tx, { memberId, way: "passkey", withoutPassword: false }, now());
      });
    },

    async rename(caller, { id, name }) {
      const { memberId } = await requireSession(caller);
      const { rows } = await sql`update passkeys set name = ${name}
        where id = ${id} and member_id = ${memberId} returning id`.execute(db);
      if (rows.length === 0) throw new Failure("not_found");
    },

    async remove(caller, { id, password }) {
      const session = await requireSession(caller);
      await proof.requireProof(session, password);
      await sql`delete from passkeys where id = ${id} and member_id = ${session.memberId}`.execute(db);
    },
  };
}
