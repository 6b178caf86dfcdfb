import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { isBlockedBetween } from "../blocks/queries.ts";
import { type Context, requireMember } from "../context.ts";
import { type LockedEvent, lockedShownFor } from "../events/locking.ts";
import { findCalendarEntry } from "../events/queries.ts";
import { Failure } from "../failure.ts";
import { asText } from "../mail.ts";
import { enqueueAll, type Task } from "../outbox.ts";
import type { LimitAttempts } from "../ports.ts";
import { isAddedAt, noteAddress } from "../registrations/added.ts";
import { endPerson, endRegistration } from "../registrations/commands.ts";
import { countListed } from "../registrations/list.ts";
import { isRegistered, membersAt } from "../registrations/people.ts";
import { kindToAddress, kindToKnown } from "../outreach/known.ts";
import { requireReachable } from "../members/queries.ts";
import { outcomeOf } from "../registrations/shapes.ts";
import { takeSpots } from "../registrations/take-spots.ts";
import { requireRight } from "../rights/queries.ts";
import { type Right, rightFor } from "../rights/rules.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { recordAction } from "../team-log/commands.ts";
import type { Action } from "../team-log/rules.ts";
import { hasEnded, spanOfRow } from "../time-zones/rules.ts";
import { messageMail } from "./mails.ts";
import { countReaders } from "./queries.ts";
import { type Audience, day, messagesPerDay, withoutMailMax } from "./rules.ts";
import {
  type Addition,
  type MessageInput,
  MessagePreview,
  MessageSent,
  ParticipantAdded,
  type PersonInput,
  type Removal,
  statusOf,
} from "./shapes.ts";

/**
 * Ends the registration of a member and their guests, for the event's organizer only. The member is mailed the reason,
 * and free spots are offered to the first people on the waitlist.
 * @throws Failure sign_in_required, not_found (no such event, or they are not registered), not_yours, event_over,
 * event_cancelled, under_review
 */
export async function removeParticipant(ctx: Context, eventId: string, memberId: string, { reason }: Removal) {
  await changeList(ctx, eventId, [rightFor.removeParticipant, "person_removed"], async (tx, event) => {
    const had = isId(memberId) && (await endRegistration(tx, event, memberId, ctx.now, reason));
    if (!had) throw new Failure("not_found");
  });
  return shape(Acknowledged, { acknowledged: true });
}

/**
 * Registers the member who has confirmed an address. Members added by the organizer do not overtake people on the
 * waitlist. They are mailed the reason, and can leave like everybody else. The call is rate-limited, because it reveals
 * whether an address has an account.
 * @throws Failure sign_in_required, not_found, not_yours, event_over, event_cancelled, event_draft, too_many_attempts,
 * no_such_member, already_joined, too_many_mails, email_unconfirmed, under_review
 */
export async function addParticipant(
  ctx: Context & { limitAttempts: LimitAttempts },
  eventId: string,
  { email, reason }: Addition,
): Promise<ParticipantAdded> {
  const at = await requireRight(ctx, eventId, rightFor.addParticipant);
  const { id, email: ownEmail } = await requireReachable(ctx);
  const kind = await kindToAddress(ctx, id, at, email);
  // Adding a person whom the organizer knows reveals nothing about their address.
  if (kind === "outreach") await ctx.limitAttempts("invite", { account: ownEmail });
  await ctx.limitAttempts(kind, { account: id });
  await ctx.limitAttempts("outreach", { recipient: email });
  return changeList(ctx, eventId, [rightFor.addParticipant, "person_added"], async (tx, event) => {
    const member = await tx
      .selectFrom("members")
      .select("id")
      .where("email", "=", email)
      .where("email_verified", "=", true)
      // The answer must not reveal that a member is blocked.
      .where((eb) => eb.not(isBlockedBetween(sql`members.id`, sql`${id}::uuid`)))
      .executeTakeFirst();
    if (!member) throw new Failure("no_such_member");
    // They hold a spot by name, which their mail makes theirs.
    if (await isAddedAt(tx, event.id, email)) throw new Failure("already_joined");
    const taken = await takeSpots({ db: tx, now: ctx.now }, { eventId, addedFor: reason }, member.id);
    if (!taken) throw new Failure(event.is_draft ? "event_draft" : "event_over");
    return shape(ParticipantAdded, { acknowledged: true, ...outcomeOf(taken) });
  });
}

