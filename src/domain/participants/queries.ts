import { sql } from "kysely";
import { z } from "zod";
import { fold } from "#db/fold.ts";
import { type Context, requireMember } from "../context.ts";
import { cursorAfter, cut, IdPlace, placeOf } from "../cursor.ts";
import { Failure } from "../failure.ts";
import { isId, type Page } from "../shapes.ts";
import type { Audience } from "./rules.ts";
import { Message, type MessageFilter, Participant, type ParticipantFilter } from "./shapes.ts";

/**
 * A page of those who have places at an event or wait for one, for its organiser only: first who has joined, then who
 * waits, each in the order of arrival.
 * @throws Failure sign_in_required, not_found, not_yours, invalid (cursor)
 */
export async function listParticipants(
  ctx: Context,
  eventId: string,
  filter: ParticipantFilter,
): Promise<Page<Participant>> {
  const event = await requireOwnEvent(ctx, eventId);
  const place = placeOf(LinePlace, filter.cursor);
  const ids = filter.search ? await namesLike(ctx, event.id, filter) : null;

  const after = place ? sql`(line.state, line.seq) > (${place[0]}::text, ${place[1]}::bigint)` : sql`true`;
  const among = ids ? sql`line.id = any(${ids}::uuid[])` : sql`true`;
  const rows = await inLine(ctx, event.id, sql`${inState(filter.state)} and ${after} and ${among}`, filter.limit + 1);
  const { shown, next } = cut(rows, filter.limit, (last) => cursorAfter(last.state, String(last.seq)));
  const total = ids ? ids.length : await countParticipants(ctx, event.id, filter.state);
  return { rows: shown.map(toParticipant), total, next };
}

/** Everyone who has places at an event of the member who asks or waits for one, in the same order. @throws the same */
export async function everyParticipant(ctx: Context, eventId: string): Promise<Participant[]> {
  const event = await requireOwnEvent(ctx, eventId);
  return (await inLine(ctx, event.id)).map(toParticipant);
}

/**
 * A page of the messages that were sent about an event, latest first, for its organiser only.
 * @throws Failure sign_in_required, not_found, not_yours, invalid (cursor)
 */
export async function listMessages(ctx: Context, eventId: string, filter: MessageFilter): Promise<Page<Message>> {
  const event = await requireOwnEvent(ctx, eventId);
  const place = placeOf(IdPlace, filter.cursor);
  const mine = ctx.db.selectFrom("messages").where("event_id", "=", event.id);
  const [rows, { count }] = await Promise.all([
    mine
      .$if(place !== null, (query) => query.where("id", "<", place![0]))
      .selectAll()
      .orderBy("id", "desc")
      .limit(filter.limit + 1)
      .execute(),
    mine.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  const { shown, next } = cut(rows, filter.limit, (last) => cursorAfter(last.id));
  const messages = shown.map(({ id, audience, text, recipients, sent_at }) =>
    Message.parse({ _id: id, audience, text, recipients, sentAt: sent_at.toISOString() }),
  );
  return { rows: messages, total: count, next };
}

/** How many people there are in an audience, each with whoever comes along. */
export async function countParticipants({ db }: Pick<Context, "db">, eventId: string, state: Audience) {
  const { count } = await db
    .selectFrom("joins")
    .where("event_id", "=", eventId)
    .$if(state !== "all", (query) => query.where("state", "=", state as "joined"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** An event of the member who asks. @throws Failure sign_in_required, not_found, not_yours */
export async function requireOwnEvent(ctx: Context, id: string) {
  const member = requireMember(ctx);
  const event = isId(id)
    ? await ctx.db.selectFrom("events").select(["id", "organizer_id"]).where("id", "=", id).executeTakeFirst()
    : null;
  if (!event) throw new Failure("not_found");
  if (event.organizer_id !== member.id) throw new Failure("not_yours");
  return event;
}

/** The place of a list that has who joined before who waits. */
const LinePlace = z.tuple([z.enum(["joined", "waiting"]), z.string().regex(/^\d{1,15}$/)]);

type Row = {
  id: string;
  member_id: string;
  state: "joined" | "waiting";
  seq: number;
  position: number | null;
  offered_until: Date | null;
  places: number;
  joined_at: Date;
  confirmed_at: Date | null;
  name: string;
  email: string;
  image: string | null;
  companions: unknown;
};

const inState = (state: Audience) => (state === "all" ? sql`true` : sql`line.state = ${state}`);

/** The joins of an event in their order, narrowed down once their positions are counted. */
async function inLine({ db }: Context, eventId: string, condition = sql`true`, limit: number | null = null) {
  const { rows } = await sql<Row>`
    select line.id, line.member_id, line.state, line.seq, line.offered_until, line.places, line.joined_at,
      line.confirmed_at, members.name, members.email, members.image,
      case when line.state = 'waiting' then line.up_to - line.places + 1 end::int as position,
      (select coalesce(json_agg(json_build_object('_id', id, 'name', name, 'under18', under18) order by id), '[]')
        from companions where join_id = line.id) as companions
    from (select *, sum(places) over (partition by state order by seq) as up_to from joins where event_id = ${eventId}) line
      join members on members.id = line.member_id
    where ${condition}
    order by line.state, line.seq limit ${limit}::int`.execute(db);
  return rows;
}

/**
 * Whose own name, address or companion's name a search finds. Texts are folded here and not by the database (see
 * `fold`), so that the names of one event are read for it, and no more.
 */
async function namesLike({ db }: Context, eventId: string, { search, state }: ParticipantFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select line.id, concat_ws(chr(10), members.name, members.email, string_agg(companions.name, chr(10))) as text
    from joins line join members on members.id = line.member_id left join companions on companions.join_id = line.id
    where line.event_id = ${eventId} and ${inState(state)}
    group by line.id, members.id`.execute(db);
  const wanted = fold(search).trim();
  return rows.filter(({ text }) => text.split("\n").some((line) => fold(line).includes(wanted))).map(({ id }) => id);
}

const toParticipant = (row: Row): Participant =>
  Participant.parse({
    _id: row.id,
    memberId: row.member_id,
    userName: row.name,
    userEmail: row.email,
    userPhotoURL: row.image,
    state: row.state,
    position: row.position,
    offeredUntil: row.offered_until?.toISOString() ?? null,
    places: row.places,
    companions: row.companions,
    joinedAt: row.joined_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  });
