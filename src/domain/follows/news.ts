import { type ExpressionBuilder, sql } from "kysely";
import type { Database, Schema } from "#db/schema.server.ts";
import { isBlockedFrom } from "../blocks/queries.ts";
import { findArea, locatedAt } from "../events/area.ts";
import { conditions } from "../events/filtering.ts";
import { toEvent, withOrganizer } from "../events/rows.ts";
import type { Event } from "../events/shapes.ts";
import { isRegistered } from "../registrations/people.ts";
import { isOrganizedBy } from "../rights/queries.ts";
import { filterIn } from "./filters.ts";
import { type FollowRow, listFollowsOf } from "./queries.ts";
import { countedMax, linedMax, toldMax } from "./rules.ts";

/** The new publications: those after a number, up to another. */
export type Publications = { after: number; until: number };

/** A new event, and the reader's follows that it is for. */
export type News = { event: Event; because: FollowRow[] };

/** The recipient of news: an address, and its member, or null without one. */
export type Hearer = { email: string; memberId: string | null };

/**
 * The news of a reader's follows, soonest first: the first events, the next ones after `toldMax`, their total, and the
 * follows that they are for. It leaves out events that the reader organizes or has joined, and organizers with a block
 * in either direction. It also leaves out everything over, canceled or hidden by now.
 */
export async function listNewsFor(db: Database, hearer: Hearer, publications: Publications, now: Date) {
  const found = new Map<string, News>();
  for (const follow of await listFollowsOf(db, hearer.email)) {
    if (follow.confirmed_at === null || !tellsNews(follow)) continue;
    for (const event of await listNewsOf(db, follow, hearer, publications, now)) {
      const news = found.get(event._id);
      if (news) news.because.push(follow);
      else found.set(event._id, { event, because: [follow] });
    }
  }
  const all = [...found.values()].toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  const follows = [...new Set(all.flatMap(({ because }) => because))];
  return { news: all.slice(0, toldMax), next: all.slice(toldMax, toldMax + linedMax), count: all.length, follows };
}

/**
 * Tests whether a follow reports new events: a spot has its own mail, and members do not speak in a community's name.
 */
const tellsNews = ({ about }: FollowRow) => about === "organizer" || about === "filter";

const placeOf = ({ event }: News) => `${event.eventDate} ${event._id}`;

async function listNewsOf(
  db: Database,
  follow: FollowRow,
  { memberId }: Hearer,
  { after, until }: Publications,
  now: Date,
): Promise<Event[]> {
  const filter = filterIn(follow.filter ?? "");
  const area = filter && (await findArea({ db }, filter));
  if (!filter || (filter.near && !area)) return [];
  const since = Math.max(after, follow.since);
  const rows = await withOrganizer(db)
    .innerJoin("publications", "publications.event_id", "events.id")
    .where("publications.number", ">", since)
    .where("publications.number", "<=", until)
    .where((eb) => eb.and([...conditions(eb, locatedAt(filter, area), now), ...organizerOf(eb, follow)]))
    .where((eb) => (memberId ? isNewTo(memberId, now) : eb.lit(true)))
    .orderBy("events.event_date")
    .orderBy("events.id")
    .limit(countedMax)
    .execute();
  return rows.map(toEvent);
}

const organizerOf = (eb: ExpressionBuilder<Schema, "events">, { about, subjectId }: FollowRow) =>
  about === "organizer"
    ? [eb("events.organizer_id", "=", subjectId ?? ""), eb("events.owner_community_id", "is", null)]
    : [];

/** The SQL condition that an event is news to a member, and that no block hides it. */
const isNewTo = (memberId: string, now: Date) => sql<boolean>`not ${isOrganizedBy(memberId, now)}
  and not ${isRegistered(sql`events.id`, memberId)}
  and not ${isBlockedFrom(sql`${memberId}::uuid`)}`;
