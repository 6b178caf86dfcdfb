// The one list of everything that gives access to an account or acts for its member, and of the events that end it. It
// makes no decision by itself: `adapters/auth/access.ts` and `ending.ts` follow it, and do not compile without a way to
// end each kind.

/** The events that end all access to an account. */
export const memberEndings = {
  reset: "a new password by a mailed link, into an account whose address was confirmed",
  taken_over:
    "the reader of an unconfirmed address logs in by mail for the first time: other people may have used the account until then",
  everywhere: "logging out everywhere",
  password_changed: "a new password, by a member who knows the old one",
  address_changed: "a new address, by a member who reads its mail and knows the password",
  linked: "the first log-in with Google or Firebase",
  linked_unproven: "the first log-in with Google or Firebase, into an account with an unproven password",
  proved_elsewhere: "Firebase confirms an address that was not confirmed",
  suspended: "a host suspends the member, or deletes the account",
} as const;
export type MemberEnding = keyof typeof memberEndings;

/** The events that end the rights at one event that its organizer gave to others. */
export const eventEndings = {
  review: "hosts hide the event while they look at it",
  transfer: "another organizer takes over the event",
} as const;
export type EventEnding = keyof typeof eventEndings;

type Ending = MemberEnding | EventEnding;

/** A kind of access: its tables and columns, the events that end it, and the reason why it survives the others. */
type Kind = { holds: readonly string[]; ends: Readonly<Record<Ending, boolean>>; stays: string };

const none = Object.fromEntries(
  [...Object.keys(memberEndings), ...Object.keys(eventEndings)].map((ending) => [ending, false]),
) as Record<Ending, boolean>;
const all = Object.fromEntries(Object.keys(memberEndings).map((ending) => [ending, true])) as Record<
  MemberEnding,
  boolean
>;

const always = { ...none, ...all };
/**
 * A member who changes a password or an address need not suspect an intruder, and Google is linked only to confirmed
 * addresses.
 */
const whenInDoubt = { ...always, password_changed: false, address_changed: false, linked: false };
/** Applies only if another person may have used the account. */
const fromOthers = { ...none, taken_over: true, linked_unproven: true };
const inDoubt =
  "Members who change passwords or addresses, or link Google, need not suspect an intruder; a mail reported each of these";

/** The kinds that end. Sessions that were started by the ending itself can be spared. */
export const accessKinds = {
  sessions: { holds: ["sessions"], ends: always, stays: "" },
  provider_tokens: { holds: ["members.tokens_valid_from"], ends: always, stays: "" },
  mailed_links: { holds: ["mail_links"], ends: always, stays: "" },
  mailed_codes: { holds: ["mail_sign_ins"], ends: always, stays: "" },
  address_changes: { holds: ["outbox"], ends: always, stays: "" },
  passkey_challenges: { holds: ["passkey_challenges"], ends: always, stays: "" },
  ways_in: {
    holds: ["accounts"],
    ends: { ...none, taken_over: true },
    stays:
      "A reset replaces the password; linking removes an unproven one; a lost password does not weaken Google and Firebase",
  },
  passkeys: {
    holds: ["passkeys"],
    ends: fromOthers,
    stays: "A lost password does not weaken them, and a member may have no other way",
  },
  calendar: {
    holds: ["members.calendar_secret"],
    ends: { ...whenInDoubt, proved_elsewhere: false },
    stays: "Members who change a password need not suspect an intruder",
  },
  contact_address: {
    holds: ["members.contact_email", "members.contact_email_pending"],
    ends: whenInDoubt,
    stays: inDoubt,
  },
  ownership_transfers: {
    holds: ["ownership_transfers"],
    ends: { ...whenInDoubt, review: true, transfer: true },
    stays: inDoubt,
  },
  invitations: { holds: ["invitations"], ends: { ...whenInDoubt, review: true, transfer: true }, stays: inDoubt },
  rights_given: {
    holds: ["rights"],
    ends: fromOthers,
    stays: "Their holders accepted them with accounts of their own, which the giver was told by mail",
  },
  rights_held: {
    holds: [],
    ends: { ...none, suspended: true, transfer: true },
    stays: "Who gave them can end them, and sees what their holder does",
  },
  gate_keys: { holds: ["gate_keys"], ends: { ...whenInDoubt, review: true, transfer: true }, stays: inDoubt },
  blocks: {
    holds: ["blocks"],
    ends: fromOthers,
    stays: "They protect a member, also from a person who had the password",
  },
  notification_preferences: {
    holds: ["notification_preferences"],
    ends: fromOthers,
    stays: "They are the member's choice of mails",
  },
} as const satisfies Record<string, Kind>;
export type AccessKind = keyof typeof accessKinds;

/** Tests whether an ending ends a kind. */
export const isEnded = (kind: AccessKind, ending: Ending): boolean => accessKinds[kind].ends[ending];

/**
 * Tables that name a member, or hold a secret, and that no ending clears, each with the reason. A test finds every
 * table in one of these lists.
 */
export const staying: Readonly<Record<string, string>> = {
  events:
    "Drafts are invisible until their owner publishes them, which they must do one by one after another person used the account",
  series: "Its dates are events, and the same holds for it",
  registrations: "Each was mailed to the account's address, with a link that cancels it",
  regulars: "Each date was mailed to the account's address, with links that skip it and that stop",
  regular_offers_put_away: "They open nothing: an offer is no longer shown",
  memberships: "They are on the account's lists, and reach no other person",
  membership_requests: "An organizer answers them, and their account can take them back",
  community_posts: "They are public already, and any organizer can delete them",
  follows: "They belong to the reader of an address, who confirms each, and whose mails can end each",
  subscribers: "The same as follows",
  communities: "Each owner is told of a new contact address, and can change it",
  team_log: "It records what was done",
  assertions: "Each asks a person by name, and the member can withdraw it",
  credential_hours: "The same as credentials",
  credentials: "They state the member's true hours, and can be revoked",
  imports: "They name the source of an event, which only its organizer reads again",
  messages: "They are sent already",
  added_people: "Each was mailed to an address, with a link that takes one spot",
  person_notes: "Organizers of the event read and change them",
  told_people: "Each was mailed to the account's address, with a link that joins one event",
  pictures: "They are already public where they are used",
  reviews: "Hosts decide them",
  reports: "Hosts decide them",
  host_actions: "A host is a person with an address in ADMIN_EMAILS, who proves who they are each time",
  record_events: "They record past statements",
  record_notes: "They are the member's own words about themselves",
  asserted_hours: "They record past statements",
  outcome_people: "They record who came",
  gate_devices: "A device has its right only from its key, which ends",
  gate_marks: "They record marks; the organizer can clear a device's",
  gate_late_marks: "They wait for the organizer",
  gate_leavers: "They record who was there",
  walk_in_contacts: "Only the organizer reads them",
  gate_codes: "A code identifies a person on a list, and opens nothing",
  happenings: "They record past happenings",
  happening_tellings: "They record which mails told them",
  contact_messages: "They are sent already",
  reservations: "They expire in half an hour, and need the mail of their address",
  credential_keys: "They are the site's own",
  jwks: "They are the site's own",
  verifications: "They name no member: each belongs to an open sign-in window",
  listed_words: "They belong to the hosts",
  attempts: "They are only counters",
};

/** The columns of `members` that give no access. */
export const plainColumns = [
  "id",
  "name",
  "email",
  "email_verified",
  "image",
  "deletion_at",
  "access_generation",
  "shows_face",
  "suspended_at",
  "suspended_for",
  "created_at",
  "updated_at",
];
