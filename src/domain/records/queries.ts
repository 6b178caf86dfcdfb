import { type Kysely, type Selectable, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { flatSpan } from "../events/shapes.ts";
import { shape } from "../shapes.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import {
  type AskedState,
  byYear,
  credentialsMax,
  entriesMax,
  isAnswerable,
  type KindOfEntry,
  sumsOf,
} from "./rules.ts";
import { Credential, RecordEntry, VolunteerRecord } from "./shapes.ts";

/**
 * Returns the calling member's record, event by event, with the latest statement of each.
 * @throws Failure sign_in_required
 */
export async function getRecord(ctx: Context): Promise<VolunteerRecord> {
  const { id, displayName: name } = requireMember(ctx);
  const [found, credentials] = await Promise.all([entriesOf(ctx.db, id), credentialsOf(ctx.db, id)]);
  const entries = found.map((entry) => ({ ...entry, asked: isOpen(entry.asked, ctx.now) ? entry.asked : null }));
  return shape(VolunteerRecord, {
    name,
    entries,
    sums: sumsOf(entries),
    years: byYear(entries).map(({ year, entries: of }) => ({ year, ...sumsOf(of).all })),
    credentials,
  });
}

/** True unless the request is unanswered and too old to be answered. */
const isOpen = (asked: RecordEntry["asked"], now: Date): boolean =>
  asked?.state !== "asked" || isAnswerable(asked.at, now);

type Row = Pick<
  Selectable<Schema["record_events"]>,
  | "event_id"
  | "title"
  | "unit"
  | "event_date"
  | "event_end"
  | "time_zone"
  | "amount"
  | "kilograms"
  | "said_name"
  | "is_proven"
  | "said_at"
> & { hours: number; note: string; kind: KindOfEntry; is_there: boolean } & {
  [Name in "email" | "status" | "asserter"]: string | null;
} & { changed_at: Date | null };

/** True if the assertion is about the current hours in the record; `said` are the member's hours at the event. */
const isAboutSame = sql`(assertions.hours, assertions.title, assertions.event_date)
  = (said.hours, record_events.title, record_events.event_date)`;

/** Returns a member's entries, latest first, optionally for some events only. Withdrawn hours are left out. */
export async function entriesOf(db: Kysely<Schema>, memberId: string, among?: string[]): Promise<RecordEntry[]> {
  const these = among ? sql`and event_id = any(${among}::uuid[])` : sql``;
  const { rows } = await sql<Row>`
    select said.event_id, said.hours, record_events.title, unit, record_events.event_date, event_end, time_zone, amount, kilograms,
      record_events.said_name, is_proven, greatest(said.asserted_at, record_events.said_at) as said_at, coalesce(note, '') as note,
      case when record_events.said_name is null then 'gate' when said_by is distinct from ${memberId} then 'asserted'
        when second.status = 'asserted' then 'second' else 'own' end as kind,
      second.email, second.status, second.changed_at, second.said_name as asserter,
      exists (select from events where events.id = said.event_id and not is_draft) as is_there
    from (
        select distinct on (event_id) event_id, hours, asserted_at from asserted_hours
        where member_id = ${memberId} ${these} order by event_id, asserted_at desc, id desc
      ) said
      join record_events on record_events.event_id = said.event_id
      left join record_notes on record_notes.event_id = said.event_id and record_notes.member_id = ${memberId}
      left join lateral (
        select email, status, changed_at, said_name from assertions
        where assertions.event_id = said.event_id and assertions.member_id = ${memberId}
          and status not in ('withdrawn', 'dropped') and (status <> 'asserted' or ${isAboutSame})
        order by changed_at desc, id desc limit 1
      ) second on true
    where said.hours is not null
    order by record_events.event_date desc, said.event_id limit ${entriesMax}`.execute(db);
  return rows.map((row) =>
    shape(RecordEntry, {
      eventId: row.event_id,
      title: row.title,
      ...flatSpan(spanOfRow(row)),
      hours: row.hours,
      kind: row.kind,
      ...whoSays(row),
      unit: row.unit as RecordEntry["unit"],
      amount: row.amount,
      kilograms: row.kilograms,
      note: row.note,
      isThere: row.is_there,
      asked: askedIn(row),
    }),
  );
}

/** Returns who asserts the hours, and since when. A second organizer always has a confirmed address. */
function whoSays({ kind, said_name, is_proven, said_at, asserter, changed_at }: Row) {
  const isSecond = kind === "second";
  return {
    saidBy: isSecond ? asserter : said_name,
    isProven: isSecond || is_proven,
    saidAt: ((isSecond && changed_at) || said_at).toISOString(),
  };
}

function askedIn({ kind, email, status, changed_at }: Row): RecordEntry["asked"] {
  if (kind !== "own" || email === null || changed_at === null || !status) return null;
  return { email, state: status as AskedState, at: changed_at.toISOString() };
}

/** Returns the latest credentials of a member. */
async function credentialsOf(db: Kysely<Schema>, memberId: string): Promise<Credential[]> {
  const rows = await db
    .selectFrom("credentials")
    .leftJoin("credential_hours", "credential_id", "credentials.id")
    .where("member_id", "=", memberId)
    .groupBy("credentials.id")
    .select(["credentials.id", "label", "made_at", "revoked_at", "revoked_by"])
    .select(({ fn }) => [
      fn.count<number>("event_id").as("events"),
      fn.coalesce(fn.sum<number>("hours"), sql<number>`0`).as("hours"),
    ])
    .orderBy((eb) => eb("revoked_at", "is not", null))
    .orderBy(({ fn }) => fn.coalesce("revoked_at", "made_at"), "desc")
    .limit(2 * credentialsMax)
    .execute();
  return rows.map((row) =>
    shape(Credential, {
      _id: row.id,
      label: row.label,
      events: row.events,
      hours: row.hours,
      madeAt: row.made_at.toISOString(),
      revokedAt: row.revoked_at?.toISOString() ?? null,
      revokedBy: row.revoked_by,
    }),
  );
}

/** Returns all statements about a member's hours and their own notes, for the copy of their data. */
export async function recordDataOf(db: Kysely<Schema>, memberId: string) {
  const hours = await db
    .selectFrom("asserted_hours")
    .leftJoin("record_events", "record_events.event_id", "asserted_hours.event_id")
    .where("member_id", "=", memberId)
    .select(["asserted_hours.event_id as eventId", "title", "hours", "said_name", "asserted_at"])
    .orderBy("asserted_at")
    .orderBy("asserted_hours.id")
    .execute();
  const notes = await db
    .selectFrom("record_notes")
    .where("member_id", "=", memberId)
    .select(["event_id as eventId", "note"])
    .orderBy("event_id")
    .execute();
  return {
    hoursTold: hours.map(({ title, said_name: toldBy, asserted_at, ...row }) => ({
      ...row,
      title: title ?? "",
      byOrganizer: toldBy !== null,
      toldBy,
      toldAt: asserted_at.toISOString(),
    })),
    recordNotes: notes,
    credentials: await credentialsOf(db, memberId),
  };
}
