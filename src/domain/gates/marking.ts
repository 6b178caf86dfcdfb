import type { Insertable, Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { firstKinds } from "../marks/rules.ts";
import { keptDays } from "../privacy/rules.ts";
import { shape } from "../shapes.ts";
import type { LockedGate } from "./locking.ts";
import {
  correctedTimes,
  deviceMarksMax,
  lateMarksMax,
  marksAnswered,
  marksAtOnce,
  marksCloseAt,
  marksFrom,
  marksMax,
  marksUntil,
  rosterName,
} from "./rules.ts";
import { Mark, MarkInput, type MarksAnswer, type MarksInput } from "./shapes.ts";

/** The author of marks: a device, which loses its right when its key ends, or the organizer without one. */
export type MarkedBy = { deviceId: string; revokedAt: Date | null; clearedAt: Date | null } | { memberId: string };

type Refusal = MarksAnswer["refused"][number];
type Row = Insertable<Schema["gate_marks"]>;

/**
 * Adds marks to the log of a gate: each once, however often it is sent, with its time by our clock.
 *
 * Before the gate counts, no mark is taken. Later, a mark with an earlier time comes from a clock that was changed
 * since, and counts from the first moment. A mark that arrives after the device has lost its right waits for the
 * organizer, whatever time it claims: that time is from the device's own clock.
 */
export async function writeMarks(
  tx: Transaction<Schema>,
  gate: LockedGate,
  by: MarkedBy,
  { marks, sentAt }: MarksInput,
  now: Date,
): Promise<MarksAnswer> {
  const refused: Refusal[] = [];
  const sent = new Map<string, MarkInput>();
  for (const mark of marks) {
    const { data } = MarkInput.safeParse(mark);
    if (data) sent.set(data.id, data);
    else refused.push({ id: mark.id, code: "invalid" });
  }
  const known = await eventsOfMarks(tx, [...sent.keys()]);
  const times = correctedTimes(
    Array.from(sent.values(), ({ deviceAt }) => Date.parse(deviceAt)),
    Date.parse(sentAt),
    now.getTime(),
  );

  const { event } = gate;
  const isLate = "deviceId" in by && hasRightEnded(gate, by, now);
  let room = await roomFor(tx, gate, by, isLate);
  const accepted: string[] = [];
  const waiting: string[] = [];
  const rows: NewMark[] = [];
  const from = marksFrom({ begin: event.event_date }).getTime();
  for (const [index, mark] of [...sent.values()].entries()) {
    const { id, deviceAt, chosenAt } = mark;
    // A time chosen by hand is a whole minute and is not corrected, because even a small correction could change it to
    // the minute before.
    const made = chosenAt ? Math.min(Date.parse(chosenAt), now.getTime()) : (times[index] ?? 0);
    const at = new Date(Math.max(made, from + index));
    const before = known.get(id);
    const code = before
      ? before.eventId === event.id
        ? null
        : "invalid"
      : (refusalOf(gate, by, at, now) ?? (room.count > 0 ? null : room.code));
    if (code !== null) {
      refused.push({ id, code });
      continue;
    }
    accepted.push(id);
    if (before ? before.waits : isLate) waiting.push(id);
    if (before) continue;
    room = { ...room, count: room.count - 1 };
    rows.push({ ...mark, at, deviceAt: new Date(deviceAt), receivedAt: now });
  }
  const kept = isLate ? await keepLate(tx, event.id, by.deviceId, rows) : await addToLog(tx, gate, by, rows, now);
  // Another gate has taken a mark with this id at the same moment.
  const taken = new Set(rows.filter(({ id }) => !kept.has(id)).map(({ id }) => id));
  const isFree = (id: string) => !taken.has(id);
  for (const id of taken) refused.push({ id, code: "invalid" });
  return { accepted: accepted.filter(isFree), waiting: waiting.filter(isFree), refused };
}

/** A new mark, with its time by our clock. */
export type NewMark = Omit<MarkInput, "deviceAt" | "chosenAt"> & { at: Date; deviceAt: Date; receivedAt: Date };

/**
 * Writes marks into the log with the next numbers, in their order.
 * @returns the ids of the marks now in the log; an id is unique across all gates
 */
export async function addToLog(
  tx: Transaction<Schema>,
  { event, lastSeq }: LockedGate,
  by: { deviceId: string } | { memberId: string },
  marks: readonly NewMark[],
  now: Date,
): Promise<Set<string>> {
  if (marks.length === 0) return new Set();
  const rows = marks.map((mark, index): Row => ({
    id: mark.id,
    event_id: event.id,
    seq: lastSeq + index + 1,
    device_id: "deviceId" in by ? by.deviceId : null,
    member_id: "memberId" in by ? by.memberId : null,
    kind: mark.kind,
    person_id: mark.personId ?? null,
    name: mark.name ?? null,
    under18: mark.kind === "walk_in" && mark.under18,
    at: mark.at,
    device_at: mark.deviceAt,
    received_at: mark.receivedAt,
    takes_back: mark.takesBack ?? null,
    same_as: mark.sameAs ?? null,
  }));
  const written = await tx
    .insertInto("gate_marks")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  const kept = new Set(written.map(({ id }) => id));
  const last_seq = lastSeq + rows.length;
  await tx.updateTable("gates").set({ last_seq }).where("event_id", "=", event.id).execute();
  const contacts = marks
    .filter(({ id, kind, phone, email }) => kept.has(id) && kind === "walk_in" && (phone ?? email) !== null)
    .map(({ id, phone, email }) => ({ mark_id: id, event_id: event.id, phone, email }));
  const contactsUntil = event.event_end.getTime() + keptDays.walkInContact * 86_400_000;
  if (contacts.length > 0 && now.getTime() < contactsUntil)
    await tx.insertInto("walk_in_contacts").values(contacts).execute();
  return kept;
}

/** Keeps marks for the organizer's decision. @returns the ids of the marks now kept */
async function keepLate(tx: Transaction<Schema>, event_id: string, device_id: string, marks: readonly NewMark[]) {
  if (marks.length === 0) return new Set<string>();
  const rows = marks.map((mark, position) => ({
    id: mark.id,
    event_id,
    device_id,
    kind: mark.kind,
    person_id: mark.personId ?? null,
    name: mark.name ?? null,
    under18: mark.kind === "walk_in" && mark.under18,
    phone: mark.kind === "walk_in" ? mark.phone : null,
    email: mark.kind === "walk_in" ? mark.email : null,
    takes_back: mark.takesBack ?? null,
    same_as: mark.sameAs ?? null,
    at: mark.at,
    device_at: mark.deviceAt,
    received_at: mark.receivedAt,
    position,
  }));
  const written = await tx
    .insertInto("gate_late_marks")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  return new Set(written.map(({ id }) => id));
}

/**
 * Tests whether a device has lost its right to mark, by our own clock, which it cannot set: because its key has ended,
 * or the event's gate has closed.
 */
const hasRightEnded = ({ event }: LockedGate, { revokedAt }: { revokedAt: Date | null }, now: Date): boolean =>
  revokedAt !== null || now > marksUntil({ end: event.event_end });

/** The number of marks that a gate still accepts, and the error code once there are too many. */
async function roomFor(tx: Transaction<Schema>, { event, lastSeq }: LockedGate, by: MarkedBy, isLate: boolean) {
  const inLog = tx.selectFrom("gate_marks").where("event_id", "=", event.id);
  const late = tx.selectFrom("gate_late_marks").where("event_id", "=", event.id);
  const countOf = async (query: typeof inLog | typeof late) =>
    (await (query as typeof inLog).select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow())
      .count;
  // Devices do not use up the organizer's share.
  if ("memberId" in by)
    return { count: marksMax - (await countOf(inLog.where("device_id", "is", null))), code: "gate_full" as const };
  const own = await countOf(inLog.where("device_id", "=", by.deviceId));
  const ofDevice = deviceMarksMax - own - (await countOf(late.where("device_id", "=", by.deviceId)));
  // Most gates never have that many marks, from devices and organizer together.
  const hasRoom = !isLate && lastSeq + marksAtOnce <= marksMax;
  const ofAll = isLate
    ? lateMarksMax - (await countOf(late))
    : hasRoom
      ? marksAtOnce
      : marksMax - (await countOf(inLog.where("device_id", "is not", null)));
  return ofDevice <= ofAll
    ? { count: ofDevice, code: "device_full" as const }
    : { count: ofAll, code: "gate_full" as const };
}

/** The reason for refusing a mark with this time, or null to accept it. */
function refusalOf({ event }: LockedGate, by: MarkedBy, at: Date, now: Date): Refusal["code"] | null {
  if (now < marksFrom({ begin: event.event_date })) return "too_early";
  const closesAt = marksCloseAt({ end: event.event_end });
  if (now > closesAt || at > closesAt) return "too_late";
  // The organizer has rejected all marks of that phone.
  return "deviceId" in by && by.clearedAt && by.revokedAt ? "cleared" : null;
}

/** The events of marks that have arrived already, and whether they wait. */
async function eventsOfMarks(tx: Transaction<Schema>, ids: string[]) {
  if (ids.length === 0) return new Map<string, { eventId: string; waits: boolean }>();
  const inLog = await tx.selectFrom("gate_marks").select(["id", "event_id"]).where("id", "in", ids).execute();
  const late = await tx.selectFrom("gate_late_marks").select(["id", "event_id"]).where("id", "in", ids).execute();
  const known = (rows: typeof inLog, waits: boolean) =>
    rows.map(({ id, event_id: eventId }) => [id, { eventId, waits }] as const);
  return new Map([...known(inLog, false), ...known(late, true)]);
}

/** The marks of a gate with a number above `since`, in that order; at most `most`, or all. */
export async function marksOf(db: Kysely<Schema>, eventId: string, since = 0, most?: number): Promise<Mark[]> {
  const rows = await db
    .selectFrom("gate_marks")
    .leftJoin("gate_devices", (join) =>
      join
        .onRef("gate_devices.event_id", "=", "gate_marks.event_id")
        .onRef("gate_devices.id", "=", "gate_marks.device_id"),
    )
    .where("gate_marks.event_id", "=", eventId)
    .where("seq", ">", since)
    .orderBy("seq")
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .select(["gate_marks.id", "seq", "kind", "person_id", "name", "under18", "at", "device_at", "number", "takes_back"])
    .select("same_as")
    .execute();
  return rows.map((row) =>
    shape(Mark, {
      id: row.id,
      seq: row.seq,
      kind: row.kind,
      personId: row.person_id,
      name: row.name,
      under18: row.under18,
      at: row.at.toISOString(),
      deviceAt: row.device_at.toISOString(),
      device: row.number,
      takesBack: row.takes_back,
      sameAs: row.same_as,
    }),
  );
}

/**
 * A page of marks for devices, which shows walk-ins by first name and initial like everyone. It has only the kinds that
 * the device knows, because the device could mistake an unknown kind for another. `since` is the number of the last
 * mark, returned or not.
 */
export async function marksForDevices(
  db: Kysely<Schema>,
  eventId: string,
  { since, kinds = firstKinds }: { since: number; kinds?: readonly string[] | undefined },
): Promise<{ marks: Mark[]; since: number; isLast: boolean }> {
  const marks = await marksOf(db, eventId, since, marksAnswered);
  return {
    marks: marks
      .filter(({ kind }) => kinds.includes(kind))
      .map((mark) => ({ ...mark, name: mark.name === null ? null : rosterName(mark.name) })),
    since: marks.at(-1)?.seq ?? since,
    isLast: marks.length < marksAnswered,
  };
}
