import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { preferenceIn } from "./queries.ts";
import { type MailKind, mailKinds } from "./rules.ts";
import type { NotificationPreference } from "./shapes.ts";

/** Sets whether the caller gets mails of a kind. @throws Failure sign_in_required */
export async function setNotificationPreference(
  ctx: Context,
  { kind, wanted }: NotificationPreference,
): Promise<Acknowledged> {
  const { id } = requireMember(ctx);
  return setPreferences(ctx.db, id, { kinds: [kind], wanted });
}

/**
 * Stops the kind of mail that an action link is about, by the id signed into it, or all kinds that can be stopped;
 * repeating it changes nothing. It works for every holder of the mail, and for their mail program (RFC 8058). For a
 * deleted member it does nothing.
 * @throws Failure link_broken
 */
export async function stopMailsByLink(
  { db }: Pick<Context, "db">,
  linked: string | null,
  all = false,
): Promise<Acknowledged> {
  const { memberId, kind } = preferenceIn(linked);
  return setPreferences(db, memberId, { kinds: all ? mailKinds : [kind], wanted: false });
}

/** Starts mails of this kind again. @throws Failure link_broken */
export async function resumeMailsByLink({ db }: Pick<Context, "db">, linked: string | null): Promise<Acknowledged> {
  const { memberId, kind } = preferenceIn(linked);
  return setPreferences(db, memberId, { kinds: [kind], wanted: true });
}

type Change = { kinds: readonly MailKind[]; wanted: boolean };

async function setPreferences(db: Database, memberId: string, { kinds, wanted }: Change): Promise<Acknowledged> {
  await sql`
    insert into notification_preferences (member_id, kind, wanted)
    select id, kind, ${wanted} from members, jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb) as kind
    where id = ${memberId}
    on conflict (member_id, kind) do update set wanted = excluded.wanted`.execute(db);
  return shape(Acknowledged, { acknowledged: true });
}
