import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { fold } from "#db/fold.ts";
import { compiled, prepared } from "#db/prepared.ts";
import type { Schema } from "#db/schema.server.ts";
import { say } from "#messages/say.ts";
import { type Context, requireMember } from "../context.ts";
import { decodeCursor, encodeCursor, IdCursor, paginate } from "../cursor.ts";
import { Failure } from "../failure.ts";
import type { Event } from "../events/shapes.ts";
import { guestsOf, waitlistOf } from "../registrations/queries.ts";
import { type Guest, stateOf } from "../registrations/shapes.ts";
import { isId, type Page, shape } from "../shapes.ts";
import { inTurns } from "../turns.ts";
import { oneLine } from "../rules.ts";
import { type Audience, facesMax } from "./rules.ts";
import {
  audienceOf,
  Face,
  Message,
  type MessageFilter,
  Participant,
  type ParticipantFilter,
  statusOf,
} from "./shapes.ts";

/**
 * Returns a page of an event's registrations, for its organizer only: people who have joined, then people on the
 * waitlist, each in order of arrival.
 * @throws Failure sign_in_required, not_found, not_yours, invalid (cursor)
 */
export async function listParticipants(
  ctx: Context,
  eventId: string,
  filter: ParticipantFilter,
): Promise<Page<Participant>> {
  const event = await requireOwnEvent(ctx, eventId);
  const cursor = decodeCursor(StatusCursor, filter.cursor);
  const ids = filter.search ? await namesLike(ctx, event.id, filter) : null;

  const after = cursor ? beyond(...cursor) : sql`true`;
  const among = ids ? sql`registrations.id = any(${ids}::uuid[])` : sql`true`;
  const rows = await inOrder(ctx, event.id, sql`${isAsked(filter)} and ${after} and ${among}`, filter.limit + 1);
  const { shown, next } = paginate(rows, filter.limit, (last) => encodeCursor(last.status, String(last.seq)));
  const total = ids ? ids.length : await countParticipants(ctx, event.id, filter);
  return { rows: shown.map(toParticipant), total, next };
}

/**
 * Returns the faces of people who have joined an event and have agreed to show theirs: those with a photo first, then
 * in order of arrival. The caller must already be allowed to see the event. Where mail is sent, only people with a
 * confirmed address are shown, because anyone can type a name.
 */
export async function listFaces(ctx: Context, eventId: string): Promise<Face[]> {
  return (await facesOf(ctx, eventId)).map(({ name, image }) => shape(Face, { name: firstWordOf(name), photo: image }));
}

/**
 * Returns the people behind the faces, for reports: the member, and whether their photo or only their name is shown.
 * The organizer is left out, because every event's organizer can be reported anyway.
 */
export async function listShownPeople(ctx: Context, event: Pick<Event, "_id" | "organizerId">) {
  const rows = (await facesOf(ctx, event._id)).filter(({ id }) => id !== event.organizerId);
  return rows.map(({ id, name, image }) => ({ memberId: id, name: firstWordOf(name), hasPhoto: image !== null }));
}

async function facesOf({ db, sendsMail }: Context, eventId: string) {
  if (!isId(eventId)) return [];
  const rows = await facesOfFew(db, !sendsMail, eventId);
  if ((rows[0]?.taken ?? 0) > fewMax) return facesOfMany(db, !sendsMail, eventId);
  return rows.flatMap(({ id, name, image }) => (id && name !== null ? [{ id, name, image }] : []));
}

/** Up to this many participants, all faces are looked up at once. */
const fewMax = 200;

const visibleFaces = (db: Kysely<Schema>) =>
  db
    .selectFrom("registrations")
    .innerJoin("members", "members.id", "registrations.member_id")
    .where("status", "=", sql.lit("joined"))
    .where("shows_face", "=", sql.lit(true))
    .where((eb) => eb.or([sql<boolean>`${"of any address"}::boolean`, eb("email_verified", "=", sql.lit(true))]))
    .orderBy((eb) => eb("image", "is", null))
    .orderBy("seq")
    .limit(sql.lit(facesMax))
    .select(["members.id", "members.name", "image"]);
