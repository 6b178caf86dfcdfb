import { type Kysely, sql } from "kysely";
import type { Database, Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { requireProven } from "../members/queries.ts";
import { oneLine } from "../rules.ts";
import { shape } from "../shapes.ts";
import { filterIn, nameOfFilter } from "./filters.ts";
import { type About, hourDefault, type Pace, weekdayDefault } from "./rules.ts";
import { type FollowInput, Following } from "./shapes.ts";
import { targetOf } from "./targets.ts";

/** A follow of an address, with its name. */
export type FollowRow = {
  id: string;
  about: About;
  subjectId: string | null;
  filter: string | null;
  name: string;
  since: number;
  confirmed_at: Date | null;
  created_at: Date;
};

/**
 * The SQL value of the moment from which a follow counts. Rows of older versions lack it: they count from the
 * confirmation of their address.
 */
export const confirmedAt = sql<Date | null>`case when subscribers.confirmed_at is not null then follows.confirmed_at end`;

/** The follows of an address, in the order in which they began. */
export async function listFollowsOf(db: Kysely<Schema>, email: string): Promise<FollowRow[]> {
  const rows = await db
    .selectFrom("follows")
    .innerJoin("subscribers", "subscribers.email", "follows.email")
    .leftJoin("members", "members.id", "follows.organizer_id")
    .leftJoin("communities", "communities.id", "follows.community_id")
    .leftJoin("events", "events.id", "follows.event_id")
    .where("follows.email", "=", email)
    .select(["follows.id", "follows.organizer_id", "community_id", "event_id", "follows.filter", "since"])
    .select(["follows.created_at", "members.name", "communities.title as community", "events.title as event"])
    .select(confirmedAt.as("confirmed_at"))
    .orderBy("follows.created_at")
    .orderBy("follows.id")
    .execute();
  return rows.map(({ organizer_id, community_id, event_id, name, community, event, ...row }) => ({
    ...row,
    about: organizer_id ? "organizer" : community_id ? "community" : event_id ? "event" : "filter",
    subjectId: organizer_id ?? community_id ?? event_id,
    name: oneLine(name ?? community ?? event ?? nameOfFilter(filterIn(row.filter ?? ""))),
  }));
}

/**
 * The target of a follow in words.
 * @throws Failure not_found, event_over, event_cancelled, invalid (filter)
 */
export async function getTargetName(ctx: Pick<Context, "db" | "now">, input: FollowInput): Promise<string> {
  const target = await targetOf(ctx, input);
  if ("filter" in target) return nameOfFilter(filterIn(target.filter));
  const { rows } = await (
    "organizer_id" in target
      ? sql<{ name: string }>`select name from members where id = ${target.organizer_id}`
      : sql<{ name: string }>`select title as name from events where id = ${target.event_id}`
  ).execute(ctx.db);
  return oneLine(rows[0]?.name ?? "");
}

/** Tests whether a follow is of all events: the newsletter. */
export const isNewsletter = ({ filter }: Pick<FollowRow, "filter">): boolean => filter === "";

/**
 * The caller's follows, and the times of their mails.
 * @throws Failure sign_in_required, email_unconfirmed (others must not learn what goes to an address)
 */
export async function getOwnFollowing(ctx: Context): Promise<Following> {
  return followingOf(ctx.db, (await requireProven(ctx)).email);
}

/** The follows of the address signed into a mail's link. @throws Failure link_broken */
export async function getLinkedFollowing({ db }: Pick<Context, "db">, linked: string | null): Promise<Following> {
  if (linked === null) throw new Failure("link_broken");
  return followingOf(db, linked);
}

async function followingOf(db: Database, email: string): Promise<Following> {
  const row = await db
    .selectFrom("subscribers")
    .select(["pace", "weekday", "hour", "time_zone", "confirmed_at"])
    .where("email", "=", email)
    .executeTakeFirst();
  const none = { pace: "weekly" as Pace, weekday: weekdayDefault, hour: hourDefault, time_zone: null };
  const { pace, weekday, hour, time_zone } = row ?? none;
  const follows = await listFollowsOf(db, email);
  return shape(Following, {
    email,
    isConfirmed: (row?.confirmed_at ?? null) !== null,
    pace,
    weekday,
    hour,
    timeZone: time_zone ?? "UTC",
    follows: follows.map(({ id, about, subjectId, filter, name, confirmed_at }) => ({
      _id: id,
      about,
      id: subjectId,
      filter,
      name,
      isConfirmed: confirmed_at !== null,
    })),
  });
}