/**
 * Registers a person by name, who needs no account. They hold a spot or wait for one like everybody else. When it is
 * their turn they get the spot at once, because an offer could not reach them. With an address they get one mail, by
 * which the spot becomes theirs; the answer reveals nothing about an account with it, except for people on the list.
 * @throws Failure sign_in_required, not_found, not_yours, event_over, event_cancelled, event_draft, under_review,
 * people_full; with an address already_joined, email_unconfirmed and too_many_mails
 */
export async function addPerson(
  ctx: Context & { limitAttempts: LimitAttempts },
  eventId: string,
  { email, ...person }: PersonInput,
): Promise<ParticipantAdded> {
  const { id: addedBy } = requireMember(ctx);
  if (email !== undefined) {
    const at = await requireRight(ctx, eventId, rightFor.addPerson);
    await requireReachable(ctx);
    await ctx.limitAttempts(await kindToAddress(ctx, addedBy, at, email), { account: addedBy });
    await ctx.limitAttempts("outreach", { recipient: email });
  }
  return changeList(ctx, eventId, [rightFor.addPerson, "person_added"], async (tx, event) => {
    const { others } = await countListed(tx, event.id, { status: "all", mail: "no" });
    if (others >= withoutMailMax) throw new Failure("people_full");
    if (email !== undefined && (await isListed(tx, event.id, email))) throw new Failure("already_joined");
    const taken = await takeSpots({ db: tx, now: ctx.now }, { ...person, eventId: event.id }, null);
    if (!taken) throw new Failure(event.is_draft ? "event_draft" : "event_over");
    if (email !== undefined)
      await noteAddress(tx, event, { registrationId: taken.registrationId, email, addedBy }, ctx.now);
    return shape(ParticipantAdded, { acknowledged: true, ...outcomeOf(taken) });
  });
}

/** Tests whether an address is on an event's list: that of a member who confirmed it, or of a person added by name. */
async function isListed(tx: Transaction<Schema>, eventId: string, email: string): Promise<boolean> {
  const member = await tx
    .selectFrom("members")
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .where(isRegistered(eventId, sql`members.id`))
    .select("id")
    .executeTakeFirst();
  return member !== undefined || (await isAddedAt(tx, eventId, email));
}

/**
 * Removes a person without an e-mail address from the list; free spots are offered to the first people on the waitlist.
 * @param personId their registration's id
 * @throws Failure sign_in_required, not_found (no such event, or no such person at it), not_yours, event_over,
 * event_cancelled, under_review
 */
export async function removePerson(ctx: Context, eventId: string, personId: string): Promise<Acknowledged> {
  await changeList(ctx, eventId, [rightFor.removePerson, "person_removed"], async (tx, event) => {
    const had = isId(personId) && (await endPerson(tx, event, personId, ctx.now));
    if (!had) throw new Failure("not_found");
  });
  return shape(Acknowledged, { acknowledged: true });
}

/** Changes the registrations for an event that is neither over nor canceled, for a right of the caller, and logs it. */
async function changeList<Result>(
  ctx: Context,
  eventId: string,
  [right, action]: readonly [Right, Action],
  change: (tx: Transaction<Schema>, event: LockedEvent) => Promise<Result>,
): Promise<Result> {
  requireMember(ctx);
  const result = await ctx.db.transaction().execute(async (tx) => {
    const event = await lockedShownFor(tx, ctx, eventId, right);
    if (event.cancelled_at) throw new Failure("event_cancelled");
    if (hasEnded(spanOfRow(event), ctx.now)) throw new Failure("event_over");
    const changed = await change(tx, event);
    await recordAction(tx, event, { action }, ctx);
    return changed;
  });
  ctx.announce(eventId);
  return result;
}

/**
 * Sends an organizer's message to everyone who has joined the event, is on its waitlist, or both, once each. It works
 * for past events (to say thank you) and canceled ones too.
 * @throws Failure sign_in_required, not_found, not_yours, invalid (no recipients), too_many_messages, too_many_mails
 * (about all events of the organizer's together), email_unconfirmed, under_review
 */
