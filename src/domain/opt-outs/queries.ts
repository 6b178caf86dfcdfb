import { say } from "#messages/all.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import type { Stop } from "../mail.ts";
import type { TaskContext } from "../outbox.ts";
import { type MailKind, mailKinds } from "./rules.ts";
import { LinkedWish, MailWishes } from "./shapes.ts";

/** Somebody who gets a mail, and how they get no more of its kind. */
export type Reader = { name: string; email: string; stop: Stop };

/** Who gets a mail of a kind; null when they are gone, or do not want it. Asked when the mail goes out. */
export async function readerOf(ctx: TaskContext, memberId: string, kind: MailKind): Promise<Reader | null> {
  const member = await ctx.db
    .selectFrom("members")
    .select(["name", "email"])
    .where("id", "=", memberId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("mail_opt_outs")
            .select("kind")
            .whereRef("member_id", "=", "members.id")
            .where("kind", "=", kind),
        ),
      ),
    )
    .executeTakeFirst();
  if (!member) return null;
  const token = ctx.links.sign("mails", `${memberId}:${kind}`);
  const label = say("mail.stop", { kind: say(`mail_kind.${kind}`) });
  return {
    ...member,
    stop: { label, page: `${ctx.address}/mails#${token}`, call: `${ctx.address}/api/mails/${token}` },
  };
}

/** Which kinds of mail the member who asks gets. @throws Failure sign_in_required */
export async function listMailWishes(ctx: Context): Promise<MailWishes> {
  const { id } = requireMember(ctx);
  const rows = await ctx.db.selectFrom("mail_opt_outs").select("kind").where("member_id", "=", id).execute();
  const unwanted = new Set(rows.map((row) => row.kind));
  return MailWishes.parse(mailKinds.map((kind) => ({ kind, wanted: !unwanted.has(kind) })));
}

/**
 * What the link in a mail is about, by the id that was signed into it; for whoever has the mail.
 * @throws Failure link_broken (no id of ours), not_found (the member is gone)
 */
export async function getLinkedWish({ db }: Pick<Context, "db">, linked: string | null): Promise<LinkedWish> {
  const { memberId, kind } = wishIn(linked);
  const member = await db.selectFrom("members").select("email").where("id", "=", memberId).executeTakeFirst();
  if (!member) throw new Failure("not_found");
  const unwanted = await db
    .selectFrom("mail_opt_outs")
    .select("kind")
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return LinkedWish.parse({ kind, wanted: !unwanted, email: member.email });
}

/** Whose mails of which kind a signed id means. @throws Failure link_broken */
export function wishIn(linked: string | null): { memberId: string; kind: MailKind } {
  const [memberId = "", name] = linked?.split(":") ?? [];
  const kind = mailKinds.find((each) => each === name);
  if (!kind) throw new Failure("link_broken");
  return { memberId, kind };
}
