import { newId } from "#db/schema.server.ts";
import { openGate, syncGate } from "#domain/gates/commands.ts";
import type { SyncInput } from "#domain/gates/shapes.ts";
import { type MarkKind, markKinds } from "#domain/marks/rules.ts";
import { joinEvent } from "#domain/registrations/commands.ts";
import type { Make } from "./make.ts";

/** A new key of an event's gate, from behind the # of its address, and the key's id. */
export async function keyOf(make: Make, eventId: string, now = new Date()) {
  const keyId = newId();
  const row = { id: keyId, event_id: eventId, label: "Bea", created_by: null, created_at: now };
  await make.db.insertInto("gate_keys").values(row).execute();
  return { keyId, key: make.links.sign("gate", keyId) };
}

/** A device on which a new key has opened a gate. */
export async function deviceAt(make: Make, eventId: string, now = new Date()) {
  const { keyId, key } = await keyOf(make, eventId, now);
  const deviceId = newId();
  const ctx = { db: make.db, now, links: make.links, limitAttempts: make.limitAttempts, from: "192.0.2.1" };
  return { keyId, key, deviceId, ...(await openGate(ctx, { key, deviceId })) };
}

/** A mark as a device sends it. */
export const newMark = (kind: MarkKind, personId: string | null, at: Date, more: object = {}) => ({
  id: newId(),
  kind,
  personId,
  deviceAt: at.toISOString(),
  ...(kind === "walk_in" && { name: "Marta Sousa" }),
  ...more,
});

export const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
export const later = (date: Date, milliseconds: number) => new Date(date.getTime() + milliseconds);
/** The beginning of `gateIn`'s event, and half an hour later. */
export const begin = new Date("2027-03-20T10:00:00Z");
export const during = later(begin, hour / 2);

/** A device's request, in today's version unless it leaves `kinds` undefined. */
type Sent = Omit<Partial<SyncInput>, "kinds"> & { kinds?: string[] | undefined };

/** An event with a gate, and functions to join it and to sync. */
export async function gateIn(make: Make) {
  const organizer = await make.member();
  const eventId = await make.event({ organizer, eventDate: begin, maxParticipant: "1000" });
  const row = make.db.selectFrom("events").where("id", "=", eventId).select("event_end");
  const { event_end: end } = await row.executeTakeFirstOrThrow();
  return {
    organizer,
    eventId,
    end,
    opened: (now = begin) => deviceAt(make, eventId, now),
    /** Sends a request of a device whose clock is off by `skew` milliseconds. */
    sync: ({ pass }: { pass: string }, now: Date, more: Sent = {}, skew = 0) =>
      syncGate(
        { db: make.db, now, links: make.links, limitAttempts: make.limitAttempts, from: "192.0.2.1", pass },
        { sentAt: later(now, skew).toISOString(), since: 0, roster: "", marks: [], kinds: [...markKinds], ...more },
      ),
    join: async (displayName: string, ...guests: { name: string; under18: boolean }[]) => {
      const member = await make.member({ displayName });
      await joinEvent(make.context(member, later(begin, -30 * day)), { eventId, guests });
      return member;
    },
  };
}
