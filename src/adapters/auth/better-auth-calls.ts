import { isAPIError } from "better-auth/api";
import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { Caller, Cookies } from "#domain/identity.ts";
import type { User } from "#domain/members/shapes.ts";
import { addressHeader, suspendedCode } from "./better-auth.ts";

/** The caller's data in the form that Better Auth takes. Its answer has headers; we pass on only their cookies. */
export const by = ({ address, cookie, userAgent }: Caller) => ({
  headers: new Headers({ [addressHeader]: address, cookie, "user-agent": userAgent }),
  returnHeaders: true as const,
});

export type Answer<Body> = { headers: Headers; response: Body };

/**
 * Returns Better Auth's answer, and the cookies that it sets.
 * @throws Failure for a refusal; any other error is a bug, or the database's error if it is unreachable
 */
export async function ask<Body>(db: Database, call: Promise<Answer<Body>>): Promise<Cookies & { body: Body }> {
  try {
    const { headers, response } = await call;
    return { body: response, cookies: headers.getSetCookie() };
  } catch (error) {
    throw isAPIError(error) ? await failureOf(error, db) : error;
  }
}

type Refused = { statusCode: number; body?: { code?: string } | undefined };

/** Converts a refusal by Better Auth to one of our failures. */
export async function failureOf({ statusCode, body }: Refused, db: Database): Promise<Error> {
  const code = body?.code ?? "";
  if (code === suspendedCode) return new Failure("suspended");
  if (code === "INVALID_TOKEN") return new Failure("link_used");
  if (statusCode === 400) return new Failure("invalid");
  // Better Auth treats an unreachable database as an ended session, among other things.
  await sql`select 1`.execute(db);
  if (statusCode === 401) return new Failure("sign_in_required");
  return new Error(`Better Auth answered ${statusCode} ${code}`);
}

export type UserRow = Omit<User, "image"> & { image?: string | null | undefined };

/** Converts a member's row to the user of a session. */
export const userOf = ({ id, name, email, emailVerified, image = null }: UserRow): User => ({
  id,
  name,
  email,
  emailVerified,
  image,
});
