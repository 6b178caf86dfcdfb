import type { Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** Regulars: people who come to each date of a series unless they say no. */
export type Regulars = {
  id: string;
  series_id: string;
  /** Null for a person without an e-mail address, who then has a `name`. */
  member_id: string | null;
  name: Generated<string | null>;
  phone: Generated<string | null>;
  /** The order of becoming one, in which they get the spots of new dates. */
  seq: Generated<number>;
  since: Moment;
  /** The first and the last local day of their pause: '2026-12-20'. */
  paused_from: Generated<string | null>;
  paused_until: Generated<string | null>;
};

/** The dates to which regulars do not come. */
export type RegularSkips = {
  regular_id: string;
  event_id: string;
  /** The order of arrival of the registration that ended; null if there was none. */
  seq: Generated<number | null>;
  /** True if their pause has the date, and not they themselves. */
  by_pause: Generated<boolean>;
};

/** The members who put away the offer to become a regular of a series. */
export type RegularOffersPutAway = { series_id: string; member_id: string };
