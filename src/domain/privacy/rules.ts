/** The number of days for which data with a period are kept; the job that deletes them reads it here. */
export const keptDays = {
  /** From the day on which a member asks for its deletion. */
  account: 7,
  /** From its last use. */
  session: 7,
  /** From the end of a mailed link, because it still identifies the recipient of a new one. */
  deadLink: 7,
  /** The contact details of walk-ins, from the end of the event. */
  walkInContact: 30,
  /** Phone numbers and the names of guardians, from the end of the event: they are only needed that day. */
  contact: 30,
  /** The address of a person whom an organizer added by name, from the end of the event. */
  added: 30,
  /** The notes of organizers on people, from the end of the event. */
  note: 30,
  /** The name of a person without an e-mail address on an event's list, from its end. */
  personName: 365,
  /**
   * Names of walk-ins without an account and of people who left the list during check-in, from the end of the event.
   * During this time the organizer can change who came.
   */
  outcomeName: 365,
  /** An organizer's news, reported in a digest or waiting for one. */
  happening: 30,
  /** The fact that a member was told of an event, from its end; until then nobody is told twice. */
  told: 30,
  /** A task that is done, kept so that its key is not used again. */
  task: 30,
  /** A task that failed. During this time hosts can retry it; it still has personal data. */
  failedTask: 90,
  /** A picture that neither an event nor a profile shows; it is deleted when its owner uploads the next. */
  unusedPicture: 30,
  contactMessage: 365,
  /** An unanswered, declined or withdrawn request to assert another member's hours. */
  assertion: 30,
  /** An invitation to organize that is not accepted. */
  invitation: 7,
  /** An address whose reader has not confirmed a subscription to the newsletter or a follow. */
  unconfirmedSubscriber: 30,
  /** A report, from the day on which it is decided. */
  review: 365,
} as const;

/** The way it ends: the hourly `purge`, a task of the outbox by name, or an action of the people themselves. */
type Ending = "purge" | "delete_account" | "expire_offers" | "people";

/** A kind of data: the name of its sentences, its tables, and its period in days, if it has one. */
export type Kept = { name: string; tables: readonly string[]; days: number | null; endedBy: readonly Ending[] };

/**
 * All data about people. Every table with data about people is listed here; all others are in `aboutNobody`. The
 * privacy page and docs/privacy.md show it.
 */
export const kept = [
  {
    name: "account",
    tables: ["members", "accounts", "passkeys", "notification_preferences"],
    days: keptDays.account,
    endedBy: ["people", "delete_account"],
  },
  { name: "sessions", tables: ["sessions"], days: keptDays.session, endedBy: ["people", "purge"] },
  {
    name: "codes",
    tables: ["verifications", "mail_links", "mail_sign_ins", "passkey_challenges"],
    days: null,
    endedBy: ["purge"],
  },
  { name: "attempts", tables: ["attempts"], days: null, endedBy: ["purge"] },
  {
    name: "events",
    tables: ["events", "series", "series_days_left_out", "messages", "ownership_transfers"],
    days: null,
    endedBy: ["people", "delete_account"],
  },
  {
    name: "organizing",
    tables: ["rights", "invitations", "team_log"],
    days: keptDays.invitation,
    endedBy: ["people", "purge", "delete_account"],
  },
  { name: "imports", tables: ["imports"], days: null, endedBy: ["people", "delete_account"] },
  { name: "registrations", tables: ["registrations", "guests"], days: null, endedBy: ["people", "delete_account"] },
  {
    name: "regulars",
    tables: ["regulars", "regular_skips", "regular_offers_put_away"],
    days: null,
    endedBy: ["people", "delete_account"],
  },
  {
    name: "asked",
    tables: ["registrations", "guests"],
    days: keptDays.contact,
    endedBy: ["people", "purge", "delete_account"],
  },
  {
    name: "people",
    tables: ["registrations"],
    days: keptDays.personName,
    endedBy: ["people", "purge", "delete_account"],
  },
  { name: "added", tables: ["added_people"], days: keptDays.added, endedBy: ["people", "purge", "delete_account"] },
  { name: "notes", tables: ["person_notes"], days: keptDays.note, endedBy: ["people", "purge", "delete_account"] },
  {
    name: "outcomes",
    tables: ["outcomes", "outcome_people", "outcome_pictures"],
    days: keptDays.outcomeName,
    endedBy: ["people", "purge", "delete_account"],
  },
  {
    name: "hours",
    tables: ["asserted_hours", "record_events", "record_notes"],
    days: null,
    endedBy: ["people", "delete_account"],
  },
  {
    name: "credentials",
    tables: ["credentials", "credential_hours"],
    days: null,
    endedBy: ["people", "delete_account"],
  },
  {
    name: "assertions",
    tables: ["assertions"],
    days: keptDays.assertion,
    endedBy: ["people", "purge", "delete_account"],
  },
  { name: "reservations", tables: ["reservations"], days: null, endedBy: ["expire_offers"] },
  {
    name: "gates",
    tables: ["gate_keys", "gate_devices", "gate_marks", "gate_late_marks", "gate_codes", "gate_leavers"],
    days: keptDays.outcomeName,
    endedBy: ["people", "purge", "delete_account"],
  },
  {
    name: "walk_ins",
    tables: ["walk_in_contacts", "gate_late_marks"],
    days: keptDays.walkInContact,
    endedBy: ["purge"],
  },
  { name: "happenings", tables: ["happenings", "happening_tellings"], days: keptDays.happening, endedBy: ["purge"] },
  { name: "told", tables: ["told_people"], days: keptDays.told, endedBy: ["people", "purge", "delete_account"] },
  {
    name: "communities",
    tables: ["memberships", "membership_requests"],
    days: null,
    endedBy: ["people", "delete_account"],
  },
  { name: "community_news", tables: ["communities", "community_posts"], days: null, endedBy: ["people"] },
  { name: "pictures", tables: ["pictures"], days: keptDays.unusedPicture, endedBy: ["people", "delete_account"] },
  { name: "tasks", tables: ["outbox"], days: keptDays.task, endedBy: ["purge"] },
  { name: "failed_tasks", tables: ["outbox"], days: keptDays.failedTask, endedBy: ["purge"] },
  {
    name: "subscribers",
    tables: ["subscribers", "follows"],
    days: keptDays.unconfirmedSubscriber,
    endedBy: ["people", "purge", "delete_account"],
  },
  { name: "blocks", tables: ["blocks"], days: null, endedBy: ["people", "delete_account"] },
  { name: "reports", tables: ["reports", "reviews"], days: keptDays.review, endedBy: ["purge", "delete_account"] },
  { name: "contact", tables: ["contact_messages"], days: keptDays.contactMessage, endedBy: ["purge"] },
  { name: "host_log", tables: ["host_actions"], days: null, endedBy: ["delete_account"] },
] as const satisfies readonly Kept[];

/**
 * The tables without data about people: keys that sign tokens or credentials, words of hosts, titles and
 * places, towns of the world, the order in which events were shown, counts of addresses told, and the order in which
 * marks arrived.
 */
export const aboutNobody = [
  "chapter_requests",
  "community_years",
  "event_words",
  "credential_keys",
  "event_tellings",
  "gates",
  "jwks",
  "listed_words",
  "publications",
  "towns",
  "town_names",
  "town_editions",
];
