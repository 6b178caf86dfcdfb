import { sql } from "kysely";
import { type Context, requireMember } from "../context.ts";
import { listMyEvents } from "../events/queries.ts";
import type { Event } from "../events/shapes.ts";
import { Failure } from "../failure.ts";
import { audienceOf } from "../participants/shapes.ts";
import { stateOf } from "../registrations/shapes.ts";
import { ownPictureAddress, pageMax } from "../rules.ts";
import { shape } from "../shapes.ts";
import { Account, AccountExport } from "./shapes.ts";

/** The account page's data beside the profile. @throws Failure sign_in_required */
export async function getAccount(ctx: Context): Promise<Account> {
  const { id } = requireMember(ctx);
  const row = await ctx.db
    .selectFrom("members")
    .where("id", "=", id)
    .select((eb) => [
      "created_at",
      "deletion_at",
      eb
        .selectFrom("events")
        .where("organizer_id", "=", id)
        .where("event_date", ">=", ctx.now)
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("events_to_come"),
    ])
    .executeTakeFirst();
  if (!row) throw new Failure("sign_in_required");
  return shape(Account, {
    memberSince: row.created_at.toISOString(),
    eventsToCome: row.events_to_come ?? 0,
    deletionAt: row.deletion_at?.toISOString() ?? null,
  });
}

/**
 * Everything that we hold about the member who asks. Rows that others sent with an e-mail address (the contact form, the
 * newsletter) is theirs only when they have shown that the address is.
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
  const joined = await db
    .selectFrom("registrations")
    .innerJoin("events", "events.id", "registrations.event_id")
    .where("member_id", "=", id)
    .select(["event_id as eventId", "title", "event_date as eventDate", "joined_at as joinedAt", "status"])
    .select("attendance_confirmed_at as confirmedAt")
    .select(
      sql`(select coalesce(jsonb_agg(jsonb_build_object('name', name, 'under18', under18) order by guests.id), '[]')
        from guests where registration_id = registrations.id)`.as("companions"),
    )
    .orderBy("joined_at")
    .execute();
  const sent = await db
    .selectFrom("messages")
    .innerJoin("events", "events.id", "messages.event_id")
    .where("organizer_id", "=", id)
    .select(["event_id as eventId", "audience", "text", "sent_at as sentAt"])
    .orderBy("sent_at")
    .execute();
  const unwanted = await db
    .selectFrom("notification_preferences")
    .where("member_id", "=", id)
    .where("wanted", "=", false)
    .select("kind")
    .execute();
  const communities = await db
    .selectFrom("memberships")
    .innerJoin("communities", "communities.id", "memberships.community_id")
    .where("member_id", "=", id)
    .select(["community_id as communityId", "title", "joined_at as joinedAt"])
    .orderBy("joined_at")
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
    .select(["created_at", "confirmed_at"])
    .executeTakeFirst();
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
  const tasks = await db
    .selectFrom("outbox")
    .where((eb) => eb.or([isAbout("memberId", id), isAbout("email", proved)]))
    .where("done_at", "is", null)
    .select(["kind", "run_at as from"])
    .orderBy("run_at")
    .execute();

  return AccountExport.parse(
    inIso({
      exportedAt: ctx.now,
      profile: {
        id,
        name: member.name,
        email: member.email,
        emailVerified: member.email_verified,
        photo: member.image,
        memberSince: member.created_at,
        deletionAt: member.deletion_at,
      },
      waysToLogIn: ways.rows,
      devices: devices.rows,
      eventsOrganised: await everyEventOf(ctx),
      eventsJoined: joined.map(({ status, ...registration }) => ({ ...registration, state: stateOf(status) })),
      messagesSent: sent.map((message) => ({ ...message, audience: audienceOf(message.audience) })),
      communities,
      pictures: pictures.map((picture) => ({
        address: ownPictureAddress(picture.id),
        uploadedAt: picture.created_at,
      })),
      newsletterSince: subscriber?.created_at ?? null,
      newsletterConfirmed: subscriber?.confirmed_at ?? null,
      mailsNotWanted: unwanted.map(({ kind }) => kind),
      contactMessages: messages,
      eventsOffered: offers,
      mailsOnTheirWay: tasks,
    }),
  );
}

/** A task that names somebody, in its payload. */
export const isAbout = (field: "memberId" | "email", value: string) =>
  sql<boolean>`payload ->> ${sql.lit(field)} = ${value}`;

async function everyEventOf(ctx: Context): Promise<Event[]> {
  const events: Event[] = [];
  let cursor: string | undefined;
  do {
    const page = await listMyEvents(ctx, { limit: pageMax, cursor });
    events.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return events;
}

/** The same with every moment as text, as JSON would have it. */
const inIso = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
