import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { sql } from "kysely";
import { tokenAlgorithm } from "../../src/adapters/auth/tokens.ts";
import { type Database, newId } from "../../src/db/schema.server.ts";
import type { Make } from "../make.ts";

/** A person whom a server accepts as a logged-in member. */
export type Person = { id: string; email: string; token: string };

/** Makes members who are logged in. */
export const makeCrowd = async (make: Make, count: number): Promise<Person[]> =>
  signedIn(make.db, await make.members(count));

/**
 * Logs members in directly in the tables: registering hundreds would hash as many passwords. Each has a session and a
 * token of it, signed with a key among the server's own.
 */
export async function signedIn(db: Database, members: { id: string; email: string }[]): Promise<Person[]> {
  const { privateKey, publicKey } = await generateKeyPair(tokenAlgorithm, { crv: "Ed25519" });
  const kid = newId();
  const key = JSON.stringify(await exportJWK(publicKey));
  await sql`insert into jwks (id, public_key, private_key, created_at)
    values (${kid}, ${key}, '"only the test has it"', now() - interval '1 year')`.execute(db);

  const sessions = members.map(({ id }) => ({ id: newId(), member_id: id, token: newId() }));
  await sql`insert into sessions (id, member_id, token, expires_at)
    select id, member_id, token, now() + interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb) as s(id uuid, member_id uuid, token text)`.execute(db);
  return Promise.all(
    members.map(async ({ id, email }, index) => {
      const token = await new SignJWT({ sid: sessions[index]?.id })
        .setProtectedHeader({ alg: tokenAlgorithm, kid })
        .setSubject(id)
        .setIssuer("http://localhost")
        .setAudience("http://localhost")
        .setIssuedAt()
        .setExpirationTime("1h")
        .sign(privateKey);
      return { id, email, token };
    }),
  );
}

/** A server's answer: its status, and its body as JSON. */
export type Answer = { status: number; said: { state?: string; position?: number; code?: string } };

/** Makes a call of the API as a person. Fails if the connection is lost. */
export async function ask(
  address: string,
  person: Person,
  method: string,
  path: string,
  input?: object,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" };
  const body = input && JSON.stringify(input);
  const answer = await fetch(`${address}/api${path}`, { method, headers, ...(body && { body }) });
  // A proxy whose servers do not answer sends no JSON.
  const said = answer.headers.get("content-type")?.includes("json") ? await answer.json() : await answer.text();
  return { status: answer.status, said: typeof said === "string" ? {} : (said as Answer["said"]) };
}
