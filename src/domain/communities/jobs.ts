import { sql } from "kysely";
import { isBlockedBetween } from "../blocks/queries.ts";
import { toEntry, toEvent, withOrganizer } from "../events/rows.ts";
import { nameFor } from "../mail.ts";
import { readerOf } from "../notification-preferences/queries.ts";
import { enqueueAll, type Task, type TaskContext, type TaskHandlers } from "../outbox.ts";
import { oneLine } from "../rules.ts";
import { addressAskedMail, answeredMail, confirmAddressMail, dateMail, newsMail, ownerNamedMail } from "./mails.ts";
import { countYears } from "./years.ts";

type CommunityTasks =
  | "community_dates"
  | "community_date"
  | "community_news"
  | "community_post"
  | "membership_answered"
  | "confirm_community_address"
  | "community_address_asked"
  | "community_owner_named"
  | "community_years";

// Each mail is made when it goes out, from current data.
export const communityJobs: Pick<TaskHandlers, CommunityTasks> = {
  /** Writes a task for each member who wants to hear of events or was never asked. The event's organizer gets none. */
  async community_dates({ db, now }, { eventId }) {
    const members = await db
      .selectFrom("events")
      .innerJoin("memberships", "memberships.community_id", "events.owner_community_id")
      .where("events.id", "=", eventId)
      .where((eb) => eb.or([eb("hears", "=", true), eb("hears", "is", null)]))
      .whereRef("memberships.member_id", "!=", "events.organizer_id")
      .select("memberships.member_id")
      .execute();
    const tasks = members.map(({ member_id: memberId }): Task => {
      const key = `community_date:${eventId}:${memberId}`;
      return { kind: "community_date", key, payload: { eventId, memberId } };
    });
    await enqueueAll(db, tasks, now);
    return null;
  },

  /**
   * A new event of a community, as a mail; null if it is over, not public or not the community's anymore, or if the
   * member has left or does not want it. A member who was never asked is asked by this mail, and gets no more of them.
   */
  async community_date(ctx, { eventId, memberId }) {
    const row = await withOrganizer(ctx.db)
      .innerJoin("memberships", "memberships.community_id", "communities.id")
      .where("events.id", "=", eventId)
      .where("memberships.member_id", "=", memberId)
      .where("events.is_draft", "=", false)
      .where("events.cancelled_at", "is", null)
      .where("events.event_date", ">", ctx.now)
      .where((eb) => eb.or([eb("hears", "=", true), eb("hears", "is", null)]))
      .select("hears")
      .executeTakeFirst();
    const reader = row ? await readerOf(ctx, memberId, "communities") : null;
    // A hidden community is not named.
    const community = row && toEvent(row).community;
    if (!row || !reader || !community) return null;
    if (row.hears === null) {
      await ctx.db
        .updateTable("memberships")
        .set({ hears: false })
        .where("community_id", "=", community.id)
        .where("member_id", "=", memberId)
        .execute();
    }
    const named = { title: community.name, slug: community.slug };
    return dateMail({ ...reader, event: toEntry(row) }, named, { ...ctx, isAsked: row.hears === null });
  },

  /** Writes a task for each member who wants news. The author gets none. */
  async community_news({ db, now }, { postId }) {
    const members = await db
      .selectFrom("community_posts")
      .innerJoin("memberships", "memberships.community_id", "community_posts.community_id")
      .where("community_posts.id", "=", postId)
      .where("hears", "=", true)
      .where((eb) =>
        eb.or([
          eb("community_posts.member_id", "is", null),
          eb("memberships.member_id", "!=", eb.ref("community_posts.member_id")),
        ]),
      )
      .select("memberships.member_id")
      .execute();
    const tasks = members.map(({ member_id: memberId }): Task => {
      const key = `community_post:${postId}:${memberId}`;
      return { kind: "community_post", key, payload: { postId, memberId } };
    });
    await enqueueAll(db, tasks, now);
    return null;
  },

  /** A post, as a mail; null if it or the community is gone or hidden, or the member has left or wants no news. */
  async community_post(ctx, { postId, memberId }) {
    const post = await ctx.db
      .selectFrom("community_posts")
      .innerJoin("communities", "communities.id", "community_posts.community_id")
      .innerJoin("memberships", "memberships.community_id", "communities.id")
      .leftJoin("members", "members.id", "community_posts.member_id")
      .where("community_posts.id", "=", postId)
      .where("memberships.member_id", "=", memberId)
      .where("memberships.hears", "=", true)
      .where("community_posts.hidden_at", "is", null)
      .where("communities.hidden_at", "is", null)
      .where((eb) => eb.not(isBlockedBetween(sql`memberships.member_id`, sql`community_posts.member_id`)))
      .select(["text", "link", "title", "slug", "communities.contact_email", "members.name"])
      .executeTakeFirst();
    const reader = post ? await readerOf(ctx, memberId, "communities") : null;
    if (!post || !reader) return null;
    const author = post.name === null ? null : oneLine(post.name);
    const community = { title: oneLine(post.title), slug: post.slug, contact: post.contact_email };
    return newsMail(reader, community, { text: post.text, link: post.link, author }, ctx);
  },

  async membership_answered(ctx, { communityId, memberId, accepted }) {
    const [reader, community] = await bothOf(ctx, memberId, communityId);
    return reader && community && !community.isHidden ? answeredMail(reader, community, accepted, ctx) : null;
  },

  /** The mail with the link that confirms an address; null if another is wanted by now, or none. */
  async confirm_community_address(ctx, { communityId, memberId }) {
    const [reader, community] = await bothOf(ctx, memberId, communityId);
    if (!reader || !community?.pending) return null;
    const token = ctx.links.sign("community", `${communityId}:${memberId}:${community.pending}`);
    return confirmAddressMail(community.pending, community, token, ctx);
  },

  async community_address_asked(ctx, { communityId, memberId, email }) {
    const [reader, community] = await bothOf(ctx, memberId, communityId);
    return reader && community ? addressAskedMail(reader, community, email, ctx) : null;
  },

  async community_owner_named(ctx, { communityId, memberId }) {
    const [reader, community] = await bothOf(ctx, memberId, communityId);
    return reader && community ? ownerNamedMail(reader, community, ctx) : null;
  },

  /** Counts what a community did, after a change of what counts. The database writes the task. */
  async community_years({ db, announce }, { communityId }) {
    await countYears(db, communityId);
    announce(communityId);
    return null;
  },
};

/** A member who can get a mail, which suspended ones cannot, and a community; each null if it is gone. */
async function bothOf({ db }: TaskContext, memberId: string, communityId: string) {
  const [member, community] = await Promise.all([
    db
      .selectFrom("members")
      .select(["name", "email", "email_verified"])
      .where("id", "=", memberId)
      .where("suspended_at", "is", null)
      .executeTakeFirst(),
    db
      .selectFrom("communities")
      .select(["title", "slug", "contact_email_pending", "hidden_at"])
      .where("id", "=", communityId)
      .executeTakeFirst(),
  ]);
  return [
    member ? { name: nameFor(member), email: member.email } : null,
    community
      ? {
          title: oneLine(community.title),
          slug: community.slug,
          pending: community.contact_email_pending,
          isHidden: community.hidden_at !== null,
        }
      : null,
  ] as const;
}