const facesOfMany = compiled((db) => visibleFaces(db).where("event_id", "=", "id"));
/** Selects the number of participants, and their faces if there are few. */
const facesOfFew = prepared((db) =>
  db
    .selectFrom("events as own")
    .leftJoinLateral(
      visibleFaces(db)
        .where("event_id", "=", sql<string>`own.id`)
        .where(sql<boolean>`own.taken <= ${sql.lit(fewMax)}`)
        .as("faces"),
      (join) => join.onTrue(),
    )
    .where("own.id", "=", "id")
    .select(["own.taken", "faces.id", "faces.name", "faces.image"]),
);

const firstWordOf = (name: string): string => oneLine(name).split(" ")[0] ?? "";

/**
 * Returns every registration for an event of the calling member, from one snapshot, in the same order, each as a text.
 * Reads a thousand at a time and keeps only the texts.
 * @throws the same
 */
export async function everyParticipant(
  ctx: Context,
  eventId: string,
  textOf: (participant: Participant) => string,
): Promise<string[]> {
  const event = await requireOwnEvent(ctx, eventId);
  return ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const texts: string[] = [];
      for (let last: Row | undefined, part: Row[]; ; last = part.at(-1)) {
        part = await inOrder({ db: tx }, event.id, last && beyond(last.status, String(last.seq)), readAtOnce);
        texts.push((await inTurns(part, (row) => textOf(toParticipant(row)))).join(""));
        if (part.length < readAtOnce) return texts;
      }
    });
}

/** The number of rows read at once; larger reads would delay other requests. */
const readAtOnce = 1000;

/**
 * Returns a page of the messages sent about an event, latest first, for its organizer only.
 * @throws Failure sign_in_required, not_found, not_yours, invalid (cursor)
 */
