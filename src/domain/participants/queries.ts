import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { fold } from "#db/fold.ts";
import { compiled, prepared } from "#db/prepared.ts";
import type { Schema } from "#db/schema.server.ts";
import { say } from "#messages/say.ts";
import type { Context } from "../context.ts";
import { decodeCursor, encodeCursor, IdCursor, paginate } from "../cursor.ts";
import type { Event } from "../events/shapes.ts";
import { countListed, type Listed, listInOrder, listNames, type ListRow } from "../registrations/list.ts";
import { membersAt } from "../registrations/people.ts";
import { stateOf } from "../registrations/shapes.ts";
import { requireRight } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
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
  const event = await requireRight(ctx, eventId, rightFor.listParticipants);
  const after = decodeCursor(StatusCursor, filter.cursor);
  const listed: Listed = { status: statusOf(filter.state), mail: filter.mail };
  const ids = filter.search ? await namesLike(ctx, event.id, listed, filter.search) : null;

  const rows = await listInOrder(ctx.db, event.id, { listed, ids, after, limit: filter.limit + 1 });
  const { shown, next } = paginate(rows, filter.limit, (last) => encodeCursor(...placeOf(last)));
  const total = ids ? ids.length : await countParticipants(ctx, event.id, listed);
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
 * The organizer is left out, because every event's organizer can be reported anyway; at an event of a community, that
 * is the community.
 */
export async function listShownPeople(ctx: Context, event: Pick<Event, "_id" | "organizerId" | "community">) {
  const rows = (await facesOf(ctx, event._id)).filter(({ id }) => event.community || id !== event.organizerId);
  return rows.map(({ id, name, image }) => ({ memberId: id, name: firstWordOf(name), hasPhoto: image !== null }));
}

async function facesOf({ db, sendsMail }: Context, eventId: string) {
  if (!isId(eventId)) return [];
  const rows = await facesOfFew(db, !sendsMail, eventId);
  if ((rows[0]?.taken ?? 0) > fewMax) return facesOfMany(db, eventId, !sendsMail);
  return rows.flatMap(({ id, name, image }) => (id && name !== null ? [{ id, name, image }] : []));
}

/** Up to this many participants, all faces are looked up at once. */
const fewMax = 200;

const visibleFaces = (db: Kysely<Schema>, eventId: string | RawBuilder<string>) =>
  db
    .selectFrom(membersAt(eventId).as("registered"))
    .innerJoin("members", "members.id", "registered.member_id")
    .where("status", "=", sql.lit("joined"))
    .where("shows_face", "=", sql.lit(true))
    .where((eb) => eb.or([sql<boolean>`${"of any address"}::boolean`, eb("email_verified", "=", sql.lit(true))]))
    .orderBy((eb) => eb("image", "is", null))
    .orderBy("seq")
    .limit(sql.lit(facesMax))
    .select(["members.id", "members.name", "image"]);
const facesOfMany = compiled((db) => visibleFaces(db, "id"));
/** Selects the number of participants, and their faces if there are few. */
const facesOfFew = prepared((db) =>
  db
    .selectFrom("events as own")
    .leftJoinLateral(
      visibleFaces(db, sql<string>`own.id`)
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
  const event = await requireRight(ctx, eventId, rightFor.exportParticipants);
  return ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const texts: string[] = [];
      for (let last: ListRow | undefined, part: ListRow[]; ; last = part.at(-1)) {
        part = await listInOrder(tx, event.id, { after: last ? placeOf(last) : null, limit: readAtOnce });
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
  const event = await requireRight(ctx, eventId, rightFor.listMessages);
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
  const { members, others } = await countListed(db, eventId, { status: statusOf(audience) });
  return { recipients: members, unreachable: others };
}

/** Counts the registrations that match a filter. */
async function countParticipants({ db }: Pick<Context, "db">, eventId: string, listed: Listed): Promise<number> {
  const { members, others } = await countListed(db, eventId, listed);
  return members + others;
}

/** The cursor of a list that has people who have joined before people on the waitlist. */
const StatusCursor = z.tuple([z.enum(["joined", "waitlisted"]), z.string().regex(/^\d{1,15}$/)]);

const placeOf = ({ status, seq }: ListRow) => [status, String(seq)] as const;

/**
 * Returns the ids of registrations whose name, address or guest's name matches a search. Texts are folded here and not
 * in the database (see `fold`), so this reads all names of the event.
 */
async function namesLike({ db }: Context, eventId: string, listed: Listed, search: string): Promise<string[]> {
  const rows = await listNames(db, eventId, listed);
  const wanted = fold(search).trim();
  const isFound = ({ text }: { text: string }) => text.split("\n").some((line) => fold(line).includes(wanted));
  const found = await inTurns(rows, (row) => (isFound(row) ? row.id : null));
  return found.filter((id) => id !== null);
}

const toParticipant = (row: ListRow): Participant =>
  shape(Participant, {
    _id: row.id,
    memberId: row.member_id,
    userName: row.name || say("participants.forgotten"),
    userEmail: row.email,
    mailedTo: row.mailed_to,
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
    note:
      row.note === null || row.note_at === null
        ? null
        : {
            text: row.note,
            writtenBy: row.note_by === null ? null : oneLine(row.note_by),
            writtenAt: row.note_at.toISOString(),
          },
  });
