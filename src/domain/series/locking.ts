import type { Insertable, Selectable, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { type LockedEvent, lockEvents } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { mayOrganize } from "../rights/queries.ts";
import type { Right } from "../rights/rules.ts";
import { isId } from "../shapes.ts";

declare const locked: unique symbol;

/** The row of a series, locked until the transaction ends, so that two requests do not make or change its dates. */
export type LockedSeries = Selectable<Schema["series"]> & { readonly [locked]: true };

/** Locks a series, before its events; null if it is gone. Deleting one of its dates does not wait for the lock. */
export async function lockSeries(tx: Transaction<Schema>, id: string): Promise<LockedSeries | null> {
  if (!isId(id)) return null;
  const series = await tx.selectFrom("series").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  return series ? (series as LockedSeries) : null;
}

/** Inserts a new series, which nobody else sees until the transaction ends. */
export async function insertSeries(
  tx: Transaction<Schema>,
  series: Insertable<Schema["series"]>,
): Promise<LockedSeries> {
  return (await tx.insertInto("series").values(series).returningAll().executeTakeFirstOrThrow()) as LockedSeries;
}

/** Locks a series for a right that the caller has there. @throws Failure not_found, not_yours, series_over */
export async function lockSeriesFor(
  tx: Transaction<Schema>,
  ctx: Pick<Context, "actor" | "now">,
  id: string,
  right: Right,
): Promise<LockedSeries> {
  const series = await lockSeries(tx, id);
  if (!series) throw new Failure("not_found");
  if (!(await mayOrganize(tx, ctx, series, right))) throw new Failure("not_yours");
  if (series.ended_at) throw new Failure("series_over");
  return series;
}

/**
 * Locks the occurrences of a series that are not over, from a local day on, in the order of their dates.
 */
export async function lockOccurrences(
  tx: Transaction<Schema>,
  { id }: LockedSeries,
  from: string,
  now: Date,
): Promise<Occurrence[]> {
  const rows = await tx
    .selectFrom("events")
    .where("series_id", "=", id)
    .where("series_start", ">=", from)
    .where("event_end", ">=", now)
    .select("id")
    .execute();
  const events = await lockEvents(
    tx,
    rows.map((row) => row.id),
  );
  return events
    .filter((event): event is Occurrence => event.series_id === id && event.series_start !== null)
    .toSorted((a, b) => a.series_start.localeCompare(b.series_start));
}

/** A locked event that is an occurrence of a series. */
export type Occurrence = LockedEvent & { series_id: string; series_start: string };