export async function sendMessage(
  ctx: Context & { limitAttempts: LimitAttempts },
  eventId: string,
  input: MessageInput,
): Promise<MessageSent> {
  await requireRight(ctx, eventId, rightFor.sendMessage);
  const { id: memberId } = await requireReachable(ctx);
  await ctx.limitAttempts(await kindToKnown(ctx, memberId), { account: memberId });
  return prepare(ctx, eventId, { ...input, right: rightFor.sendMessage }, async (tx, event) => {
    const readers = await readersOf(tx, event.id, input.audience).execute();
    const id = newId();
    const { audience, subject, text } = input;
    const recipients = readers.length;
    await tx
      .insertInto("messages")
      .values({
        id,
        event_id: event.id,
        audience: statusOf(audience),
        subject: subject || null,
        text,
        recipients,
        sent_at: ctx.now,
      })
      .execute();
    const tasks = readers.map((reader): Task => {
      const payload = { messageId: id, memberId: reader.id, ...(subject && { subject }) };
      return { kind: "organizer_message", key: `organizer_message:${id}:${reader.id}`, payload };
    });
    await enqueueAll(tx, tasks, ctx.now);
    await recordAction(tx, event, { action: "messaged", words: String(recipients) }, ctx);
    return shape(MessageSent, { acknowledged: true, insertedId: id, recipients });
  });
}

/**
 * Returns a message as its first reader would get it, and the number of readers; sends nothing.
 * @throws Failure the same
 */
export async function previewMessage(ctx: Context, eventId: string, input: MessageInput): Promise<MessagePreview> {
  return prepare(ctx, eventId, { ...input, right: rightFor.previewMessage }, async (tx, event) => {
    const reader = await readersOf(tx, event.id, input.audience).limit(1).executeTakeFirstOrThrow();
    const about = await findCalendarEntry(tx, event.id);
    if (!about) throw new Failure("not_found");
    const letter = messageMail({ ...reader, event: about }, input, ctx);
    return shape(MessagePreview, {
      ...(await countReaders({ db: tx }, event.id, input.audience)),
      to: reader.name,
      replyTo: letter.replyTo ?? null,
      ...asText(letter),
    });
  });
}

/** Checks all conditions for a message about an event, for a right of the caller. */
async function prepare<Result>(
  ctx: Context,
  eventId: string,
  { audience, right }: MessageInput & { right: Right },
  send: (tx: Transaction<Schema>, event: LockedEvent) => Promise<Result>,
): Promise<Result> {
  requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockedShownFor(tx, ctx, eventId, right);
    await limitMessages(tx, event.id, ctx.now);
    if ((await countReaders({ db: tx }, event.id, audience)).recipients === 0) {
      throw new Failure("invalid", [{ path: "audience", rule: "rule.audience.nobody" }]);
    }
    return send(tx, event);
  });
}

/** @throws Failure too_many_messages, with the time until the oldest message that counts is a day old */
async function limitMessages(tx: Transaction<Schema>, eventId: string, now: Date): Promise<void> {
  const sent = await tx
    .selectFrom("messages")
    .select("sent_at")
    .where("event_id", "=", eventId)
    .where("sent_at", ">", new Date(now.getTime() - day))
    .orderBy("sent_at", "desc")
    .limit(messagesPerDay)
    .execute();
  const oldest = sent[messagesPerDay - 1];
  if (!oldest) return;
  const wait = oldest.sent_at.getTime() + day - now.getTime();
  throw new Failure("too_many_messages", [], Math.max(1, Math.ceil(wait / 1000)));
}

/** Selects the readers of a message, in the order of arrival. */
function readersOf(tx: Transaction<Schema>, eventId: string, audience: Audience) {
  const registered = tx
    .selectFrom(membersAt(eventId).as("registered"))
    .innerJoin("members", "members.id", "registered.member_id")
    .select(["members.id", "members.name", "members.email", "members.email_verified"])
    .orderBy("registered.seq");
  const status = statusOf(audience);
  return status === "all" ? registered : registered.where("registered.status", "=", status);
}
