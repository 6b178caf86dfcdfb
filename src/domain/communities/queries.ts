import type { Context } from "../context.ts";
import { requireMember } from "../context.ts";
import { decodeCursor, encodeCursor, IdCursor, paginate } from "../cursor.ts";
import { Failure } from "../failure.ts";
import { isInForce, mayRun } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { oneLine, pageMax } from "../rules.ts";
import { isId, type Page, shape } from "../shapes.ts";
import { inSitemapMax, requestsShown } from "./rules.ts";
import { Community, type CommunityFilter, MembershipRequest, OwnPlace, RunCommunity } from "./shapes.ts";

/**
 * Lists the communities that are neither hidden nor unlisted, the oldest first, with their number of members, and
 * whether the caller is one. Specification 2 'Community', 7 `GET /community`.
 * @throws Failure invalid (cursor)
 */
export async function listCommunities(
  ctx: Context,
  filter: CommunityFilter = { limit: pageMax },
): Promise<Page<Community>> {
  const after = decodeCursor(IdCursor, filter.cursor);
  const listed = ctx.db.selectFrom("communities").where("hidden_at", "is", null).where("is_unlisted", "=", false);
  const [rows, { count }] = await Promise.all([
    (after ? listed.where("id", ">", after[0]) : listed)
      .selectAll()
      .orderBy("id")
      .limit(filter.limit + 1)
      .execute(),
    listed.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  const own = await ownCommunities(ctx);
  const { shown, next } = paginate(rows, filter.limit, (last) => encodeCursor(last.id));
  return {
    total: count,
    next,
    rows: shown.map((row) =>
      shape(Community, {
        _id: row.id,
        id: row.id,
        title: row.title,
        image: row.image,
        description: row.description,
        member: row.members,
        joinedMembers: ctx.actor.kind === "member" && own.has(row.id) ? [ctx.actor.member.email] : [],
        slug: row.slug,
      }),
    ),
  };
}

/**
 * The last parts of the addresses of communities for search engines: those in the list, so neither hidden nor unlisted
 * ones.
 */
export async function listCommunitySlugs({ db }: Pick<Context, "db">): Promise<string[]> {
  const rows = await db
    .selectFrom("communities")
    .where("hidden_at", "is", null)
    .where("is_unlisted", "=", false)
    .orderBy("id")
    .limit(inSitemapMax)
    .select("slug")
    .execute();
  return rows.map(({ slug }) => slug);
}

/** A community that is not hidden, for its report. @throws Failure not_found */
export async function getCommunity({ db }: Pick<Context, "db">, id: string) {
  const row = isId(id)
    ? await db
        .selectFrom("communities")
        .where("id", "=", id)
        .where("hidden_at", "is", null)
        .select(["title", "image", "slug", "created_at"])
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Failure("not_found");
  return row;
}

async function ownCommunities({ db, actor }: Context): Promise<Set<string>> {
  if (actor.kind !== "member") return new Set();
  const rows = await db
    .selectFrom("memberships")
    .select("community_id")
    .where("member_id", "=", actor.member.id)
    .execute();
  return new Set(rows.map((row) => row.community_id));
}

/**
 * The caller's own place in a community: member or not, what they want there, and their role.
 * @throws Failure sign_in_required, not_found
 */
export async function getOwnPlace(ctx: Context, communityId: string): Promise<OwnPlace> {
  const { id } = requireMember(ctx);
  if (!isId(communityId)) throw new Failure("not_found");
  const [community, membership, request, right] = await Promise.all([
    ctx.db.selectFrom("communities").select("hidden_at").where("id", "=", communityId).executeTakeFirst(),
    ctx.db
      .selectFrom("memberships")
      .select(["hears", "is_shown"])
      .where("community_id", "=", communityId)
      .where("member_id", "=", id)
      .executeTakeFirst(),
    ctx.db
      .selectFrom("membership_requests")
      .select("asked_at")
      .where("community_id", "=", communityId)
      .where("member_id", "=", id)
      .executeTakeFirst(),
    ctx.db
      .selectFrom("rights")
      .where("community_id", "=", communityId)
      .where(isInForce(id, ctx.now))
      .select("role")
      .executeTakeFirst(),
  ]);
  if (!community || (community.hidden_at && !right && !membership)) throw new Failure("not_found");
  return shape(OwnPlace, {
    member: membership !== undefined,
    waiting: request !== undefined,
    hears: membership?.hears ?? null,
    isShown: membership?.is_shown ?? false,
    role: right?.role ?? null,
  });
}

/**
 * A community as its organizers see it, by the last part of its address.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function getRunCommunity(ctx: Context, slug: string): Promise<RunCommunity> {
  requireMember(ctx);
  const row = await ctx.db.selectFrom("communities").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (!row) throw new Failure("not_found");
  if (!(await mayRun(ctx.db, ctx, row.id, rightFor.getRunCommunity)))
    throw new Failure(row.hidden_at ? "not_found" : "not_yours");
  const [{ role }, { count }] = await Promise.all([
    getOwnPlace(ctx, row.id),
    ctx.db
      .selectFrom("membership_requests")
      .where("community_id", "=", row.id)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  return shape(RunCommunity, {
    _id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    image: row.image,
    asksFirst: row.asks_first,
    isUnlisted: row.is_unlisted,
    isHidden: row.hidden_at !== null,
    contact: { inUse: row.contact_email, waiting: row.contact_email_pending },
    requests: count,
    role: role ?? "organizer",
  });
}

/**
 * The people who ask to join a community, those who asked first at the top.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function listRequests(ctx: Context, communityId: string): Promise<MembershipRequest[]> {
  requireMember(ctx);
  const community = isId(communityId)
    ? await ctx.db.selectFrom("communities").select("hidden_at").where("id", "=", communityId).executeTakeFirst()
    : undefined;
  if (!community) throw new Failure("not_found");
  if (!(await mayRun(ctx.db, ctx, communityId, rightFor.listRequests)))
    throw new Failure(community.hidden_at ? "not_found" : "not_yours");
  const rows = await ctx.db
    .selectFrom("membership_requests")
    .innerJoin("members", "members.id", "membership_requests.member_id")
    .where("community_id", "=", communityId)
    .where("suspended_at", "is", null)
    .orderBy("asked_at")
    .orderBy("member_id")
    .limit(requestsShown)
    .select(["member_id", "name", "image", "asked_at"])
    .execute();
  return rows.map((row) =>
    shape(MembershipRequest, {
      memberId: row.member_id,
      name: oneLine(row.name),
      photo: row.image,
      askedAt: row.asked_at.toISOString(),
    }),
  );
}
