import { expect } from "vitest";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import type { Make } from "./make.ts";
import { morningZone } from "./morning-zone.ts";

/** The queries of tests about an event's registrations. */
export function registrationsIn(make: Make) {
  const registrations = {
    /** The event's counts. */
    counts: (id: string) =>
      make.db
        .selectFrom("events")
        .select(["taken", "waitlisted", "held", "capacity"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),

    /** Its registrations, in order of arrival. */
    rows: (id: string) =>
      make.db.selectFrom("registrations").selectAll().where("event_id", "=", id).orderBy("seq").execute(),

    /**
     * Expects that the counts match the rows, that no spot is given twice, and that everyone in line for whom there are
     * enough spots has an offer.
     */
    async expectRight(id: string): Promise<void> {
      const { taken, waitlisted, held, capacity } = await registrations.counts(id);
      const rows = await registrations.rows(id);
      const reserved = await make.db.selectFrom("reservations").select("spots").where("event_id", "=", id).execute();
      const sum = (which: (row: (typeof rows)[number]) => boolean) =>
        rows.filter(which).reduce((total, row) => total + row.party_size, 0);
      expect([taken, waitlisted, held]).toEqual([
        reserved.reduce((total, { spots }) => total + spots, 0) + sum(({ status }) => status === "joined"),
        sum(({ status }) => status === "waitlisted"),
        sum(({ offer_expires_at }) => offer_expires_at !== null),
      ]);
      if (capacity === null) return;
      expect(taken + held).toBeLessThanOrEqual(capacity);
      const { passed_seq, round } = await make.db
        .selectFrom("events")
        .select(["passed_seq", "round"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const next = rows.find(
        ({ status, offer_expires_at, seq, missed_round }) =>
          status === "waitlisted" && offer_expires_at === null && seq > passed_seq && missed_round !== round,
      );
      expect(next?.party_size ?? Infinity).toBeGreaterThan(capacity - taken - held);
    },

    /** The mails due at a moment, by recipient and subject; sorted by recipient, as they are sent in parallel. */
    subjects: async (now?: Date) =>
      (await make.mails(now))
        .map(({ to, subject }) => [to, subject])
        .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),

    /**
     * An event in ten days with one spot that was given back, in a zone where it is morning; `second` has the offer,
     * `third` is next. Only the offer is still to be mailed, and no change so far counts as announced.
     */
    async fullWithWaitlist() {
      const organizer = await make.member();
      const eventDate = new Date(Date.now() + 10 * 86_400_000);
      const eventId = await make.event({ organizer, maxParticipant: "1", eventDate, timeZone: morningZone() });
      const [first, second, third] = (await make.members(3)) as [Member, Member, Member];
      for (const person of [first, second, third]) await joinEvent(make.context(person), { eventId });
      await make.mails();
      await leaveEvent(make.context(first), eventId);
      await make.db.deleteFrom("outbox").where("kind", "=", "registration_left").execute();
      make.announced.length = 0;
      return { eventId, organizer, second, third };
    },
  };
  return registrations;
}
