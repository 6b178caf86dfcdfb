import type { ColumnType, Generated } from "kysely";
import type { Moment, MomentOfWriting } from "./moments.server.ts";

/** An address that is told what it follows, once its reader has confirmed that they want it; `email` is in lower case. */
export type Subscribers = {
  email: string;
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** How often its mail comes; on which day of the week (1 is Monday) and at which hour, by the clocks of its zone. */
  pace: Generated<"at_once" | "daily" | "weekly" | "monthly">;
  weekday: Generated<number>;
  hour: Generated<number>;
  /** Null of an address that an older version wrote. */
  time_zone: Generated<string | null>;
  /** From when on the next mail may go out, if there is something that may be news. */
  due_at: ColumnType<Date, Date | undefined, Date>;
  has_news: Generated<boolean>;
  /** The number of the last publication that it was told of, or not, as it did not match. */
  told_until: Generated<number>;
  created_at: MomentOfWriting;
};

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
