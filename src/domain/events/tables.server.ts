import type { ColumnType, Generated } from "kysely";
import type { Moment, MomentOfWriting } from "#db/moments.server.ts";

/** Events. Their counts are of spots, one for each person, and kept by the code that changes registrations. */
export type Events = {
  id: string;
  organizer_id: string;
  title: string;
  event_type: string;
  location: string;
  /** Where it is, in degrees (WGS84): a pin that was set, which is exact, or its town's middle; null where nobody knows. */
  latitude: Generated<number | null>;
  longitude: Generated<number | null>;
  is_exact: Generated<boolean>;
  town_id: Generated<number | null>;
  /** The same point as kilometers from the Earth's center, in the form that `cube` is written in. */
  sphere: Generated<string | null>;
  event_date: Moment;
  event_end: Moment;
  /** IANA name of the zone that the event's times are told in. */
  time_zone: string;
  /** The days on which it begins and ends in that zone, as '2026-11-28'; what ends at midnight ends on the day before. */
  first_day: string;
  last_day: string;
  /** The organizer's own words ('20-50'); `capacity` is the number of spots read from them, null without a limit. */
  max_participant: string;
  capacity: number | null;
  thumbnail_url: string | null;
  description: string;
  what_to_bring: string | null;
  /** What is good to know: null where the organizer says nothing; languages by their codes (BCP 47). */
  effort: Generated<"light" | "medium" | "hard" | null>;
  children_welcome: Generated<boolean | null>;
  step_free: Generated<boolean | null>;
  languages: Generated<string[]>;
  provided: Generated<string | null>;
  /** Whether joining asks for a phone number, which nobody has to give. */
  asks_phone: Generated<boolean>;
  /** How many spots are taken, or reserved; with those that are held for an offer never more than there are. */
  taken: Generated<number>;
  /** How many people are waitlisted, and for how many of them a spot is held while they have an offer. */
  waitlisted: Generated<number>;
  held: Generated<number>;
  /**
   * How many people on the waitlist keep nobody from what is free: everyone there without an offer who came no later than
   * `passed_seq`. Both are 0 while nothing is free.
   */
  passed: Generated<number>;
  passed_seq: Generated<number>;
  /** How often all spots were taken: nobody is offered spots twice in between. */
  round: Generated<number>;
  /** For how long at most a spot is held for an offer. */
  hold_hours: Generated<number>;
  /** Whether it waits for its organizer's address to be confirmed: until then nobody else sees it. */
  is_draft: Generated<boolean>;
  /**
   * Whether the people who run the site hold it back: `hidden` after it was shown, `waiting` before. As long as they do it is a
   * draft too, which the database sees to.
   */
  review: Generated<"hidden" | "waiting" | null>;
  cancelled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  cancel_reason: Generated<string | null>;
  /** How often the fields that calendars show have changed (RFC 5545, SEQUENCE). */
  sequence: Generated<number>;
  /** Title, description and location as search compares them, each on its own line. */
  search_text: string;
  /** The same without spaces and punctuation; the database makes it. */
  search_letters: ColumnType<string, never, never>;
  /** The first letter and the first two of each of its words; the database makes them. */
  search_beginnings: ColumnType<string, never, never>;
  created_at: MomentOfWriting;
  updated_at: MomentOfWriting;
};

/** The words of titles and locations of what is listed, as search compares them, kept by triggers; each at least until the last event that has it is over. */
export type EventWords = { word: string; until: Moment };
