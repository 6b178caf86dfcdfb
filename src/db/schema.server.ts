import type { ColumnType, Generated, Kysely } from "kysely";
import { v7 } from "uuid";
import type { Assertions } from "./assertions.server.ts";
import type { EventTellings, Follows, Publications, Subscribers } from "./follows.server.ts";
import type {
  GateCodes,
  GateDevices,
  GateKeys,
  GateLateMarks,
  GateLeavers,
  GateMarks,
  Gates,
  WalkInContacts,
} from "./gates.server.ts";
import type { Imports } from "./imports.server.ts";
import type { Moment, MomentOfWriting } from "./moments.server.ts";
import type { AssertedHours, OutcomePeople, OutcomePictures, Outcomes } from "./outcomes.server.ts";
import type { CredentialHours, CredentialKeys, Credentials, RecordEvents, RecordNotes } from "./records.server.ts";
import type { Guests, Happenings, Registrations, Reservations } from "./registrations.server.ts";
import type { Blocks, ListedWords, Reports, Reviews } from "./reviews.server.ts";
import type { EventWords, TownEditions, TownNames, Towns } from "./towns.server.ts";

// `.server`: React Router refuses a build in which this file, and so any code that stores, reaches the browser.

/** A new id: a UUID of version 7, so that ids sort by the time at which they were made. */
export const newId = (): string => v7();

/** Members: people with an account. Written by the identity provider, read by everyone; `email` is in lower case. */
type Members = {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  image: string | null;
  /** When the account goes, if its member has asked for that. */
  deletion_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** From when on an outside provider's tokens count; null is always. */
  tokens_valid_from: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The secret of the member's own calendar; null until there is one. */
  calendar_secret: Generated<string | null>;
  /** How often everything that gives access to the account was ended. */
  access_generation: Generated<number>;
  /** The address that stands with the member's events instead of their own, and one that waits to be confirmed. */
  contact_email: Generated<string | null>;
  contact_email_pending: Generated<string | null>;
  /** Whether their face may be shown on the pages of events that they have joined. */
  shows_face: Generated<boolean>;
  /** Since when a host keeps the member out, and why; null for nearly everybody. */
  suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  suspended_for: Generated<string | null>;
  created_at: MomentOfWriting;
  updated_at: MomentOfWriting;
};

/** Events. Their counts are of spots, one for each person, and kept by the code that changes registrations. */
type Events = {
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

/** Messages of organizers to the people of their events. */
type Messages = {
  id: string;
  event_id: string;
  audience: "all" | "joined" | "waitlisted";
  subject: Generated<string | null>;
  text: string;
  recipients: number;
  sent_at: Moment;
};

/** Whether a member wants a kind of mail; without a row they do. */
type NotificationPreferences = {
  member_id: string;
  kind: string;
  wanted: boolean;
};

/** Groups that members can be part of. `members` is the number of memberships, kept by the joining itself. */
type Communities = {
  id: string;
  title: string;
  description: string;
  image: string | null;
  members: Generated<number>;
  /** Since when the people who run the site hide it; null for nearly all. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: MomentOfWriting;
};

/** That a member is part of a community. */
type Memberships = {
  community_id: string;
  member_id: string;
  joined_at: Moment;
  /** Whether people who follow the community hear of the member's events: they were told so when they joined. */
  tells_events: Generated<boolean>;
};

/** Messages to the people who run this site. */
type ContactMessages = {
  id: string;
  name: string;
  email: string;
  message: string;
  created_at: MomentOfWriting;
};

/** Work to be done outside, such as a mail, written in the transaction of its cause. `key` names it once;
 * it is tried from `run_at` on. */
type Outbox = {
  id: string;
  kind: string;
  payload: ColumnType<unknown, string, string>;
  key: string;
  run_at: Moment;
  attempts: Generated<number>;
  done_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When its mail went out; null when it had none. */
  mailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When it was given up, and why it did not work the last time. */
  failed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  reason: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: MomentOfWriting;
};

/** Pictures that members have uploaded, as WebP. */
type Pictures = {
  id: string;
  /** Null once its owner is gone; an event that somebody else took over still shows it. */
  owner_id: string | null;
  content: Uint8Array;
  /** Since when the people who run the site hide it; null for nearly all. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: MomentOfWriting;
};

/** That an event is offered to another organizer; `email` is in lower case. */
type OwnershipTransfers = {
  event_id: string;
  email: string;
  offered_at: Moment;
};

/** What the people who run the site have done: only added to. Ids are null once the member has gone, or at the machine. */
type HostActions = {
  id: string;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  reason: string;
  host_id: string | null;
  at: Moment;
};

/** Every table that the domain uses. The provider's own (sessions, accounts, …, attempts) are in the migrations only. */
export type Schema = {
  members: Members;
  events: Events;
  registrations: Registrations;
  guests: Guests;
  reservations: Reservations;
  happenings: Happenings;
  messages: Messages;
  notification_preferences: NotificationPreferences;
  communities: Communities;
  memberships: Memberships;
  contact_messages: ContactMessages;
  outbox: Outbox;
  subscribers: Subscribers;
  follows: Follows;
  publications: Publications;
  event_tellings: EventTellings;
  pictures: Pictures;
  ownership_transfers: OwnershipTransfers;
  host_actions: HostActions;
  gates: Gates;
  gate_keys: GateKeys;
  gate_devices: GateDevices;
  gate_marks: GateMarks;
  gate_late_marks: GateLateMarks;
  walk_in_contacts: WalkInContacts;
  gate_codes: GateCodes;
  gate_leavers: GateLeavers;
  imports: Imports;
  outcomes: Outcomes;
  outcome_people: OutcomePeople;
  outcome_pictures: OutcomePictures;
  asserted_hours: AssertedHours;
  assertions: Assertions;
  record_events: RecordEvents;
  record_notes: RecordNotes;
  credential_keys: CredentialKeys;
  credentials: Credentials;
  credential_hours: CredentialHours;
  blocks: Blocks;
  listed_words: ListedWords;
  reviews: Reviews;
  reports: Reports;
  towns: Towns;
  town_names: TownNames;
  town_editions: TownEditions;
  event_words: EventWords;
};

export type Database = Kysely<Schema>;
