import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireSelf } from "../context.ts";
import { decodeCursor, encodeCursor, paginate, PlaceCursor } from "../cursor.ts";
import { placeOf } from "../events/filtering.ts";
import { EventType, flatSpan } from "../events/shapes.ts";
import { Failure } from "../failure.ts";
import { roleAt } from "../rights/queries.ts";
import { oneLine } from "../rules.ts";
import { isId, type Page, shape } from "../shapes.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import { type Guest, type JoinedFilter, OwnRegistration, Registration, stateOf } from "./shapes.ts";

/**
 * Returns the calling member's registration for an event: joined, or waitlisted with a position. It has their role if
 * they organize the event. For a visitor it is always empty. Specification 4 'Join button', 7 `GET
 * /already-joined/{id}`.
 * @throws Failure not_found
 */
export async function getOwnRegistration(ctx: Context, eventId: string): Promise<OwnRegistration> {
  if (!isId(eventId)) throw new Failure("not_found");
  const event = await ctx.db
    .selectFrom("events")
    .select(["id", "is_draft", "review", "organizer_id", "owner_community_id"])
    .where("id", "=", eventId)
    .executeTakeFirst();
  if (!event || (event.is_draft && event.review !== "hidden")) throw new Failure("not_found");
  if (ctx.actor.kind === "visitor") return noRegistration;
  const { id } = ctx.actor.member;
  const role = await roleAt(ctx.db, event, id, ctx.now);
  const registration = { ...(await registrationOf(ctx, event.id, id)), role };
  return registration.isJoined ? registration : { ...registration, meanwhile: await findMeanwhile(ctx, event.id, id) };
}

const noRegistration = shape(OwnRegistration, {
  role: null,
  isJoined: false,
  state: null,
  position: null,
  guests: [],
  phone: null,
  under18: false,
  guardian: null,
  offer: null,
  meanwhile: null,
});

/** Returns the same for any member, by their id. */
export async function registrationOf(
  ctx: Pick<Context, "db" | "now">,
  eventId: string,
  memberId: string,
): Promise<OwnRegistration> {
  // A single statement, because the waitlist may move on between two. Only people on the waitlist need it read.
  const { rows } = await sql<Found>`
    select status, party_size, phone, under18, guardian_name, offer_expires_at, waitlist.position, waitlist.may_take, ${guestsOf} as guests,
      capacity - taken - held as free, cancelled_at is null and review is null and event_end >= ${ctx.now} as is_open
    from registrations
      join events on events.id = registrations.event_id
      left join lateral (
        select * from ${waitlistOf(eventId)} waitlist
        where waitlist.id = registrations.id and registrations.status = 'waitlisted'
      ) waitlist on true
    where registrations.event_id = ${eventId} and registrations.member_id = ${memberId}`.execute(ctx.db);
  const registration = rows[0];
  if (!registration) return noRegistration;
  const { status, position, guests } = registration;
  return shape(OwnRegistration, {
    role: null,
    isJoined: status === "joined",
    state: stateOf(status),
    position,
    guests,
    phone: registration.phone,
    under18: registration.under18,
    guardian: registration.guardian_name,
    offer: offerOf(registration, ctx.now),
    meanwhile: null,
  });
}

/** Finds the first event that a member has joined and that overlaps with this one, while neither is over. */
async function findMeanwhile(
  { db, now }: Pick<Context, "db" | "now">,
  eventId: string,
  memberId: string,
): Promise<OwnRegistration["meanwhile"]> {
  const row = await db
    .selectFrom("events as this")
    .innerJoin("registrations", (join) => join.on("member_id", "=", memberId).on("status", "=", "joined"))
    .innerJoin("events as other", (join) =>
      join
        .onRef("other.id", "=", "registrations.event_id")
        .onRef("other.id", "!=", "this.id")
        .onRef("other.event_date", "<", "this.event_end")
        .onRef("other.event_end", ">", "this.event_date"),
    )
    .where("this.id", "=", eventId)
    .where("this.event_end", ">", now)
    .where("other.event_end", ">", now)
    .where("other.cancelled_at", "is", null)
    .where("other.is_draft", "=", false)
    .select(["other.id", "other.title", "other.event_date", "other.event_end"])
    .orderBy("other.event_date")
    .orderBy("other.id")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { id, title, event_date, event_end } = row;
  return { eventId: id, title: oneLine(title), eventDate: event_date.toISOString(), eventEnd: event_end.toISOString() };
}

