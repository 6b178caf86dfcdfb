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
 * The time after a sign-in during which it can create an account, in milliseconds. A browser that still has a Firebase
 * session must not recreate an account that was deleted since.
 */
const justNow = 3_600_000;

/**
 * Returns the member of a Firebase user. It is looked up each time, so that logging out takes effect, and it is created
 * or linked at the first sign-in. Null if the member has logged out since this sign-in, or if an unknown user did not
 * sign in just now.
 * @throws Failure email_needed, account_not_linked (another member has the e-mail, and it is not verified on both
 * sides), suspended
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

/** Invalidates the member's Firebase sign-ins before now; rounded to the second, like the times in tokens. */
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
      // A person who registered with another person's address must not get into that person's account, or the reverse.
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
  // If several calls run at once, one of them creates the member, and all find it. If there is still none, another
  // member has just taken the address.
  const row = await linkedRow(db, user);
  if (!row) throw new Failure("account_not_linked");
  return row;
}

/**
 * Records that the address is the member's own. Firebase's link works without a session, so the owner may have clicked
 * it in an account that another person registered with their address. So earlier sessions end, and drafts wait for the
 * owner to publish them.
 */
async function proveEmail(db: Database, memberId: string, { signedInAt }: FirebaseUser, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await markVerified(tx, memberId, { now, isSame: false });
    await endAccess(tx, memberId, { by: "proved_elsewhere", now: signedInAt, keepSince: signedInAt });
  });
}

const isDuplicate = (error: unknown) => error instanceof Error && "code" in error && error.code === "23505";
