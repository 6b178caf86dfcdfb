import { greeting, type Letter, nameFor } from "../mail.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { oneLine } from "../rules.ts";
import { communityPath } from "../communities/rules.ts";
import { say } from "#messages/say.ts";

// Each mail is made when it goes out, from current data. Communities that hosts hide are not named.
export const chapterJobs: Pick<TaskHandlers, "chapter_asked" | "chapter_answered" | "chapter_ended"> = {
  /** The question to an owner of the other community; null once it is answered or taken back. */
  async chapter_asked(ctx, { communityId, parentId, memberId }) {
    const told = await readAll(ctx, { communityId, parentId, memberId });
    const open = await ctx.db
      .selectFrom("chapter_requests")
      .where("community_id", "=", communityId)
      .where("parent_id", "=", parentId)
      .select("asked_at")
      .executeTakeFirst();
    if (!told || !open) return null;
    const { reader, chapter, parent } = told;
    const words = { title: chapter.title, of: parent.title };
    return letter(reader, {
      subject: say("mail.chapter_asked.subject", words),
      text: say("mail.chapter_asked.text", words),
      actions: [
        { label: say("mail.chapter_asked.action"), address: `${ctx.address}${communityPath(parent.slug)}/edit` },
        { label: say("mail.chapter.see"), address: `${ctx.address}${communityPath(chapter.slug)}` },
      ],
    });
  },

  async chapter_answered(ctx, { accepted, ...ids }) {
    const told = await readAll(ctx, ids);
    if (!told) return null;
    const { reader, chapter, parent } = told;
    const answer = accepted ? "accepted" : "declined";
    const words = { title: chapter.title, of: parent.title };
    return letter(reader, {
      subject: say(`mail.chapter_answered.${answer}.subject`, words),
      text: say(`mail.chapter_answered.${answer}.text`, words),
      actions: [{ label: say("mail.chapter.see"), address: `${ctx.address}${communityPath(chapter.slug)}` }],
    });
  },

  /** The news that two communities no longer belong together; it has their names, because one may be closed. */
  async chapter_ended(ctx, { memberId, title, other, isClosed }) {
    const reader = await readReader(ctx, memberId);
    if (!reader) return null;
    return letter(reader, {
      subject: say("mail.chapter_ended.subject", { title, other }),
      text: say(isClosed ? "mail.chapter_ended.closed" : "mail.chapter_ended.text", { title, other }),
      actions: [],
    });
  },
};

type Ids = { communityId: string; parentId: string; memberId: string };

/** The reader and both communities; null if one is gone, hidden or suspended. */
async function readAll(ctx: TaskContext, { communityId, parentId, memberId }: Ids) {
  const rows = await ctx.db
    .selectFrom("communities")
    .where("id", "in", [communityId, parentId])
    .where("hidden_at", "is", null)
    .select(["id", "slug", "title"])
    .execute();
  const named = rows.map(({ title, ...row }) => ({ ...row, title: oneLine(title) }));
  const chapter = named.find(({ id }) => id === communityId);
  const parent = named.find(({ id }) => id === parentId);
  const reader = await readReader(ctx, memberId);
  return reader && chapter && parent ? { reader, chapter, parent } : null;
}

async function readReader({ db }: TaskContext, memberId: string) {
  const member = await db
    .selectFrom("members")
    .where("id", "=", memberId)
    .where("suspended_at", "is", null)
    .select(["name", "email", "email_verified"])
    .executeTakeFirst();
  return member ? { name: nameFor(member), email: member.email } : null;
}

type Said = { subject: string; text: string; actions: NonNullable<Letter["actions"]> };

const letter = ({ name, email }: { name: string; email: string }, { subject, text, actions }: Said): Letter => ({
  to: email,
  subject,
  heading: subject,
  paragraphs: [...greeting(name), text],
  actions,
  reason: say("mail.community.owner"),
});