type Found = {
  status: "joined" | "waitlisted";
  party_size: number;
  phone: string | null;
  under18: boolean;
  guardian_name: string | null;
  offer_expires_at: Date | null;
  position: number | null;
  may_take: boolean | null;
  guests: Guest[];
  free: number | null;
  is_open: boolean;
};

/** The spots that a waitlisted member can take now: those held for them, or free ones that are theirs to take. */
function offerOf({ party_size, offer_expires_at, may_take, ...event }: Found, now: Date): OwnRegistration["offer"] {
  if (event.status === "joined" || !event.is_open) return null;
  if (offer_expires_at) {
    return offer_expires_at > now ? { spots: party_size, until: offer_expires_at.toISOString() } : null;
  }
  const free = Math.min(party_size, event.free ?? party_size);
  return may_take && free > 0 ? { spots: free, until: null } : null;
}

/** All data of a member's registrations, with their events, in the order in which they joined. */
export const registrationDataOf = (db: Kysely<Schema>, memberId: string) =>
  db
    .selectFrom("registrations")
    .innerJoin("events", "events.id", "registrations.event_id")
    .where("member_id", "=", memberId)
    .select(["event_id as eventId", "title", "event_date as eventDate", "joined_at as joinedAt", "status"])
    .select(["attendance_confirmed_at as confirmedAt", "phone", "under18", "guardian_name as guardian"])
    .select(["guardian_agreed_at as guardianAgreedAt", guestsOf.as("guests")])
    .orderBy("joined_at")
    .execute();

/**
 * The spots that are kept at an event for a member's address, which they have proved, as a table for SQL: reserved
 * ones, and one that an organizer holds by name.
 */
export const ownReservation = (
  eventId: string | RawBuilder<unknown>,
  memberId: string | RawBuilder<unknown>,
  now: Date | RawBuilder<unknown>,
) => sql<{ email: string }>`
  select reservations.email from reservations join members on members.email = reservations.email
  where reservations.event_id = ${eventId} and members.id = ${memberId} and members.email_verified
    and reservations.expires_at > ${now}
  union all
  select added_people.email from added_people join members on members.email = added_people.email
  where added_people.event_id = ${eventId} and members.id = ${memberId} and members.email_verified`;

