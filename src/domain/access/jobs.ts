import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { say } from "#messages/say.ts";
import { nameFor } from "../mail.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { registrationsOf } from "../registrations/people.ts";
import { oneLine } from "../rules.ts";
import { gateKeysEndedMail, rightMadeMail, rightsEndedMail } from "./mails.ts";

export const accessJobs: Pick<TaskHandlers, "right_made" | "gate_keys_made" | "gate_keys_ended" | "rights_ended"> = {
  async right_made(ctx, { memberId, what, email, eventId, communityId }) {
    const reader = await readerOf(ctx, memberId);
    const title = await titleOf(ctx, { eventId, communityId });
    const to = email || say("mail.right_made.by_link");
    return reader && title !== null ? rightMadeMail(reader, what, { email: to, title }) : null;
  },

  async gate_keys_made(ctx, { memberId, eventId, from, until }) {
    const reader = await readerOf(ctx, memberId);
    const [event] = await eventsOf(ctx.db, [eventId]);
    const keys = await ctx.db
      .selectFrom("gate_keys")
      .select("label")
      .where("event_id", "=", eventId)
      .where("created_by", "=", memberId)
      .where("created_at", ">=", new Date(from))
      .where("created_at", "<", new Date(until))
      .orderBy("id")
      .execute();
    if (!reader || !event || keys.length === 0) return null;
    return rightMadeMail(reader, "gate_keys", {
      email: "",
      title: event.title,
      labels: keys.map(({ label }) => oneLine(label)),
    });
  },

  async gate_keys_ended(ctx, { memberId, eventId }) {
    const reader = await readerOf(ctx, memberId);
    const [event] = await eventsOf(ctx.db, [eventId], ctx.now);
    return reader && event ? gateKeysEndedMail(reader, event) : null;
  },

  async rights_ended(ctx, { memberId, gates = [], ...ended }) {
    const reader = await readerOf(ctx, memberId);
    if (!reader) return null;
    const open = await eventsOf(ctx.db, gates, ctx.now);
    const left = ended.tookOver ? await leftIn(ctx, memberId) : { drafts: 0, joined: 0 };
    const { contactAddress, offeredTo = [], blocks = 0 } = ended;
    const count = offeredTo.length + blocks + open.length + left.drafts + left.joined;
    return contactAddress === undefined && count === 0
      ? null
      : rightsEndedMail(reader, ended, { gates: open, ...left });
  },
};

/** The title of an event or a community; '' without one, and null if it is deleted. */
async function titleOf({ db }: TaskContext, at: { eventId: string | undefined; communityId: string | undefined }) {
  if (at.eventId !== undefined) return (await eventsOf(db, [at.eventId]))[0]?.title ?? null;
  if (at.communityId === undefined) return "";
  const community = db.selectFrom("communities").where("id", "=", at.communityId).select("title");
  const row = await community.executeTakeFirst();
  return row ? oneLine(row.title) : null;
}

/** A member who can receive a mail, which suspended ones cannot. */
async function readerOf({ db, address }: TaskContext, memberId: string) {
  const member = await db
    .selectFrom("members")
    .select(["name", "email", "email_verified", "suspended_at"])
    .where("id", "=", memberId)
    .executeTakeFirst();
  return member && !member.suspended_at ? { name: nameFor(member), email: member.email, address } : null;
}

/**
 * Returns those of some events that still exist; given a moment, only public events that have not ended by then,
 * soonest first.
 */
async function eventsOf(db: Kysely<Schema>, ids: readonly string[], now?: Date) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("events")
    .select(["id", "title"])
    .where("id", "in", ids)
    .$if(now !== undefined, (query) =>
      query
        .where("review", "is", null)
        .where("cancelled_at", "is", null)
        .where("event_end", ">", now ?? new Date(0)),
    )
    .orderBy("event_date")
    .execute();
  return rows.map(({ id, title }) => ({ id, title: oneLine(title) }));
}

/** The content of an account that another person may have used. */
async function leftIn({ db, now }: TaskContext, memberId: string) {
  const { drafts } = await db
    .selectFrom("events")
    .where("organizer_id", "=", memberId)
    .where("is_draft", "=", true)
    .where("review", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("drafts"))
    .executeTakeFirstOrThrow();
  const { joined } = await db
    .selectFrom(registrationsOf(memberId).as("registered"))
    .innerJoin("events", "events.id", "registered.event_id")
    .where("event_end", ">", now)
    .select((eb) => eb.fn.countAll<number>().as("joined"))
    .executeTakeFirstOrThrow();
  return { drafts, joined };
}
