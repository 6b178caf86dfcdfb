import type { ColumnType, Generated } from "kysely";
import type { Moment, MomentOfWriting } from "#db/moments.server.ts";

/**
 * The follows of an address: the events of an organizer, of a community, or of a filter; or a free spot at an event.
 */
export type Follows = {
  id: string;
  email: string;
  organizer_id: Generated<string | null>;
  community_id: Generated<string | null>;
  event_id: Generated<string | null>;
  /** As in the address of a list; '' lets everything through. */
  filter: Generated<string | null>;
  /** The last day of a filter, if it has one. */
  last_day: Generated<string | null>;
  /** The keys by which publications find it: see `follows/keys.ts`. */
  keys: string[];
  /** The number of the last publication before it. */
  since: number;
  /** Null until the reader of the address has confirmed it. */
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: MomentOfWriting;
};

/** The publication of an event: its time, and its number in the order for followers, null until it has one. */
export type Publications = {
  event_id: string;
  published_at: Moment;
  number: Generated<number | null>;
};

/** The number of addresses that heard of a new event through their follows; without any there is no row. */
export type EventTellings = { event_id: string; addresses: number };
