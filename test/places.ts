import { expect } from "vitest";
import { joinEvent, leaveEvent } from "#domain/joins/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import type { Make } from "./make.ts";

/** What tests ask of an event's places. */
export function placesIn(make: Make) {
  const places = {
    /** The event's counts. */
    counts: (id: string) =>
      make.db
        .selectFrom("events")
        .select(["participants", "waiting", "held", "capacity"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),

    /** Its joins, in the order of coming. */
    rows: (id: string) => make.db.selectFrom("joins").selectAll().where("event_id", "=", id).orderBy("seq").execute(),

    /** The counts are those of the rows, no place is given twice, and who could be offered a place is. */
    async expectRight(id: string): Promise<void> {
      const { participants, waiting, held, capacity } = await places.counts(id);
      const rows = await places.rows(id);
      const sum = (which: (row: (typeof rows)[number]) => boolean) =>
        rows.filter(which).reduce((total, row) => total + row.places, 0);
      expect([participants, waiting, held]).toEqual([
        sum(({ state }) => state === "joined"),
        sum(({ state }) => state === "waiting"),
        sum(({ offered_until }) => offered_until !== null),
      ]);
      if (capacity === null) return;
      expect(participants + held).toBeLessThanOrEqual(capacity);
      const next = rows.find(({ state, offered_until }) => state === "waiting" && offered_until === null);
      expect(next?.places ?? Infinity).toBeGreaterThan(capacity - participants - held);
    },

    /** The mails that are due at a moment: to whom, and their subjects; they go out side by side, so by their readers. */
    subjects: async (now?: Date) =>
      (await make.mails(now))
        .map(({ to, subject }) => [to, subject])
        .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),

    /** An event in ten days with one place, which somebody has left; `second` is offered it and `third` waits. Only the offer is to be mailed. */
    async fullWithLine() {
      const eventId = await make.event({ maxParticipant: "1", eventDate: new Date(Date.now() + 10 * 86_400_000) });
      const [first, second, third] = (await make.members(3)) as [Member, Member, Member];
      for (const person of [first, second, third]) await joinEvent(make.context(person), { eventId });
      await make.mails();
      await leaveEvent(make.context(first), eventId);
      await make.db.deleteFrom("outbox").where("kind", "=", "place_left").execute();
      return { eventId, second, third };
    },
  };
  return places;
}
