import { sql } from "kysely";
import { type Context, requireSelf } from "../context.ts";
import { cursorAfter, cut, IdPlace, placeOf } from "../cursor.ts";
import { Failure } from "../failure.ts";
import { isId, type Page } from "../shapes.ts";
import { Companion, Join, type JoinedFilter, JoinedCheck } from "./shapes.ts";

/**
 * Whether the member who asks has a place at an event, or waits for one and in which position; a visitor never has.
 * Specification 4 'Join button', 7 `GET /already-joined/{id}`.
 * @throws Failure not_found
 */
export async function isJoined(ctx: Context, eventId: string): Promise<JoinedCheck> {
  if (!isId(eventId)) throw new Failure("not_found");
  const event = await ctx.db.selectFrom("events").select("id").where("id", "=", eventId).executeTakeFirst();
  if (!event) throw new Failure("not_found");
  return ctx.actor.kind === "visitor" ? noPlace : standingOf(ctx, event.id, ctx.actor.member.id);
}

const noPlace = JoinedCheck.parse({ isJoined: false, state: null, position: null, companions: [], offer: null });

/** The same for any member, by their id. */
export async function standingOf(
  ctx: Pick<Context, "db" | "now">,
  eventId: string,
  memberId: string,
): Promise<JoinedCheck> {
  // In one statement: between two, the line may move on.
  const { rows } = await sql<Standing>`
    select joins.id, state, places, offered_until, capacity - participants - held as free,
      cancelled_at is null and event_date >= ${ctx.now} as is_open,
      (select coalesce(sum(places), 0)::int from joins line
        where line.event_id = joins.event_id and line.state = 'waiting' and line.seq < joins.seq) as ahead,
      exists (select from joins line where line.event_id = joins.event_id and line.state = 'waiting'
        and line.offered_until is null and line.seq < joins.seq) as is_behind
    from joins join events on events.id = joins.event_id
    where joins.event_id = ${eventId} and joins.member_id = ${memberId}`.execute(ctx.db);
  const join = rows[0];
  if (!join) return noPlace;
  const { id, state, ahead } = join;
  return JoinedCheck.parse({
    isJoined: state === "joined",
    state,
    position: state === "waiting" ? ahead + 1 : null,
    companions: await companionsOf(ctx, id),
    offer: offerOf(join, ctx.now),
  });
}

type Standing = {
  id: string;
  state: "joined" | "waiting";
  places: number;
  offered_until: Date | null;
  free: number | null;
  is_open: boolean;
  ahead: number;
  is_behind: boolean;
};

/** What somebody who waits can take now: what is held for them, or, first in line with a group, what is free of it. */
function offerOf({ state, places, offered_until, ...line }: Standing, now: Date): JoinedCheck["offer"] {
  const { is_behind, is_open } = line;
  if (state === "joined" || !is_open) return null;
  if (offered_until) return offered_until > now ? { places, until: offered_until.toISOString() } : null;
  const free = Math.min(places, line.free ?? places);
  return !is_behind && free > 0 ? { places: free, until: null } : null;
}

/** Who comes along with a member, in the order in which they were named. */
async function companionsOf(ctx: Pick<Context, "db">, joinId: string): Promise<Companion[]> {
  const rows = await ctx.db
    .selectFrom("companions")
    .select(["id as _id", "name", "under18"])
    .where("join_id", "=", joinId)
    .orderBy("id")
    .execute();
  return rows.map((row) => Companion.parse(row));
}

/**
 * A page of the places that the member who asks has taken, newest first, each with its event as it is now.
 * Specification 2 'Joined Events', 7 `GET /joined-events`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), invalid (cursor)
 */
export async function listJoinedEvents(ctx: Context, filter: JoinedFilter): Promise<Page<Join>> {
  const member = requireSelf(ctx, filter.email);
  const place = placeOf(IdPlace, filter.cursor);

  let page = ctx.db
    .selectFrom("joins")
    .innerJoin("events", "events.id", "joins.event_id")
    .innerJoin("members", "members.id", "joins.member_id")
    .where("joins.member_id", "=", member.id);
  if (place) page = page.where("joins.id", "<", place[0]);
  const [rows, total] = await Promise.all([
    page
      .select(["joins.id", "joins.event_id", "joins.joined_at", "joins.state", "joins.places", "joins.offered_until"])
      .select(["events.title", "events.location", "events.event_date", "events.event_end", "events.time_zone"])
      .select("events.cancelled_at")
      .select(["events.description", "events.participants"])
      .select(["members.name", "members.email", "members.image"])
      .orderBy("joins.id", "desc")
      .limit(filter.limit + 1)
      .execute(),
    ctx.db
      .selectFrom("joins")
      .where("member_id", "=", member.id)
      .select((eb) => eb.fn.countAll().as("count"))
      .executeTakeFirstOrThrow(),
  ]);

  const { shown, next } = cut(rows, filter.limit, (last) => cursorAfter(last.id));
  const joins = shown.map((row) =>
    Join.parse({
      _id: row.id,
      eventId: row.event_id,
      eventTitle: row.title,
      eventLocation: row.location,
      eventDate: row.event_date.toISOString(),
      eventEnd: row.event_end.toISOString(),
      timeZone: row.time_zone,
      status: row.cancelled_at ? "cancelled" : "active",
      userName: row.name,
      userEmail: row.email,
      userPhotoURL: row.image,
      joinedAt: row.joined_at.toISOString(),
      state: row.state,
      places: row.places,
      offeredUntil: row.offered_until?.toISOString() ?? null,
      participantCount: row.participants,
      description: row.description,
    }),
  );
  return { rows: joins, total: Number(total.count), next };
}
