import type { FeedFilter } from "../events/shapes.ts";
import type { Point } from "../towns/rules.ts";

// The keys by which a new event finds the follows that may match it. An index on the keys of follows makes this fast
// for any number of follows. Keys may match too many follows but never too few; the filter itself decides at the end.

/** The facts of a new event that its keys depend on; its point in degrees, null without one. */
export type PublishedEvent = {
  organizer_id: string;
  owner_community_id: string | null;
  event_type: string;
  latitude: number | null;
  longitude: number | null;
};

/** The area of a filter: a radius in kilometers around a point. */
export type Around = { point: Point; within: number };

const everything = "*";
const ofOrganizer = (id: string) => `organizer ${id}`;
const ofCommunity = (id: string) => `community ${id}`;
const ofType = (type: string) => `type ${type}`;

/**
 * The keys of an event: those of its organizer or community, its type and its place, and the one that all events share.
 * Followers of a member do not hear of what the member makes for a community.
 */
export function keysOfEvent({ latitude: lat, longitude: lon, ...event }: PublishedEvent): string[] {
  const type = ofType(event.event_type);
  const cell = lat === null || lon === null ? null : cellOf({ lat, lon });
  const { organizer_id, owner_community_id: community } = event;
  const whose = community === null ? ofOrganizer(organizer_id) : ofCommunity(community);
  return [everything, whose, type, ...(cell === null ? [] : [cell, `${cell} ${type}`])];
}

/** The keys of a filter: those of its area and its types, if it names any. */
export function keysOfFilter({ category }: Pick<FeedFilter, "category">, around: Around | null): string[] {
  const types = category.map(ofType);
  if (!around) return types.length === 0 ? [everything] : types;
  return cellsWithin(around).flatMap((cell) => (types.length === 0 ? [cell] : types.map((type) => `${cell} ${type}`)));
}

export const keysOfOrganizer = (id: string): string[] => [ofOrganizer(id)];

/**
 * From this latitude on, where meridians converge, one cell surrounds the pole; elsewhere a cell is a degree high and
 * wide.
 */
const polar = 80;

const cellOf = ({ lat, lon }: Point): string => cellAt(Math.floor(lat), Math.floor(lon));

/** @param south @param west corner of the cell, in whole degrees, which may go beyond the antimeridian */
function cellAt(south: number, west: number): string {
  if (south >= polar) return "cell north";
  if (south < -polar) return "cell south";
  return `cell ${south} ${((((west + 180) % 360) + 360) % 360) - 180}`;
}

/** A degree of a meridian, in kilometers. */
const degree = (6371 * Math.PI) / 180;

/** The cells that contain everything within a radius in kilometers of a point. */
function cellsWithin({ point: { lat, lon }, within }: Around): string[] {
  const high = within / degree;
  const narrowing = Math.sin((high * Math.PI) / 180) / Math.cos((lat * Math.PI) / 180);
  // If a pole is within reach, so is every meridian; there, one cell covers everything.
  const wide = narrowing < 1 ? (Math.asin(narrowing) * 180) / Math.PI : 0;
  const cells = new Set<string>();
  for (let south = Math.floor(lat - high); south <= Math.floor(lat + high); south++) {
    for (let west = Math.floor(lon - wide); west <= Math.floor(lon + wide); west++) cells.add(cellAt(south, west));
  }
  return [...cells];
}
