import { type Context, requireSelf } from "../context.ts";
import { cursorAfter, cut, IdPlace, placeOf } from "../cursor.ts";
import { Failure } from "../failure.ts";
import { isId, type Page } from "../shapes.ts";
import { Join, type JoinedFilter, JoinedCheck } from "./shapes.ts";

/**
 * Whether the member who asks has a place at an event, or waits for one and in which position; a visitor never has.
 * Specification 4 'Join button', 7 `GET /already-joined/{id}`.
 * @throws Failure not_found
 */
export async function isJoined(ctx: Context, eventId: string): Promise<JoinedCheck> {
  if (!isId(eventId)) throw new Failure("not_found");
  const event = await ctx.db.selectFrom("events").select("id").where("id", "=", eventId).executeTakeFirst();
  if (!event) throw new Failure("not_found");
  if (ctx.actor.kind === "visitor") return JoinedCheck.parse({ isJoined: false, state: null, position: null });

  const join = await ctx.db
    .selectFrom("joins")
    .select(["state", "seq"])
    .where("event_id", "=", event.id)
    .where("member_id", "=", ctx.actor.member.id)
    .executeTakeFirst();
  const position = join?.state === "waiting" ? await positionOf(ctx, event.id, join.seq) : null;
  return JoinedCheck.parse({ isJoined: join?.state === "joined", state: join?.state ?? null, position });
}

/** How many wait up to and with somebody. */
async function positionOf(ctx: Context, eventId: string, seq: number): Promise<number> {
  const { count } = await ctx.db
    .selectFrom("joins")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("event_id", "=", eventId)
    .where("state", "=", "waiting")
    .where("seq", "<=", seq)
    .executeTakeFirstOrThrow();
  return count;
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
      .select(["joins.id", "joins.event_id", "joins.joined_at", "joins.state"])
      .select(["events.title", "events.location", "events.event_date", "events.time_zone"])
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
      timeZone: row.time_zone,
      userName: row.name,
      userEmail: row.email,
      userPhotoURL: row.image,
      joinedAt: row.joined_at.toISOString(),
      state: row.state,
      participantCount: row.participants,
      description: row.description,
    }),
  );
  return { rows: joins, total: Number(total.count), next };
}
