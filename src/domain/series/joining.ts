import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { inLine } from "../events/line.ts";
import { type LockedEvent, lockEvents } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { enqueue, type Task } from "../outbox.ts";
import { registrationsAt } from "../registrations/at-dates.ts";
import { endUntold } from "../registrations/commands.ts";
import { registrationOf } from "../registrations/queries.ts";
import { findOwnReservation, reasonAgainst, registerReserved } from "../registrations/reservations.ts";
import { takeSpots } from "../registrations/take-spots.ts";
import { isId, shape } from "../shapes.ts";
import { hasEnded, spanOfRow } from "../time-zones/rules.ts";
import { DatesJoined, type DatesJoin, DatesLeft, type DatesLeave } from "./shapes.ts";

type Refused = DatesJoined["dates"][number]["refused"];

/**
 * Registers the calling member, alone, for dates of a series, each as `joinEvent` does: a full one is joined on its
 * waitlist, and one that cannot be joined is refused without keeping the member from the others. A date that was joined
 * before counts as done, so the call can be sent again. One mail tells all dates.
 * @throws Failure sign_in_required, not_found (no such series, or an event that is not one of its dates); if every date
 * is refused, the reason of the first: event_over, event_cancelled, under_review, cannot_join
 */
export async function joinDates(ctx: Context, id: string, { eventIds }: DatesJoin): Promise<DatesJoined> {
  const { id: memberId } = requireMember(ctx);
  const done = await withDates(ctx, id, eventIds, async (tx, events) => {
    const now = ctx.now;
    const ids = events.map((event) => event.id);
    const before = new Set((await registrationsAt(tx, ids, memberId)).map(({ event_id }) => event_id));
    const refused = new Map<string, Refused>();
    for (const event of events.filter(({ id: eventId }) => !before.has(eventId))) {
      const reason = await joinOne(tx, event, memberId, now);
      if (reason) refused.set(event.id, reason);
    }
    const [first] = refused.values();
    if (first && refused.size === events.length) throw new Failure(first);

    const registrations = await registrationsAt(tx, ids, memberId);
    const added = registrations.filter(({ event_id }) => !before.has(event_id));
    const task = toldOf(memberId, added);
    if (task) await enqueue(tx, task, now);
    const dates: DatesJoined["dates"] = [];
    for (const { id: eventId } of events) {
      const { state, position } = await registrationOf({ db: tx, now }, eventId, memberId);
      dates.push({ eventId, state, position, refused: refused.get(eventId) ?? null });
    }
    return { dates, added };
  });
  for (const { event_id } of done.added) ctx.announce(event_id);
  return shape(DatesJoined, { acknowledged: true, dates: done.dates });
}

/** Registers a member for a date whose row is locked. @returns the reason against it; null if they are registered */
async function joinOne(tx: Transaction<Schema>, event: LockedEvent, memberId: string, now: Date): Promise<Refused> {
  const alone = { eventId: event.id, isToldTogether: true };
  // The event's row is locked, so no reservation can come in between.
  const kept = await findOwnReservation({ db: tx, now }, event.id, memberId);
  if (!kept) return (await takeSpots({ db: tx, now }, alone, memberId)) ? null : reasonAgainst(event, now);
  const party = { guests: [], whenShort: "wait" as const };
  const registered = await registerReserved(tx, event, { ...kept, ...alone, memberId, party }, now);
  return typeof registered === "string" && registered !== "already_joined" ? registered : null;
}

type Added = Awaited<ReturnType<typeof registrationsAt>>;

/** The task that tells a member of their new registrations: of one as of any event. */
function toldOf(memberId: string, added: Added): Task | null {
  const dates = added.map(({ id: registrationId, event_id: eventId }) => ({ eventId, registrationId }));
  const [one] = added;
  if (!one || !dates[0]) return null;
  if (added.length > 1) return { kind: "dates_joined", key: `dates_joined:${newId()}`, payload: { memberId, dates } };
  const kind = `registration_${one.status}` as const;
  return { kind, key: `${kind}:${one.id}`, payload: { ...dates[0], memberId } };
}

/**
 * Ends the calling member's registrations for dates of a series; dates without one change nothing. One mail tells all
 * dates.
 * @throws Failure sign_in_required, not_found (as `joinDates`), event_over (one of the dates)
 */
export async function leaveDates(ctx: Context, id: string, { eventIds }: DatesLeave): Promise<DatesLeft> {
  const { id: memberId } = requireMember(ctx);
  const left = await withDates(ctx, id, eventIds, async (tx, events) => {
    if (events.some((event) => hasEnded(spanOfRow(event), ctx.now))) throw new Failure("event_over");
    const ended: { eventId: string; id: string; status: "joined" | "waitlisted"; spots: number }[] = [];
    for (const event of events) {
      const registration = await endUntold(tx, event, memberId, ctx.now);
      if (registration) ended.push({ ...registration, eventId: event.id });
    }
    const [one] = ended;
    if (!one) return ended;
    const told = { memberId, eventIds: ended.map(({ eventId }) => eventId) };
    const { id: registrationId, ...payload } = one;
    const task: Task =
      ended.length > 1
        ? { kind: "dates_left", key: `dates_left:${newId()}`, payload: told }
        : { kind: "registration_left", key: `registration_left:${registrationId}`, payload: { ...payload, memberId } };
    await enqueue(tx, task, ctx.now);
    return ended;
  });
  for (const { eventId } of left) ctx.announce(eventId);
  return shape(DatesLeft, { acknowledged: true, left: left.length });
}

/** Runs work with the locked dates of a series, the soonest first. @throws Failure not_found */
async function withDates<Result>(
  ctx: Context,
  id: string,
  eventIds: readonly string[],
  work: (tx: Transaction<Schema>, events: LockedEvent[]) => Promise<Result>,
): Promise<Result> {
  if (![id, ...eventIds].every(isId)) throw new Failure("not_found");
  // Each event has a line of its own. In one order for all, no two requests wait for each other.
  const ids = eventIds.map((eventId) => eventId.toLowerCase()).toSorted();
  const inTransaction = () =>
    ctx.db.transaction().execute(async (tx) => {
      const events = await lockEvents(tx, ids);
      if (events.length < ids.length || !events.every((event) => isDateOf(event, id))) throw new Failure("not_found");
      return work(
        tx,
        events.toSorted((one, other) => one.event_date.getTime() - other.event_date.getTime()),
      );
    });
  return ids.reduceRight((rest, eventId) => () => inLine(eventId, rest), inTransaction)();
}

/** True if an event is a date of a series, and no draft. */
const isDateOf = (event: LockedEvent, seriesId: string): boolean =>
  event.series_id === seriesId.toLowerCase() && (!event.is_draft || event.review === "hidden");
