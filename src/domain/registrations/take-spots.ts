import { sql } from "kysely";
import { preparedWith } from "#db/prepared.ts";
import { newId } from "#db/schema.server.ts";
import { organizersOf } from "../rights/organizers.ts";
import { isBlockedFrom } from "../blocks/queries.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { everybody } from "./allocation.ts";
import { ownReservation } from "./queries.ts";
import { lastOnEve } from "./rules.ts";
import { guardianOf, type JoinInput, type OwnRegistration } from "./shapes.ts";

/** The result of a new registration: spots for all or part of its party, or its position on the waitlist. */
export type Taken = {
  /** The id of the registration. */
  registrationId: string;
  status: "joined" | "waitlisted";
  spots: number;
  position: number | null;
  /** The registration's data as stored. */
  about: Pick<OwnRegistration, "guests" | "phone" | "under18" | "guardian">;
};

/**
 * Registers a party in one statement: counts the free spots, takes them and writes the confirming mail. The event's row
 * is locked until the end, so a concurrent registration waits and then sees the new counts. Every column in the table's
 * checks is set from the locked row, even if unchanged, because PostgreSQL checks the row first as the statement found
 * it, and only then looks for a newer version. A second registration of one member breaks a unique constraint, which
 * undoes everything. While people on the waitlist have no offer, free spots are theirs, unless they passed. When the
 * last free spot is taken, people who passed wait again like all others. On the eve, a party that prefers to wait
 * passes: no spot is kept for it. With `mindsReservations`, it takes nothing if the member has a reservation, which
 * must be used instead. `reserved` is the number of taken spots that were reserved for this party: it gets them even
 * while others wait. The organizer is told about the registration. If the organizer added the member, the member is
 * told instead, with the reason `addedFor`. Without a member it registers a person without an e-mail address by their
 * `name`, and sends no mail. With `isToldTogether`, the caller writes one mail for several events. A phone number is
 * stored if the event asks for one, or if the organizer enters it.
 * @returns the result; undefined if the event is over, canceled, a draft or missing, if a block by its owner keeps the
 * member from it, or if there is a reservation to use
 * @throws Failure already_joined, sign_in_required or no_such_member (an account that has just gone)
 */
export async function takeSpots(
  ctx: Pick<Context, "db" | "now">,
  input: JoinInput & {
    addedFor?: string;
    reserved?: number;
    name?: string;
    mindsReservations?: boolean;
    isToldTogether?: boolean;
  },
  memberId: string | null,
): Promise<Taken | undefined> {
  const { eventId, guests = [], whenShort = "wait", addedFor, reserved = 0, name = null, phone = null } = input;
  const isMember = memberId !== null;
  const under18 = input.under18 ?? false;
  const guardian = guardianOf(input);
  // Made one after the other, ids sort in the order of the names.
  const named = guests.map((guest) => ({ id: newId(), ...guest, guardian: guardianOf(guest) }));
  const registrationId = newId();
  try {
    const [taken] = await takeInOne(ctx.db, {
      eventId,
      memberId,
      name,
      phone,
      under18,
      guardian,
      reserved,
      isTold: isMember && !input.isToldTogether,
      now: ctx.now,
      wanted: guests.length + 1,
      takes: whenShort === "take",
      mindsReservations: input.mindsReservations ?? false,
      everybody,
      eve: lastOnEve(ctx.now),
      isNobody: !isMember,
      agreedAt: guardian === null ? null : ctx.now,
      guests: JSON.stringify(named),
      isOwnDeed: addedFor === undefined && isMember,
      told: addedFor === undefined ? null : "registration_added",
      reason: JSON.stringify(addedFor === undefined ? {} : { reason: addedFor }),
      registrationId,
      happeningId: newId(),
      taskId: newId(),
    });
    if (!taken) return undefined;
    const { status, spots, position } = taken;
    const guestsIn = named
      .slice(0, spots - 1)
      .map((guest) => ({ _id: guest.id, name: guest.name, under18: guest.under18 ?? false, guardian: guest.guardian }));
    return {
      registrationId,
      status,
      spots,
      position,
      about: { guests: guestsIn, phone: taken.phone, under18, guardian },
    };
  } catch (error) {
    if (codeOf(error) === uniqueViolation) throw new Failure("already_joined");
    // The event's row is locked, so the missing row must be the member's account, deleted just now.
    if (codeOf(error) === foreignKeyViolation) {
      throw new Failure(addedFor === undefined ? "sign_in_required" : "no_such_member");
    }
    throw error;
  }
}

type Row = Pick<Taken, "status" | "spots" | "position"> & { phone: string | null };
type Values = Record<
  | "agreedAt"
  | "eve"
  | "eventId"
  | "everybody"
  | "guardian"
  | "guests"
  | "happeningId"
  | "isNobody"
  | "isOwnDeed"
  | "isTold"
  | "memberId"
  | "mindsReservations"
  | "name"
  | "now"
  | "phone"
  | "reason"
  | "registrationId"
  | "reserved"
  | "takes"
  | "taskId"
  | "told"
  | "under18"
  | "wanted",
  unknown
