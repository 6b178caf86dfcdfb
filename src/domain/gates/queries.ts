import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { statusOf } from "../events/rows.ts";
import { flatSpan } from "../events/shapes.ts";
import { type Merged, mergeMarks } from "../marks/rules.ts";
import type { LinkSigner } from "../ports.ts";
import { partyPeople, registrationsOf } from "../registrations/people.ts";
import { requireRight } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { oneLine } from "../rules.ts";
import { shape } from "../shapes.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import { codesOf } from "./codes.ts";
import { type Leaver, leaversOf } from "./leaving.ts";
import { marksOf } from "./marking.ts";
import { type Expected, expectedAt } from "./roster.ts";
import { marksFrom, marksUntil, readableFrom } from "./rules.ts";
import { Gate, GateKey, GateKeys, type Synced } from "./shapes.ts";

/** A context that signs the links of keys; everyone with such a link can open the gate. */
export type Linked = Context & { links: LinkSigner };

/** An event as a gate shows it. */
export const eventOf = (db: Kysely<Schema>, eventId: string) =>
  db
    .selectFrom("events")
    .where("id", "=", eventId)
    .select(["id", "title", "event_date", "event_end", "time_zone", "capacity"])
    .select(["is_draft", "review", "cancelled_at"])
    .executeTakeFirst();
type EventRow = NonNullable<Awaited<ReturnType<typeof eventOf>>>;

/** An event's details for devices and organizers, with the times at which its gate can be read and counts. */
export function aboutEvent(row: EventRow): Pick<Synced, "event" | "readableFrom" | "marksFrom" | "marksUntil"> {
  const span = spanOfRow(row);
  const { id, title, capacity } = row;
  return {
    event: { _id: id, title: oneLine(title), ...flatSpan(span), capacity, status: statusOf(row) },
    readableFrom: readableFrom(span).toISOString(),
    marksFrom: marksFrom(span).toISOString(),
    marksUntil: marksUntil(span).toISOString(),
  };
}

/** The number of keys listed, the latest ones. */
const keysListed = 100;

/**
 * The keys of an event, for its organizer only, latest first.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function listGateKeys(ctx: Linked, eventId: string): Promise<GateKeys> {
  const event = await requireRight(ctx, eventId, rightFor.listGateKeys);
  const rows = await keyRows(ctx.db)
    .where("gate_keys.event_id", "=", event.id)
    .orderBy("gate_keys.id", "desc")
    .limit(keysListed)
    .execute();
  const { ended } = await ctx.db
    .selectFrom("gate_keys")
    .where("event_id", "=", event.id)
    .where("ended_by", "in", renewable)
    .select((eb) => eb.fn.countAll<number>().as("ended"))
    .executeTakeFirstOrThrow();
  return shape(GateKeys, {
    keys: rows.map((row) => toKey(ctx, row)),
    ended,
    readableFrom: readableFrom(spanOfRow(event)).toISOString(),
  });
}

/**
 * Reasons for the end of keys after which the organizer may renew them all at once. A transfer is not one, because a
 * new organizer has other helpers.
 */
export const renewable = ["access", "review"] as const;

/** Selects keys with their use and state. */
export const keyRows = (db: Kysely<Schema>) =>
  db
    .selectFrom("gate_keys")
    .leftJoin("gate_devices", "gate_devices.key_id", "gate_keys.id")
    .groupBy("gate_keys.id")
    .select(["gate_keys.id", "label", "created_at", "revoked_at"])
    .select((eb) => [eb.fn.count<number>("gate_devices.id").as("devices"), eb.fn.max("last_seen").as("last_seen")]);
type KeyRow = Awaited<ReturnType<ReturnType<typeof keyRows>["executeTakeFirstOrThrow"]>>;

/** A key as its organizer sees it. */
export const toKey = ({ address, links }: Linked, row: KeyRow): GateKey =>
  shape(GateKey, {
    _id: row.id,
    label: row.label,
    url: `${address}/gate#${links.sign("gate", row.id)}`,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen?.toISOString() ?? null,
    devices: row.devices,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  });

/**
 * An event's gate, for its organizer only: all people by full name, and the result of the marks. People without a code
 * get one.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function getGate(ctx: Context, eventId: string): Promise<Gate> {
  const event = await requireRight(ctx, eventId, rightFor.getGate);
  const expected = await expectedAt(ctx.db, event.id);
  const codes = await codesOf(
    ctx.db,
    event.id,
    expected.map(({ id }) => id),
  );
  const merged = mergeMarks(expected, await marksOf(ctx.db, event.id));
  return shape(Gate, {
    ...aboutEvent(event),
    people: expected.map(({ guardianAgreedAt, registrationId, ...person }) => ({
      ...person,
      registrationId,
      partyId: registrationId,
      code: codes.get(person.id) ?? "",
      guardianAgreedAt: guardianAgreedAt?.toISOString() ?? null,
      state: merged.people.get(person.id)?.state ?? "to_come",
      since: merged.people.get(person.id)?.since ?? null,
      guardianAskedAt: merged.asked.get(person.id)?.at ?? null,
    })),
    walkIns: await withContacts(ctx.db, event.id, merged),
    isClosed: merged.isClosed,
    closedAt: merged.closedAt,
  });
}

/**
 * The people present by the gate's log: arrival times by person id, and walk-ins with contact details. Callers must
 * have checked that the organizer makes the request. It creates no codes.
 */
export async function arrivalsAt(db: Kysely<Schema>, eventId: string) {
  const merged = mergeMarks(await expectedAt(db, eventId), await marksOf(db, eventId));
  const here = [...merged.people].flatMap(([id, { state, since }]) =>
    state === "here" && since ? [[id, since] as const] : [],
  );
  return { here: new Map(here), walkIns: await withContacts(db, eventId, merged) };
}

