import { sql } from "kysely";
import { dateOf } from "../events/rules.ts";
import { isBlockedBetween } from "../blocks/queries.ts";
import { greeting, type Letter, nameFor } from "../mail.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { isInForce } from "../rights/queries.ts";
import { oneLine } from "../rules.ts";
import { invitationPath } from "./rules.ts";
import { say } from "#messages/say.ts";

export const teamJobs: Pick<TaskHandlers, "organizer_invited" | "organizer_accepted" | "organizing_ended"> = {
  async organizer_invited(ctx, { invitationId }) {
    const row = await ctx.db
      .selectFrom("invitations")
      .innerJoin("members", "members.id", "invitations.invited_by")
      .leftJoin("events", "events.id", "invitations.event_id")
      .leftJoin("communities", "communities.id", "invitations.community_id")
      // An invited person who is blocked, or has blocked the sender, gets no mail.
      .leftJoin("members as invited", (on) =>
        on
          .onRef("invited.email", "=", "invitations.email")
          .on(isBlockedBetween(sql`invited.id`, sql`invitations.invited_by`)),
      )
      .where("invitations.id", "=", invitationId)
      .where("expires_at", ">", ctx.now)
      .where("invited.id", "is", null)
      .select(["invitations.email", "expires_at", "members.name", "event_id"])
      .select(["events.title as event", "communities.title as community", "events.time_zone"])
      .executeTakeFirst();
    if (!row || row.email === null) return null;
    const kind = row.event_id === null ? "community" : "event";
    const values = { title: oneLine(row.event ?? row.community ?? ""), name: oneLine(row.name) };
    return {
      to: row.email,
      subject: say(`mail.organizer_invited.${kind}.subject`, values),
      heading: say("mail.organizer_invited.heading", values),
      paragraphs: [
        say(`mail.organizer_invited.${kind}.text`, values),
        say("mail.organizer_invited.what", values),
        say("mail.organizer_invited.until", { date: dateOf(row.expires_at, row.time_zone ?? "UTC") }),
      ],
      actions: [
        {
          label: say("mail.organizer_invited.button"),
          address: ctx.address + invitationPath(ctx.links.sign("invitation", invitationId)),
        },
      ],
      afterwards: [say("mail.organizer_invited.after")],
      reason: say("mail.reason.organizer_invited", values),
    };
  },

  async organizer_accepted(ctx, { memberId, organizerId, ...at }) {
    const told = await about(ctx, memberId, at);
    const name = told && (await nameOf(ctx, organizerId));
    if (!told || name === null) return null;
    const text = say(`mail.organizer_accepted.${told.kind}.text`, { name, title: told.title });
    return letter(told, { subject: say("mail.organizer_accepted.subject", { name, title: told.title }), text });
  },

  async organizing_ended(ctx, { memberId, endedBy, ...at }) {
    const told = await about(ctx, memberId, at);
    if (!told || (await isBack(ctx, memberId, at))) return null;
    const name = (await nameOf(ctx, endedBy)) ?? say("mail.organizing_ended.somebody");
    const text = say(`mail.organizing_ended.${told.kind}.text`, { name, title: told.title });
    return letter(
      { ...told, manage: [] },
      { subject: say("mail.organizing_ended.subject", { title: told.title }), text },
    );
  },
};

type At = { eventId?: string; communityId?: string };

/** The reader of a mail, and the event or community that it is about; null if one of them is gone or suspended. */
async function about({ db, address }: TaskContext, memberId: string, { eventId, communityId }: At) {
  const reader = await db
    .selectFrom("members")
    .where("id", "=", memberId)
    .where("suspended_at", "is", null)
    .select(["name", "email", "email_verified"])
    .executeTakeFirst();
  const table = eventId === undefined ? ("communities" as const) : ("events" as const);
  const row = await db
    .selectFrom(table)
    .where("id", "=", eventId ?? communityId ?? "")
    .select("title")
    .executeTakeFirst();
  if (!reader || !row) return null;
  const path = eventId === undefined ? "/community" : `/manage-events/${eventId}`;
  return {
    to: reader.email,
    name: nameFor(reader),
    title: oneLine(row.title),
    kind: eventId === undefined ? ("community" as const) : ("event" as const),
    manage: [{ label: say("mail.organizer_accepted.button"), address: address + path }],
  };
}

/** Tests whether a member has a right at an event or a community again, because its end was undone. */
async function isBack({ db, now }: TaskContext, memberId: string, { eventId, communityId }: At): Promise<boolean> {
  const row = await db
    .selectFrom("rights")
    .where(isInForce(memberId, now))
    .where(eventId === undefined ? "community_id" : "event_id", "=", eventId ?? communityId ?? "")
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

async function nameOf({ db }: TaskContext, memberId: string): Promise<string | null> {
  const row = await db.selectFrom("members").where("id", "=", memberId).select("name").executeTakeFirst();
  return row ? oneLine(row.name) : null;
}

type Told = { to: string; name: string; manage: NonNullable<Letter["actions"]> };

const letter = ({ to, name, manage }: Told, { subject, text }: { subject: string; text: string }): Letter => ({
  to,
  subject,
  heading: subject,
  paragraphs: [...greeting(name), text],
  actions: manage,
  reason: say("mail.reason.account"),
});
