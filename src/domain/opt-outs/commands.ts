import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { wishIn } from "./queries.ts";
import { type MailKind, mailKinds } from "./rules.ts";
import { type MailWish, WishAnswer } from "./shapes.ts";

/** Gets the member who asks mails of a kind from now on, or no more. @throws Failure sign_in_required */
export async function setMailWish(ctx: Context, { kind, wanted }: MailWish): Promise<WishAnswer> {
  const { id } = requireMember(ctx);
  await (wanted ? resume(ctx.db, id, kind) : stop(ctx.db, id, [kind]));
  return done;
}

/**
 * Stops what the link in a mail is about, by the id that was signed into it, or all that can be stopped; once more changes
 * nothing. For whoever has the mail, and for their mail program (RFC 8058). Of somebody who is gone nothing is left to stop.
 * @throws Failure link_broken
 */
export async function stopLinkedMails({ db }: Pick<Context, "db">, linked: string | null, all = false) {
  const { memberId, kind } = wishIn(linked);
  await stop(db, memberId, all ? mailKinds : [kind]);
  return done;
}

/** Takes that back, for this kind. @throws Failure link_broken */
export async function resumeLinkedMails({ db }: Pick<Context, "db">, linked: string | null): Promise<WishAnswer> {
  const { memberId, kind } = wishIn(linked);
  await resume(db, memberId, kind);
  return done;
}

const done = WishAnswer.parse({ acknowledged: true });

async function stop(db: Database, memberId: string, kinds: readonly MailKind[]): Promise<void> {
  await sql`
    insert into mail_opt_outs (member_id, kind)
    select id, kind from members, jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb) as kind
    where id = ${memberId}
    on conflict do nothing`.execute(db);
}

async function resume(db: Database, memberId: string, kind: MailKind): Promise<void> {
  await db.deleteFrom("mail_opt_outs").where("member_id", "=", memberId).where("kind", "=", kind).execute();
}