/** The guests of a registration, as a value for SQL, in the order in which they were named. */
export const guestsOf = sql<Guest[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('_id', id, 'name', name, 'under18', under18, 'guardian', guardian_name) order by id), '[]')
  from guests where registration_id = registrations.id
)`;

/**
 * The number of hours that a registration's member was there, as a value for SQL; null if the organizer did not record
 * that they came.
 */
const hoursThere = sql<number | null>`(
  select coalesce(outcome_people.hours, outcomes.hours)::float8
  from outcome_people join outcomes on outcomes.event_id = outcome_people.event_id
  where outcome_people.event_id = registrations.event_id and outcome_people.member_id = registrations.member_id limit 1
)`;

/** The registrations on an event's waitlist, joined with the event's `passed_seq` and `round`, as a table for SQL. */
export const waitingAt = (eventId: string) => sql`
  registrations join (select id as at, passed_seq, round from events) event on at = event_id and event_id = ${eventId}
    and status = 'waitlisted'`;

/**
 * True if free spots are kept for a waitlisted registration until they suffice, as a condition for SQL: it has no
 * offer, did not pass and missed no offer in this round.
 */
export const isInLine = sql<boolean>`(
  offer_expires_at is null and seq > passed_seq and missed_round is distinct from round
)`;

/**
 * An event's waitlist, as a table for SQL. `position` is that of the registration's first person (1 for the next).
 * `may_take` is true if the registration may take free spots without an offer: it passed, or is the first in line.
 */
export const waitlistOf = (eventId: string) => sql`(
  select registrations.id, (sum(party_size) over arrival - party_size)::int + 1 as position,
    seq <= passed_seq or (${isInLine} and count(*) filter (where ${isInLine}) over arrival = 1) as may_take
  from ${waitingAt(eventId)}
  window arrival as (order by seq)
)`;

/**
 * Returns a page of the calling member's registrations, each with its event as it is now: events that have not ended,
 * soonest first, then past ones, latest first. `waitlisted` is the number of waitlists among the total. Specification 2
 * 'Joined Events', 7 `GET /joined-events`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), invalid (cursor)
 */
export async function listJoinedEvents(
  ctx: Context,
  filter: JoinedFilter,
): Promise<Page<Registration> & { waitlisted: number }> {
  const member = requireSelf(ctx, filter.email);
  const after = decodeCursor(PlaceCursor, filter.cursor);
  const place = placeOf(sql`events.event_end >= ${ctx.now}::timestamptz`);

  // Reads all of the member's registrations from indexes only, and the details just for those on the page. The two
  // queries run one after the other: in a join, PostgreSQL may read through all events.
  const mine = ctx.db
    .selectFrom("registrations")
    .where("member_id", "=", member.id)
    .select(["id", sql<string>`(select ${place} from events where events.id = registrations.event_id)`.as("place")])
    // `offset 0` makes PostgreSQL look up each place once, however often it is used below.
    .offset(0);
  const places = ctx.db.selectFrom(mine.as("mine")).select(["mine.id", "mine.place"]);
  const beyondIt = after && sql<boolean>`(mine.place, mine.id) > (${after[0]}::bigint, ${after[1]}::uuid)`;
  const found = (beyondIt ? places.where(beyondIt) : places)
    .orderBy("mine.place")
    .orderBy("mine.id")
    .limit(filter.limit + 1);
  const [rows, total] = await Promise.all([
    ctx.db
      .selectFrom("registrations")
      .innerJoin(found.as("found"), "found.id", "registrations.id")
      .innerJoin("events", "events.id", "registrations.event_id")
      .innerJoin("members", "members.id", "registrations.member_id")
      .leftJoin("communities", (on) =>
        on.onRef("communities.id", "=", "events.owner_community_id").on("communities.hidden_at", "is", null),
      )
      .selectAll("registrations")
      .select("communities.title as community")
      .select(sql<string>`found.place::text`.as("place"))
      .select(["events.title", "events.location", "events.event_date", "events.event_end", "events.time_zone"])
      .select(["events.cancelled_at", "events.review", "events.description", "events.taken"])
      .select(["events.event_type", "events.thumbnail_url"])
      .select(["members.name", "members.email", "members.image"])
      .select(hoursThere.as("hours"))
      .orderBy("found.place")
      .orderBy("registrations.id")
      .execute(),
    ctx.db
      .selectFrom("registrations")
      .where("member_id", "=", member.id)
      .select((eb) => eb.fn.countAll().as("count"))
      .select((eb) => eb.fn.countAll().filterWhere("status", "=", "waitlisted").as("waitlisted"))
      .executeTakeFirstOrThrow(),
  ]);

  const { shown, next } = paginate(rows, filter.limit, (last) => encodeCursor(last.place, last.id));
  const registrations = shown.map((row) =>
    shape(Registration, {
      _id: row.id,
      eventId: row.event_id,
      eventTitle: row.title,
      eventLocation: row.location,
      ...flatSpan(spanOfRow(row)),
      eventType: EventType.parse(row.event_type),
      thumbnailUrl: row.thumbnail_url,
      status: row.cancelled_at ? "cancelled" : row.review ? "under_review" : "active",
      userName: row.name,
      userEmail: row.email,
      userPhotoURL: row.image,
      joinedAt: row.joined_at.toISOString(),
      state: stateOf(row.status),
      spots: row.party_size,
      offeredUntil: row.offer_expires_at?.toISOString() ?? null,
      participantCount: row.taken,
      community: row.community === null ? null : oneLine(row.community),
      description: row.description,
      hours: row.hours,
    }),
  );
  return { rows: registrations, total: Number(total.count), waitlisted: Number(total.waitlisted), next };
}
