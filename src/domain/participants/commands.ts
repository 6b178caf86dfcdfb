import type { Selectable, Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { lockOwnEvent } from "../events/commands.ts";
import { hasBegun } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { answerOf, giveUpPlaces, takePlaces } from "../joins/commands.ts";
import { Acknowledged, type JoinAnswer } from "../joins/shapes.ts";
import { asText } from "../mail.ts";
import { enqueueAll, type Task } from "../outbox.ts";
import type { LimitAttempts } from "../ports.ts";
import { isId } from "../shapes.ts";
import { messageMail } from "./mails.ts";
import { countParticipants, requireOwnEvent } from "./queries.ts";
import { day, messagesPerDay } from "./rules.ts";
import { type Addition, type MessageInput, MessagePreview, MessageSent, type Removal } from "./shapes.ts";

type Event = Selectable<Schema["events"]>;

/**
 * Takes a member's places at an event away, with those of who would have come along, or their place in the line, for its
 * organiser only. They are told why by mail, and what is free is offered to the first who waits.
 * @throws Failure sign_in_required, not_found (no such event, or they have no place there), not_yours, event_over,
 * event_cancelled
 */
export async function removeParticipant(ctx: Context, eventId: string, memberId: string, { reason }: Removal) {
  await changeList(ctx, eventId, async (tx, event) => {
    const had = isId(memberId) && (await giveUpPlaces(tx, event, memberId, ctx.now, reason));
    if (!had) throw new Failure("not_found");
  });
  return Acknowledged.parse({ acknowledged: true });
}

/**
 * Takes a place at an event for the member who has shown that an address is theirs, or one in the line for it: who is added
 * by the organiser overtakes nobody. They are told why by mail, and can leave like everybody else. As it tells whether an
 * address has an account, it can be tried only so often.
 * @throws Failure sign_in_required, not_found, not_yours, event_over, event_cancelled, too_many_attempts, no_such_member,
 * already_joined
 */
export async function addParticipant(
  ctx: Context & { limitAttempts: LimitAttempts },
  eventId: string,
  { email, reason }: Addition,
): Promise<JoinAnswer> {
  await requireOwnEvent(ctx, eventId);
  await ctx.limitAttempts("invite", { account: requireMember(ctx).email });
  return changeList(ctx, eventId, async (tx) => {
    const member = await tx
      .selectFrom("members")
      .select("id")
      .where("email", "=", email)
      .where("email_verified", "=", true)
      .executeTakeFirst();
    if (!member) throw new Failure("no_such_member");
    const taken = await takePlaces({ db: tx, now: ctx.now }, { eventId, addedFor: reason }, member.id);
    if (!taken) throw new Failure("event_over");
    return answerOf(taken);
  });
}

/** Changes who is on the list of an event of the member who asks, which is neither over nor cancelled; its row is locked. */
async function changeList<Result>(
  ctx: Context,
  eventId: string,
  change: (tx: Transaction<Schema>, event: Event) => Promise<Result>,
): Promise<Result> {
  const member = requireMember(ctx);
  const result = await ctx.db.transaction().execute(async (tx) => {
    const event = await lockOwnEvent(tx, eventId, member.id);
    if (event.cancelled_at) throw new Failure("event_cancelled");
    if (hasBegun(event.event_date, ctx.now)) throw new Failure("event_over");
    return change(tx, event);
  });
  ctx.announce(eventId);
  return result;
}

/**
 * Sends a message of an event's organiser to everyone who has joined it, waits for a place, or both, once each: also when
 * the event is over (to say thank you) or cancelled.
 * @throws Failure sign_in_required, not_found, not_yours, invalid (nobody is there to read it), too_many_messages
 */
export async function sendMessage(ctx: Context, eventId: string, input: MessageInput): Promise<MessageSent> {
  return prepare(ctx, eventId, input, async (tx, event) => {
    const readers = await readersOf(tx, event.id, input).execute();
    const id = newId();
    const { audience, text } = input;
    const recipients = readers.length;
    await tx
      .insertInto("messages")
      .values({ id, event_id: event.id, audience, text, recipients, sent_at: ctx.now })
      .execute();
    const tasks = readers.map(({ id: memberId }): Task => {
      const payload = { messageId: id, memberId };
      return { kind: "organizer_message", key: `organizer_message:${id}:${memberId}`, payload };
    });
    await enqueueAll(tx, tasks, ctx.now);
    return MessageSent.parse({ acknowledged: true, insertedId: id, recipients });
  });
}

/**
 * The same message, not sent: as the first of its readers would have it, and how many they are; `address` is ours.
 * @throws Failure the same
 */
export async function previewMessage(
  ctx: Context,
  eventId: string,
  input: MessageInput & { address: string },
): Promise<MessagePreview> {
  const organizer = requireMember(ctx);
  return prepare(ctx, eventId, input, async (tx, event) => {
    const reader = await readersOf(tx, event.id, input).limit(1).executeTakeFirstOrThrow();
    const about = { _id: event.id, title: event.title, organizer: organizer.displayName, email: organizer.email };
    const letter = messageMail({ ...reader, event: about }, input.text, input.address);
    return MessagePreview.parse({
      recipients: await countParticipants({ db: tx }, event.id, input.audience),
      to: reader.name,
      replyTo: organizer.email,
      ...asText(letter),
    });
  });
}

/** What has to hold before a message of the member who asks can go out about an event, whose row is locked. */
async function prepare<Result>(
  ctx: Context,
  eventId: string,
  { audience }: MessageInput,
  send: (tx: Transaction<Schema>, event: Event) => Promise<Result>,
): Promise<Result> {
  const member = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockOwnEvent(tx, eventId, member.id);
    await limitMessages(tx, event.id, ctx.now);
    if ((await countParticipants({ db: tx }, event.id, audience)) === 0) {
      throw new Failure("invalid", [{ path: "audience", rule: "rule.audience.nobody" }]);
    }
    return send(tx, event);
  });
}

/** @throws Failure too_many_messages, with the time until the oldest that counts is a day old */
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

/** Who a message goes to, in the order of arrival. */
const readersOf = (tx: Transaction<Schema>, eventId: string, { audience }: MessageInput) =>
  tx
    .selectFrom("joins")
    .innerJoin("members", "members.id", "joins.member_id")
    .where("event_id", "=", eventId)
    .$if(audience !== "all", (query) => query.where("state", "=", audience as "joined"))
    .select(["members.id", "members.name", "members.email"])
    .orderBy("joins.seq");
