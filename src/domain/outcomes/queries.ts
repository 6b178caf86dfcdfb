import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { getEvent } from "../events/queries.ts";
import type { Event } from "../events/shapes.ts";
import { Failure } from "../failure.ts";
import { attendanceOf } from "../gates/queries.ts";
import { joinedPeople } from "../registrations/people.ts";
import { requireRight } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { ownPictureAddress } from "../rules.ts";
import { isId, shape } from "../shapes.ts";
import { hasBegun, spanOf } from "../time-zones/rules.ts";
import { changedUntil, hoursMax, hoursOf, hoursSince, unitOf } from "./rules.ts";
import { settlementOf } from "./settling.ts";
import { Outcome, type OutcomePerson, OwnHours, PublicOutcome } from "./shapes.ts";

/**
 * The outcome of one of the caller's events, with all people who had a spot or came: as last saved, or filled in from
 * the gate and the event's times.
 * @throws Failure sign_in_required, not_found, not_yours, outcome_early, event_cancelled
 */
export async function getOutcome(ctx: Context, eventId: string): Promise<Outcome> {
  const member = requireMember(ctx);
  await requireRight(ctx, eventId, rightFor.getOutcome);
  const event = await getEvent(ctx, eventId);
  if (event.status === "cancelled") throw new Failure("event_cancelled");
  const span = spanOf(event);
  if (!hasBegun(span, ctx.now)) throw new Failure("outcome_early");
  const [said, people, pictures, thanked, settled] = await Promise.all([
    ctx.db.selectFrom("outcomes").selectAll().where("event_id", "=", event._id).executeTakeFirst(),
    peopleOf(ctx.db, event._id),
    picturesOf(ctx.db, event._id),
    thankedAt(ctx.db, event._id),
    event.status === "active" ? settlementOf(ctx.db, event) : null,
  ]);
  return shape(Outcome, {
    event,
    sentAt: said?.sent_at.toISOString() ?? null,
    changedAt: said?.changed_at.toISOString() ?? null,
    settledAt: settled?.toISOString() ?? null,
    changedUntil: changedUntil(span).toISOString(),
    fromGate: people.some(({ here }) => here !== null),
    hours: said?.hours ?? hoursOf(span),
    timesHours: hoursOf(span),
    hoursMax: hoursMax(span),
    people: people.map((person) => ({
      ...toPerson(person, event, { isSaid: said !== undefined, readerId: member.id }),
      isYou: person.memberId === member.id,
      isThanked: thanked.has(person.memberId ?? ""),
    })),
    amount: said?.amount ?? null,
    kilograms: said?.kilograms ?? null,
    words: said?.words ?? "",
    thanks: said?.thanks ?? "",
    pictures,
    peopleAgreed: said?.people_agreed ?? false,
  });
}

const toPerson = (
  person: Person,
  event: Event,
  { isSaid, readerId }: { isSaid: boolean; readerId: string },
): Omit<OutcomePerson, "isThanked" | "isYou"> => ({
  _id: person.id,
  name: person.name,
  of: person.of,
  isListed: person.isListed,
  here: person.here,
  came: isSaid ? person.said !== null : person.here !== null,
  hours: person.said?.hours ?? null,
  checkedInHours: person.here === null ? null : hoursSince(person.here, spanOf(event)),
  isMailed: person.memberId !== null && person.memberId !== readerId,
});

/** A person who had a spot, was at the gate, or is in the outcome, with all that is known of them. */
export type Person = {
  id: string;
  memberId: string | null;
  name: string | null;
  /** The registrant who brought the guest: the name, and the id in this list. */
  of: string | null;
  bringerId: string | null;
  isListed: boolean;
  isConfirmed: boolean;
  /** The time of their check-in at the gate. */
  here: string | null;
  said: { hours: number | null; notedBy: "gate" | "organizer" } | null;
};

/**
 * All people of an event: those on the list in the order of arrival, then those who left it after they came, walk-ins,
 * and others in the outcome.
 */
