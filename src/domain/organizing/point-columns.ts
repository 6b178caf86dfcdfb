import type { Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";
import { columnsAt, columnsByWords, type PointColumns } from "../events/placing.ts";
import { Failure } from "../failure.ts";
import { findTown, findTownNear } from "../towns/queries.ts";
import type { Point } from "../towns/rules.ts";
import type { EventChanges } from "./shapes.ts";

/** The organizer's input for the place of an event: a chosen town and a pin; null without. */
type Where = { townId: number | null; point: Point | null };

/** The words that describe an event's place. */
type InWords = Parameters<typeof columnsByWords>[1];

/**
 * The columns for the place of an event: its pin, else the middle of its town, else of the town that its location names
 * without doubt. Names and points of towns come from our tables, never from the caller.
 * @throws Failure invalid (an unknown town)
 */
export async function pointColumnsOf(
  db: Kysely<Schema>,
  { townId, point }: Where,
  words: InWords,
): Promise<PointColumns> {
  const town = townId === null ? null : await findTown(db, townId);
  if (townId !== null && !town) throw new Failure("invalid", [{ path: "townId", rule: "rule.town" }]);
  if (point) return columnsAt(point, (town ?? (await findTownNear(db, point)))?.id ?? null, true);
  return town ? columnsAt(town.point, town.id, false) : columnsByWords(db, words);
}

/**
 * The columns for the place of a changed event. If the location changes without a town or a pin, only its words count,
 * because the old point may be far away. A pin stays if the same town is named again.
 * @throws Failure invalid (an unknown town)
 */
export async function changedPoint(
  tx: Transaction<Schema>,
  before: LockedEvent,
  changes: Pick<EventChanges, "townId" | "point" | "location" | "timeZone" | "eventDate">,
): Promise<PointColumns> {
  const { location = before.location, timeZone: time_zone = before.time_zone } = changes;
  const isMoved = location !== before.location;
  if (!isMoved && changes.townId === undefined && changes.point === undefined) return pointOf(before);
  const { townId = isMoved ? null : before.town_id } = changes;
  const pin = before.is_exact && !isMoved && townId === before.town_id ? pinOf(before) : null;
  const { point = pin } = changes;
  const words = { location, time_zone, event_date: changes.eventDate ?? before.event_date };
  return pointColumnsOf(tx, { townId, point }, words);
}

const pointOf = ({ latitude, longitude, is_exact, town_id, sphere }: LockedEvent): PointColumns => ({
  latitude,
  longitude,
  is_exact,
  town_id,
  sphere,
});

const pinOf = ({ latitude, longitude }: LockedEvent): Point | null =>
  latitude === null || longitude === null ? null : { lat: latitude, lon: longitude };
