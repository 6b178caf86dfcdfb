import { type Selectable, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { Failure } from "../failure.ts";
import { enqueue, type EventPlan, type Tasks } from "../outbox.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import { goodToKnowInWords } from "./good-to-know.ts";
import { changesIn } from "./mails.ts";
import { flatSpan } from "./shapes.ts";

/** Several changes within this time, in milliseconds, go into one mail. */
const changesWait = 3 * 60_000;

/** The number of the organizer's notes in one mail, the last ones. */
const notesMax = 5;

/**
 * The fields of an event that are prose: an organizer can correct a typo in them without a mail. Mails always report
 * when and where.
 */
const words = ["title", "description", "whatToBring", "goodToKnow"] as const;

/** The choice to mail changed words, the note for the mail, and the organizer who makes the change. */
export type Telling = { tell: boolean; note: string; by: string };

/**
 * Schedules a mail about the changed plan to everyone who is registered, in a few minutes; later changes until then
 * join it. A running task has already read its content, so the next change starts a new task. The caller has locked the
 * event's row.
 * @throws Failure invalid (a note, but no mail to carry it)
 */
export async function tellChanges(
  tx: Transaction<Schema>,
  before: EventRow,
  after: EventRow,
  { tell, note, by }: Telling,
  at: Date,
): Promise<void> {
  const [old, is] = [planOf(before), planOf(after)];
  const isTold = changesIn(tell ? old : withWordsOf(is, old), is).length > 0;
  if (note && !isTold) throw new Failure("invalid", [{ path: "note", rule: "rule.note.nothing" }]);
  const waiting = await tx
    .selectFrom("outbox")
    .select(["id", "payload"])
    .where("kind", "=", "event_changed")
    .where(sql`payload ->> 'eventId'`, "=", before.id)
    .where("attempts", "=", 0)
    .where("done_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!waiting && !isTold) return;

  const planned = waiting ? (waiting.payload as Tasks["event_changed"]) : { was: old, is: old, at, notes: [], by };
  // A task that was written before a field existed lacks it: then the field counts as unchanged.
  const [was, until] = [
    { ...old, ...planned.was },
    { ...old, ...planned.is },
  ];
  const payload: Tasks["event_changed"] = {
    eventId: before.id,
    // Texts that the organizer changed without a mail count as unchanged, unless the waiting task already reports a
    // change of them.
    was: tell ? was : withWordsOf(is, was, (word) => was[word] === until[word]),
    is,
    // People who join after the last reported change know of it.
    at: isTold ? at.toISOString() : new Date(planned.at).toISOString(),
    notes: [...(planned.notes ?? []), ...(note ? [note] : [])].slice(-notesMax),
    // Each of several organizers is told what the others changed.
    by: planned.by === undefined || planned.by === by ? by : null,
  };
  if (waiting) {
    const changed = { payload: JSON.stringify(payload) };
    await tx.updateTable("outbox").set(changed).where("id", "=", waiting.id).execute();
    return;
  }
  const due = new Date(at.getTime() + changesWait);
  await enqueue(tx, { kind: "event_changed", key: `event_changed:${newId()}`, payload }, at, due);
}

/** A plan with the words of another plan, or with a selection of them. */
export function withWordsOf(
  other: Plan,
  plan: Plan,
  which: (word: (typeof words)[number]) => boolean = () => true,
): Plan {
  return { ...plan, ...Object.fromEntries(words.filter(which).map((word) => [word, other[word]])) };
}

type EventRow = Selectable<Schema["events"]>;
type Plan = Required<EventPlan>;

/** The fields of an event that people plan by. */
export const planOf = ({ title, description, location, ...row }: EventRow): Plan => ({
  title,
  description,
  location,
  whatToBring: row.what_to_bring,
  goodToKnow: goodToKnowInWords({
    effort: row.effort,
    childrenWelcome: row.children_welcome,
    stepFree: row.step_free,
    languages: row.languages,
    provided: row.provided,
  }),
  ...flatSpan(spanOfRow(row)),
});
