import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { lockedFor } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { requireRight } from "../rights/queries.ts";
import { type Right, rightFor } from "../rights/rules.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { type LockedGate, lockGate } from "./locking.ts";
import { addToLog } from "./marking.ts";
import { expectedAt } from "./roster.ts";
import { lateMarksListed } from "./rules.ts";
import { GatePhones, type LateMarksDecision } from "./shapes.ts";

/**
 * Lists the phones that opened the gate of one of the caller's events, with their marks that arrived after the phone
 * had lost its right.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function listGatePhones(ctx: Context, eventId: string): Promise<GatePhones> {
  const { id: event_id } = await requireRight(ctx, eventId, rightFor.listGatePhones);
  const phones = await ctx.db
    .selectFrom("gate_devices")
    .innerJoin("gate_keys", "gate_keys.id", "key_id")
    .where("gate_devices.event_id", "=", event_id)
    .orderBy("number")
    .select(["gate_devices.id", "number", "label", "last_seen", "revoked_at"])
    .execute();
  const marks = await countsOf(ctx.db, "gate_marks", event_id);
  const late = await countsOf(ctx.db, "gate_late_marks", event_id);
  const listed = await listedLate(ctx.db, event_id);
  return shape(GatePhones, {
    phones: phones.map(({ id, number, label, last_seen, revoked_at }) => ({
      device: number,
      label,
      lastSeenAt: last_seen.toISOString(),
      revokedAt: revoked_at?.toISOString() ?? null,
      marks: marks.get(id)?.count ?? 0,
      waiting: late.get(id)?.count ?? 0,
      latest: late.get(id)?.latest.toISOString() ?? null,
      late: listed.get(id) ?? [],
    })),
  });
}

/** The number of marks of each device of a gate in a table, by its id, and the time of the latest. */
async function countsOf(db: Kysely<Schema>, table: "gate_marks" | "gate_late_marks", eventId: string) {
  const { rows } = await sql<{ device_id: string; count: number; latest: Date }>`
    select device_id, count(*)::integer as count, max(received_at) as latest from ${sql.table(table)}
    where event_id = ${eventId} and device_id is not null group by device_id`.execute(db);
  return new Map(rows.map(({ device_id, ...counted }) => [device_id, counted]));
}

/** The first waiting marks of each device, by its id, with the full names that the organizer sees. */
async function listedLate(db: Kysely<Schema>, eventId: string) {
  const { rows } = await sql<Selectable<Schema["gate_late_marks"]>>`
    select * from (
      select gate_late_marks.*, row_number() over (partition by device_id order by received_at, position) as line
      from gate_late_marks where event_id = ${eventId}
    ) numbered where line <= ${lateMarksListed} order by received_at, position`.execute(db);
  const names = rows.length === 0 ? [] : await expectedAt(db, eventId);
  const ids = rows.flatMap(({ person_id }) => person_id ?? []);
  const walkInsIn = (table: "gate_marks" | "gate_late_marks") =>
    db
      .selectFrom(table as "gate_marks")
      .where("event_id", "=", eventId)
      .where("kind", "=", "walk_in")
      .where("person_id", "in", ids)
      .select(["person_id as id", "name"]);
  const walkIns =
    ids.length === 0 ? [] : await walkInsIn("gate_marks").unionAll(walkInsIn("gate_late_marks")).execute();
  const nameOf = new Map<string | null, string | null>([...walkIns, ...names].map(({ id, name }) => [id, name]));
  const listed = new Map<string, GatePhones["phones"][number]["late"]>();
  for (const { id, device_id, kind, person_id, name, at, received_at } of rows) {
    const told = { id, kind, name: name ?? nameOf.get(person_id) ?? null };
    const mark = { ...told, at: at.toISOString(), receivedAt: received_at.toISOString() };
    listed.set(device_id, [...(listed.get(device_id) ?? []), mark]);
  }
  return listed;
}

/**
 * Accepts or rejects the waiting marks of a phone that had lost its right: accepted ones become ordinary marks,
 * rejected ones are deleted. Marks that arrived after the organizer loaded the list keep waiting.
 * @throws Failure sign_in_required, not_found (also no such phone), not_yours
 */
export async function decideLateMarks(
  ctx: Context,
  eventId: string,
  { device, counts, upTo }: LateMarksDecision & { device: number },
): Promise<Acknowledged> {
  return withPhone(ctx, { eventId, device, right: rightFor.decideLateMarks }, async (tx, gate, deviceId) => {
    const decided = await tx
      .deleteFrom("gate_late_marks")
      .where("event_id", "=", gate.event.id)
      .where("device_id", "=", deviceId)
      .where("received_at", "<=", new Date(upTo))
      .returningAll()
      .execute();
    if (!counts) return;
    const marks = decided.toSorted(
      (one, other) => one.received_at.getTime() - other.received_at.getTime() || one.position - other.position,
    );
    const asNew = marks.map(
      ({ person_id: personId, takes_back: takesBack, same_as: sameAs, device_at: deviceAt, ...mark }) => ({
        ...mark,
        personId,
        takesBack,
        sameAs,
        deviceAt,
        receivedAt: mark.received_at,
      }),
    );
    await addToLog(tx, gate, { deviceId }, asNew, ctx.now);
  });
}

/**
 * Clears all marks of a phone at one of the caller's events, waiting ones too, as if the phone had never been there.
 * Other phones drop them too. A phone without its right cannot add more.
 * @throws Failure sign_in_required, not_found (also no such phone), not_yours
 */
export async function clearGatePhone(ctx: Context, eventId: string, device: number): Promise<Acknowledged> {
  return withPhone(ctx, { eventId, device, right: rightFor.clearGatePhone }, async (tx, gate, deviceId) => {
    for (const table of ["gate_marks", "gate_late_marks"] as const)
      await tx.deleteFrom(table).where("event_id", "=", gate.event.id).where("device_id", "=", deviceId).execute();
    await tx
      .updateTable("gate_devices")
      .set({ cleared_seq: gate.lastSeq, cleared_at: ctx.now })
      .where("event_id", "=", gate.event.id)
      .where("id", "=", deviceId)
      .execute();
  });
}

/** Runs a change on a phone of a gate, whose row is locked, for its organizer. */
async function withPhone(
  ctx: Context,
  { eventId, device, right }: { eventId: string; device: number; right: Right },
  work: (tx: Transaction<Schema>, gate: LockedGate, deviceId: string) => Promise<void>,
): Promise<Acknowledged> {
  requireMember(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockedFor(tx, ctx, eventId, right);
    const gate = await lockGate(tx, event.id);
    const phone = await tx
      .selectFrom("gate_devices")
      .select("id")
      .where("event_id", "=", event.id)
      .where("number", "=", device)
      .executeTakeFirst();
    if (!phone) throw new Failure("not_found");
    await work(tx, gate, phone.id);
  });
  return shape(Acknowledged, { acknowledged: true });
}

/** The cleared devices of a gate, each with its last cleared mark, so that other devices drop them. */
export async function clearedDevices(db: Kysely<Schema>, eventId: string) {
  const rows = await db
    .selectFrom("gate_devices")
    .where("event_id", "=", eventId)
    .where("cleared_seq", ">", 0)
    .orderBy("number")
    .select(["number", "cleared_seq"])
    .execute();
  return rows.map(({ number, cleared_seq }) => ({ device: number, upTo: cleared_seq }));
}
