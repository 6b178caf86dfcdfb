import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { announceCommunity } from "../communities/announcing.ts";
import { type LockedCommunity, lockCommunityFor } from "../communities/locking.ts";
import { ownersOf } from "../communities/people.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import type { MessageKey } from "#messages/say.ts";
import { enqueueAll, type Task } from "../outbox.ts";
import type { LimitAttempts } from "../ports.ts";
import { isOpenAt, mayRun, requireRun } from "../rights/queries.ts";
import { type Right, rightFor } from "../rights/rules.ts";
import { oneLine } from "../rules.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { recordAction } from "../team-log/commands.ts";
import { slugIn } from "./rules.ts";
import type { ChapterAnswer, PartOfInput } from "./shapes.ts";

const done = () => shape(Acknowledged, { acknowledged: true });
const refuse = (rule: MessageKey) => new Failure("invalid", [{ path: "of", rule }]);

/**
 * Asks the owners of another community whether a community can be part of it, for owners only; they get a mail. Another
 * request of the community ends by that. A community with chapters is part of none, and a chapter has none.
 * @throws Failure sign_in_required, not_found, not_yours, too_many_mails, under_review, invalid (the other community)
 */
export async function askToBeChapter(
  ctx: Context & { limitAttempts: LimitAttempts },
  communityId: string,
  { of }: PartOfInput,
): Promise<Acknowledged> {
  const { id: memberId } = requireMember(ctx);
  await requireRun(ctx, communityId, rightFor.askToBeChapter);
  const found = await ctx.db.selectFrom("communities").where("slug", "=", slugIn(of)).select("id").executeTakeFirst();
  if (!found) throw refuse("rule.chapter.of");
  await ctx.limitAttempts("outreach", { account: memberId, recipient: found.id });
  await ctx.db.transaction().execute(async (tx) => {
    const [own, other] = await lockTwo(tx, communityId, found.id);
    if (!own || !(await mayRun(tx, ctx, own.id, rightFor.askToBeChapter))) throw new Failure("not_yours");
    if (own.hidden_at) throw new Failure("under_review");
    if (!other || other.id === own.id || other.hidden_at || (await isBlockedBy(tx, other.id, memberId, ctx.now)))
      throw refuse("rule.chapter.of");
    if (own.part_of) throw refuse("rule.chapter.is_chapter");
    if (await hasChapters(tx, own.id)) throw refuse("rule.chapter.has_chapters");
    if (other.part_of) throw refuse("rule.chapter.of_chapter");
    const asked = { parent_id: other.id, asked_at: ctx.now };
    const { numInsertedOrUpdatedRows: changed } = await tx
      .insertInto("chapter_requests")
      .values({ community_id: own.id, ...asked })
      .onConflict((conflict) =>
        conflict.column("community_id").doUpdateSet(asked).where("chapter_requests.parent_id", "!=", other.id),
      )
      .executeTakeFirstOrThrow();
    // Asking the same community again sends nothing.
    if (changed === 0n) return;
    await recordAction(tx, { communityId: own.id }, { action: "chapter_asked", words: oneLine(other.title) }, ctx);
    const payload = { communityId: own.id, parentId: other.id };
    await tellOwners(tx, other.id, ctx, (owner) => ({
      kind: "chapter_asked",
      key: `chapter_asked:${own.id}:${other.id}:${ctx.now.toISOString()}:${owner}`,
      payload: { ...payload, memberId: owner },
    }));
  });
  return done();
}

/**
 * Answers a community that asks to be part of another, for the other's owners only; its owners are told. A second
 * answer finds no request. A community that hosts hide waits for its answer.
 * @throws Failure sign_in_required, not_found, also without a request; not_yours, chapter_of_chapter
 */
export async function answerChapter(
  ctx: Context,
  { parentId, communityId }: { parentId: string; communityId: string },
  { accept }: ChapterAnswer,
): Promise<Acknowledged> {
  await ctx.db.transaction().execute(async (tx) => {
    const [chapter, parent] = await lockPair(tx, ctx, { parentId, communityId }, rightFor.answerChapter);
    if (chapter.hidden_at) throw new Failure("not_found");
    const asked = await tx
      .deleteFrom("chapter_requests")
      .where("community_id", "=", chapter.id)
      .where("parent_id", "=", parent.id)
      .returning("asked_at")
      .executeTakeFirst();
    if (!asked) throw new Failure("not_found");
    if (accept) {
      // Both rows are locked, and nobody becomes a chapter without a lock on the other's row.
      if (chapter.part_of || parent.part_of || (await hasChapters(tx, chapter.id)))
        throw new Failure("chapter_of_chapter");
      await tx.updateTable("communities").set({ part_of: parent.id }).where("id", "=", chapter.id).execute();
    }
    const action = accept ? "chapter_accepted" : "chapter_declined";
    await recordAction(tx, { communityId: parent.id }, { action, words: oneLine(chapter.title) }, ctx);
    const payload = { communityId: chapter.id, parentId: parent.id, accepted: accept };
    await tellOwners(tx, chapter.id, ctx, (owner) => ({
      kind: "chapter_answered",
      key: `chapter_answered:${chapter.id}:${parent.id}:${asked.asked_at.toISOString()}:${owner}`,
      payload: { ...payload, memberId: owner },
    }));
  });
  if (accept) for (const id of [communityId, parentId]) announceCommunity(ctx, id.toLowerCase());
  return done();
}

