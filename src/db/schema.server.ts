import type { ColumnType, Generated, Kysely } from "kysely";
import { v7 } from "uuid";
import type { Assertions } from "#domain/assertions/tables.server.ts";
import type { Blocks } from "#domain/blocks/tables.server.ts";
import type { ChapterRequests } from "#domain/chapters/tables.server.ts";
import type {
  Communities,
  CommunityPosts,
  CommunityYears,
  Memberships,
  MembershipRequests,
} from "#domain/communities/tables.server.ts";
import type { ContactMessages } from "#domain/contact/tables.server.ts";
import type { EventWords, Events } from "#domain/events/tables.server.ts";
import type { EventTellings, Follows, Publications } from "#domain/follows/tables.server.ts";
import type {
  GateCodes,
  GateDevices,
  GateKeys,
  GateLateMarks,
  GateLeavers,
  GateMarks,
  Gates,
  WalkInContacts,
} from "#domain/gates/tables.server.ts";
import type { HostActions } from "#domain/hosting/tables.server.ts";
import type { Imports } from "#domain/imports/tables.server.ts";
import type { Members } from "#domain/members/tables.server.ts";
import type { NotificationPreferences } from "#domain/notification-preferences/tables.server.ts";
import type { AssertedHours, OutcomePeople, OutcomePictures, Outcomes } from "#domain/outcomes/tables.server.ts";
import type { OwnershipTransfers } from "#domain/ownership-transfers/tables.server.ts";
import type { Messages, PersonNotes } from "#domain/participants/tables.server.ts";
import type { Pictures } from "#domain/pictures/tables.server.ts";
import type {
  CredentialHours,
  CredentialKeys,
  Credentials,
  RecordEvents,
  RecordNotes,
} from "#domain/records/tables.server.ts";
import type {
  AddedPeople,
  Guests,
  Happenings,
  HappeningTellings,
  Registrations,
  Reservations,
} from "#domain/registrations/tables.server.ts";
import type { RegularOffersPutAway, Regulars, RegularSkips } from "#domain/regulars/tables.server.ts";
import type { Reports } from "#domain/reports/tables.server.ts";
import type { ToldPeople } from "#domain/outreach/tables.server.ts";
import type { Rights } from "#domain/rights/tables.server.ts";
import type { Series, SeriesDaysLeftOut } from "#domain/series/tables.server.ts";
import type { ListedWords, Reviews } from "#domain/reviews/tables.server.ts";
import type { Subscribers } from "#domain/subscribers/tables.server.ts";
import type { Invitations } from "#domain/teams/tables.server.ts";
import type { TeamLog } from "#domain/team-log/tables.server.ts";
import type { TownEditions, TownNames, Towns } from "#domain/towns/tables.server.ts";
import type { Moment, MomentOfWriting } from "./moments.server.ts";

// Because of `.server` in its name, React Router rejects a build in which this file, and with it any code that accesses
// the database, reaches the browser.

/** Returns a new id: a UUID of version 7, so that ids sort by creation time. */
export const newId = (): string => v7();

/**
 * A task for later, such as a mail, written in the transaction of its cause. `key` is unique; it is tried from `run_at`
 * on.
 */
type Outbox = {
  id: string;
  kind: string;
  payload: ColumnType<unknown, string, string>;
  key: string;
  run_at: Moment;
  attempts: Generated<number>;
  done_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The time at which the task's mail was sent; null if it had none. */
  mailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The time at which the task was given up, and the reason of the last failure. */
  failed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  reason: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: MomentOfWriting;
};

/**
 * Every table that the domain uses. The auth provider's tables (sessions, accounts, …, attempts) are only in the
 * migrations.
 */
export type Schema = {
  members: Members;
  events: Events;
  registrations: Registrations;
  guests: Guests;
  reservations: Reservations;
  happenings: Happenings;
  happening_tellings: HappeningTellings;
  messages: Messages;
  person_notes: PersonNotes;
  added_people: AddedPeople;
  told_people: ToldPeople;
  notification_preferences: NotificationPreferences;
  communities: Communities;
  chapter_requests: ChapterRequests;
  community_posts: CommunityPosts;
  community_years: CommunityYears;
  memberships: Memberships;
  membership_requests: MembershipRequests;
  contact_messages: ContactMessages;
  outbox: Outbox;
  subscribers: Subscribers;
  follows: Follows;
  publications: Publications;
  event_tellings: EventTellings;
  pictures: Pictures;
  rights: Rights;
  invitations: Invitations;
  team_log: TeamLog;
  series: Series;
  series_days_left_out: SeriesDaysLeftOut;
  regulars: Regulars;
  regular_skips: RegularSkips;
  regular_offers_put_away: RegularOffersPutAway;
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