export async function listMessages(ctx: Context, eventId: string, filter: MessageFilter): Promise<Page<Message>> {
  const event = await requireOwnEvent(ctx, eventId);
  const after = decodeCursor(IdCursor, filter.cursor);
  const mine = ctx.db.selectFrom("messages").where("event_id", "=", event.id);
  const [rows, { count }] = await Promise.all([
    (after ? mine.where("id", "<", after[0]) : mine)
      .selectAll()
      .orderBy("id", "desc")
      .limit(filter.limit + 1)
      .execute(),
    mine.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  const { shown, next } = paginate(rows, filter.limit, (last) => encodeCursor(last.id));
  const messages = shown.map(({ id, audience, subject, text, recipients, sent_at }) =>
    shape(Message, {
      _id: id,
      audience: audienceOf(audience),
      ...(subject !== null && { subject }),
      text,
      recipients,
      sentAt: sent_at.toISOString(),
    }),
  );
  return { rows: messages, total: count, next };
}

/** Counts the members that a message to an audience reaches, and the people there without an e-mail address. */
export async function countReaders({ db }: Pick<Context, "db">, eventId: string, audience: Audience) {
  return db
    .selectFrom("registrations")
    .where("event_id", "=", eventId)
    .where(inAudience(audience))
    .select((eb) => eb.fn.count<number>("member_id").as("recipients"))
    .select((eb) => eb.fn.countAll<number>().filterWhere("member_id", "is", null).as("unreachable"))
    .executeTakeFirstOrThrow();
}

/** Counts the registrations that match a filter. */
async function countParticipants({ db }: Pick<Context, "db">, eventId: string, filter: ParticipantFilter) {
  const { count } = await db
    .selectFrom("registrations")
    .where("event_id", "=", eventId)
    .where(isAsked(filter))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns an event of the calling member. @throws Failure sign_in_required, not_found, not_yours */
export async function requireOwnEvent(ctx: Context, id: string) {
  const member = requireMember(ctx);
  const event = isId(id)
    ? await ctx.db
        .selectFrom("events")
        .select(["id", "organizer_id", "is_draft", "time_zone"])
        .where("id", "=", id)
        .executeTakeFirst()
    : null;
  const isMine = event?.organizer_id === member.id;
  if (!event || (event.is_draft && !isMine)) throw new Failure("not_found");
  if (!isMine) throw new Failure("not_yours");
  return event;
}

/** The cursor of a list that has people who have joined before people on the waitlist. */
const StatusCursor = z.tuple([z.enum(["joined", "waitlisted"]), z.string().regex(/^\d{1,15}$/)]);

/** The condition for rows after a given row of that list. */
const beyond = (status: string, seq: string) =>
  sql`(registrations.status, registrations.seq) > (${status}::text, ${seq}::bigint)`;

/** Selects the registrations of an audience: all, or those of one status. */
export const inAudience = (audience: Audience) => {
  const status = statusOf(audience);
  return status === "all" ? sql<boolean>`true` : sql<boolean>`registrations.status = ${status}`;
};

/** Selects the registrations that match a filter, apart from its search. */
const isAsked = ({ state, mail }: ParticipantFilter) =>
  mail === undefined
    ? inAudience(state)
    : sql<boolean>`${inAudience(state)} and (registrations.member_id is not null) = ${mail === "yes"}`;

type Row = {
  id: string;
  member_id: string | null;
  phone: string | null;
  under18: boolean;
  guardian_name: string | null;
  status: "joined" | "waitlisted";
  seq: number;
  position: number | null;
  offer_expires_at: Date | null;
  party_size: number;
  joined_at: Date;
  attendance_confirmed_at: Date | null;
  name: string;
  email: string | null;
  image: string | null;
  guests: Guest[];
  is_blocked: boolean;
};

/** Selects the registrations of an event by a condition: joined first, then the waitlist, in order of arrival. */
async function inOrder(
  { db }: Pick<Context, "db">,
  eventId: string,
  condition = sql`true`,
  limit: number | null = null,
) {
  const { rows } = await sql<Row>`
    select registrations.*, coalesce(members.name, registrations.name) as name, members.email, members.image, waitlist.position, ${guestsOf} as guests,
      exists (
        select from blocks
        where blocker_id = (select organizer_id from events where id = ${eventId}) and blocked_id = members.id
      ) as is_blocked
    from registrations
      left join members on members.id = registrations.member_id
      left join ${waitlistOf(eventId)} waitlist on waitlist.id = registrations.id
    where registrations.event_id = ${eventId} and ${condition}
    order by registrations.status, registrations.seq limit ${limit}::int`.execute(db);
  return rows;
}

/**
 * Returns the ids of registrations whose name, address or guest's name matches a search. Texts are folded here and not
 * in the database (see `fold`), so this reads all names of the event.
 */
async function namesLike({ db }: Context, eventId: string, filter: ParticipantFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select registrations.id,
      concat_ws(chr(10), registrations.name, members.name, members.email, string_agg(guests.name, chr(10))) as text
    from registrations
      left join members on members.id = registrations.member_id
      left join guests on guests.registration_id = registrations.id
    where registrations.event_id = ${eventId} and ${isAsked(filter)}
    group by registrations.id, members.id`.execute(db);
  const wanted = fold(filter.search).trim();
  const isFound = ({ text }: { text: string }) => text.split("\n").some((line) => fold(line).includes(wanted));
  const found = await inTurns(rows, (row) => (isFound(row) ? row.id : null));
  return found.filter((id) => id !== null);
}

const toParticipant = (row: Row): Participant =>
  shape(Participant, {
    _id: row.id,
    memberId: row.member_id,
    userName: row.name || say("participants.forgotten"),
    userEmail: row.email,
    userPhotoURL: row.image,
    state: stateOf(row.status),
    position: row.position,
    offeredUntil: row.offer_expires_at?.toISOString() ?? null,
    spots: row.party_size,
    guests: row.guests,
    phone: row.phone,
    under18: row.under18,
    guardian: row.guardian_name,
    joinedAt: row.joined_at.toISOString(),
    confirmedAt: row.attendance_confirmed_at?.toISOString() ?? null,
    isBlocked: row.is_blocked,
  });
