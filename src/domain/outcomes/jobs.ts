import { isBlockedAt } from "../blocks/queries.ts";
import { lockIfThere } from "../events/locking.ts";
import { type EventType, momentOf } from "../events/rules.ts";
import { enqueue, enqueueAll, type EventDate, type Task, type TaskContext, type TaskHandlers } from "../outbox.ts";
import { eventReader } from "../registrations/jobs.ts";
import { partyPeople } from "../registrations/people.ts";
import { listOrganizers } from "../rights/organizers.ts";
import { spanOf, spanOfRow } from "../time-zones/rules.ts";
import { keepOutcome } from "./keeping.ts";
import { askMail, correctedMail, type Thanks, thanksMail } from "./mails.ts";
import { hoursOfMember, peopleOf } from "./queries.ts";
import { hoursOf, settledFrom, unitOf } from "./rules.ts";
import { outcomeKey, settledAt } from "./settling.ts";

type OutcomeTasks = "ask_outcome" | "settle_outcome" | "outcome_awaited" | "thanks" | "hours_corrected";

// Each mail uses the values that are current when it goes out.
export const outcomeJobs: Pick<TaskHandlers, OutcomeTasks> = {
  /** Asks the organizers of a past event for its outcome, unless one of them has saved it. */
  async ask_outcome(ctx, { eventId, eventDate, memberId: asked }) {
    const event = await ctx.db
      .selectFrom("events")
      .leftJoin("outcomes", "event_id", "id")
      .where("id", "=", eventId)
      .where("event_id", "is", null)
      .select("event_date")
      .executeTakeFirst();
    if (event?.event_date.toISOString() !== eventDate) return null;
    const memberId = await nextAsked(ctx, { eventId, eventDate }, asked);
    const reader = memberId && (await eventReader(ctx, { eventId, memberId }, "afterwards"));
    if (!reader) return null;
    if (reader.event.status !== "active") return null;
    const people = await peopleOf(ctx.db, eventId);
    const here = people.filter((person) => person.here !== null);
    const hereOfListed = here.filter(({ isListed }) => isListed).length;
    const settled = settledAt(spanOf(reader.event), ctx.now);
    return askMail(
      reader,
      {
        here: hereOfListed,
        walkIns: here.length - hereOfListed,
        listed: people.filter(({ isListed }) => isListed).length,
        settled: momentOf(settled, reader.event.timeZone, true),
      },
      ctx,
    );
  },

  settle_outcome: (ctx, event) => settle(ctx, event),

  /**
   * Runs when a hidden event is public again. If the time for its outcome has passed meanwhile, its organizer is asked
   * now, and has a day to save it. The keys are those of every event, so that both tasks run once.
   */
  async outcome_awaited({ db, now }, event) {
    const found = await db.selectFrom("events").select("event_end").where("id", "=", event.eventId).executeTakeFirst();
    if (!found || found.event_end > now) return null;
    const settled = settledAt({ end: found.event_end }, now);
    await enqueue(db, { kind: "ask_outcome", key: outcomeKey("ask_outcome", event), payload: event }, now);
    const key = outcomeKey("settle_outcome", event);
    await enqueue(db, { kind: "settle_outcome", key, payload: event }, now, settled);
    return null;
  },

  async thanks(ctx, { eventId, memberId }) {
    const hours = await hoursOfMember(ctx.db, eventId, memberId);
    const reader = hours === null ? null : await eventReader(ctx, { eventId, memberId }, "thanks");
    if (hours === null || reader?.event.status !== "active") return null;
    const rest = await thanksOf(ctx, eventId, memberId);
    return rest && thanksMail(reader, { hours, ...rest }, ctx);
  },

  async hours_corrected(ctx, { eventId, memberId, was }) {
    const is = await hoursOfMember(ctx.db, eventId, memberId);
    const reader = is === was ? null : await eventReader(ctx, { eventId, memberId }, "thanks");
    return reader?.event.status === "active" ? correctedMail(reader, { was, is }, ctx) : null;
  },
};

/**
 * Returns the organizer whom a task asks, if they still organize the event. The first task asks the one who answers for
 * it, and writes a task for each other one.
 */
async function nextAsked({ db, now }: TaskContext, event: EventDate, asked?: string): Promise<string | undefined> {
  const [first, ...others] = await listOrganizers(db, event.eventId, now);
  if (asked !== undefined) return [first, ...others].find((id) => id === asked);
  const tasks = others.map((memberId): Task => {
    const key = `${outcomeKey("ask_outcome", event)}:${memberId}`;
    return { kind: "ask_outcome", key, payload: { ...event, memberId } };
  });
  await db.transaction().execute((tx) => enqueueAll(tx, tasks, now));
  return first;
}

/** Settles an event without an outcome: thanks the checked-in people, and claims nothing about others. */
async function settle({ db, now, announce }: TaskContext, { eventId, eventDate }: EventDate): Promise<null> {
  const isSettled = await db.transaction().execute(async (tx) => {
    const event = await lockIfThere(tx, eventId);
    if (event?.event_date.toISOString() !== eventDate || event.cancelled_at || event.is_draft) return false;
    if (settledFrom(spanOfRow(event)) > now) return false;
    const said = await tx.selectFrom("outcomes").select("event_id").where("event_id", "=", eventId).executeTakeFirst();
    if (said) return false;
    const everybody = await peopleOf(tx, eventId);
    const came = everybody.flatMap((person) =>
      person.here === null ? [] : [{ ...person, hours: null, notedBy: "gate" as const }],
    );
    if (came.length === 0) return false;
    const nothing = { amount: null, kilograms: null, words: "", thanks: "", pictures: [], peopleAgreed: false };
    const hours = hoursOf(spanOfRow(event));
    await keepOutcome(tx, event, { said: { ...nothing, came, hours }, everybody, by: null, now });
    return true;
  });
  if (isSettled) announce(eventId);
  return null;
}

/**
 * The content of a member's thanks besides their hours. Between people with a block, it leaves out the organizer's
 * note.
 */
async function thanksOf({ db }: TaskContext, eventId: string, memberId: string): Promise<Omit<Thanks, "hours"> | null> {
  const said = await db
    .selectFrom("outcomes")
    .innerJoin("events", "events.id", "event_id")
    .where("event_id", "=", eventId)
    .select(["event_type", "came", "total_hours", "amount", "kilograms", "words", "thanks"])
    .executeTakeFirst();
  if (!said) return null;
  const guests = await db
    .selectFrom(partyPeople(memberId).as("person"))
    .innerJoin("outcome_people", "outcome_people.person_id", "person.id")
    .where("person.event_id", "=", eventId)
    .where("person.is_guest", "=", true)
    .where("outcome_people.event_id", "=", eventId)
    .select("person.name")
    .$narrowType<{ name: string }>()
    .orderBy("person.id")
    .execute();
  const isBlocked = await isBlockedAt(db, eventId, memberId);
  return {
    guests: guests.map(({ name }) => name),
    came: said.came,
    total: said.total_hours,
    unit: unitOf[said.event_type as EventType],
    amount: said.amount,
    kilograms: said.kilograms,
    words: isBlocked ? "" : said.words,
    thanks: isBlocked ? "" : said.thanks,
  };
}
