import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import type { EventType } from "../events/rules.ts";
import { listEvents } from "../events/queries.ts";
import type { Event } from "../events/shapes.ts";
import { Failure } from "../failure.ts";
import { amountsOf, type Unit, unitOf } from "../outcomes/rules.ts";
import { isOpenAt } from "../rights/queries.ts";
import { oneLine } from "../rules.ts";
import { postsOf } from "./news.ts";
import { datesShown, facesShown, firstNameOf, peopleFrom, postsShown } from "./rules.ts";
import type { Post } from "./shapes.ts";

/** A year of what a community did: people who came, their hours in whole hours, and amounts, the largest first. */
export type YearDone = { year: number; people: number; hours: number; amounts: Amount[] };
type Amount = { unit: Unit | "kilograms"; count: number };

/** Everything on a community's page. */
export type CommunityPage = {
  community: {
    _id: string;
    slug: string;
    title: string;
    description: string;
    image: string | null;
    member: number;
    isUnlisted: boolean;
    asksFirst: boolean;
  };
  /** The type of most of its events, which gives the page its color. */
  type: EventType | null;
  dates: Event[];
  dateCount: number;
  done: YearDone[];
  posts: Post[];
  postCount: number;
  faces: { name: string; photo: string | null }[];
  organizers: string[];
};

/**
 * The page of a community, by the last part of its address, as every visitor sees it; `all` lists all of its coming
 * dates and its latest hundred posts. A series has one date there, as in any list.
 * @throws Failure not_found
 */
export async function getCommunityPage(ctx: Context, slug: string, all = false): Promise<CommunityPage> {
  const row = await ctx.db
    .selectFrom("communities")
    .where("slug", "=", slug)
    .where("hidden_at", "is", null)
    .selectAll()
    .executeTakeFirst();
  if (!row) throw new Failure("not_found");
  const [{ rows: dates, total: dateCount }, done, posts, faces, organizers, type] = await Promise.all([
    listEvents(ctx, { community: row.id, series: "once", limit: all ? datesMax : datesShown }),
    listDone(ctx.db, row.id),
    postsOf(ctx.db, row.id, { limit: all ? datesMax : postsShown }),
    listFacesOf(ctx.db, row.id),
    listNamed(ctx, row.id),
    commonType(ctx.db, row.id),
  ]);
  return {
    community: {
      _id: row.id,
      slug: row.slug,
      title: oneLine(row.title),
      description: row.description,
      image: row.image,
      member: row.members,
      isUnlisted: row.is_unlisted,
      asksFirst: row.asks_first,
    },
    type,
    dates,
    dateCount,
    done,
    posts: posts.rows,
    postCount: posts.total,
    faces,
    organizers,
  };
}

const datesMax = 100;

type DoneRow = { year: number; event_type: EventType; hours: number; amount: number; kilograms: number };

/**
 * The results of a community's events, by year, the latest first. People who came several times count once, and years
 * with few people are left out.
 */
async function listDone(db: Kysely<Schema>, communityId: string): Promise<YearDone[]> {
  const isDone = sql`owner_community_id = ${communityId} and not is_draft and cancelled_at is null and came > 0`;
  const year = sql`left(first_day, 4)::int`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<DoneRow>`
      select ${year} as year, event_type, sum(total_hours)::float8 as hours,
        coalesce(sum(amount), 0)::float8 as amount, coalesce(sum(kilograms), 0)::float8 as kilograms
      from events join outcomes on outcomes.event_id = events.id
      where ${isDone} group by 1, 2`.execute(db),
    sql<{ year: number; people: number }>`
      select ${year} as year, count(distinct coalesce(member_id, person_id))::int as people
      from events join outcomes on outcomes.event_id = events.id
        join outcome_people on outcome_people.event_id = events.id
      where ${isDone} group by 1`.execute(db),
  ]);
  return counts
    .filter(({ people }) => people >= peopleFrom)
    .map(({ year: of, people }): YearDone => {
      const types = rows.filter((row) => row.year === of);
      return {
        year: of,
        people,
        hours: Math.round(types.reduce((sum, { hours }) => sum + hours, 0)),
        amounts: sumsOf(types),
      };
    })
    .toSorted((one, other) => other.year - one.year);
}

/** The amounts of several types of events, the largest first. */
function sumsOf(types: readonly DoneRow[]): Amount[] {
  const sums = new Map<Amount["unit"], number>();
  for (const { event_type, amount, kilograms } of types) {
    for (const { unit, count } of amountsOf({ unit: unitOf[event_type], amount, kilograms }))
      sums.set(unit, (sums.get(unit) ?? 0) + count);
  }
  return [...sums].map(([unit, count]) => ({ unit, count })).toSorted((one, other) => other.count - one.count);
}

/** The first names and pictures of members who agree to be shown, those who joined first. */
async function listFacesOf(db: Kysely<Schema>, communityId: string) {
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("members", "members.id", "memberships.member_id")
    .where("community_id", "=", communityId)
    .where("is_shown", "=", true)
    .where("suspended_at", "is", null)
    .orderBy("joined_at")
    .limit(facesShown)
    .select(["name", "image"])
    .execute();
  return rows.map(({ name, image }) => ({ name: firstNameOf(oneLine(name)), photo: image }));
}

/** The first names of the organizers who agree to be named. */
async function listNamed({ db, now }: Context, communityId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("rights")
    .innerJoin("members", "members.id", "rights.member_id")
    .where("community_id", "=", communityId)
    .where("is_named", "=", true)
    .where(isOpenAt(now))
    .where("suspended_at", "is", null)
    .orderBy("given_at")
    .limit(10)
    .select("name")
    .execute();
  return rows.map(({ name }) => firstNameOf(oneLine(name)));
}

async function commonType(db: Kysely<Schema>, communityId: string): Promise<EventType | null> {
  const { rows } = await sql<{ event_type: EventType }>`
    select event_type from events where owner_community_id = ${communityId} and not is_draft
    group by event_type order by count(*) desc, event_type limit 1`.execute(db);
  return rows[0]?.event_type ?? null;
}
