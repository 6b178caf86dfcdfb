import type { FeedFilter } from "../events/shapes.ts";

// A publication finds the follows that it may be for by keys that both have: an index on the keys of follows answers which these
// are, however many there are. A key says too much rather than too little: what is told in the end, the filter itself decides.

/** What is new to somebody, as far as keys tell it apart. */
export type PublishedEvent = { organizer_id: string; event_type: string; communities: string[] };

const everything = "*";
const ofOrganizer = (id: string) => `organizer ${id}`;
const ofCommunity = (id: string) => `community ${id}`;
const ofType = (type: string) => `type ${type}`;

/** The keys of an event: of who organizes it, for whom, what it is, and the one that all events have. */
export const keysOfEvent = ({ organizer_id, event_type, communities }: PublishedEvent): string[] => [
  everything,
  ofOrganizer(organizer_id),
  ...communities.map(ofCommunity),
  ofType(event_type),
];

/** The keys by which a filter is found: of what it asks for that a key is for, the one that leaves the least. */
export const keysOfFilter = ({ category }: Pick<FeedFilter, "category">): string[] =>
  category.length === 0 ? [everything] : category.map(ofType);

export const keysOfOrganizer = (id: string): string[] => [ofOrganizer(id)];
export const keysOfCommunity = (id: string): string[] => [ofCommunity(id)];
