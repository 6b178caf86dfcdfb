import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { dropOtherAssertions } from "../assertions/commands.ts";
import type { LockedEvent } from "../events/locking.ts";
import type { EventType } from "../events/rules.ts";
import { enqueueAll, type Task } from "../outbox.ts";
import { keepForRecords } from "../records/keeping.ts";
import { revokeOtherHours } from "../records/revoking.ts";
import type { Person } from "./queries.ts";
import { correctedAfter, hoursTogether, unitOf } from "./rules.ts";
import type { OutcomeInput } from "./shapes.ts";

/** The outcome of a past event: the people who came, each with their hours if these differ from the rest. */
export type Said = Omit<OutcomeInput, "came" | "added" | "hoursOf" | "pictures"> & {
  came: (Pick<Person, "id" | "memberId" | "name" | "isListed" | "isConfirmed"> & {
    hours: number | null;
    notedBy: "gate" | "organizer";
  })[];
  /** The ids of the pictures. */
  pictures: string[];
};

/** The number of mails: of thanks, and about corrected hours. */
export type Told = { thanked: number; told: number };

/**
 * Saves an event's outcome in place of the previous one, and logs the changed hours of members. Members who are first
 * listed as present get one mail of thanks; later changes of their hours get a mail. The organizer who says it gets no
 * mail about their own outcome.
 * @param everybody all people on the event's list
 * @param by the author; null if the gate's log settles the event
 */
export async function keepOutcome(
  tx: Transaction<Schema>,
  event: LockedEvent,
  { said, everybody, by, now }: { said: Said; everybody: readonly Person[]; by: string | null; now: Date },
): Promise<Told> {
  const { came, hours, amount, kilograms, words, thanks, peopleAgreed, pictures } = said;
  const event_id = event.id;
  const before = await hoursSaid(tx, event_id);
  const listed = everybody.filter(({ isListed }) => isListed);
  const values = {
    hours,
    amount,
    kilograms,
    words,
    thanks,
    people_agreed: peopleAgreed,
    came: came.length,
    total_hours: hoursTogether(hours, came),
    changed_at: now,
  };
  await tx
    .insertInto("outcomes")
    .values({
      event_id,
      ...values,
      joined: listed.length,
      confirmed: listed.filter(({ isConfirmed }) => isConfirmed).length,
      sent_at: now,
    })
    .onConflict((conflict) =>
      conflict.column("event_id").doUpdateSet({
        ...values,
        // People whose account was deleted since were on the list too.
        joined: sql`greatest(outcomes.joined, excluded.joined)`,
        confirmed: sql`greatest(outcomes.confirmed, excluded.confirmed)`,
      }),
    )
    .execute();
  const forRecords = {
    event_id,
    title: event.title,
    unit: unitOf[event.event_type as EventType],
    event_date: event.event_date,
    event_end: event.event_end,
    time_zone: event.time_zone,
    amount,
    kilograms,
    said_by: by,
    said_at: now,
  };
  await keepForRecords(tx, forRecords, { community: await communityOf(tx, event) });
  await replacePeople(tx, event_id, came);
  await replacePictures(tx, event_id, pictures);

  const after = new Map(
    came.flatMap((person) => (person.memberId === null ? [] : [[person.memberId, person.hours ?? hours] as const])),
  );
  const told = await tellMembers(tx, { event, before, after, by, now });
  await dropOtherAssertions(tx, event_id, now);
  await revokeOtherHours(tx, event_id, now);
  return told;
}

/** The name of the community that an event belongs to, unless hosts hide it. */
async function communityOf(tx: Transaction<Schema>, { owner_community_id: id }: LockedEvent): Promise<string | null> {
  if (id === null) return null;
  const found = await tx
    .selectFrom("communities")
    .where("id", "=", id)
    .where("hidden_at", "is", null)
    .select("title")
    .executeTakeFirst();
  return found?.title ?? null;
}

