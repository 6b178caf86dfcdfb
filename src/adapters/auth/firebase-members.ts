import { sql } from "kysely";
import { type Database, newId } from "#db/schema.server.ts";
import type { Announce } from "#domain/context.ts";
import { Failure } from "#domain/failure.ts";
import { Member } from "#domain/members/shapes.ts";
import { shape } from "#domain/shapes.ts";
import type { FirebaseUser } from "./firebase.ts";
import { endAccess } from "./access.ts";
import { endForLinking } from "./linking.ts";
import { askToVerify } from "./mail-tasks.ts";
import { markVerified } from "./verified.ts";

type Row = {
  id: string;
  email: string;
  email_verified: boolean;
  name: string;
  image: string | null;
  tokens_valid_from: Date | null;
  suspended_at: Date | null;
};

type Parts = { db: Database; announce: Announce };

/**
 * In milliseconds: how long after signing in somebody can become a member. A browser that still knows somebody at Firebase
 * must not bring back an account that was deleted since.
 */
const justNow = 3_600_000;

/**
 * The member that somebody at Firebase is: looked up each time, so that signing out is heard; made or linked on first
 * sight. Null when the member has signed out since this person signed in, or when somebody unknown has not signed in just now.
 * @throws Failure email_needed, account_not_linked (another member has the e-mail, and it is not verified on both sides), suspended
 */
export async function memberOf({ db, announce }: Parts, user: FirebaseUser, now: Date): Promise<Member | null> {
  const linked = await linkedRow(db, user);
  if (!linked && now.getTime() - user.signedInAt.getTime() > justNow) return null;
  const row = linked ?? (await makeOrLink(db, user, now));
  if (row.suspended_at) throw new Failure("suspended");
  if (row.tokens_valid_from && user.signedInAt < row.tokens_valid_from) return null;
  if (user.emailVerified && !row.email_verified && user.email === row.email) {
    await proveEmail(db, row.id, user, now);
    announce("members");
  }
  return shape(Member, { id: row.id, email: row.email, displayName: row.name, photoURL: row.image });
}

/** Devices of this member that have signed in at Firebase before now have to do so again; to the second, as tokens tell time. */
export async function refuseEarlierTokens(db: Database, memberId: string, now: Date): Promise<void> {
  const from = new Date(Math.floor(now.getTime() / 1000) * 1000);
  await sql`update members set tokens_valid_from = greatest(tokens_valid_from, ${from}) where id = ${memberId}`.execute(
    db,
  );
}

async function linkedRow(db: Database, { id }: FirebaseUser): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select m.id, m.email, m.email_verified, m.name, m.image, m.tokens_valid_from, m.suspended_at
    from accounts a join members m on m.id = a.member_id
    where a.provider_id = 'firebase' and a.account_id = ${id}`.execute(db);
  return rows[0];
}

async function makeOrLink(db: Database, user: FirebaseUser, now: Date): Promise<Row> {
  const { email } = user;
  if (email === null) throw new Failure("email_needed");
  try {
    await db.transaction().execute(async (tx) => {
      const owner = await tx
        .selectFrom("members")
        .select(["id", "email_verified"])
        .where("email", "=", email)
        .forUpdate()
        .executeTakeFirst();
      // Who wrote the address down without owning it must not get into the account of its owner, nor the owner into theirs.
      if (owner && !(owner.email_verified && user.emailVerified)) throw new Failure("account_not_linked");
      const id = owner?.id ?? newId();
      const { name, picture: image, emailVerified: email_verified } = user;
      if (!owner) await tx.insertInto("members").values({ id, name, email, email_verified, image }).execute();
      if (!owner && !email_verified) await askToVerify(tx, id, now);
      await sql`insert into accounts (id, member_id, provider_id, account_id)
        values (${newId()}, ${id}, 'firebase', ${user.id})`.execute(tx);
      if (owner) await endForLinking(tx, { memberId: id, way: "firebase", now, tokensFrom: user.signedInAt });
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  // Of several at once one has made it, and all find it. Otherwise somebody else took the address just now.
  const row = await linkedRow(db, user);
  if (!row) throw new Failure("account_not_linked");
  return row;
}

/**
 * Notes that the address is the member's own. Firebase's link works without a session, so it may be the owner who pressed it, and
 * somebody else who registered with the address and waited. Sessions from before end, and drafts stay for the owner to publish.
 */
async function proveEmail(db: Database, memberId: string, { signedInAt }: FirebaseUser, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await markVerified(tx, memberId, { now, isSame: false });
    await endAccess(tx, memberId, { by: "proved_elsewhere", now: signedInAt, keepSince: signedInAt });
  });
}

const isDuplicate = (error: unknown) => error instanceof Error && "code" in error && error.code === "23505";
