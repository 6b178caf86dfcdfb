import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { begin, during, gateIn, hour, later, minute, newMark } from "#test/gate.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newOutcome } from "#test/outcomes.ts";
import type { Member } from "../members/shapes.ts";
import { leaveEvent } from "../registrations/commands.ts";
import { sayOutcome } from "./commands.ts";
import { getOutcome, getOwnHours, getPublicOutcome } from "./queries.ts";
import { settledAfter } from "./rules.ts";

let make: Make;
let gate: Awaited<ReturnType<typeof gateIn>>;
let [ana, ben]: Member[] = [];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  gate = await gateIn(make);
  [ana, ben] = [await gate.join("Ana", { name: "Rita", under18: true }), await gate.join("Ben")];
  await make.proven(gate.organizer, ana, ben);
  // Their mails about joining went out long ago.
  await make.db.deleteFrom("outbox").execute();
});

const idOf = async (member?: Member) => {
  const mine = make.db.selectFrom("registrations").where("member_id", "=", member!.id);
  return (await mine.select("id").executeTakeFirstOrThrow()).id;
};
/** Marks Ana half an hour after the beginning, and a walk-in. */
async function receive() {
  const marks = [newMark("here", await idOf(ana), during), newMark("walk_in", newId(), during)];
  await gate.sync(await gate.opened(), during, { marks });
}
const mailed = async (now: Date) => (await make.mails(now)).map(({ to, subject }) => `${to} ${subject}`);
const settled = () => later(gate.end, settledAfter);

const set = (values: object) => make.db.updateTable("events").set(values).where("id", "=", gate.eventId).execute();
/** Runs the task that settles the event, and no other. */
async function settle(now = settled()) {
  const payload = JSON.stringify({ eventId: gate.eventId, eventDate: begin.toISOString() });
  const task = { id: newId(), kind: "settle_outcome", key: newId(), payload, run_at: gate.end };
  await make.db.insertInto("outbox").values(task).execute();
  return (await make.mails(now, undefined, async () => {})).map(({ to }) => to);
}

describe("an event with check-ins at its gate", () => {
  it("is filled in from them: who came, and their hours by the event's times or from their check-in", async () => {
    await receive();
    const outcome = await getOutcome(make.context(gate.organizer, gate.end), gate.eventId);
    expect(outcome).toMatchObject({ fromGate: true, sentAt: null, hours: 2, settledAt: settled().toISOString() });
    const people = outcome.people.map(({ name, of, came, checkedInHours }) => [name, of, came, checkedInHours]);
    expect(people).toEqual([
      ["Ana", null, true, 1.5],
      ["Rita", "Ana", false, null],
      ["Ben", null, false, null],
      ["Marta Sousa", null, true, 1.5],
    ]);
  });

  it("thanks the checked-in people after 72 hours without an outcome, and claims nothing about the others", async () => {
    await receive();
    const [asked, ...others] = await make.mails(later(gate.end, 2 * hour));
    expect([asked?.to, others]).toEqual([gate.organizer.email, []]);
    expect(asked?.text).toContain("1 of the 3 on the list was checked in. 1 walk-in came.");
    expect(await mailed(later(settled(), -minute))).toEqual([]);

    const [thanks, ...rest] = await make.mails(settled());
    expect([thanks?.to, thanks?.subject, rest]).toEqual([ana!.email, "Thank you for coming: Beach Cleanup", []]);
    expect(thanks?.text).toContain("Your hours: 2 hours\nTogether: 2 people, 4 hours\n");
    expect(await getPublicOutcome(make.context(), gate.eventId)).toMatchObject({
      came: 2,
      withOthers: true,
      hours: 4,
      thanks: "",
    });
    expect((await getOwnHours(make.context(ben), gate.eventId)).hours).toBeNull();
    const said = await make.db.selectFrom("asserted_hours").select(["member_id", "hours", "asserted_by"]).execute();
    expect(said).toEqual([{ member_id: ana!.id, hours: 2, asserted_by: null }]);
    expect(make.announced.at(-1)).toBe(gate.eventId);

    // The organizer's later outcome counts, and sends no second thanks.
    const came = [await idOf(ana), await idOf(ben)];
    const kept = await sayOutcome(make.context(gate.organizer, settled()), gate.eventId, newOutcome({ came }));
    expect(kept).toMatchObject({ thanked: 1, told: 0 });
    expect(await mailed(settled())).toEqual([`${ben!.email} Thank you for coming: Beach Cleanup`]);
    expect(await getPublicOutcome(make.context(), gate.eventId)).toMatchObject({ came: 2, withOthers: false });
  });

  it("also thanks people with a spot who left early, and counts each person once", async () => {
    await receive();
    await leaveEvent(make.context(ana, later(during, hour)), gate.eventId);
    expect(await mailed(settled())).toContain(`${ana!.email} Thank you for coming: Beach Cleanup`);
    expect(await getPublicOutcome(make.context(), gate.eventId)).toMatchObject({ came: 2, hours: 4 });
    const { people } = await getOutcome(make.context(gate.organizer, settled()), gate.eventId);
    expect(people.map(({ name, isListed, came }) => [name, isListed, came])).toEqual([
      ["Ben", true, false],
      ["Ana", true, true],
      ["Marta Sousa", false, true],
    ]);
    const { joined } = await make.db.selectFrom("outcomes").select("joined").executeTakeFirstOrThrow();
    expect(joined).toBe(2);
  });

  it("keeps its organizer's outcome", async () => {
    await receive();
    await sayOutcome(make.context(gate.organizer, gate.end), gate.eventId, newOutcome({ came: [await idOf(ben)] }));
    expect(await mailed(gate.end)).toEqual([`${ben!.email} Thank you for coming: Beach Cleanup`]);
    expect(await mailed(settled())).toEqual([]);
    expect(await getPublicOutcome(make.context(), gate.eventId)).toMatchObject({ came: 1 });
  });

  it("is not settled while it is hidden, once it is canceled, or for a former date", async () => {
    await receive();
    expect(await settle(later(settled(), -minute))).toEqual([]);
    await set({ cancelled_at: begin });
    expect(await settle()).toEqual([]);
    await set({ cancelled_at: null, review: "hidden", is_draft: true });
    expect(await settle()).toEqual([]);
    await set({ review: null, is_draft: false, event_date: later(begin, minute) });
    expect(await settle()).toEqual([]);
    await set({ event_date: begin });
    expect(await settle()).toEqual([ana!.email]);
  });

  it("sends no organizer's note to people with a block", async () => {
    await receive();
    const blocked = { blocker_id: ana!.id, blocked_id: gate.organizer.id, blocked_at: gate.end };
    await make.db.insertInto("blocks").values(blocked).execute();
    await sayOutcome(make.context(gate.organizer, gate.end), gate.eventId, newOutcome({ came: [await idOf(ana)] }));
    const [thanks] = await make.mails(gate.end);
    expect(thanks?.text).toContain("Your hours: 2 hours");
    expect(thanks?.text).not.toContain("crabs");
    expect(thanks?.text).not.toContain("pier");
  });
});
