import type { Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";
import { columnsAt, columnsByWords, type PointColumns } from "../events/placing.ts";
import { Failure } from "../failure.ts";
import { findTown, findTownNear } from "../towns/queries.ts";
import type { Point } from "../towns/rules.ts";
import type { EventChanges } from "./shapes.ts";

/** What an organizer says of where an event is: a town that they have chosen, a pin that they have set; null for neither. */
type Where = { townId: number | null; point: Point | null };

/** What is known of an event's place in words. */
type InWords = Parameters<typeof columnsByWords>[1];

/**
 * The columns for where an event is: its pin, else the middle of its town, else of the town that its location names without doubt. Names
 * and points of towns are those of our tables, whatever a caller says.
 * @throws Failure invalid (a town that there is not)
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
 * The same of an event that is changed. Another location without a town or a pin is found by its words alone: the ones that were there
 * may be far from it. A pin stays when the same town is named again.
 * @throws Failure invalid (a town that there is not)
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
