import { type Selectable, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { Failure } from "../failure.ts";
import { enqueue, type EventPlan, type Tasks } from "../outbox.ts";
import { goodToKnowInWords } from "./good-to-know.ts";
import { changesIn } from "./mails.ts";

/** Several changes within this time, in milliseconds, are told in one mail. */
const changesWait = 3 * 60_000;

/** How many of the organizer's lines one mail holds: the last ones. */
const notesMax = 5;

/** What of an event is words: a typo in them can be mended without telling anybody. When and where are always told. */
const words = ["title", "description", "whatToBring", "goodToKnow"] as const;

/** Whether people are told of changed words, and a line of the organizer's that goes into the mail. */
export type Telling = { tell: boolean; note: string };

/**
 * Has a change of what people plan by told to everyone who is registered, in a few minutes; further changes until then are
 * told with it. A task that is under way has told what it knows, so the next change begins a task of its own. The event's
 * row is locked.
 * @throws Failure invalid (a note, and no mail that it could go into)
 */
export async function tellChanges(
  tx: Transaction<Schema>,
  before: EventRow,
  after: EventRow,
  { tell, note }: Telling,
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

  const planned = waiting ? (waiting.payload as Tasks["event_changed"]) : { was: old, is: old, at, notes: [] };
  // A task of before there was a field knows nothing of it: it was what it is until now.
  const [was, until] = [
    { ...old, ...planned.was },
    { ...old, ...planned.is },
  ];
  const payload: Tasks["event_changed"] = {
    eventId: before.id,
    // Words that nobody is to hear of have always been what they are now, unless a change of them waits to be told.
    was: tell ? was : withWordsOf(is, was, (word) => was[word] === until[word]),
    is,
    // People who join after the last change that is told know of it.
    at: isTold ? at.toISOString() : new Date(planned.at).toISOString(),
    notes: [...(planned.notes ?? []), ...(note ? [note] : [])].slice(-notesMax),
  };
  if (waiting) {
    const changed = { payload: JSON.stringify(payload) };
    await tx.updateTable("outbox").set(changed).where("id", "=", waiting.id).execute();
    return;
  }
  const due = new Date(at.getTime() + changesWait);
  await enqueue(tx, { kind: "event_changed", key: `event_changed:${newId()}`, payload }, at, due);
}

/** A plan with another's words, or with those of them that are chosen. */
function withWordsOf(other: Plan, plan: Plan, which: (word: (typeof words)[number]) => boolean = () => true): Plan {
  return { ...plan, ...Object.fromEntries(words.filter(which).map((word) => [word, other[word]])) };
}

type EventRow = Selectable<Schema["events"]>;
type Plan = Required<EventPlan>;

/** What people plan by, of an event. */
export const planOf = ({ title, description, location, event_date, event_end, time_zone, ...row }: EventRow): Plan => ({
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
  eventDate: event_date.toISOString(),
  eventEnd: event_end.toISOString(),
  timeZone: time_zone,
});
