import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";
import type { EventType } from "../events/rules.ts";
import { toldBy } from "../registrations/happenings.ts";
import { registrationsOf } from "../registrations/people.ts";
import { isOrganizedBy } from "../rights/queries.ts";

/**
 * A person who joined, was waitlisted or left, and the number of their guests now; the name is null once their account
 * is deleted.
 */
export type Person = { name: string | null; guests: number };

/** The happenings at an event that still hold, and how full it is now. */
export type EventNews = {
  eventId: string;
  title: string;
  /** The name of the community that the event belongs to. */
  community: string | null;
  eventType: EventType;
  location: string;
  eventDate: string;
  eventEnd: string;
  timeZone: string;
  taken: number;
  capacity: number | null;
  held: number;
  waitlisted: number;
  passed: number;
  joined: Person[];
  added: Person[];
  left: Person[];
};

type Happened = Omit<EventNews, "eventDate" | "eventEnd" | "joined" | "added" | "left"> & {
  eventDate: Date;
  eventEnd: Date;
  name: string | null;
  /** The happenings for one member, in order. */
  kinds: ("joined" | "waitlisted" | "left")[];
  status: "joined" | "waitlisted" | null;
  guests: number;
};

/**
 * The content of a member's digest about the events that they organize. It reports the result for each person, so it
 * leaves out a person who joined and left again. It leaves out events that are over, canceled or no longer organized by
 * the member, and those without any news left.
 */
export async function listNewsOf(db: Database, memberId: string, digest: string, now: Date): Promise<EventNews[]> {
  const { rows } = await sql<Happened>`
    select events.id as "eventId", events.title, communities.title as community, event_type as "eventType", location, event_date as "eventDate", event_end as "eventEnd", time_zone as "timeZone",
      taken, capacity, held, waitlisted, passed, coalesce(members.name, happened.name) as name, happened.kinds,
      case when happened.name is null then registered.status else 'joined' end as status,
      coalesce(registered.party_size - 1, 0) as guests
    from ${toldBy(digest)} happened
      join events on events.id = happened.event_id
      left join communities on communities.id = events.owner_community_id and hidden_at is null
      left join members on members.id = happened.member_id
      left join lateral ${registrationsOf(sql`happened.member_id`)} registered on registered.event_id = happened.event_id
    where ${isOrganizedBy(memberId, now)} and cancelled_at is null and event_end > ${now}
    order by event_date, events.id, happened.first`.execute(db);
  return [...Map.groupBy(rows, ({ eventId }) => eventId).values()]
    .map(newsOf)
    .filter(({ joined, added, left }) => joined.length + added.length + left.length > 0);
}

function newsOf(rows: Happened[]): EventNews {
  const { name: _name, kinds: _kinds, status: _status, guests: _guests, ...event } = rows[0]!;
  const which = (is: (row: Happened) => boolean): Person[] =>
    rows.filter(is).map(({ name, guests }) => ({ name, guests }));
  return {
    ...event,
    eventDate: event.eventDate.toISOString(),
    eventEnd: event.eventEnd.toISOString(),
    joined: which(({ kinds, status }) => status === "joined" && kinds.at(-1) === "joined" && kinds[0] !== "left"),
    added: which(({ kinds, status }) => status === "waitlisted" && kinds.at(-1) === "waitlisted"),
    left: which(({ kinds, status }) => status === null && kinds[0] === "left"),
  };
}
