import type { Selectable, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { refuseWithout } from "../rights/queries.ts";
import type { Right } from "../rights/rules.ts";
import { isId } from "../shapes.ts";

declare const locked: unique symbol;

/**
 * An event's row, locked until the transaction ends; only `lockEvent` makes one. Everything that changes an event's
 * registrations requires it, so that such changes happen one after another.
 */
export type LockedEvent = Selectable<Schema["events"]> & { readonly [locked]: true };

/** Locks an event's row until the transaction ends. @throws Failure not_found, also for an invalid id */
export async function lockEvent(tx: Transaction<Schema>, id: string): Promise<LockedEvent> {
  if (!isId(id)) throw new Failure("not_found");
  const event = await tx.selectFrom("events").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!event) throw new Failure("not_found");
  return event as LockedEvent;
}

/** Locks an event; returns null if it was deleted. */
export const lockIfThere = (tx: Transaction<Schema>, id: string): Promise<LockedEvent | null> =>
  lockEvent(tx, id).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });

/** Locks those of many events that still exist, in the order of their ids, so that two requests cannot deadlock. */
export async function lockEvents(tx: Transaction<Schema>, ids: readonly string[]): Promise<LockedEvent[]> {
  if (ids.length === 0) return [];
  const events = await tx.selectFrom("events").selectAll().where("id", "in", ids).orderBy("id").forUpdate().execute();
  return events as LockedEvent[];
}

/**
 * Locks an event for people who are not its organizer; drafts do not exist for them.
 * @throws Failure not_found, under_review
 */
export async function lockPublicEvent(tx: Transaction<Schema>, id: string): Promise<LockedEvent> {
  const event = await lockEvent(tx, id);
  if (event.is_draft) throw new Failure(event.review === "hidden" ? "under_review" : "not_found");
  return event;
}

/**
 * Locks an event for people who may be registered; they keep their registration while it is hidden.
 * @throws Failure not_found
 */
export async function lockEventOfRegistered(tx: Transaction<Schema>, id: string): Promise<LockedEvent> {
  const event = await lockEvent(tx, id);
  if (event.is_draft && event.review !== "hidden") throw new Failure("not_found");
  return event;
}

type Asking = Pick<Context, "actor" | "now">;

/** Locks an event for a right that the caller has there. @throws Failure not_found, not_yours */
export async function lockedFor(tx: Transaction<Schema>, ctx: Asking, id: string, right: Right): Promise<LockedEvent> {
  const event = await lockEvent(tx, id);
  await refuseWithout(tx, ctx, event, right);
  return event;
}

/**
 * Locks an event that is not hidden for a right that the caller has there: nobody can reach people through a hidden
 * event.
 * @throws Failure not_found, not_yours, under_review
 */
export async function lockedShownFor(
  tx: Transaction<Schema>,
  ctx: Asking,
  id: string,
  right: Right,
): Promise<LockedEvent> {
  const event = await lockedFor(tx, ctx, id, right);
  if (event.review === "hidden") throw new Failure("under_review");
  return event;
}