/** Walk-ins as only the organizer sees them: with their contact details, while these are kept. */
async function withContacts(
  db: Kysely<Schema>,
  eventId: string,
  { walkIns, asked }: Pick<Merged, "walkIns" | "asked">,
): Promise<Gate["walkIns"]> {
  const rows = await db
    .selectFrom("walk_in_contacts")
    .innerJoin("gate_marks", "gate_marks.id", "walk_in_contacts.mark_id")
    .where("walk_in_contacts.event_id", "=", eventId)
    .select(["person_id", "phone", "email"])
    .execute();
  const contacts = new Map(rows.map(({ person_id, phone, email }) => [person_id, { phone, email }]));
  return walkIns.map(({ id, ids, name, under18, since }) => {
    // For a walk-in who was added twice, each entry may have its own contact details.
    const told = ids.flatMap((one) => contacts.get(one) ?? []);
    return {
      id,
      name,
      under18,
      since: since ?? "",
      phone: told.find(({ phone }) => phone !== null)?.phone ?? null,
      email: told.find(({ email }) => email !== null)?.email ?? null,
      guardianAskedAt: asked.get(id)?.at ?? null,
    };
  });
}

/** A person who came, according to the gate's whole log. A guest has the registration of their party, but no member. */
export type Attendance = {
  personId: string;
  registrationId: string | null;
  memberId: string | null;
  name: string;
  under18: boolean;
  since: Date;
  /** True if they are on the event's list, or were when they came. */
  isListed: boolean;
};

/**
 * The people who came: those on the list in its order, then those who left after they came, then walk-ins in the order
 * of arrival. A person who left and joined again appears once.
 */
export async function attendanceOf(db: Kysely<Schema>, eventId: string): Promise<Attendance[]> {
  const expected = await expectedAt(db, eventId);
  const left = await leaversOf(db, eventId);
  const { people, walkIns } = mergeMarks([...expected, ...left], await marksOf(db, eventId));
  const sinceOf = ({ id }: { id: string }) => {
    const { state, since } = people.get(id) ?? {};
    return state === "here" && since ? [since] : [];
  };
  const owners = new Map(expected.flatMap(({ id, memberId }) => (memberId === null ? [] : [[id, memberId] as const])));
  const isAgain = (one: Leaver, person: Expected) =>
    owners.get(person.registrationId) === one.ownerId &&
    (one.isGuest ? person.isGuest && person.name === one.name : !person.isGuest);
  const came = [
    ...expected.map((person) => ({ person, moments: [person, ...left.filter((one) => isAgain(one, person))] })),
    ...left
      .filter((one) => !expected.some((person) => isAgain(one, person)))
      .map((one) => ({
        person: { ...one, registrationId: null, memberId: one.isGuest ? null : one.ownerId },
        moments: [one],
      })),
  ].flatMap(({ person: { id, registrationId, memberId, name, under18 }, moments }) => {
    const [since] = moments.flatMap(sinceOf).toSorted();
    return since === undefined
      ? []
      : [{ personId: id, registrationId, memberId, name, under18, since: new Date(since), isListed: true }];
  });
  const others = walkIns.map(({ id, name, under18, since }) => ({
    personId: id,
    registrationId: null,
    memberId: null,
    name,
    under18,
    since: new Date(since ?? ""),
    isListed: false,
  }));
  return [...came, ...others];
}

/** A member's data at gates: the keys and marks that they made, and marks about them and their guests. */
export async function gateDataOf(db: Kysely<Schema>, memberId: string) {
  const keys = await db
    .selectFrom("gate_keys")
    .where("created_by", "=", memberId)
    .orderBy("id")
    .select(["event_id", "label", "created_at", "revoked_at"])
    .execute();
  const ofParty = db.selectFrom(partyPeople(memberId).as("person")).select("person.id");
  const marks = await db
    .selectFrom("gate_marks")
    .where((eb) =>
      eb.or([
        eb("member_id", "=", memberId),
        eb("person_id", "in", ofParty),
        eb("person_id", "in", eb.selectFrom("gate_leavers").where("owner_id", "=", memberId).select("person_id")),
      ]),
    )
    .select(["event_id", "kind", "name", "at"])
    .unionAll(
      // These include the marks that wait for the organizer.
      db
        .selectFrom("gate_late_marks")
        .where((eb) =>
          eb.or([
            eb("person_id", "in", ofParty),
            eb("person_id", "in", eb.selectFrom("gate_leavers").where("owner_id", "=", memberId).select("person_id")),
          ]),
        )
        .select(["event_id", "kind", "name", "at"]),
    )
    .orderBy("at")
    .execute();
  const codes = await db
    .selectFrom("gate_codes")
    .innerJoin(registrationsOf(memberId).as("registered"), "registered.id", "gate_codes.person_id")
    .select(["gate_codes.event_id", "code"])
    .execute();
  const left = await db
    .selectFrom("gate_leavers")
    .where("owner_id", "=", memberId)
    .orderBy("left_at")
    .orderBy("person_id")
    .select(["event_id", "name", "left_at"])
    .execute();
  return {
    left: left.map(({ event_id, name, left_at }) => ({ eventId: event_id, guest: name, at: left_at.toISOString() })),
    codes: codes.map(({ event_id, code }) => ({ eventId: event_id, code })),
    keys: keys.map(({ event_id, label, created_at, revoked_at }) => ({
      eventId: event_id,
      label,
      createdAt: created_at.toISOString(),
      revokedAt: revoked_at?.toISOString() ?? null,
    })),
    marks: marks.map(({ event_id, kind, name, at }) => ({ eventId: event_id, kind, name, at: at.toISOString() })),
  };
}
