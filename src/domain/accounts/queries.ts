import { sql } from "kysely";
import { assertionDataOf, countAssertions } from "../assertions/queries.ts";
import { communityDataOf } from "../communities/people.ts";
import { type Context, requireMember } from "../context.ts";
import { listMyEvents } from "../events/queries.ts";
import type { Event } from "../events/shapes.ts";
import { Failure } from "../failure.ts";
import { listFollowsOf } from "../follows/queries.ts";
import { notesOn } from "../participants/notes.ts";
import { audienceOf } from "../participants/shapes.ts";
import { recordDataOf } from "../records/queries.ts";
import { addedDataOf } from "../registrations/added.ts";
import { regularDataOf } from "../regulars/queries.ts";
import { happeningsOf } from "../registrations/happenings.ts";
import { registrationDataOf } from "../registrations/queries.ts";
import { stateOf } from "../registrations/shapes.ts";
import { gateDataOf } from "../gates/queries.ts";
import { ownedBy } from "../reports/queries.ts";
import { ownPictureAddress, pageMax } from "../rules.ts";
import { shape } from "../shapes.ts";
import { actionsOf } from "../team-log/queries.ts";
import { organizingDataOf } from "../teams/queries.ts";
import { Account, AccountExport, type WhatGoes } from "./shapes.ts";

/** The account page's data beside the profile. @throws Failure sign_in_required */
export async function getAccount(ctx: Context): Promise<Account> {
  const { id } = requireMember(ctx);
  const row = await ctx.db
    .selectFrom("members")
    .where("id", "=", id)
    .select(["created_at", "deletion_at", "shows_face"])
    .executeTakeFirst();
  if (!row) throw new Failure("sign_in_required");
  const { all: asserting, waiting: askedToAssert } = await countAssertions(ctx.db, id, ctx.now);
  return shape(Account, {
    memberSince: row.created_at.toISOString(),
    ...(await countWhatGoes(ctx, id)),
    showsFace: row.shows_face,
    asserting,
    askedToAssert,
    deletionAt: row.deletion_at?.toISOString() ?? null,
  });
}

/**
 * The numbers of things that other people see and that go with an account: events, upcoming events and valid proofs.
 * Events of communities stay.
 */
export async function countWhatGoes({ db, now }: Pick<Context, "db" | "now">, memberId: string): Promise<WhatGoes> {
  const { rows } = await sql<WhatGoes>`select
    (select count(*)::integer from events where organizer_id = ${memberId} and owner_community_id is null) as events,
    (select count(*)::integer from events
      where organizer_id = ${memberId} and owner_community_id is null and event_date >= ${now} and cancelled_at is null) as "eventsToCome",
    (select count(*)::integer from credentials where member_id = ${memberId} and revoked_at is null) as proofs`.execute(
    db,
  );
  return rows[0] ?? { events: 0, eventsToCome: 0, proofs: 0 };
}

/**
 * All data that we hold about the caller. Rows sent with an e-mail address (the contact form, the newsletter) belong to
 * the caller only if they have confirmed the address.
 * @throws Failure sign_in_required
 */
