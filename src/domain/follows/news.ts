import { type ExpressionBuilder, sql } from "kysely";
import type { Database, Schema } from "#db/schema.server.ts";
import { isBlockedBetween } from "../blocks/queries.ts";
import { findArea, locatedAt } from "../events/area.ts";
import { conditions } from "../events/filtering.ts";
import { toEvent, withOrganizer } from "../events/rows.ts";
import type { Event } from "../events/shapes.ts";
import { filterIn } from "./filters.ts";
import { type FollowRow, listFollowsOf } from "./queries.ts";
import { countedMax, linedMax, toldMax } from "./rules.ts";

/** Which publications are new: those after a number, up to another. */
export type Span = { after: number; until: number };

/** A new event, and what of that which somebody follows it is told for. */
export type News = { event: Event; because: FollowRow[] };

/** Who hears of it: an address, and its member, who is null when nobody here has it. */
export type Hearer = { email: string; memberId: string | null };

/**
 * What is new to somebody of what they follow, soonest first, the next ones after `toldMax`, how many there are in all, and which of their follows all that is
 * for: nothing of their own, or that they have joined, nor of somebody whom they have blocked or who has blocked them; nothing that is over, canceled or
 * hidden by now.
 */
export async function listNewsFor(db: Database, hearer: Hearer, span: Span, now: Date) {
  const found = new Map<string, News>();
  for (const follow of await listFollowsOf(db, hearer.email)) {
    if (follow.confirmed_at === null || !tellsNews(follow)) continue;
    for (const event of await listNewsOf(db, follow, hearer, span, now)) {
      const news = found.get(event._id);
      if (news) news.because.push(follow);
      else found.set(event._id, { event, because: [follow] });
    }
  }
  const all = [...found.values()].toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  const follows = [...new Set(all.flatMap(({ because }) => because))];
  return { news: all.slice(0, toldMax), next: all.slice(toldMax, toldMax + linedMax), count: all.length, follows };
}

/** Whether new events are told for a follow: a spot has a mail of its own, and a community's members do not speak in its name. */
const tellsNews = ({ about }: FollowRow) => about === "organizer" || about === "filter";

const placeOf = ({ event }: News) => `${event.eventDate} ${event._id}`;

async function listNewsOf(
  db: Database,
  follow: FollowRow,
  { memberId }: Hearer,
  { after, until }: Span,
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
    .where((eb) => (memberId ? isNewTo(memberId) : eb.lit(true)))
    .orderBy("events.event_date")
    .orderBy("events.id")
    .limit(countedMax)
    .execute();
  return rows.map(toEvent);
}

const organizerOf = (eb: ExpressionBuilder<Schema, "events">, { about, subjectId }: FollowRow) =>
  about === "organizer" ? [eb("events.organizer_id", "=", subjectId ?? "")] : [];

/** Whether a member does not know of an event already, and may hear of it, as a condition for SQL. */
const isNewTo = (memberId: string) => sql<boolean>`events.organizer_id <> ${memberId}
  and not exists (select from registrations where event_id = events.id and member_id = ${memberId})
  and not ${isBlockedBetween(sql`events.organizer_id`, sql`${memberId}::uuid`)}`;