/**
 * Ends that a community is part of another, or takes back its request, for its owners only. The other's owners are told
 * of an end. Repeating it changes nothing.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function endBeingChapter(ctx: Context, communityId: string): Promise<Acknowledged> {
  const ended = await ctx.db.transaction().execute(async (tx) => {
    const own = await lockCommunityFor(tx, ctx, communityId, rightFor.endBeingChapter);
    await tx.deleteFrom("chapter_requests").where("community_id", "=", own.id).execute();
    const parent = await tx
      .selectFrom("communities")
      .where("id", "=", own.part_of ?? own.id)
      .where("id", "!=", own.id)
      .select(["id", "title"])
      .executeTakeFirst();
    if (!parent) return [];
    await end(tx, ctx, { chapter: own, parent, by: own, other: parent });
    return [own.id, parent.id];
  });
  for (const id of ended) announceCommunity(ctx, id);
  return done();
}

/**
 * Ends that another community is part of this one, for its owners only; the other's owners are told.
 * @throws Failure sign_in_required, not_found, also if it is not a chapter; not_yours
 */
export async function endChapter(
  ctx: Context,
  { parentId, communityId }: { parentId: string; communityId: string },
): Promise<Acknowledged> {
  await ctx.db.transaction().execute(async (tx) => {
    const [chapter, parent] = await lockPair(tx, ctx, { parentId, communityId }, rightFor.endChapter);
    if (chapter.part_of !== parent.id) throw new Failure("not_found");
    await end(tx, ctx, { chapter, parent, by: parent, other: chapter });
  });
  for (const id of [communityId, parentId]) announceCommunity(ctx, id.toLowerCase());
  return done();
}

type Some = { id: string; title: string };
type Ended = { chapter: Some; parent: Some; by: Some & { hidden_at: Date | null }; other: Some };

async function end(tx: Transaction<Schema>, ctx: Context, { chapter, by, other }: Ended): Promise<void> {
  await tx.updateTable("communities").set({ part_of: null }).where("id", "=", chapter.id).execute();
  await recordAction(tx, { communityId: by.id }, { action: "chapter_ended", words: oneLine(other.title) }, ctx);
  // A hidden community is not named.
  if (by.hidden_at) return;
  const payload = { title: oneLine(by.title), other: oneLine(other.title), isClosed: false };
  await tellOwners(tx, other.id, ctx, (owner) => ({
    kind: "chapter_ended",
    key: `chapter_ended:${chapter.id}:${ctx.now.toISOString()}:${owner}`,
    payload: { ...payload, memberId: owner },
  }));
}

async function tellOwners(tx: Transaction<Schema>, communityId: string, { now }: Context, task: (id: string) => Task) {
  await enqueueAll(tx, (await ownersOf(tx, communityId, now)).map(task), now);
}

/** Locks two communities in the order of their ids, so that two calls never wait for each other. */
async function lockTwo(tx: Transaction<Schema>, ...ids: [string, string]) {
  const valid = ids.filter(isId);
  if (valid.length === 0) return [undefined, undefined];
  const rows = await tx
    .selectFrom("communities")
    .selectAll()
    .where("id", "in", valid)
    .orderBy("id")
    .forUpdate()
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id.toLowerCase()));
}

/**
 * Locks a community and the one that it asks or is part of, for a right of the caller at the latter.
 * @throws Failure sign_in_required, not_found, not_yours
 */
async function lockPair(
  tx: Transaction<Schema>,
  ctx: Context,
  { parentId, communityId }: { parentId: string; communityId: string },
  right: Right,
): Promise<[chapter: LockedCommunity, parent: LockedCommunity]> {
  requireMember(ctx);
  const [chapter, parent] = await lockTwo(tx, communityId, parentId);
  if (!parent) throw new Failure("not_found");
  if (!(await mayRun(tx, ctx, parent.id, right))) throw new Failure(parent.hidden_at ? "not_found" : "not_yours");
  if (!chapter) throw new Failure("not_found");
  return [chapter, parent];
}

async function hasChapters(tx: Transaction<Schema>, id: string): Promise<boolean> {
  const row = await tx.selectFrom("communities").where("part_of", "=", id).select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Tests whether an owner of a community has blocked a member. */
async function isBlockedBy(tx: Transaction<Schema>, communityId: string, memberId: string, now: Date) {
  const { rows } = await sql<{ blocked: boolean }>`select exists (
      select from blocks join rights on rights.member_id = blocker_id
      where blocked_id = ${memberId} and rights.community_id = ${communityId} and role = 'owner' and ${isOpenAt(now)}
    ) as blocked`.execute(tx);
  return rows[0]?.blocked ?? false;
}
