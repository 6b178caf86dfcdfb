import type { Kysely } from "kysely";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import type { Announce } from "./context.ts";
import type { AuthProvider } from "./identity.ts";
import type { Letter } from "./mail.ts";
import type { Gazetteer, LinkSigner } from "./ports.ts";

/** The kinds of tasks, with their data. Secrets are not stored: links are made when a mail goes out. */
export type Tasks = {
  confirm_contact_address: { memberId: string };
  contact_message: { contactMessageId: string };
  mailed_code: { signInId: string; title: string | null };
  reset_password: { email: string };
  password_changed: { memberId: string };
  verify_email: { memberId: string; waits?: true };
  change_email: { memberId: string; newEmail: string; generation?: number };
  way_added: { memberId: string; way: "google" | "firebase" | "passkey"; withoutPassword: boolean };
  email_changed: { memberId: string; oldEmail: string };
  event_cancelled: CancelledEvent & { name: string; email: string };
  /** By one organizer, or null for several; missing in tasks of older versions, which leave out the first one. */
  event_changed: { eventId: string; was: EventPlan; is: EventPlan; at: string; notes?: string[]; by?: string | null };
  registration_joined: RegistrationRef;
  registration_waitlisted: RegistrationRef;
  registration_offered: RegistrationRef & { until: string };
  offer_expired: EndedRegistration & { registrationId?: string; stays?: boolean };
  spots_open: RegistrationRef;
  registration_left: EndedRegistration & { status?: "joined" | "waitlisted" };
  registration_event_changed: RegistrationRef & { was: EventPlan; is: EventPlan; notes?: string[] };
  remind_day: EventDate;
  remind_soon: EventDate;
  reminder: RegistrationRef & { eventDate: string; before: "day" | "soon" };
  /** With a member, for one more of several organizers. */
  ask_outcome: EventDate & { memberId?: string };
  settle_outcome: EventDate;
  outcome_awaited: EventDate;
  thanks: { eventId: string; memberId: string };
  hours_corrected: { eventId: string; memberId: string; was: number | null };
  credential_revoked: { memberId: string; credentialId: string; title: string; by: "organizer" | "host" | "asserter" };
  assertion_asked: { memberId: string; assertionId: string };
  assertion_answered: { memberId: string; assertionId: string; answer: "asserted" | "declined" | "taken_back" };
  registration_removed: EndedRegistration & { reason: string };
  registration_added: RegistrationRef & { reason: string };
  organizer_message: { messageId: string; memberId: string; subject?: string };
  told: { toldId: string };
  person_added: { addedId: string };
  expire_offers: { eventId: string };
  organizer_news: { memberId: string; digest: string; kind: "digest" | "last_days" };
  confirm_newsletter: { email: string };
  follow_news: { email: string; after: number; until: number };
  community_silent: { email: string };
  community_dates: { eventId: string };
  community_date: { eventId: string; memberId: string };
  community_news: { postId: string };
  community_post: { postId: string; memberId: string };
  membership_answered: { communityId: string; memberId: string; accepted: boolean };
  confirm_community_address: { communityId: string; memberId: string };
  community_address_asked: { communityId: string; memberId: string; email: string };
  community_years: { communityId: string };
  community_owner_named: { communityId: string; memberId: string };
  chapter_asked: { communityId: string; parentId: string; memberId: string };
  chapter_answered: { communityId: string; parentId: string; memberId: string; accepted: boolean };
  /** `title` is the community that ended it, `other` that of the reader. */
  chapter_ended: { memberId: string; title: string; other: string; isClosed: boolean };
  spot_freed: { eventId: string };
  spot_told: { eventId: string; email: string };
  ownership_offered: { eventId: string; email: string };
  event_given: Omit<RegistrationRef, "registrationId"> & { registrationId?: string; communityId: string | null };
  ownership_accepted: { eventId: string; memberId: string };
  right_made: MadeRight & { memberId: string };
  organizer_invited: { invitationId: string };
  organizer_accepted: { memberId: string; organizerId: string; eventId?: string; communityId?: string };
  organizing_ended: { memberId: string; endedBy: string; eventId?: string; communityId?: string };
  gate_keys_made: { memberId: string; eventId: string; from: string; until: string };
  gate_keys_ended: { memberId: string; eventId: string };
  rights_ended: EndedRights & { memberId: string; tookOver: boolean };
  report_received: { reportId: string };
  report_decided: { reportId: string; outcome: "kept" | "hidden" | "deleted" };
  review_opened: { reviewId: string };
  review_answered: { reviewId: string };
  review_told: ToldReview & { memberId: string; toCall?: CallNeeded[]; ends?: RightsAt };
  event_hidden: RegistrationRef;
  event_back: RegistrationRef;
  deletion_planned: { memberId: string };
  delete_account: { memberId: string };
  account_deleted: { name: string; email: string; reason?: string; toCall?: CallNeeded[] };
  member_suspended: { memberId: string };
  suspension_lifted: { memberId: string };
  fill_towns: { edition: string };
  place_events: { edition: string };
  make_dates: { seriesId: string };
  series_changed: SeriesNews & { memberId: string };
  /** Until which moment, in ISO 8601, the mail has their dates. */
  regular_week: { memberId: string; until: string };
  regular_made: { memberId: string; seriesId: string };
  dates_joined: { memberId: string; dates: Omit<RegistrationRef, "memberId">[] };
  dates_left: { memberId: string; eventIds: string[] };
};
export type TaskKind = keyof Tasks;

