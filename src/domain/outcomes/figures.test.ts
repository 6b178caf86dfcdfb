import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newOutcome, overEvent } from "#test/outcomes.ts";
import type { Member } from "../members/shapes.ts";
import { sayOutcome } from "./commands.ts";
import { getExpected, getFigures } from "./figures.ts";

let make: Make;
let organizer: Member;
let people: Member[];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  people = await make.members(10);
});

const me = () => make.context(organizer);
/** A past event that the first so many people had joined, so many of whom had confirmed; and so many came, if it is said. */
async function past(joined: number, came: number | null, confirmed = 0) {
  const { eventId, ids } = await overEvent(make, organizer, people.slice(0, joined));
  const set = make.db.updateTable("registrations").set({ attendance_confirmed_at: new Date() });
  if (confirmed > 0) await set.where("id", "in", ids.slice(0, confirmed)).execute();
  if (came !== null) await sayOutcome(me(), eventId, newOutcome({ came: ids.slice(0, came), hours: 1.5 }));
  return eventId;
}

describe("getFigures", () => {
  it("tells of one's own events that are over, each and by year, and of short lists no more than their length, nor of few invited", async () => {
    const told = await past(10, 7, 4);
    const unsaid = await past(6, null, 2);
    const few = await past(4, 3, 3);
    await make.db
      .insertInto("event_tellings")
      .values([
        { event_id: told, addresses: 31 },
        { event_id: unsaid, addresses: 4 },
        { event_id: few, addresses: 50 },
      ])
      .execute();
    await make.event({ organizer });
    await make.join({ eventId: (await overEvent(make, await make.member())).eventId });
    const { events, years } = await getFigures(me());
    const of = (id: string) => events.find(({ _id }) => _id === id);
    expect(events).toHaveLength(3);
    const nothing = { cameOfJoined: null, came: null, hours: null };
    expect([told, unsaid, few].map((id) => of(id)?.invited)).toEqual([31, null, null]);
    expect(of(told)).toMatchObject({ joined: 10, confirmed: 4, cameOfJoined: 7, came: 7, hours: 10.5, isSaid: true });
    expect(of(unsaid)).toMatchObject({ joined: 6, confirmed: 2, ...nothing, isSaid: false });
    expect(of(few)).toMatchObject({ joined: 4, confirmed: null, ...nothing, isSaid: true });
    expect(years.map(({ year: _year, ...numbers }) => numbers)).toEqual([
      { events: 3, said: 2, invited: 81, joined: 14, confirmed: 7, cameOfJoined: 10, came: 10, hours: 15 },
    ]);
  });
});

describe("getExpected", () => {
  it("says how many will come from three events on, by those who have confirmed and the others", async () => {
    const eventId = await make.event({ organizer });
    for (const member of people) await make.join({ eventId, member });
    await past(10, 6);
    await past(10, 8);
    await past(4, 0);
    await past(10, null);
    const expected = () => getExpected(me(), eventId);
    expect(await expected()).toEqual({ joined: 10, confirmed: 0, events: 2, range: null });
    await past(10, 7);
    expect(await expected()).toEqual({ joined: 10, confirmed: 0, events: 3, range: { from: 6, to: 8 } });
    // Where five had confirmed, these all came, and two of the others.
    await past(10, 7, 5);
    await make.db
      .updateTable("registrations")
      .set({ attendance_confirmed_at: new Date() })
      .where("event_id", "=", eventId)
      .execute();
    expect(await expected()).toEqual({ joined: 10, confirmed: 10, events: 4, range: { from: 6, to: 10 } });
    // An account that goes takes nothing from what is known.
    await make.db
      .deleteFrom("registrations")
      .where("member_id", "=", people[0]!.id)
      .where("event_id", "!=", eventId)
      .execute();
    expect(await expected()).toMatchObject({ events: 4, range: { from: 6, to: 10 } });
  });
});
