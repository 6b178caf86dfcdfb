import { newId } from "#db/schema.server.ts";
import { type Make, tomorrow } from "./make.ts";
import type { Operation } from "./operations.ts";
import { calendarWith } from "./web.ts";

// One time for all calls: an event with a different time and title would count as a different event.
const begin = tomorrow();

/** The source's data of an event, as found there. */
export const newSource = (uid: string = newId()) => ({
  uid,
  address: "http://events.example/calendar.ics",
  title: "Reading hour",
  location: "Library",
  description: "We read aloud.",
  eventDate: begin.toISOString(),
  eventEnd: new Date(begin.getTime() + 3_600_000).toISOString(),
  timeZone: "UTC",
});

/** The request to import one event. */
export function newImport(more: object = {}) {
  const source = newSource();
  const { uid: _uid, address: _address, ...facts } = source;
  const thumbnailUrl = "/scenes/education.svg";
  return { source, event: { ...facts, eventType: "education", maxParticipant: "20", thumbnailUrl, ...more } };
}

/** Notes that a member has imported an event, with this id and another title; does nothing once either is gone. */
export async function noteImported({ db }: Make, member_id: string, event_id: string, uid: string): Promise<void> {
  const { uid: _uid, address, ...said } = newSource(uid);
  const source = JSON.stringify({ ...said, title: "Beach Cleanup" });
  const event = await db.selectFrom("events").where("id", "=", event_id).select("id").executeTakeFirst();
  const member = await db.selectFrom("members").where("id", "=", member_id).select("id").executeTakeFirst();
  if (!event || !member) return;
  await db
    .insertInto("imports")
    .values({ uid, address, source, event_id, member_id, imported_at: new Date() })
    .onConflict((conflict) => conflict.column("event_id").doUpdateSet({ uid }))
    .execute();
}

export const importOperations: Readonly<Record<string, Operation>> = {
  findEventsAt: () => ({
    method: "POST",
    path: "/imports/address",
    json: { address: "http://events.example/calendar.ics", timeZone: "UTC" },
  }),
  findEventsIn: () => ({
    method: "POST",
    path: "/imports/file?timeZone=UTC",
    body: calendarWith(),
    headers: { "content-type": "text/calendar" },
  }),
  importEvent: () => ({ method: "POST", path: "/imports/events", json: newImport() }),
  async updateImported({ make, people, eventId }) {
    const uid = newId();
    await noteImported(make, people.organizer.member.id, eventId, uid);
    return { method: "PUT", path: `/imports/events/${eventId}`, json: { source: newSource(uid) } };
  },
};
