import { sql } from "kysely";
import { isBlockedAt } from "../blocks/queries.ts";
import { lockIfThere } from "../events/locking.ts";
import type { EventReader } from "../events/mails.ts";
import { findCalendarEntry, findEvent } from "../events/queries.ts";
import { remainingSpots, spotsOf } from "../events/rules.ts";
import { codesOf } from "../gates/codes.ts";
import { confirmationForJoin } from "../members/confirming.ts";
import { withConfirmation } from "../members/mails.ts";
import { readerOf } from "../notification-preferences/queries.ts";
import type { MailKind } from "../notification-preferences/rules.ts";
import type { RegistrationRef, TaskContext, TaskHandlers } from "../outbox.ts";
import { hasEnded, spanOf } from "../time-zones/rules.ts";
import { allocateSpots } from "./allocation.ts";
import {
  changedMail,
  joinedMail,
  leftMail,
  offerExpiredMail,
  missedMail,
  offerMail,
  type PartyCodes,
  type RegistrationReader,
  spotsOpenMail,
  waitlistedMail,
  type WaitingReader,
} from "./mails.ts";
import { guestsOf, registrationOf, waitlistOf } from "./queries.ts";

type RegistrationTasks =
  | "registration_joined"
  | "registration_waitlisted"
  | "registration_offered"
  | "offer_expired"
  | "spots_open"
  | "registration_left"
  | "registration_event_changed"
  | "expire_offers";

// Each mail is built when it goes out, from current data: members who have left since get no mail about having joined.
export const registrationJobs: Pick<TaskHandlers, RegistrationTasks> = {
  async registration_joined(ctx, ref) {
    const reader = await registrationReader(ctx, ref, "places");
    if (reader?.status !== "joined" || hasEnded(spanOf(reader.event), ctx.now)) return null;
    const letter = joinedMail(reader, await partyCodesOf(ctx, ref, reader), ctx);
    return withConfirmation(letter, await confirmationForJoin(ctx, ref.memberId));
  },

  async registration_waitlisted(ctx, ref) {
    const reader = await registrationReader(ctx, ref, "places");
    if (reader?.status !== "waitlisted" || reader.offerExpiresAt) return null;
    if (hasEnded(spanOf(reader.event), ctx.now)) return null;
    return withConfirmation(waitlistedMail(reader, ctx), await confirmationForJoin(ctx, ref.memberId));
  },

  async registration_offered(ctx, ref) {
    const reader = await registrationReader(ctx, ref, "offers");
    const expiry = reader?.offerExpiresAt;
    return reader?.event.status === "active" && expiry && expiry > ctx.now ? offerMail(reader, expiry, ctx) : null;
  },

  async offer_expired(ctx, { stays = false, registrationId, spots = 1, ...ref }) {
    if (!stays || !registrationId) {
      const reader = await eventReader(ctx, ref, "offers");
      return reader && offerExpiredMail(reader, spots, ctx);
    }
    const reader = await waitingReader(ctx, { ...ref, registrationId });
    return reader && missedMail(reader, spots, ctx);
  },

  async spots_open(ctx, ref) {
    const reader = await waitingReader(ctx, ref);
    return reader?.open ? spotsOpenMail({ ...reader, open: reader.open }, ctx) : null;
  },

  async registration_left(ctx, { eventId, memberId, status, spots = 1 }) {
    const reader = await eventReader(ctx, { eventId, memberId }, "places");
    return reader && leftMail(reader, status === "waitlisted" ? null : spots, ctx);
  },

  async registration_event_changed(ctx, { was, is, notes = [], ...ref }) {
    const reader = await registrationReader(ctx, ref, "changes");
    if (reader?.event.status !== "active" || hasEnded(spanOf(reader.event), ctx.now)) return null;
    // Everybody must know the changes, but people who are blocked do not get the organizer's own words.
    const isBlocked = notes.length > 0 && (await isBlockedAt(ctx.db, ref.eventId, ref.memberId));
    return changedMail(reader, { was, is, notes: isBlocked ? [] : notes }, ctx);
  },

  /** The spots of expired offers and reservations go to the next people on the waitlist. */
  async expire_offers(ctx, { eventId }) {
    await ctx.db.transaction().execute(async (tx) => {
      const event = await lockIfThere(tx, eventId);
      if (event) await allocateSpots(tx, event, ctx.now);
    });
    ctx.announce(eventId);
    return null;
  },
};

/**
 * Finds the reader of a mail about an event, with the event; null if either is gone, or if the reader does not want
 * mails of this kind.
 */
export async function eventReader(
  ctx: TaskContext,
  { eventId, memberId }: Omit<RegistrationRef, "registrationId">,
  kind: MailKind,
): Promise<EventReader | null> {
  const reader = await readerOf(ctx, memberId, kind);
  const event = reader && (await findCalendarEntry(ctx.db, eventId));
  return event ? { ...reader, event } : null;
}

/** Finds the reader of a mail about one specific registration; null if that registration is gone. */
export async function registrationReader(
  ctx: TaskContext,
  ref: RegistrationRef,
  kind: MailKind,
): Promise<(RegistrationReader & Standing) | null> {
  const { rows } = await sql<Pick<RegistrationReader, "status" | "spots" | "guests" | "position"> & Standing>`
    select status, party_size as spots, offer_expires_at as "offerExpiresAt",
      attendance_confirmed_at is not null as "isConfirmed", waitlist.position, ${guestsOf} as guests
    from registrations left join ${waitlistOf(ref.eventId)} waitlist on waitlist.id = registrations.id
    where registrations.id = ${ref.registrationId}`.execute(ctx.db);
  const [registration] = rows;
  const reader = registration && (await eventReader(ctx, ref, kind));
  if (!registration || !reader) return null;
  const token = ctx.links.sign("registration", ref.registrationId);
  return { ...registration, ...reader, page: `${ctx.address}/place#${token}` };
}

/**
 * Finds the reader of a mail about waiting without an offer, with the spots they can take now. Since the mail was
 * written, these may have been taken or held for the reader again.
 */
async function waitingReader(ctx: TaskContext, ref: RegistrationRef): Promise<WaitingReader | null> {
  const reader = await registrationReader(ctx, ref, "offers");
  if (reader?.status !== "waitlisted" || reader.offerExpiresAt || reader.event.status !== "active") return null;
  const event = await findEvent(ctx.db, ref.eventId);
  const { offer } = await registrationOf(ctx, ref.eventId, ref.memberId);
  return { ...reader, open: event && offer ? { free: remainingSpots(spotsOf(event)), spots: offer.spots } : null };
}

/** Returns the gate codes of a party, and creates missing ones. */
export async function partyCodesOf(
  { db }: TaskContext,
  { eventId, registrationId }: RegistrationRef,
  { guests }: Pick<RegistrationReader, "guests">,
): Promise<PartyCodes> {
  const codes = await codesOf(db, eventId, [registrationId, ...guests.map(({ _id }) => _id)]);
  return { own: codes.get(registrationId) ?? "", ofGuests: codes };
}

/**
 * Further facts about a registration: until when spots are held for it, and whether its member confirmed attendance.
 */
type Standing = { offerExpiresAt: Date | null; isConfirmed: boolean };
