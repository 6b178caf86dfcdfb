import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { giveRight } from "#test/teams.ts";
import { cancelEvent, updateEvent } from "../organizing/commands.ts";
import type { Member } from "../members/shapes.ts";

const minute = 60_000;

let make: Make;
let organizer: Member;
let guest: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [organizer, guest] = [await make.member(), await make.member()];
  eventId = await make.event({ organizer, location: "Pier 1" });
  await make.join({ eventId, member: guest });
});

const move = (location: string, id = eventId, now = new Date()) =>
  updateEvent(make.context(organizer, now), id, { location });
/** The changes that are not mailed yet: the old location and the new one of each task. */
async function toBeTold() {
  const rows = await make.db
    .selectFrom("outbox")
    .where("kind", "=", "event_changed")
    .where("done_at", "is", null)
    .orderBy("id")
    .select("payload")
    .execute();
  return rows.map(({ payload }) => {
    const { was, is } = payload as { was: { location: string }; is: { location: string } };
    return [was.location, is.location];
  });
}
/** The moment at which a change made now is mailed. */
const soon = () => new Date(Date.now() + 3 * minute + 1000);

describe("tellChanges", () => {
  it("adds a change to the task that waits, but not to a running one, which has already read its changes", async () => {
    await move("Pier 2");
    await move("Pier 3");
    expect(await toBeTold()).toEqual([["Pier 1", "Pier 3"]]);
    // An instance has started the task but not finished it.
    await make.db.updateTable("outbox").set({ attempts: 1 }).execute();
    await move("Pier 4");
    await move("Pier 5");
    expect(await toBeTold()).toEqual([
      ["Pier 1", "Pier 3"],
      ["Pier 3", "Pier 5"],
    ]);
  });

  it("keeps the changes of two events apart", async () => {
    const other = await make.event({ organizer, location: "Boat landing" });
    await move("Pier 2");
    await move("Boat house", other);
    expect(await toBeTold()).toEqual([
      ["Pier 1", "Pier 2"],
      ["Boat landing", "Boat house"],
    ]);
  });
});

describe("event_changed", () => {
  it("goes to people who joined up to the last change, and not to people who joined after it", async () => {
    const [between, late] = [await make.member(), await make.member()];
    const start = Date.now();
    const at = (seconds: number) => new Date(start + seconds * 1000);
    const joinAt = async (member: Member, joined_at: Date) => {
      const id = await make.join({ eventId, member });
      await make.db.updateTable("registrations").set({ joined_at }).where("id", "=", id).execute();
    };
    await move("Pier 2", eventId, at(1));
    await joinAt(between, at(2));
    await move("Pier 3", eventId, at(2));
    await joinAt(late, at(3));
    expect((await make.mails(soon())).map(({ to }) => to).toSorted()).toEqual([guest.email, between.email]);
  });

  it("leaves out the organizer who makes the change, and no other one who has joined", async () => {
    const second = await make.member();
    await giveRight(make, { memberId: second.id, eventId });
    for (const member of [organizer, second]) await make.join({ eventId, member });
    await updateEvent(make.context(second), eventId, { location: "Pier 2" });
    const told = async () => (await make.mails(soon())).map(({ to }) => to).toSorted();
    expect(await told()).toEqual([organizer.email, guest.email].toSorted());
    // If both change it before the mail, each is told what the other did.
    await updateEvent(make.context(second), eventId, { location: "Pier 3" });
    await move("Pier 4");
    expect(await told()).toEqual([organizer.email, second.email, guest.email].toSorted());
  });

  it("goes to the people of this event, while it is upcoming and not canceled", async () => {
    await make.join();
    // Organizers who joined get no mail about their own change.
    await make.join({ eventId, member: organizer });
    await move("Pier 2");
    expect((await make.mails(soon())).map(({ to }) => to)).toEqual([guest.email]);

    await move("Pier 3");
    await cancelEvent(make.context(organizer), eventId, { reason: "A storm is coming." });
    const mails = await make.mails(soon());
    expect(mails.map(({ text }) => text.includes("A storm is coming."))).toEqual([true]);

    const over = await make.event({ organizer, eventDate: new Date(Date.now() - 60 * minute) });
    await make.join({ eventId: over });
    await move("Pier 2", over);
    await make.db.updateTable("events").set({ event_end: new Date() }).where("id", "=", over).execute();
    expect(await make.mails(soon())).toEqual([]);
    // Only the first mail's task was written.
    const written = make.db.selectFrom("outbox").where("kind", "=", "registration_event_changed").select("id");
    expect(await written.execute()).toHaveLength(1);
  });
});
