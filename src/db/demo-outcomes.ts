import type { Insertable, Kysely } from "kysely";
import { fillRecordEvents } from "./record-events.ts";
import { newId, type Schema } from "./schema.server.ts";

/** A past event of the demo, and its outcome: how many of those who had joined came, what they achieved, and thanks. */
type Event = { id: string; organizerId: string; date: Date; joined: number; outcome?: Outcome };
type Outcome = { came: number; amount: number; words: string; thanks: string };
type Registration = Insertable<Schema["registrations"]>;

const hour = 3_600_000;
/** The length of each demo event, in hours. */
const hours = 2;

/** Adds outcomes to the demo's past events, recorded an evening later, as their organizers would. */
export async function addOutcomes(tx: Kysely<Schema>, events: Event[], registrations: Registration[]): Promise<void> {
  const over = events.flatMap(({ outcome, ...event }) => (outcome ? [{ ...event, ...outcome }] : []));
  const rows = over.map(({ id, date, joined, came, amount, words, thanks }) => {
    const said = new Date(date.getTime() + 10 * hour);
    const counts = { joined, confirmed: 0, came, hours, total_hours: came * hours };
    return { event_id: id, ...counts, amount, words, thanks, sent_at: said, changed_at: said };
  });
  await tx.insertInto("outcomes").values(rows).execute();
  const people = over.flatMap((event) =>
    registrations
      .filter(({ event_id, status }) => event_id === event.id && status === "joined")
      .slice(0, event.came)
      .map(({ id, member_id = null, name = null }) => ({ event, id, member_id, name })),
  );
  await tx
    .insertInto("outcome_people")
    .values(
      people.map(({ event, id, member_id, name }) => ({
        event_id: event.id,
        person_id: id,
        member_id,
        name,
        noted_by: "organizer" as const,
        is_listed: true,
        is_confirmed: false,
      })),
    )
    .execute();
  await tx
    .insertInto("asserted_hours")
    .values(
      people.flatMap(({ event, member_id }) => {
        const said = { asserted_by: event.organizerId, asserted_at: new Date(event.date.getTime() + 10 * hour) };
        return member_id === null ? [] : [{ id: newId(), event_id: event.id, member_id, hours, ...said }];
      }),
    )
    .execute();
  await fillRecordEvents(tx);
}