>;

/** Planning this long statement takes as long as running it, so each connection plans it once. */
const takeInOne = preparedWith<Values, Row>(
  (its) => sql<Row>`    with counted as (
      update events
      set taken = spots.taken + spots.got,
        waitlisted = spots.waitlisted + case when spots.got = 0 then ${its("wanted")}::int else 0 end,
        held = spots.held, capacity = spots.capacity,
        passed = case when spots.taken + spots.got + spots.held = spots.capacity then 0
          when spots.got = 0 and lets_pass then spots.passed + ${its("wanted")}::int else spots.passed end,
        passed_seq = case when spots.taken + spots.got + spots.held = spots.capacity then 0
          when spots.got = 0 and lets_pass then ${its("everybody")}::bigint else spots.passed_seq end,
        round = spots.round + coalesce(spots.taken + spots.got = spots.capacity, false)::int
      from (
        select id, taken - ${its("reserved")}::int as taken, waitlisted, held, passed, passed_seq, round, capacity,
          event_date <= ${its("eve")} and waitlisted <= held + passed as lets_pass, case
          when ${its("wanted")}::int <= ${its("reserved")}::int then ${its("wanted")}::int
          when waitlisted > held + passed then case when ${its("takes")}::boolean then ${its("reserved")}::int else 0 end
          when capacity is null then ${its("wanted")}::int
          when taken - ${its("reserved")}::int + held + ${its("wanted")}::int <= capacity then ${its("wanted")}::int
          when ${its("takes")}::boolean then capacity - taken + ${its("reserved")}::int - held
          else 0
        end as got
        from events
        where id = ${its("eventId")} and event_end >= ${its("now")} and cancelled_at is null and not is_draft
          and not coalesce(${isBlockedFrom(sql`${its("memberId")}::uuid`, sql`events`, sql`${its("now")}::timestamptz`)}, false)
          and not (${its("mindsReservations")}::boolean and exists (${ownReservation(its("eventId"), its("memberId"), its("now"))}))
        for update
      ) spots
      where events.id = spots.id
      returning events.id, events.organizer_id, events.owner_community_id, events.asks_phone, spots.got, events.waitlisted
    ), registered as (
      insert into registrations (
        id, event_id, member_id, name, joined_at, status, party_size, phone, under18, guardian_name, guardian_agreed_at
      )
      select ${its("registrationId")}::uuid, id, ${its("memberId")}::uuid, ${its("name")}::text, ${its("now")}::timestamptz,
        case when got > 0 then 'joined' else 'waitlisted' end, case when got > 0 then got else ${its("wanted")}::int end,
        case when asks_phone or ${its("isNobody")}::boolean then ${its("phone")}::text end, ${its("under18")}::boolean,
        ${its("guardian")}::text, ${its("agreedAt")}::timestamptz
      from counted
      returning id, status, party_size, phone
    ), brought as (
      insert into guests (id, registration_id, name, under18, guardian_name, guardian_agreed_at)
      select guest.id, registered.id, guest.name, guest.under18, guest.guardian,
        case when guest.guardian is not null then ${its("now")}::timestamptz end
      from registered,
        rows from (jsonb_to_recordset(${its("guests")}::jsonb) as (id uuid, name text, under18 boolean, guardian text))
          with ordinality as guest(id, name, under18, guardian, number)
      where guest.number < registered.party_size
    ), noted as (
      insert into happenings (id, event_id, member_id, kind, happened_at)
      select ${its("happeningId")}::uuid, counted.id, ${its("memberId")}::uuid, registered.status, ${its("now")}::timestamptz
      from registered, counted
      where ${its("isOwnDeed")}::boolean and (
        counted.organizer_id <> ${its("memberId")}::uuid
        or exists (
          select from ${organizersOf(sql`counted`, sql`${its("now")}::timestamptz`)} others
          where others.member_id <> ${its("memberId")}::uuid
        )
      )
    ), told as (
      insert into outbox (id, kind, payload, key, run_at, created_at)
      select ${its("taskId")}::uuid, kind,
        jsonb_build_object('eventId', ${its("eventId")}::text, 'memberId', ${its("memberId")}::text, 'registrationId', id::text)
          || ${its("reason")}::jsonb,
        kind || ':' || id, ${its("now")}, ${its("now")}
      from registered, coalesce(${its("told")}::text, 'registration_' || status) as kind
      where ${its("isTold")}::boolean
    )
    select status, party_size as spots, phone,
      case when status = 'waitlisted' then counted.waitlisted - party_size + 1 end as position
    from registered, counted`,
);

/** PostgreSQL's codes; both drivers put them on the error that they throw. */
const [uniqueViolation, foreignKeyViolation] = ["23505", "23503"];
const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
