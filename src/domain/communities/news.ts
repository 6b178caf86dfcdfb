import { newId, type Schema } from "#db/schema.server.ts";
import type { Kysely } from "kysely";
import type { Context } from "../context.ts";
import { decodeCursor, encodeCursor, IdCursor, paginate } from "../cursor.ts";
import { Failure } from "../failure.ts";
import { enqueue } from "../outbox.ts";
import { areListed } from "../reviews/listed-words.ts";
import { openReview } from "../reviews/opening.ts";
import { rightFor } from "../rights/rules.ts";
import { oneLine } from "../rules.ts";
import { Acknowledged, isId, type Page, shape } from "../shapes.ts";
import { refusePicture } from "./founding.ts";
import { announceCommunity } from "./announcing.ts";
import { lockCommunityFor } from "./locking.ts";
import { mailedPostsMax, postsMax } from "./rules.ts";
import { Post, type PostFilter, type PostInput, PostMade } from "./shapes.ts";

const day = 86_400_000;

/**
 * Posts news in a community's name: on its page, and by mail to the members who want that, at most twice a day. A post
 * with words on the hosts' list waits for a host, and is not mailed.
 * @throws Failure sign_in_required, not_found, not_yours, under_review, too_many_posts, invalid (a private picture),
 * taken_down
 */
export async function postNews(ctx: Context, communityId: string, input: PostInput): Promise<PostMade> {
  const { text, link = null, picture = null } = input;
  const id = newId();
  const made = await ctx.db.transaction().execute(async (tx) => {
    const community = await lockCommunityFor(tx, ctx, communityId, rightFor.postNews);
    if (community.hidden_at) throw new Failure("under_review");
    const member_id = ctx.actor.kind === "member" ? ctx.actor.member.id : "";
    await refusePicture(ctx, member_id, picture, "picture");
    const latest = await tx
      .selectFrom("community_posts")
      .where("community_id", "=", community.id)
      .where("posted_at", ">", new Date(ctx.now.getTime() - day))
      .orderBy("posted_at")
      .select(["is_mailed", "posted_at"])
      .execute();
    if (latest.length >= postsMax) {
      const [first] = latest;
      const wait = (first?.posted_at.getTime() ?? 0) + day - ctx.now.getTime();
      throw new Failure("too_many_posts", [], Math.ceil(wait / 1000));
    }
    const isHeld = await areListed(tx, [text, link ?? "", picture ?? ""], []);
    const isMailed = !isHeld && latest.filter(({ is_mailed }) => is_mailed).length < mailedPostsMax;
    const hidden_at = isHeld ? ctx.now : null;
    const row = { id, community_id: community.id, member_id, text, link, picture, posted_at: ctx.now };
    await tx
      .insertInto("community_posts")
      .values({ ...row, is_mailed: isMailed, hidden_at })
      .execute();
    if (isHeld) await openReview(tx, { about: "community_post", subjectId: id, cause: "words" }, ctx.now);
    const payload = { postId: id };
    if (isMailed) await enqueue(tx, { kind: "community_news", key: `community_news:${id}`, payload }, ctx.now);
    return { isMailed, isHeld };
  });
  if (!made.isHeld) announceCommunity(ctx, communityId);
  const status = made.isHeld ? "unapproved" : "active";
  return shape(PostMade, { acknowledged: true, insertedId: id, isMailed: made.isMailed, status });
}

/**
 * Deletes a post, by any of the community's organizers. Mails that are sent stay sent.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function deletePost(
  ctx: Context,
  { communityId, postId }: { communityId: string; postId: string },
): Promise<Acknowledged> {
  await ctx.db.transaction().execute(async (tx) => {
    const community = await lockCommunityFor(tx, ctx, communityId, rightFor.deletePost);
    const { numDeletedRows } = isId(postId)
      ? await tx
          .deleteFrom("community_posts")
          .where("id", "=", postId)
          .where("community_id", "=", community.id)
          .executeTakeFirst()
      : { numDeletedRows: 0n };
    if (numDeletedRows === 0n) throw new Failure("not_found");
  });
  announceCommunity(ctx, communityId);
  return shape(Acknowledged, { acknowledged: true });
}

/** A page of a community's news, the latest first. @throws Failure not_found, invalid (cursor) */
export async function listPosts(ctx: Context, communityId: string, filter: PostFilter): Promise<Page<Post>> {
  const community = isId(communityId)
    ? await ctx.db
        .selectFrom("communities")
        .select("id")
        .where("id", "=", communityId)
        .where("hidden_at", "is", null)
        .executeTakeFirst()
    : undefined;
  if (!community) throw new Failure("not_found");
  return postsOf(ctx.db, community.id, filter);
}

/** The same of a community that is known to be public. */
export async function postsOf(db: Kysely<Schema>, communityId: string, filter: PostFilter): Promise<Page<Post>> {
  const after = decodeCursor(IdCursor, filter.cursor);
  const shown = db
    .selectFrom("community_posts")
    .where("community_id", "=", communityId)
    .where("community_posts.hidden_at", "is", null);
  const [rows, { count }] = await Promise.all([
    (after ? shown.where("community_posts.id", "<", after[0]) : shown)
      .leftJoin("members", "members.id", "community_posts.member_id")
      .select(["community_posts.id", "text", "link", "picture", "posted_at", "members.name", "members.image"])
      .orderBy("community_posts.id", "desc")
      .limit(filter.limit + 1)
      .execute(),
    shown.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  const { shown: page, next } = paginate(rows, filter.limit, (last) => encodeCursor(last.id));
  return {
    total: count,
    next,
    rows: page.map((row) =>
      shape(Post, {
        _id: row.id,
        text: row.text,
        link: row.link,
        picture: row.picture,
        postedAt: row.posted_at.toISOString(),
        author: row.name === null ? null : oneLine(row.name),
        authorPhoto: row.name === null ? null : row.image,
      }),
    ),
  };
}
