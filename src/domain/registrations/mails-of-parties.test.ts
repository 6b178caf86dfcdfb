import { beforeEach, describe, expect, it } from "vitest";
import { say } from "#messages/say.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Member } from "../members/shapes.ts";
import { updateEvent } from "../organizing/commands.ts";
import { enqueue, type Task, type Tasks } from "../outbox.ts";
import { removeParticipant } from "../participants/commands.ts";
import { acceptOffer, joinEvent, leaveEvent } from "./commands.ts";

const hour = 3_600_000;

let make: Make;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
});

/** The wording of the mail about hearing of a spot, for a member who joins the waitlist that long before the event. */
const hears = async (hoursLeft: number) => {
  const eventDate = new Date(Date.now() + hoursLeft * hour);
  const eventId = await make.event({ organizer, maxParticipant: "1", eventDate });
  const [first, second] = (await make.members(2)) as [Member, Member];
  for (const member of [first, second]) await joinEvent(make.context(member), { eventId });
  const mail = (await make.mails()).find(({ to }) => to === second.email);
  return (["turn", "eve"] as const).filter((when) => mail?.text.includes(say(`mail.registration.hears.${when}`)));
};

describe("a mail about a registration", () => {
  it("is not sent if the event has begun or ended before it goes out", async () => {
    const eventId = await make.event({ organizer, maxParticipant: "1", eventDate: new Date(Date.now() + hour) });
    const [first, second] = (await make.members(2)) as [Member, Member];
    for (const member of [first, second]) await joinEvent(make.context(member), { eventId });
    await make.db.updateTable("outbox").set({ run_at: new Date() }).execute();
    const during = new Date(Date.now() + 2 * hour);
    expect((await make.mails(during)).map(({ to }) => to).toSorted()).toEqual([first.email, second.email].toSorted());
    const other = await make.event({ organizer, maxParticipant: "1", eventDate: new Date(Date.now() + hour) });
    for (const member of [first, second]) await joinEvent(make.context(member), { eventId: other });
    expect(await make.mails(new Date(Date.now() + 3.5 * hour))).toEqual([]);
  });

  it("asks readers to free the spot if the event is under way, and is not sent once it is over", async () => {
    const eventId = await make.event({ organizer, eventDate: new Date(Date.now() - hour) });
    const member = await make.member();
    const registrationId = await make.join({ eventId, member });
    await updateEvent(make.context(organizer), eventId, { location: "Pier 2" });
    const { payload } = await make.db.selectFrom("outbox").select("payload").executeTakeFirstOrThrow();
    const [mail] = await make.mails(new Date(Date.now() + hour / 15));
    expect(mail?.text).toContain("please free your spot");
    // The same mail, delayed until the event is over.
    const ref = { eventId, memberId: member.id, registrationId };
    const heldUp: Task = {
      kind: "registration_event_changed",
      key: "held up",
      payload: { ...(payload as Tasks["event_changed"]), ...ref },
    };
    await enqueue(make.db, heldUp, new Date());
    expect(await make.mails(new Date(Date.now() + 2 * hour))).toEqual([]);
  });

  it("tells a waitlisted reader that spots are offered in turn, or within 18 hours of the event to all at once", async () => {
    expect(await hears(18.1)).toEqual(["turn"]);
    expect(await hears(17.9)).toEqual(["eve"]);
  });

  it("gives the number of the party's spots in every sentence about them", async () => {
    const eventId = await make.event({ organizer, maxParticipant: "3" });
    const [first, group] = (await make.members(2)) as [Member, Member];
    const guests = [1, 2].map((number) => ({ name: `Guest ${number}`, under18: false }));
    for (const member of [first, group]) await joinEvent(make.context(member), { eventId, guests });
    await make.mails();
    await leaveEvent(make.context(first), eventId);
    const [offered, left] = (await make.mails()).toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
    expect([offered?.to, offered?.subject]).toEqual([group.email, "3 spots for you: Beach Cleanup"]);
    expect(offered?.text).toContain("We hold them for you");
    expect(offered?.text).toContain("Take the 3 spots:\n");
    expect(left?.text).toContain("Your 3 spots are free");
    const [expired] = await make.mails(new Date(Date.now() + 23 * hour));
    expect(expired?.text).toContain("We held 3 spots for you");
    expect(expired?.text).toMatch(/3 spots are free (today|tomorrow)\. /);
    expect(expired?.text).toContain("The first to press gets them: there is room for all 3 of you");
    await acceptOffer(make.context(group), eventId);
    await removeParticipant(make.context(organizer), eventId, group.id, { reason: "Sorry." });
    const removed = (await make.mails()).find(({ subject }) => subject.startsWith("You are no longer on the list"));
    expect(removed?.text).toContain("has taken you and your guests off the list.");
  });
});