export async function exportAccount(ctx: Context): Promise<AccountExport> {
  const { id } = requireMember(ctx);
  const { db } = ctx;
  const member = await db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirst();
  if (!member) throw new Failure("sign_in_required");
  const proved = member.email_verified ? member.email : "";

  const ways = await sql<{ provider: string; since: Date }>`
    select provider_id as provider, created_at as since from accounts where member_id = ${id} order by created_at`.execute(
    db,
  );
  const devices = await sql<{ since: Date; expiresAt: Date; address: string | null; browser: string | null }>`
    select created_at as since, expires_at as "expiresAt", ip_address as address, user_agent as browser
    from sessions where member_id = ${id} order by created_at`.execute(db);
  const links = await sql<{ email: string; until: Date }>`
    select email, expires_at as until from mail_links where member_id = ${id} order by expires_at`.execute(db);
  const passkeys = await sql<{ name: string; since: Date; lastUsed: Date | null }>`
    select name, created_at as since, used_at as "lastUsed" from passkeys where member_id = ${id} order by 2`.execute(
    db,
  );
  const joined = await registrationDataOf(db, id);
  const imported = await db
    .selectFrom("imports")
    .where("member_id", "=", id)
    .select(["event_id as eventId", "address as from", "imported_at as importedAt"])
    .orderBy("imported_at")
    .execute();
  const series = await db
    .selectFrom("series")
    .where("organizer_id", "=", id)
    .select(["id as seriesId", "title", "rule", "anchor", "time_zone as timeZone", "ended_at"])
    .orderBy("created_at")
    .execute();
  const outcomes = await db
    .selectFrom("outcomes")
    .innerJoin("events", "events.id", "event_id")
    .where("organizer_id", "=", id)
    .select(["event_id as eventId", "came", "total_hours as hours", "words", "thanks", "changed_at"])
    .orderBy("changed_at")
    .execute();
  const happenings = await happeningsOf(db, id);
  const sent = await db
    .selectFrom("messages")
    .innerJoin("events", "events.id", "messages.event_id")
    .where("organizer_id", "=", id)
    .select(["event_id as eventId", "audience", "subject", "text", "sent_at as sentAt"])
    .orderBy("sent_at")
    .execute();
  const notes = await notesOn(db, id);
  const added = await addedDataOf(db, proved);
  const toldOf = await db
    .selectFrom("told_people")
    .where("member_id", "=", id)
    .select(["event_id as eventId", "words", "told_at as toldAt"])
    .orderBy("told_at")
    .execute();
  const unwanted = await db
    .selectFrom("notification_preferences")
    .where("member_id", "=", id)
    .where("wanted", "=", false)
    .select("kind")
    .execute();
  const pictures = await db
    .selectFrom("pictures")
    .where("owner_id", "=", id)
    .select(["id", "created_at"])
    .orderBy("created_at")
    .execute();
  const subscriber = await db
    .selectFrom("subscribers")
    .where("email", "=", proved)
    .select(["created_at", "confirmed_at", "pace", "weekday", "hour", "time_zone"])
    .executeTakeFirst();
  const follows = await listFollowsOf(db, proved);
  const messages = await db
    .selectFrom("contact_messages")
    .where("email", "=", proved)
    .select(["name", "message", "created_at as sentAt"])
    .orderBy("created_at")
    .execute();
  const offers = await db
    .selectFrom("ownership_transfers")
    .where("email", "=", proved)
    .select(["event_id as eventId", "offered_at as offeredAt"])
    .orderBy("offered_at")
    .execute();
  const reports = await db
    .selectFrom("reports")
    .innerJoin("reviews", "reviews.id", "reports.review_id")
    .where((eb) => eb.or([eb("reporter_id", "=", id), eb("email", "=", proved)]))
    .select(["about", "subject_id as subjectId", "reason", "words", "created_at as sentAt"])
    .orderBy("created_at")
    .execute();
  const blocked = await db
    .selectFrom("blocks")
    .where("blocker_id", "=", id)
    .select(["blocked_id", "blocked_at"])
    .orderBy("blocked_at")
    .execute();
  const answers = await db
    .selectFrom("reviews")
    .where(ownedBy(id, ctx.now))
    .where("answer", "is not", null)
    .select(["about", "answer", "answered_at"])
    .orderBy("answered_at")
    .execute();
  const takenDown = await db
    .selectFrom("reviews")
    .where("taken_from", "=", id)
    .select(["about", "opened_at"])
    .orderBy("id")
    .execute();
  const tasks = await db
    .selectFrom("outbox")
    .where((eb) => eb.or([isAbout("memberId", id), isAbout("email", proved)]))
    .where("done_at", "is", null)
    .select(["kind", "run_at as from"])
    .orderBy("run_at")
    .execute();
  const hostActions = await db
    .selectFrom("host_actions")
    .where("subject_id", "=", id)
    .select(["action", "reason", "at"])
    .orderBy("id")
    .execute();

  return shape(AccountExport, {
    exportedAt: iso(ctx.now),
    profile: {
      id,
      name: member.name,
      email: member.email,
      emailVerified: member.email_verified,
      photo: member.image,
      memberSince: iso(member.created_at),
      deletionAt: isoOrNull(member.deletion_at),
      showsFace: member.shows_face,
      contactAddress: member.contact_email,
      contactAddressWaiting: member.contact_email_pending,
      suspendedAt: isoOrNull(member.suspended_at),
      suspendedFor: member.suspended_for,
    },
    waysToLogIn: ways.rows.map(({ provider, since }) => ({ provider, since: iso(since) })),
    devices: devices.rows.map((row) => ({ ...row, since: iso(row.since), expiresAt: iso(row.expiresAt) })),
    passkeys: passkeys.rows.map(({ name, since, lastUsed }) => ({
      name,
      since: iso(since),
      lastUsed: isoOrNull(lastUsed),
    })),
    mailedLinks: links.rows.map(({ email, until }) => ({ email, until: iso(until) })),
    eventsOrganised: await everyEventOf(ctx),
    seriesOrganised: series.map(({ ended_at, ...row }) => ({ ...row, endedAt: isoOrNull(ended_at) })),
    eventsImported: imported.map((row) => ({ ...row, importedAt: iso(row.importedAt) })),
    eventsJoined: joined.map((row) => ({
      ...row,
      state: stateOf(row.status),
      eventDate: iso(row.eventDate),
      joinedAt: iso(row.joinedAt),
      confirmedAt: isoOrNull(row.confirmedAt),
      guardianAgreedAt: isoOrNull(row.guardianAgreedAt),
    })),
    outcomesSaid: outcomes.map(({ changed_at, ...row }) => ({ ...row, changedAt: iso(changed_at) })),
    ...(await recordDataOf(db, id)),
    ...(await assertionDataOf(db, id, proved)),
    organizing: { ...(await organizingDataOf(db, id)), did: await actionsOf(db, id) },
    gates: await gateDataOf(db, id),
    happenings: happenings.map((row) => ({ ...row, happenedAt: iso(row.happenedAt) })),
    messagesSent: sent.map((row) => ({ ...row, audience: audienceOf(row.audience), sentAt: iso(row.sentAt) })),
    addedTo: added.map((row) => ({ ...row, addedAt: iso(row.addedAt) })),
    notesOnYou: notes.map((row) => ({ ...row, writtenAt: iso(row.writtenAt) })),
    toldOf: toldOf.map((row) => ({ ...row, toldAt: iso(row.toldAt) })),
    ...(await regularDataOf(db, id)),
    ...(await communityDataOf(db, id)),
    pictures: pictures.map((row) => ({ address: ownPictureAddress(row.id), uploadedAt: iso(row.created_at) })),
    newsletterSince: isoOrNull(subscriber?.created_at),
    newsletterConfirmed: isoOrNull(subscriber?.confirmed_at),
    follows: follows.map(({ about, subjectId, filter, name, created_at, confirmed_at }) => ({
      about,
      id: subjectId,
      filter,
      name,
      since: iso(created_at),
      confirmedAt: isoOrNull(confirmed_at),
    })),
    followsTold: subscriber
      ? {
          pace: subscriber.pace,
          weekday: subscriber.weekday,
          hour: subscriber.hour,
          timeZone: subscriber.time_zone,
        }
      : null,
    mailsNotWanted: unwanted.map(({ kind }) => kind),
    contactMessages: messages.map((row) => ({ ...row, sentAt: iso(row.sentAt) })),
    reports: reports.map((row) => ({ ...row, sentAt: iso(row.sentAt) })),
    blocked: blocked.map((row) => ({ memberId: row.blocked_id, since: iso(row.blocked_at) })),
    answers: answers.map(({ about, answer, answered_at }) => ({
      about,
      text: answer ?? "",
      sentAt: isoOrNull(answered_at) ?? "",
    })),
    takenDown: takenDown.map(({ about, opened_at }) => ({ about, reviewedSince: iso(opened_at) })),
    eventsOffered: offers.map((row) => ({ ...row, offeredAt: iso(row.offeredAt) })),
    hostActions: hostActions.map((row) => ({ ...row, at: iso(row.at) })),
    mailsOnTheirWay: tasks.map((row) => ({ ...row, from: iso(row.from) })),
  });
}

/** The condition that a task's payload names a member or an address. */
export const isAbout = (field: "memberId" | "email", value: string) =>
  sql<boolean>`payload ->> ${sql.lit(field)} = ${value}`;

async function everyEventOf(ctx: Context): Promise<Event[]> {
  const events: Event[] = [];
  let cursor: string | undefined;
  do {
    const page = await listMyEvents(ctx, { limit: pageMax, cursor });
    events.push(...page.rows.filter(({ role }) => role === "owner"));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return events;
}

const iso = (moment: Date): string => moment.toISOString();
const isoOrNull = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;
