import { sql } from "kysely";
import { newId } from "#db/schema.server.ts";
import { isBlockedBetween } from "../blocks/queries.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { everybody } from "./allocation.ts";
import { lastOnEve } from "./rules.ts";
import { guardianOf, type JoinInput } from "./shapes.ts";

/** The result of a new registration: spots for all or part of its party, or its position on the waitlist. */
export type Taken = { status: "joined" | "waitlisted"; spots: number; position: number | null };

/**
 * Registers a party: counts the free spots, takes them and writes the mail about it, all in one statement. The event's
 * row is locked until everything is written, so a concurrent statement waits and then reads the new counts. All columns
 * compared by the table's checks are set from the locked row, even unchanged ones, because PostgreSQL first checks the
 * row version that the statement found, and only then looks for a newer one. A member who is already registered
 * violates the unique constraint, which undoes the rest too.
 *
 * While people wait for spots that they are not offered, free spots are theirs unless they pass. When the last free
 * spot is taken, people who passed wait again like all others. On an event's eve nothing is kept for a party that
 * prefers to wait: it passes. `reserved` is the number of taken spots that were kept for this party; they are its own,
 * even while others wait.
 *
 * The organizer is told, except of people they added themselves; those people are told instead, with the reason
 * `addedFor`. Without a member, the registration is for a person without an e-mail address, by `name`, and nobody is
 * told. A phone number is kept if the event asks for one, or if the organizer enters it.
 * @returns what was taken; nothing if the event is over, canceled, a draft or does not exist, or if its organizer and
 * the member have blocked each other
 * @throws Failure already_joined, sign_in_required or no_such_member (an account that has just been deleted)
 */
export async function takeSpots(
  ctx: Pick<Context, "db" | "now">,
  input: JoinInput & { addedFor?: string; reserved?: number; name?: string },
  memberId: string | null,
): Promise<Taken | undefined> {
  const { eventId, companions = [], whenShort = "wait", addedFor, reserved = 0, name = null, phone = null } = input;
  const isMember = memberId !== null;
  const told = addedFor === undefined ? null : "registration_added";
  const reason = JSON.stringify(addedFor === undefined ? {} : { reason: addedFor });
  const [registrationId, wanted] = [newId(), companions.length + 1];
  // Ids created one after the other sort in the order of the names.
  const guests = JSON.stringify(companions.map((guest) => ({ id: newId(), ...guest, guardian: guardianOf(guest) })));
  const guardian = guardianOf(input);
  try {
    const { rows } = await sql<Taken>`
      with counted as (
        update events
        set taken = spots.taken + spots.got,
          waitlisted = spots.waitlisted + case when spots.got = 0 then ${wanted}::int else 0 end,
          held = spots.held, capacity = spots.capacity,
          passed = case when spots.taken + spots.got + spots.held = spots.capacity then 0
            when spots.got = 0 and lets_pass then spots.passed + ${wanted}::int else spots.passed end,
          passed_seq = case when spots.taken + spots.got + spots.held = spots.capacity then 0
            when spots.got = 0 and lets_pass then ${everybody}::bigint else spots.passed_seq end,
          round = spots.round + coalesce(spots.taken + spots.got = spots.capacity, false)::int
        from (
          select id, taken - ${reserved}::int as taken, waitlisted, held, passed, passed_seq, round, capacity,
            event_date <= ${lastOnEve(ctx.now)} and waitlisted <= held + passed as lets_pass, case
            when ${wanted}::int <= ${reserved}::int then ${wanted}::int
            when waitlisted > held + passed then case when ${whenShort === "take"} then ${reserved}::int else 0 end
            when capacity is null then ${wanted}::int
            when taken - ${reserved}::int + held + ${wanted}::int <= capacity then ${wanted}::int
            when ${whenShort === "take"} then capacity - taken + ${reserved}::int - held
            else 0
          end as got
          from events
          where id = ${eventId} and event_end >= ${ctx.now} and cancelled_at is null and not is_draft
            and not coalesce(${isBlockedBetween(sql`organizer_id`, sql`${memberId}::uuid`)}, false)
          for update
        ) spots
        where events.id = spots.id
        returning events.id, events.organizer_id, events.asks_phone, spots.got, events.waitlisted
      ), registered as (
        insert into registrations (
          id, event_id, member_id, name, joined_at, status, party_size, phone, under18, guardian_name, guardian_agreed_at
        )
        select ${registrationId}::uuid, id, ${memberId}::uuid, ${name}::text, ${ctx.now}::timestamptz,
          case when got > 0 then 'joined' else 'waitlisted' end, case when got > 0 then got else ${wanted}::int end,
          case when asks_phone or ${!isMember} then ${phone}::text end, ${input.under18 ?? false}::boolean,
          ${guardian}::text, ${guardian === null ? null : ctx.now}::timestamptz
        from counted
        returning id, status, party_size
      ), brought as (
        insert into guests (id, registration_id, name, under18, guardian_name, guardian_agreed_at)
        select guest.id, registered.id, guest.name, guest.under18, guest.guardian,
          case when guest.guardian is not null then ${ctx.now}::timestamptz end
        from registered,
          rows from (jsonb_to_recordset(${guests}::jsonb) as (id uuid, name text, under18 boolean, guardian text))
            with ordinality as guest(id, name, under18, guardian, number)
        where guest.number < registered.party_size
      ), noted as (
        insert into happenings (id, event_id, member_id, kind, happened_at)
        select ${newId()}::uuid, counted.id, ${memberId}::uuid, registered.status, ${ctx.now}::timestamptz
        from registered, counted
        where ${addedFor === undefined && isMember} and counted.organizer_id <> ${memberId}::uuid
      ), told as (
        insert into outbox (id, kind, payload, key, run_at, created_at)
        select ${newId()}::uuid, kind,
          jsonb_build_object('eventId', ${eventId}::text, 'memberId', ${memberId}::text, 'registrationId', id::text)
            || ${reason}::jsonb,
          kind || ':' || id, ${ctx.now}, ${ctx.now}
        from registered, coalesce(${told}::text, 'registration_' || status) as kind
        where ${isMember}
      )
      select status, party_size as spots,
        case when status = 'waitlisted' then counted.waitlisted - party_size + 1 end as position
      from registered, counted`.execute(ctx.db);
    return rows[0];
  } catch (error) {
    if (codeOf(error) === uniqueViolation) throw new Failure("already_joined");
    // The event's row is locked, so the missing row must be the member's account, deleted just now.
    if (codeOf(error) === foreignKeyViolation) {
      throw new Failure(addedFor === undefined ? "sign_in_required" : "no_such_member");
    }
    throw error;
  }
}

/** PostgreSQL's error codes; both drivers set them on the errors they throw. */
const [uniqueViolation, foreignKeyViolation] = ["23505", "23503"];
const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
