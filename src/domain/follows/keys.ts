import type { FeedFilter } from "../events/shapes.ts";
import type { Point } from "../towns/rules.ts";

// A publication finds the follows that it may be for by keys that both have: an index on the keys of follows answers which these
// are, however many there are. A key says too much rather than too little: what is told in the end, the filter itself decides.

/** What is new to somebody, as far as keys tell it apart; its point in degrees, null where it has none. */
export type PublishedEvent = {
  organizer_id: string;
  event_type: string;
  latitude: number | null;
  longitude: number | null;
};

/** Where a filter looks: within so many kilometers of a point. */
export type Around = { point: Point; within: number };

const everything = "*";
const ofOrganizer = (id: string) => `organizer ${id}`;
const ofType = (type: string) => `type ${type}`;

/** The keys of an event: of its organizer, its type and its place, and the one that all events have. */
export function keysOfEvent({ latitude: lat, longitude: lon, ...event }: PublishedEvent): string[] {
  const type = ofType(event.event_type);
  const cell = lat === null || lon === null ? null : cellOf({ lat, lon });
  return [everything, ofOrganizer(event.organizer_id), type, ...(cell === null ? [] : [cell, `${cell} ${type}`])];
}

/** The keys by which a filter is found: of where it looks and for what types, as far as it says. */
export function keysOfFilter({ category }: Pick<FeedFilter, "category">, around: Around | null): string[] {
  const types = category.map(ofType);
  if (!around) return types.length === 0 ? [everything] : types;
  return cellsWithin(around).flatMap((cell) => (types.length === 0 ? [cell] : types.map((type) => `${cell} ${type}`)));
}

export const keysOfOrganizer = (id: string): string[] => [ofOrganizer(id)];

/** From this latitude on, where meridians come together, all around a pole is one cell; elsewhere one is a degree high and wide. */
const polar = 80;

const cellOf = ({ lat, lon }: Point): string => cellAt(Math.floor(lat), Math.floor(lon));

/** @param south @param west of the cell, in whole degrees; over the antimeridian the count goes on */
function cellAt(south: number, west: number): string {
  if (south >= polar) return "cell north";
  if (south < -polar) return "cell south";
  return `cell ${south} ${((((west + 180) % 360) + 360) % 360) - 180}`;
}

/** A degree of a meridian, in kilometers. */
const degree = (6371 * Math.PI) / 180;

/** The cells in which something can be that is within so many kilometers of a point. */
function cellsWithin({ point: { lat, lon }, within }: Around): string[] {
  const high = within / degree;
  const narrowing = Math.sin((high * Math.PI) / 180) / Math.cos((lat * Math.PI) / 180);
  // Where a pole is within reach, every meridian is; and there all is one cell.
  const wide = narrowing < 1 ? (Math.asin(narrowing) * 180) / Math.PI : 0;
  const cells = new Set<string>();
  for (let south = Math.floor(lat - high); south <= Math.floor(lat + high); south++) {
    for (let west = Math.floor(lon - wide); west <= Math.floor(lon + wide); west++) cells.add(cellAt(south, west));
  }
  return [...cells];
}
