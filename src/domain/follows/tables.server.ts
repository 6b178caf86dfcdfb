import type { ColumnType, Generated } from "kysely";
import type { Moment, MomentOfWriting } from "#db/moments.server.ts";

/** What an address wants to be told of: the events of an organizer, of a community, of a filter; or a spot that frees at an event. */
export type Follows = {
  id: string;
  email: string;
  organizer_id: Generated<string | null>;
  community_id: Generated<string | null>;
  event_id: Generated<string | null>;
  /** As the address of a list has it; '' lets everything through. */
  filter: Generated<string | null>;
  /** The last day that a filter is about, if it has one. */
  last_day: Generated<string | null>;
  /** By which publications find it: see `follows/keys.ts`. */
  keys: string[];
  /** The number of the last publication before it. */
  since: number;
  /** Null until the reader of the address has said yes to it. */
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: MomentOfWriting;
};

/** That everybody sees an event, since when, and in which order followers hear of it; null until they do. */
export type Publications = {
  event_id: string;
  published_at: Moment;
  number: Generated<number | null>;
};

/** How many addresses a new event was told to, because they follow what it is, where it is, or whose it is; none has no row. */
export type EventTellings = { event_id: string; addresses: number };
