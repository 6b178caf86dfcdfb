import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { isOpenAt, requireRight, requireRun, roleAt, roleIn } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { oneLine } from "../rules.ts";
import { isId, shape } from "../shapes.ts";
import { toOpen } from "./inviting.ts";
import { NamedOrganizer, Organizer, Team } from "./shapes.ts";

/**
 * The organizers of an event, its owner first, and the open invitations, for the organizers only. Those of its
 * community are among them.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function getEventTeam(ctx: Context, eventId: string): Promise<Team> {
  const me = requireMember(ctx);
  const event = await requireRight(ctx, eventId, rightFor.getEventTeam);
  const role = await roleAt(ctx.db, event, me.id, ctx.now);
  const of = event.owner_community_id;
  const owner = of === null ? await ownerOf(ctx.db, event.organizer_id) : [];
  const held = await holders(ctx, { event_id: event.id, community_id: of });
  const invitations = await openAt(ctx, "event_id", event.id);
  const people = [...owner, ...held].map((row) => toOrganizer(row, me.id, row));
  return shape(Team, { title: oneLine(event.title), role: role ?? "organizer", people, invitations });
}

/**
 * The organizers of a community, its owners first, and the open invitations, for the organizers only.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function getCommunityTeam(ctx: Context, communityId: string): Promise<Team> {
  const me = requireMember(ctx);
  await requireRun(ctx, communityId, rightFor.getCommunityTeam);
  const { title } = await ctx.db
    .selectFrom("communities")
    .where("id", "=", communityId)
    .select("title")
    .executeTakeFirstOrThrow(() => new Failure("not_found"));
  const role = await roleIn(ctx.db, communityId, me.id, ctx.now);
  const held = await holders(ctx, { event_id: null, community_id: communityId });
  const people = held.map((row) => toOrganizer(row, me.id, { ...row, isHere: true }));
  const invitations = await openAt(ctx, "community_id", communityId);
  return shape(Team, { title: oneLine(title), role: role ?? "organizer", people, invitations });
}

type Row = {
  id: string;
  name: string;
  image: string | null;
  role: "owner" | "organizer";
  given_at: Date | null;
  is_named: boolean;
};

const toOrganizer = (row: Row, myId: string, { isHere }: { isHere: boolean }): Organizer =>
  shape(Organizer, {
    _id: row.id,
    name: oneLine(row.name),
    photo: row.image,
    role: row.role,
    since: row.given_at?.toISOString() ?? null,
    isNamed: row.is_named,
    isMe: row.id === myId,
    isHere,
  });

/** The member who owns an event that belongs to no community, in the form of a row of rights. */
async function ownerOf(db: Kysely<Schema>, memberId: string) {
  const row = await db.selectFrom("members").where("id", "=", memberId).select(["id", "name", "image"]).execute();
  return row.map((member) => ({
    ...member,
    role: "owner" as const,
    given_at: null,
    is_named: true,
    isHere: true,
  }));
}

/** The members with a right at an event or its community, owners first, then in the order in which they came. */
async function holders({ db, now }: Context, at: { event_id: string | null; community_id: string | null }) {
  const rows = await db
    .selectFrom("rights")
    .innerJoin("members", "members.id", "rights.member_id")
    .where(sql<boolean>`(rights.event_id = ${at.event_id} or rights.community_id = ${at.community_id})`)
    .where(isOpenAt(now))
    .select(["members.id", "name", "image", "role", "given_at", "is_named", "rights.event_id"])
    .orderBy("role", "desc")
    .orderBy("given_at")
    .orderBy("rights.id")
    .execute();
  // Who has a right at both has the community's.
  const first = rows.filter(({ id }, index) => rows.findIndex((other) => other.id === id) === index);
  return first.map((row) => ({ ...row, isHere: row.event_id !== null }));
}

async function openAt({ db, now }: Context, column: "event_id" | "community_id", id: string) {
  const rows = await db
    .selectFrom("invitations")
    .innerJoin("members", "members.id", "invitations.invited_by")
    .where(column, "=", id)
    .where("expires_at", ">", now)
    .select(["invitations.id", "invitations.email", "members.name", "expires_at"])
    .orderBy("invitations.id")
    .execute();
  return rows.map(toOpen);
}

/**
 * The people who organize an event with its organizer and agree to be named, for its page. The caller must already be
 * allowed to see the event.
 */
export async function listNamedOrganizers({ db, now }: Context, eventId: string): Promise<NamedOrganizer[]> {
  if (!isId(eventId)) return [];
  const { rows } = await sql<{ name: string; image: string | null }>`
    select members.name, members.image from events
      join rights on rights.event_id = events.id or rights.community_id = events.owner_community_id
      join members on members.id = rights.member_id
    where events.id = ${eventId} and rights.is_named and members.id <> events.organizer_id
      and ${isOpenAt(now)}
    group by members.id, members.name, members.image order by min(rights.given_at), members.id`.execute(db);
  return rows.map(({ name, image }) => shape(NamedOrganizer, { name: oneLine(name), photo: image }));
}

/** The rights that a member has or had, and the invitations that they sent, for their export. */
export async function organizingDataOf(db: Kysely<Schema>, memberId: string) {
  const rights = await db
    .selectFrom("rights")
    .leftJoin("events", "events.id", "rights.event_id")
    .leftJoin("communities", "communities.id", "rights.community_id")
    .where("member_id", "=", memberId)
    .select(["events.title as event", "communities.title as community", "role", "is_named as isNamed"])
    .select(["given_at as from", "until"])
    .orderBy("given_at")
    .execute();
  const invited = await db
    .selectFrom("invitations")
    .leftJoin("events", "events.id", "invitations.event_id")
    .leftJoin("communities", "communities.id", "invitations.community_id")
    .where("invited_by", "=", memberId)
    .select(["events.title as event", "communities.title as community", "invitations.email", "expires_at as until"])
    .orderBy("invitations.id")
    .execute();
  return {
    rights: rights.map(({ from, until, ...row }) => ({
      ...row,
      from: from.toISOString(),
      until: until?.toISOString() ?? null,
    })),
    invited: invited.map(({ until, ...row }) => ({ ...row, until: until.toISOString() })),
  };
}
