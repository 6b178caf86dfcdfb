import { sql } from "kysely";
import { preparedWith } from "#db/prepared.ts";
import { say } from "#messages/say.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { nameFor, type Stop } from "../mail.ts";
import type { TaskContext } from "../outbox.ts";
import { shape } from "../shapes.ts";
import { type MailKind, mailKinds } from "./rules.ts";
import { LinkedPreference, NotificationPreferences } from "./shapes.ts";

/** The recipient of a mail, with their name if the address is confirmed, and the link to stop mails of its kind. */
export type Reader = { name: string; email: string; stop: Stop };

/**
 * The recipient of a mail of a kind; null if they are deleted, or do not want it. It is called when the mail goes out.
 */
export async function readerOf(ctx: TaskContext, memberId: string, kind: MailKind): Promise<Reader | null> {
  const [member] = await findReader(ctx.db, { memberId, kind });
  if (!member) return null;
  const token = ctx.links.sign("notifications", `${memberId}:${kind}`);
  const label = say("mail.stop", { kind: say(`mail_kind.${kind}`) });
  return {
    name: nameFor(member),
    email: member.email,
    stop: { label, page: `${ctx.address}/mails#${token}`, call: `${ctx.address}/api/mails/${token}` },
  };
}

const findReader = preparedWith<
  { memberId: string; kind: MailKind },
  { name: string; email: string; email_verified: boolean }
>(
  (place) => sql`
    select name, email, email_verified from members
    where id = ${place("memberId")} and not exists (
      select from notification_preferences
      where member_id = members.id and kind = ${place("kind")} and not wanted
    )`,
);

/** The kinds of mail that the caller gets. @throws Failure sign_in_required */
export async function listNotificationPreferences(ctx: Context): Promise<NotificationPreferences> {
  const { id } = requireMember(ctx);
  const rows = await ctx.db
    .selectFrom("notification_preferences")
    .select("kind")
    .where("member_id", "=", id)
    .where("wanted", "=", false)
    .execute();
  const unwanted = new Set(rows.map((row) => row.kind));
  return shape(
    NotificationPreferences,
    mailKinds.map((kind) => ({ kind, wanted: !unwanted.has(kind) })),
  );
}

/**
 * The preference behind a mail's link, by the id signed into it; every holder of the mail may read it.
 * @throws Failure link_broken (not an id of ours), not_found (the member is deleted)
 */
export async function getLinkedPreference(
  { db }: Pick<Context, "db">,
  linked: string | null,
): Promise<LinkedPreference> {
  const { memberId, kind } = preferenceIn(linked);
  const member = await db.selectFrom("members").select("email").where("id", "=", memberId).executeTakeFirst();
  if (!member) throw new Failure("not_found");
  const preference = await db
    .selectFrom("notification_preferences")
    .select("wanted")
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return shape(LinkedPreference, { kind, wanted: preference?.wanted ?? true, email: member.email });
}

/** The member and the kind of mail in a signed id. @throws Failure link_broken */
export function preferenceIn(linked: string | null): { memberId: string; kind: MailKind } {
  const [memberId = "", name] = linked?.split(":") ?? [];
  const kind = mailKinds.find((each) => each === name);
  if (!kind) throw new Failure("link_broken");
  return { memberId, kind };
}
