import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { Caller, Sessions, SignedIn } from "#domain/identity.ts";
import { endAccess, generationOf, lockSession } from "./access.ts";
import type { BetterAuth } from "./better-auth.ts";
import { type Answer, ask, by, userOf, type UserRow } from "./better-auth-calls.ts";
import type { knownDevices } from "./known-device.ts";
import { replacesSession } from "./session-cookie.ts";

/** A live session: its member, its own id, and the time of the log-in. */
export type Session = {
  memberId: string;
  sessionId: string;
  since: Date;
  name: string;
  email: string;
  emailVerified: boolean;
};

/** Better Auth's answer when it has begun a session; `token` is its secret. */
type Begun = { user: UserRow; token: string | null };

type Parts = {
  db: Database;
  betterAuth: BetterAuth;
  devices: ReturnType<typeof knownDevices>;
  origin: string | null;
  now: () => Date;
  /** Firebase's tokens outlive our sessions, so ending a session sets the time from which tokens are valid. */
  endTokens: ((memberId: string) => Promise<void>) | undefined;
};

/** Members' sessions, with functions for other ways of logging in to find, begin and replace one. */
export function createSessions({ db, betterAuth, devices, origin, now, endTokens }: Parts) {
  const { api } = betterAuth;

  /** Returns the session of a caller's cookie; null if there is none. */
  async function findSession(caller: Caller): Promise<Session | null> {
    const { body } = await ask(db, api.getSession(by(caller)));
    if (!body) return null;
    const { id: memberId, name, email, emailVerified } = body.user;
    const { id: sessionId, createdAt: since } = body.session;
    return { memberId, sessionId, since, name, email, emailVerified };
  }

  /** Returns the same. @throws Failure sign_in_required */
  async function requireSession(caller: Caller): Promise<Session> {
    const session = await findSession(caller);
    if (!session) throw new Failure("sign_in_required");
    return session;
  }

  /**
   * Logs a member in by a call of Better Auth's that begins a session. The proof may become invalid during the call,
   * for example a password when it is reset; with the `email`, this is checked afterwards.
   * @throws Failure
   */
  async function beginSession(caller: Caller, call: () => Promise<Answer<Begun>>, email?: string): Promise<SignedIn> {
    const before = email === undefined ? null : await generationOf(db, email);
    const { body, cookies } = await ask(db, call());
    if (before !== null && before !== (await generationOf(db, body.user.email))) {
      await sql`delete from sessions where token = ${body.token}`.execute(db);
      throw new Failure("invalid_credentials");
    }
    await endReplaced(caller, cookies);
    const user = userOf(body.user);
    return { user, cookies: [...cookies, devices.remember(user.email)] };
  }

  /** Ends the session that a caller brought along, when these cookies begin another. */
  async function endReplaced(caller: Caller, cookies: string[]): Promise<void> {
    if (replacesSession(caller, cookies, origin)) await api.signOut(by(caller));
  }

  const sessions: Sessions = {
    async read(caller) {
      const { body, cookies } = await ask(db, api.getSession(by(caller)));
      return { user: body && userOf(body.user), cookies };
    },

    async token(caller) {
      const { body, cookies } = await ask(db, api.getToken(by(caller)));
      return { token: body.token, cookies };
    },

    async end(caller) {
      const session = endTokens && (await findSession(caller));
      if (session) await endTokens?.(session.memberId);
      const { cookies } = await ask(db, api.signOut(by(caller)));
      return { cookies };
    },

    async list(caller) {
      const { memberId, sessionId } = await requireSession(caller);
      const ways = await sql<{ provider: string }>`
        select provider_id as provider from accounts where member_id = ${memberId} order by created_at`.execute(db);
      const living = await sql<Device>`
        select id, id = ${sessionId} as current, user_agent as browser, ip_address as address, created_at as since,
          updated_at as "lastSeen"
        from sessions where member_id = ${memberId} and expires_at > ${now()}
        order by id = ${sessionId} desc, updated_at desc, id`.execute(db);
      return { ways: ways.rows.map(({ provider }) => provider), devices: living.rows.map(inIso) };
    },

    async endOne(caller, { id }) {
      const { memberId } = await requireSession(caller);
      await endTokens?.(memberId);
      await sql`delete from sessions where id = ${id} and member_id = ${memberId}`.execute(db);
    },

    async endOthers(caller) {
      const session = await requireSession(caller);
      const { memberId, sessionId } = session;
      await db.transaction().execute(async (tx) => {
        await lockSession(tx, session);
        await endAccess(tx, memberId, { by: "everywhere", now: now(), keep: sessionId });
      });
    },

    async keys() {
      const { body } = await ask(db, api.getJwks({ returnHeaders: true }));
      return { keys: body.keys.map(({ kid = "", ...key }) => ({ ...key, kid })) };
    },
  };

  return { sessions, findSession, requireSession, beginSession, endReplaced };
}

type Device = {
  id: string;
  current: boolean;
  browser: string | null;
  address: string | null;
  since: Date;
  lastSeen: Date;
};

const inIso = ({ since, lastSeen, ...device }: Device) => ({
  ...device,
  since: since.toISOString(),
  lastSeen: lastSeen.toISOString(),
});