async function replacePeople(tx: Transaction<Schema>, event_id: string, came: Said["came"]): Promise<void> {
  await tx.deleteFrom("outcome_people").where("event_id", "=", event_id).execute();
  const rows = came.map((person) => ({
    event_id,
    person_id: person.id,
    member_id: person.memberId,
    // A member's name is in their own row.
    name: person.memberId === null ? person.name : null,
    hours: person.hours,
    noted_by: person.notedBy,
    is_listed: person.isListed,
    is_confirmed: person.isConfirmed,
  }));
  for (let from = 0; from < rows.length; from += atOnce) {
    await tx
      .insertInto("outcome_people")
      .values(rows.slice(from, from + atOnce))
      .execute();
  }
}

/** The number of rows in one statement: PostgreSQL accepts 65,535 parameters. */
const atOnce = 1000;

async function replacePictures(tx: Transaction<Schema>, event_id: string, pictures: string[]): Promise<void> {
  await tx
    .deleteFrom("outcome_pictures")
    .where("event_id", "=", event_id)
    // A hidden picture may be restored.
    .where("picture_id", "in", (eb) => eb.selectFrom("pictures").select("id").where("hidden_at", "is", null))
    .execute();
  const rows = pictures.map((picture_id, position) => ({ event_id, picture_id, position }));
  if (rows.length > 0) await tx.insertInto("outcome_pictures").values(rows).execute();
}

/** The latest hours of each member, null if withdrawn; it has no entry for members without any. */
async function hoursSaid(tx: Transaction<Schema>, eventId: string): Promise<Map<string, number | null>> {
  const rows = await tx
    .selectFrom("asserted_hours")
    .where("event_id", "=", eventId)
    .select(["member_id", "hours"])
    // Ids depend on the clock of the machine that made them.
    .orderBy("asserted_at")
    .orderBy("id")
    .execute();
  return new Map(rows.map(({ member_id, hours }) => [member_id, hours]));
}

type Change = {
  event: LockedEvent;
  before: Map<string, number | null>;
  after: Map<string, number>;
  by: string | null;
  now: Date;
};

/** Logs the changed hours, and writes the mails about them. */
async function tellMembers(tx: Transaction<Schema>, { event, before, after, by, now }: Change): Promise<Told> {
  const eventId = event.id;
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .map((memberId) => ({ memberId, was: before.get(memberId), is: after.get(memberId) ?? null }))
    .filter(({ was, is }) => was !== is);
  const rows = changed.map(({ memberId: member_id, is: hours }) => ({
    id: newId(),
    event_id: eventId,
    member_id,
    hours,
    asserted_by: by,
    asserted_at: now,
  }));
  for (let from = 0; from < rows.length; from += atOnce) {
    await tx
      .insertInto("asserted_hours")
      .values(rows.slice(from, from + atOnce))
      .execute();
  }

  const others = changed.filter(({ memberId }) => memberId !== (by ?? event.organizer_id));
  const thanks = others
    .filter(({ was }) => was === undefined)
    .map(({ memberId }): Task => {
      return { kind: "thanks", key: `thanks:${eventId}:${memberId}`, payload: { eventId, memberId } };
    });
  const waiting = await waitingIn(tx, eventId);
  const corrections = others.flatMap(({ memberId, was }): Task[] => {
    // A mail already on its way uses the values that are current when it goes out.
    if (was === undefined || waiting.has(memberId)) return [];
    return [{ kind: "hours_corrected", key: `hours_corrected:${newId()}`, payload: { eventId, memberId, was } }];
  });
  return {
    thanked: await enqueueAll(tx, thanks, now),
    told: await enqueueAll(tx, corrections, now, new Date(now.getTime() + correctedAfter)),
  };
}

/** The members to whom a mail about their hours at an event is on its way. */
async function waitingIn(tx: Transaction<Schema>, eventId: string): Promise<Set<string>> {
  const { rows } = await sql<{ memberId: string }>`
    select payload ->> 'memberId' as "memberId" from outbox
    where kind in ('thanks', 'hours_corrected') and payload ->> 'eventId' = ${eventId}
      and done_at is null and failed_at is null`.execute(tx);
  return new Set(rows.map(({ memberId }) => memberId));
}
