import type { Insertable, Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { keptDays } from "../privacy/rules.ts";
import { shape } from "../shapes.ts";
import type { LockedGate } from "./locking.ts";
import { correctedTimes, marksAnswered, marksCloseAt, marksFrom, marksMax, marksUntil, rosterName } from "./rules.ts";
import { Mark, MarkInput, type MarksAnswer, type MarksInput } from "./shapes.ts";

/** Who marks: a device, or the organizer without one. */
export type MarkedBy = { deviceId: string; revokedAt: Date | null } | { memberId: string };

type Refusal = MarksAnswer["refused"][number];
type Row = Insertable<Schema["gate_marks"]>;

/**
 * Adds marks to the log of a gate: each once, however often it is sent, with its time by our clock.
 *
 * Before the gate counts nothing is taken. From then on, what seems to be from before comes of a clock that was changed since, and
 * counts from the first moment. What a device marked after its key was revoked does not count.
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

  const { event, lastSeq } = gate;
  const accepted: string[] = [];
  const [rows, contacts]: [Row[], Insertable<Schema["walk_in_contacts"]>[]] = [[], []];
  const from = marksFrom(event.event_date).getTime();
  for (const [index, mark] of [...sent.values()].entries()) {
    const { id, kind, personId = null, name = null, under18, deviceAt, chosenAt, phone, email, takesBack } = mark;
    // What was chosen is a minute, and stays that: a correction by a moment would make it the one before.
    const made = chosenAt ? Math.min(Date.parse(chosenAt), now.getTime()) : (times[index] ?? 0);
    const at = new Date(Math.max(made, from + index));
    const code = known.has(id)
      ? known.get(id) === event.id
        ? null
        : "invalid"
      : (refusalOf(gate, by, at, now) ?? (lastSeq + rows.length < marksMax ? null : "gate_full"));
    if (code !== null) {
      refused.push({ id, code });
      continue;
    }
    accepted.push(id);
    if (known.has(id)) continue;
    rows.push({
      id,
      event_id: event.id,
      seq: lastSeq + rows.length + 1,
      device_id: "deviceId" in by ? by.deviceId : null,
      member_id: "memberId" in by ? by.memberId : null,
      kind,
      person_id: personId,
      name,
      under18: kind === "walk_in" && under18,
      at,
      device_at: deviceAt,
      received_at: now,
      takes_back: takesBack ?? null,
    });
    if (kind === "walk_in" && (phone ?? email) !== null)
      contacts.push({ mark_id: id, event_id: event.id, phone, email });
  }
  const kept = new Set(await insertMarks(tx, rows));
  // Another gate has taken a mark of this id in this very moment.
  for (const { id } of rows.filter((row) => !kept.has(row.id))) {
    accepted.splice(accepted.indexOf(id), 1);
    refused.push({ id, code: "invalid" });
  }
  if (rows.length > 0) {
    await tx
      .updateTable("gates")
      .set({ last_seq: lastSeq + rows.length })
      .where("event_id", "=", event.id)
      .execute();
  }
  const contactsUntil = event.event_end.getTime() + keptDays.walkInContact * 86_400_000;
  const keptContacts = contacts.filter(({ mark_id }) => kept.has(mark_id));
  if (keptContacts.length > 0 && now.getTime() < contactsUntil)
    await tx.insertInto("walk_in_contacts").values(keptContacts).execute();
  return { accepted, refused };
}

/** The ids of those that are in the log now. An id is one mark's at all gates. */
async function insertMarks(tx: Transaction<Schema>, rows: Row[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const kept = await tx
    .insertInto("gate_marks")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  return kept.map(({ id }) => id);
}

/** Why a mark does not count that was made at this moment; null when it does. */
function refusalOf({ event }: LockedGate, by: MarkedBy, at: Date, now: Date): Refusal["code"] | null {
  if (now < marksFrom(event.event_date)) return "too_early";
  const closesAt = marksCloseAt(event.event_end);
  if (now > closesAt || at > ("deviceId" in by ? marksUntil(event.event_end) : closesAt)) return "too_late";
  return "deviceId" in by && by.revokedAt && at > by.revokedAt ? "key_revoked" : null;
}

/** At which event marks are that are in a log already. */
async function eventsOfMarks(tx: Transaction<Schema>, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom("gate_marks").select(["id", "event_id"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, event_id }) => [id, event_id]));
}

/** The marks of a gate that arrived after one of this number, in that order; at most so many, or all. */
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
    }),
  );
}

/** The same for devices, a page at a time: they name walk-ins as they name everybody, also the one on which the name was typed. */
export async function marksForDevices(db: Kysely<Schema>, eventId: string, since: number): Promise<Mark[]> {
  const marks = await marksOf(db, eventId, since, marksAnswered);
  return marks.map((mark) => ({ ...mark, name: mark.name === null ? null : rosterName(mark.name) }));
}