/** A member's registration for an event; `registrationId` distinguishes it from an earlier one of the same member. */
export type RegistrationRef = { eventId: string; memberId: string; registrationId: string };

/**
 * A person whom mail does not reach: the event of their registration, their name, and their number and address if they
 * gave them.
 */
export type CallNeeded = { title: string; name: string; phone: string | null; email?: string | null };

/** A decision about a member's event, name or photo, which may be gone by then. */
export type ToldReview = {
  about: Schema["reviews"]["about"];
  title: string;
  eventId: string | null;
  what: "hidden" | "restored" | "deleted" | "approved" | "refused";
  reason: string;
};

/**
 * A registration that has ended, and its number of people. A field that is optional here or in the tasks is missing in
 * tasks written by older versions.
 */
export type EndedRegistration = { eventId: string; memberId: string; spots?: number };

/** The remaining facts of a deleted event; `eventDate` and `eventEnd` in ISO 8601. */
export type EventInWords = { title: string; location: string; eventDate: string; eventEnd?: string; timeZone: string };

/**
 * The facts of a canceled event, with the values that calendars need to remove it; `reason` is the organizer's, null if
 * the event was deleted.
 */
export type CancelledEvent = EventInWords & {
  eventId: string;
  eventEnd: string;
  sequence: number;
  reason: string | null;
};

/**
 * The facts that people plan by; times in ISO 8601. The optional ones are missing in tasks written by older versions.
 */
export type EventPlan = EventInWords & {
  eventEnd: string;
  whatToBring?: string | null;
  description?: string;
  /** The facts in words, one line each. */
  goodToKnow?: string;
};

/**
 * The rights that ended with all access to an account: the contact address at its events, recipients of ownership
 * transfers, events with gate keys, and the number of blocked people.
 */
type EndedRights = { contactAddress?: string; offeredTo?: string[]; gates?: string[]; blocks?: number };

/** A right for others that was made in an account; an invitation by link has no address. */
type MadeRight = {
  what: "contact_address" | "ownership_offer" | "invitation";
  email: string;
  eventId?: string;
  communityId?: string;
};

/** Other people's rights at an event: whether links open its gate, and to whom it is offered. */
export type RightsAt = { hasKeys: boolean; offeredTo: string | null };

/**
 * The dates of a series that changed at once, for one of the people registered there: their plans before and after, or
 * null if the date will not take place, with the organizer's note and reason.
 */
export type SeriesNews = {
  seriesId: string;
  dates: { eventId: string; registrationId: string; sequence: number; was: EventPlan; is: EventPlan | null }[];
  note: string;
  reason: string | null;
};

/** An event with a certain beginning; a task for it is void once the event is moved. */
export type EventDate = { eventId: string; eventDate: string };

/** Work to be done, with a key that makes it happen only once. */
export type Task = { [Kind in TaskKind]: { kind: Kind; key: string; payload: Tasks[Kind] } }[TaskKind];

/**
 * The environment of a task; `address` is our public address, `contact` the hosts' address. A long task watches `stop`,
 * which is aborted when the process is about to end: the task then fails, and is tried again.
 */
export type TaskContext = {
  db: Database;
  now: Date;
  auth: Pick<AuthProvider, "makeLink" | "mailSignIn">;
  links: LinkSigner;
  announce: Announce;
  address: string;
  contact: string;
  gazetteer: Gazetteer | null;
  /** 1 on the first try. */
  attempt?: number;
  stop?: AbortSignal | undefined;
};

/** The handler of each kind of task; it returns the letter to send, or null if there is none. */
export type TaskHandlers = {
  [Kind in TaskKind]: (ctx: TaskContext, payload: Tasks[Kind]) => Promise<Letter | null>;
};

/**
 * Writes a task into the outbox, in the transaction of its cause, so that both happen or neither. It is due from `at`
 * on. If a task with the same key exists, it is left unchanged.
 * @returns how many were written
 */
export const enqueue = (tx: Kysely<Schema>, task: Task, now: Date, at = now) => enqueueAll(tx, [task], now, at);

/** The number of rows per statement: PostgreSQL takes 65,535 parameters. */
const atOnce = 1000;

/** Writes many tasks in the same way. */
export async function enqueueAll(tx: Kysely<Schema>, tasks: readonly Task[], now: Date, at = now): Promise<number> {
  let written = 0;
  for (let from = 0; from < tasks.length; from += atOnce) {
    const rows = tasks.slice(from, from + atOnce).map((task) => ({
      id: newId(),
      ...task,
      payload: JSON.stringify(task.payload),
      run_at: at,
      created_at: now,
    }));
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("outbox")
      .values(rows)
      .onConflict((conflict) => conflict.column("key").doNothing())
      .executeTakeFirstOrThrow();
    written += Number(numInsertedOrUpdatedRows);
  }
  return written;
}
