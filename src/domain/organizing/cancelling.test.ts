import { beforeEach, describe, expect, it } from "vitest";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import { getOwnRegistration } from "#domain/registrations/queries.ts";
import type { Member } from "#domain/members/shapes.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { cancelEvent, deleteEvent, updateEvent } from "./commands.ts";
import { getEvent } from "../events/queries.ts";

let make: Make;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
});

const join = (member: Member, eventId: string) => joinEvent(make.context(member), { eventId });
const reason = "A storm is coming.";

describe("cancelEvent", () => {
  it("keeps the event and its people, ends its offers, and mails each person once, with the reason", async () => {
    const [joined, offered, waiting] = [await make.member(), await make.member(), await make.member()];
    const eventId = await make.event({ organizer, maxParticipant: "2", title: "Beach Cleanup" });
    await join(joined, eventId);
    const leaving = await make.member();
    await join(leaving, eventId);
    await join(offered, eventId);
    await join(waiting, eventId);
    await leaveEvent(make.context(leaving), eventId);
    await make.mails();

    await cancelEvent(make.context(organizer), eventId, { reason: "A storm is coming." });
    expect(await getEvent(make.context(), eventId)).toMatchObject({
      status: "cancelled",
      cancelReason: "A storm is coming.",
      participant: 1,
      waitlisted: 2,
      held: 0,
    });
    const mails = await make.mails();
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [joined, offered, waiting].map(({ email }) => email).toSorted(),
    );
    for (const mail of mails) {
      expect(mail.subject).toBe("Canceled: Beach Cleanup");
      expect(mail.text).toContain("A storm is coming.");
    }
    const { sequence } = await make.db
      .selectFrom("events")
      .select("sequence")
      .where("id", "=", eventId)
      .executeTakeFirstOrThrow();
    expect(sequence).toBe(1);
    // Much later, no offer has been made and the waitlist is the same.
    await make.mails(new Date(Date.now() + 23 * 3_600_000));
    expect(await getEvent(make.context(), eventId)).toMatchObject({ participant: 1, waitlisted: 2, held: 0 });
  });

  it("sends nothing to an organizer who has joined, and changes nothing for the people of other events", async () => {
    const [guest, stranger, offered] = [await make.member(), await make.member(), await make.member()];
    const [eventId, other] = [await make.event({ organizer }), await make.event({ organizer, maxParticipant: "1" })];
    for (const member of [organizer, guest]) await join(member, eventId);
    for (const member of [stranger, offered]) await join(member, other);
    await leaveEvent(make.context(stranger), other);
    await make.mails();
    make.announced.length = 0;
    await cancelEvent(make.context(organizer), eventId, { reason });
    expect(make.announced).toEqual([eventId]);
    expect((await make.mails()).map(({ to }) => to)).toEqual([guest.email]);
    expect(await getOwnRegistration(make.context(offered), other)).toMatchObject({ offer: { spots: 1 } });
  });

  it("works once, for the organizer of an event that is not over; then the event can be neither joined nor changed", async () => {
    const member = await make.member();
    const eventId = await make.event({ organizer });
    const cancel = (asking: Member | undefined, id = eventId) =>
      outcomeOf(cancelEvent(make.context(asking), id, { reason }));
    expect(await cancel(undefined)).toBe("sign_in_required");
    expect(await cancel(member)).toBe("not_yours");
    expect(await cancel(organizer, member.id)).toBe("not_found");
    expect(await cancel(organizer, await make.event({ organizer, eventDate: yesterday() }))).toBe("event_over");
    expect(await cancel(organizer)).toBe("done");
    expect(await cancel(organizer)).toBe("event_cancelled");
    expect(await outcomeOf(join(member, eventId))).toBe("event_cancelled");
    expect(await outcomeOf(updateEvent(make.context(organizer), eventId, { title: "Again" }))).toBe("event_cancelled");
  });

  it("can be followed by deleting, without another mail", async () => {
    const eventId = await make.event({ organizer });
    await join(await make.member(), eventId);
    await make.mails();
    await cancelEvent(make.context(organizer), eventId, { reason });
    expect(await make.mails()).toHaveLength(1);
    await make.db.deleteFrom("outbox").execute();
    await deleteEvent(make.context(organizer), eventId, {});
    expect(await make.mails()).toEqual([]);
    expect(await outcomeOf(getEvent(make.context(), eventId))).toBe("not_found");
  });
});

describe("deleteEvent", () => {
  it("is announced, and mailed to all registered people except the organizer", async () => {
    const guest = await make.member();
    const [eventId, other] = [await make.event({ organizer }), await make.event({ organizer })];
    for (const member of [organizer, guest]) await join(member, eventId);
    await join(guest, other);
    await make.mails();
    make.announced.length = 0;
    await deleteEvent(make.context(organizer), eventId, {});
    expect(make.announced).toEqual([eventId]);
    expect((await make.mails()).map(({ to }) => to)).toEqual([guest.email]);
    expect(await getEvent(make.context(), other)).toMatchObject({ participant: 1 });
  });

  it("sends no mail once the event is over", async () => {
    const eventId = await make.event({ organizer, eventDate: yesterday() });
    await make.join({ eventId });
    await deleteEvent(make.context(organizer), eventId, {});
    expect(await make.mails()).toEqual([]);
  });
});
