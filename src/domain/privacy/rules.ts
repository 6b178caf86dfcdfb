/** For how many days what has a period of its own stays; the job that ends it reads it here. */
export const keptDays = {
  /** From the day on which a member asks for its deletion. */
  account: 7,
  /** From its last use. */
  session: 7,
  /** A mailed link that works no more, from its end: it still says whom a new one is for. */
  deadLink: 7,
  /** How walk-ins can be reached, from the end of the event. */
  walkInContact: 30,
  /** Phone numbers and the names of guardians, from the end of the event: they are for its day. */
  contact: 30,
  /** The name of somebody without an e-mail address on an event's list, from its end. */
  personName: 365,
  /**
   * The name of somebody without an account who came to an event, and who left its list while its gate counted, from its end: so long it
   * can be changed who came.
   */
  outcomeName: 365,
  /** What a digest has told an organizer, or will. */
  happening: 30,
  /** A task that is done, so that none with its key is written again. */
  task: 30,
  /** One that was given up: so long the people who run this site can try it again. It still says whom it is about. */
  failedTask: 90,
  /** One that neither an event nor a profile shows; it goes when its owner uploads the next. */
  unusedPicture: 30,
  contactMessage: 365,
  /** That somebody was asked to assert another's hours, and did not, or no longer does. */
  assertion: 30,
  /** An address whose reader has not confirmed that they want the newsletter, or what it is to follow. */
  unconfirmedSubscriber: 30,
  /** What was reported, from the day on which it is decided. */
  review: 365,
} as const;

/**
 * What ends it: the hourly `purge`, a task of the outbox by its name, or its people themselves, by what they do.
 */
type Ending = "purge" | "delete_account" | "expire_offers" | "people";

/** A kind of data: the name of its sentences, the tables it is in, and after how many days it goes, if it has a period. */
export type Kept = { name: string; tables: readonly string[]; days: number | null; endedBy: readonly Ending[] };

/**
 * All that is kept about people. Every table of the database is in it, or in `aboutNobody`; the page for people and
 * docs/privacy.md show it.
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
    tables: ["events", "messages", "ownership_transfers"],
    days: null,
    endedBy: ["people", "delete_account"],
  },
  { name: "imports", tables: ["imports"], days: null, endedBy: ["people", "delete_account"] },
  { name: "registrations", tables: ["registrations", "guests"], days: null, endedBy: ["people", "delete_account"] },
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
  { name: "happenings", tables: ["happenings"], days: keptDays.happening, endedBy: ["purge"] },
  { name: "communities", tables: ["memberships"], days: null, endedBy: ["people", "delete_account"] },
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
 * The tables in which nobody is: keys that sign tokens or credentials, groups that people can be part of, words that hosts list, words of titles and places, towns of the world, the
 * order in which events were shown, to how many addresses they were told, and in which order marks arrived. */
export const aboutNobody = [
  "event_words",
  "communities",
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
