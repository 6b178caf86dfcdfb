import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Database, Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { decodeCursor, encodeCursor, IdCursor, paginate } from "../cursor.ts";
import { Failure } from "../failure.ts";
import { oneLine } from "../rules.ts";
import { isInForce } from "../rights/queries.ts";
import { registrationsOf } from "../registrations/people.ts";
import { isId, type Page, shape } from "../shapes.ts";
import { requireHost } from "./access.ts";
import { actionsOf } from "./queries.ts";
import type { seenStatuses } from "./rules.ts";
import { FoundMember, type MemberFilter, WholeMember } from "./shapes.ts";

/** The number of a member's events, and of the log entries about them and these, that a host sees at once. */
const [eventsShown, actionsShown] = [20, 50];
/** The number of a member's rights that a host sees. */
const rightsShown = 50;
/** The maximum number of members that a search counts. */
const countMax = 1000;

/**
 * A page of the members with a text in their name or address, the newest first; `total` counts to 1,000.
 * @throws Failure no_such_call, prove_again, invalid (cursor)
 */
export async function listMembers(ctx: Context, filter: MemberFilter): Promise<Page<FoundMember>> {
  requireHost(ctx);
  return findMembers(ctx.db, filter);
}

/** Finds members for commands at the machine. @throws Failure invalid (cursor) */
export async function findMembers(db: Database, filter: MemberFilter): Promise<Page<FoundMember>> {
  const after = decodeCursor(IdCursor, filter.cursor);
  const found = db.selectFrom("members").where((eb) => eb.and(conditions(eb, filter)));
  const rows = await (after ? found.where("id", "<", after[0]) : found)
    .select(["id", "name", "email", "email_verified", "created_at", "suspended_at"])
    .orderBy("id", "desc")
    .limit(filter.limit + 1)
    .execute();
  const counted = await db
    .selectFrom(
      found
        .select("id")
        .limit(countMax + 1)
        .as("found"),
    )
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  const total = Number(counted.count);
  const { shown, next } = paginate(rows, filter.limit, (last) => encodeCursor(last.id));
  return { rows: shown.map(toFound), total: Math.min(total, countMax), isMore: total > countMax, next };
}

/**
 * A member, with everything that a host needs for decisions about them.
 * @throws Failure no_such_call, prove_again, not_found
 */
export async function getMember(ctx: Context, id: string): Promise<WholeMember> {
  requireHost(ctx);
  const { db } = ctx;
  const row = isId(id) ? await db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new Failure("not_found");
  const events = await db
    .selectFrom("events")
    .where("organizer_id", "=", id)
    .select(["id", "title", "event_date", "taken", "cancelled_at", "is_draft", "review"])
    .orderBy("id", "desc")
    .limit(eventsShown)
    .execute();
  const counts = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("events")
        .where("organizer_id", "=", id)
        .select((count) => count.fn.countAll().as("count"))
        .as("events"),
      eb
        .selectFrom(registrationsOf(id).as("registered"))
        .select((count) => count.fn.countAll().as("count"))
        .as("registrations"),
    ])
    .executeTakeFirstOrThrow();
  const { rows: sessions } = await sql<{ browser: string | null; since: Date; lastSeen: Date }>`
    select user_agent as browser, created_at as since, updated_at as "lastSeen" from sessions
    where member_id = ${id} and expires_at > ${ctx.now} order by updated_at desc limit 50`.execute(db);
  const rights = await db
    .selectFrom("rights")
    .leftJoin("events", "events.id", "rights.event_id")
    .leftJoin("communities", "communities.id", "rights.community_id")
    .where(isInForce(id, ctx.now))
    .select(["event_id", "community_id", "role", "slug", "communities.hidden_at", "review", "is_draft"])
    .select(["events.title as event", "communities.title as community"])
    .orderBy("community_id")
    .orderBy("rights.id")
    .limit(rightsShown)
    .execute();
  return shape(WholeMember, {
    ...toFound(row),
    image: row.image,
    suspendedFor: row.suspended_for,
    deletionAt: row.deletion_at?.toISOString() ?? null,
    isHost: row.email_verified && ctx.hosts.has(row.email),
    registrations: Number(counts.registrations),
    eventsTotal: Number(counts.events),
    events: events.map((event) => ({
      _id: event.id,
      title: event.title,
      eventDate: event.event_date.toISOString(),
      taken: event.taken,
      status: statusOf(event),
    })),
    rights: rights.map((right) => ({
      about: right.community_id === null ? ("event" as const) : ("community" as const),
      _id: right.community_id ?? right.event_id ?? "",
      title: oneLine(right.community ?? right.event ?? ""),
      slug: right.slug,
      role: right.role,
      isHidden: right.hidden_at !== null || right.review !== null || right.is_draft === true,
    })),
    sessions: sessions.map(({ browser, since, lastSeen }) => ({
      browser,
      since: since.toISOString(),
      lastSeen: lastSeen.toISOString(),
    })),
    log: await actionsOf(db, { memberId: id, limit: actionsShown }),
  });
}

type Seen = Pick<Selectable<Schema["events"]>, "cancelled_at" | "is_draft" | "review">;

function statusOf({ cancelled_at, is_draft, review }: Seen): (typeof seenStatuses)[number] {
  if (cancelled_at) return "cancelled";
  if (review) return review === "waiting" ? "waiting" : "under_review";
  return is_draft ? "draft" : "active";
}

function conditions(eb: ExpressionBuilder<Schema, "members">, { search, state }: MemberFilter) {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return [
    ...(search === "" ? [] : [eb.or([eb("email", "like", pattern), eb(eb.fn("lower", ["name"]), "like", pattern)])]),
    ...(state === "suspended" ? [eb("suspended_at", "is not", null)] : []),
  ];
}

type Row = {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  created_at: Date;
  suspended_at: Date | null;
};

const toFound = ({ id, name, email, email_verified, created_at, suspended_at }: Row) =>
  shape(FoundMember, {
    _id: id,
    name,
    email,
    emailVerified: email_verified,
    since: created_at.toISOString(),
    suspendedAt: suspended_at?.toISOString() ?? null,
  });