export async function peopleOf(db: Kysely<Schema>, eventId: string): Promise<Person[]> {
  const { rows: listed } = await sql<Pick<Person, "id" | "memberId" | "name" | "of" | "bringerId" | "isConfirmed">>`
    select person.id, person.member_id as "memberId", coalesce(person.name, members.name) as name,
      case when is_guest then coalesce(registrant_name, members.name) end as of,
      case when is_guest then registration_id end as "bringerId", is_confirmed as "isConfirmed"
    from ${joinedPeople(eventId)} person left join members on members.id = registrant_id
    order by person.seq, is_guest, person.id`.execute(db);
  const gate = await attendanceOf(db, eventId);
  const noted = await db
    .selectFrom("outcome_people")
    .leftJoin("members", "members.id", "member_id")
    .where("event_id", "=", eventId)
    .select(["person_id", "member_id", "members.name as member_name", "outcome_people.name", "hours", "noted_by"])
    .select(["is_listed", "is_confirmed"])
    .orderBy("person_id")
    .execute();

  const people = new Map<string, Person>();
  for (const person of listed) people.set(person.id, { ...person, isListed: true, here: null, said: null });
  for (const { personId: id, memberId, name, since, isListed } of gate) {
    const [known, here] = [people.get(id), since.toISOString()];
    if (known) known.here = here;
    else people.set(id, { ...stranger, id, memberId, name, isListed, here });
  }
  for (const row of noted) {
    const said = { hours: row.hours, notedBy: row.noted_by };
    const known = people.get(row.person_id);
    if (known) known.said = said;
    else {
      const { person_id: id, member_id: memberId, is_listed: isListed, is_confirmed: isConfirmed } = row;
      people.set(id, { ...stranger, id, memberId, name: row.member_name ?? row.name, isListed, isConfirmed, said });
    }
  }
  return [...people.values()];
}

const stranger = { of: null, bringerId: null, isListed: false, isConfirmed: false, here: null, said: null } as const;

/** The members who were ever listed as present, and were therefore thanked. */
export async function thankedAt(db: Kysely<Schema>, eventId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("asserted_hours")
    .where("event_id", "=", eventId)
    .select("member_id")
    .distinct()
    .execute();
  return new Set(rows.map(({ member_id }) => member_id));
}

/** The addresses of an outcome's pictures, without the hidden ones. */
async function picturesOf(db: Kysely<Schema>, eventId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("outcome_pictures")
    .innerJoin("pictures", "pictures.id", "picture_id")
    .where("event_id", "=", eventId)
    .where("hidden_at", "is", null)
    .orderBy("position")
    .select("picture_id")
    .execute();
  return rows.map(({ picture_id }) => ownPictureAddress(picture_id));
}

/**
 * The public part of an event's outcome; null without one. Callers must have checked that the reader may see the event.
 */
export async function findPublicOutcome(
  { db, now }: Pick<Context, "db" | "now">,
  { _id, organizerId, community, eventType }: Pick<Event, "_id" | "organizerId" | "community" | "eventType">,
): Promise<PublicOutcome | null> {
  const said = await db.selectFrom("outcomes").selectAll().where("event_id", "=", _id).executeTakeFirst();
  if (!said) return null;
  const next = await db
    .selectFrom("events")
    .where((eb) =>
      community
        ? eb("owner_community_id", "=", community.id)
        : eb.and([eb("organizer_id", "=", organizerId), eb("owner_community_id", "is", null)]),
    )
    .where("event_date", ">", now)
    .where("is_draft", "=", false)
    .where("cancelled_at", "is", null)
    .orderBy("event_date")
    .select(["id", "title", "event_date", "time_zone"])
    .limit(1)
    .executeTakeFirst();
  const other = await db
    .selectFrom("outcome_people")
    .where("event_id", "=", _id)
    .where("is_listed", "=", false)
    .select("person_id")
    .limit(1)
    .executeTakeFirst();
  return shape(PublicOutcome, {
    came: said.came,
    withOthers: other !== undefined,
    hours: said.total_hours,
    unit: unitOf[eventType],
    amount: said.amount,
    kilograms: said.kilograms,
    words: said.words,
    thanks: said.thanks,
    pictures: await picturesOf(db, _id),
    next: next
      ? { _id: next.id, title: next.title, eventDate: next.event_date.toISOString(), timeZone: next.time_zone }
      : null,
  });
}

/**
 * The public part of an outcome by the event's id.
 * @throws Failure not_found (also without an outcome), under_review
 */
export async function getPublicOutcome(ctx: Context, eventId: string): Promise<PublicOutcome> {
  const outcome = await findPublicOutcome(ctx, await getEvent(ctx, eventId));
  if (!outcome) throw new Failure("not_found");
  return outcome;
}

/** The caller's hours at an event, by its organizer or the gate. @throws Failure sign_in_required, not_found */
export async function getOwnHours(ctx: Context, eventId: string): Promise<OwnHours> {
  const { id } = requireMember(ctx);
  if (!isId(eventId)) throw new Failure("not_found");
  return shape(OwnHours, { hours: await hoursOfMember(ctx.db, eventId, id) });
}

/** A member's hours at an event; null if they are not listed as present. */
export async function hoursOfMember(db: Kysely<Schema>, eventId: string, memberId: string): Promise<number | null> {
  const row = await db
    .selectFrom("outcome_people")
    .innerJoin("outcomes", "outcomes.event_id", "outcome_people.event_id")
    .where("outcome_people.event_id", "=", eventId)
    .where("member_id", "=", memberId)
    .select(["outcome_people.hours", "outcomes.hours as each"])
    .executeTakeFirst();
  return row ? (row.hours ?? row.each) : null;
}
