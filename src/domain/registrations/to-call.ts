import { sql } from "kysely";
import { say } from "#messages/say.ts";
import type { Context } from "../context.ts";
import type { Fact, Letter } from "../mail.ts";
import type { CallNeeded } from "../outbox.ts";
import { isOpenAt } from "../rights/queries.ts";

/** The maximum number of people that a mail names; more are on the event's list. */
const namedMax = 100;

/**
 * Lists the people without an e-mail address at an event, or at all events that go with an organizer, that are neither
 * canceled nor over. Events of a community with other organizers do not go with one.
 */
export async function listCallsNeeded(
  { db, now }: Pick<Context, "db" | "now">,
  at: { eventId: string } | { organizerId: string },
): Promise<CallNeeded[]> {
  const which =
    "eventId" in at
      ? sql`e.id = ${at.eventId}`
      : sql`e.organizer_id = ${at.organizerId} and not exists (select from rights
          where rights.community_id = e.owner_community_id and rights.member_id <> ${at.organizerId} and ${isOpenAt(now)})`;
  const { rows } = await sql<CallNeeded>`select e.title, r.name, r.phone, added.email
    from registrations r join events e on e.id = r.event_id
      left join added_people added on added.registration_id = r.id
    where ${which} and r.member_id is null and e.cancelled_at is null and e.event_end > ${now}
    order by e.event_date, e.id, r.seq limit ${namedMax}`.execute(db);
  return rows;
}

/** Adds the names and numbers of people whom mail does not reach to a letter to their organizer. */
export function withCalls(letter: Letter, people: readonly CallNeeded[]): Letter {
  if (people.length === 0) return letter;
  const titles = new Set(people.map(({ title }) => title));
  const lines = people.map(({ title, name, phone, email }) => {
    const ways = [phone, email ?? null].filter((way) => way !== null);
    const reached = ways.length === 0 ? say("calls.no_number") : ways.join(", ");
    return titles.size > 1 ? `${title}: ${name}, ${reached}` : `${name}, ${reached}`;
  });
  const call: Fact = { label: say("mail.calls.fact"), text: lines.join("\n") };
  return {
    ...letter,
    paragraphs: [...letter.paragraphs, say("mail.calls.text", { count: people.length })],
    facts: [...(letter.facts ?? []), call],
  };
}
