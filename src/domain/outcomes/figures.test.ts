import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { during, gateIn, hour, later, newMark } from "#test/gate.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newOutcome, overEvent } from "#test/outcomes.ts";
import type { Member } from "../members/shapes.ts";
import { leaveEvent } from "../registrations/commands.ts";
import { sayOutcome } from "./commands.ts";
import { getExpected, getFigures } from "./figures.ts";
import { getOutcome } from "./queries.ts";

let make: Make;
let organizer: Member;
let people: Member[];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  people = await make.members(10);
});

const me = () => make.context(organizer);
/**
 * A past event that the first `joined` people had joined, of whom `confirmed` had confirmed and `came` came, if its
 * outcome is saved.
 */
async function past(joined: number, came: number | null, confirmed = 0) {
  const { eventId, ids } = await overEvent(make, organizer, people.slice(0, joined));
  const set = make.db.updateTable("registrations").set({ attendance_confirmed_at: new Date() });
  if (confirmed > 0) await set.where("id", "in", ids.slice(0, confirmed)).execute();
  if (came !== null) await sayOutcome(me(), eventId, newOutcome({ came: ids.slice(0, came), hours: 1.5 }));
  return eventId;
}

const waitlist = (id: string) =>
  make.db.updateTable("registrations").set({ status: "waitlisted" }).where("id", "=", id).execute();

describe("getFigures", () => {
  it("returns figures for each past event and by year, but only the length of short lists, and no small numbers of invited people", async () => {
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
    const [draft, canceled] = [await past(6, null), await past(6, null)];
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    await make.db.updateTable("events").set({ cancelled_at: new Date() }).where("id", "=", canceled).execute();
    await waitlist(await make.join({ eventId: unsaid }));
    const { events, years } = await getFigures(me());
    const of = (id: string) => events.find(({ _id }) => _id === id);
    expect(events).toHaveLength(3);
    const nothing = { cameOfJoined: null, came: null, hours: null };
    expect([told, unsaid, few].map((id) => of(id)?.invited)).toEqual([31, null, null]);
    expect(of(told)).toMatchObject({ joined: 10, confirmed: 4, cameOfJoined: 7, came: 7, hours: 10.5, isSaid: true });
    expect(of(unsaid)).toMatchObject({ joined: 6, confirmed: 2, ...nothing, isSaid: false });
    expect(of(few)).toMatchObject({ joined: 4, confirmed: null, ...nothing, isSaid: true });
    expect(years.map(({ year: _year, ...numbers }) => numbers)).toEqual([
      {
        events: 3,
        said: 1,
        invited: 31,
        joined: 10,
        confirmed: 4,
        joinedWhereConfirmed: 10,
        cameOfJoined: 7,
        came: 7,
        hours: 10.5,
      },
    ]);
  });

  it("returns the number of check-ins if there is no outcome, except for short lists", async () => {
    const [large, few, none] = [await past(5, null), await past(4, null), await past(5, null)];
    for (const event_id of [large, few]) {
      const times = { at: new Date(), device_at: new Date(), received_at: new Date() };
      const mark = { event_id, device_id: null, member_id: null, kind: "walk_in", under18: false, ...times } as const;
      const marks = [1, 2].map((seq) => ({ ...mark, id: newId(), seq, person_id: newId(), name: `Walk-in ${seq}` }));
      await make.db.insertInto("gate_marks").values(marks).execute();
    }
    const checkedIn = async () => {
      const { events } = await getFigures(me());
      return [large, few, none].map((id) => events.find(({ _id }) => _id === id)?.checkedIn);
    };
    expect(await checkedIn()).toEqual([2, null, null]);
    const { people: came } = await getOutcome(me(), large);
    const here = came.filter((person) => person.here !== null).map(({ _id }) => _id);
    await sayOutcome(me(), large, newOutcome({ came: here }));
    expect(await checkedIn()).toEqual([null, null, null]);
  });

  it("compares confirmations only with the participants of events that have confirmations", async () => {
    for (const confirmed of [4, 0, 0]) await past(10, 7, confirmed);
    const { events, years } = await getFigures(me());
    expect(new Set(events.map((event) => event.joinedWhereConfirmed))).toEqual(new Set([0, 10]));
    expect(years).toMatchObject([{ joined: 30, confirmed: 4, joinedWhereConfirmed: 10 }]);
  });

  it("leaves unreported events out of a year's sums, so that subtraction reveals nothing about them", async () => {
    const [first, second] = [await past(10, 7, 4), await past(5, 5, 1)];
    await past(4, 3, 3);
    const unsaid = await past(6, null, 2);
    const tellings = [
      { event_id: first, addresses: 31 },
      { event_id: second, addresses: 3 },
      { event_id: unsaid, addresses: 40 },
    ];
    await make.db.insertInto("event_tellings").values(tellings).execute();
    const { events, years } = await getFigures(me());
    const told = events.filter(({ came }) => came !== null);
    const rest = (key: "invited" | "joined" | "confirmed" | "cameOfJoined" | "came" | "hours") =>
      (years[0]?.[key] ?? 0) - told.reduce((sum, event) => sum + (event[key] ?? 0), 0);
    expect(told).toHaveLength(2);
    expect(years[0]).toMatchObject({ said: 2, invited: 31, joined: 15 });
    expect((["invited", "joined", "confirmed", "cameOfJoined", "came", "hours"] as const).map(rest)).toEqual(
      Array(6).fill(0),
    );
  });

  it("counts people who left the list after they came as joined, not as walk-ins", async () => {
    const gate = await gateIn(make);
    const came = [];
    for (const name of ["Ana", "Ben", "Cem", "Dua", "Eve"]) came.push(await gate.join(name));
    const ids = (await make.db.selectFrom("registrations").select("id").orderBy("seq").execute()).map(({ id }) => id);
    const marks = [...ids.map((id) => newMark("here", id, during)), newMark("walk_in", newId(), during)];
    await gate.sync(await gate.opened(), during, { marks });
    await leaveEvent(make.context(came[0], later(during, hour)), gate.eventId);
    const asked = make.context(gate.organizer, later(gate.end, hour));
    const { people: known } = await getOutcome(asked, gate.eventId);
    await sayOutcome(asked, gate.eventId, newOutcome({ came: known.map(({ _id }) => _id) }));
    const { events } = await getFigures(asked);
    expect(events).toMatchObject([{ joined: 5, cameOfJoined: 5, came: 6 }]);
  });
});

describe("getExpected", () => {
  it("predicts how many will come, from three past events on, separately for confirmed people and others", async () => {
    const eventId = await make.event({ organizer });
    for (const member of people) await make.join({ eventId, member });
    await waitlist(await make.join({ eventId }));
    await past(10, 6);
    await past(10, 8);
    await past(4, 0);
    await past(10, null);
    const expected = () => getExpected(me(), eventId);
    expect(await expected()).toEqual({ joined: 10, confirmed: 0, events: 2, range: null });
    await past(10, 7);
    expect(await expected()).toEqual({ joined: 10, confirmed: 0, events: 3, range: { from: 6, to: 8 } });
    // At this event five had confirmed: all of them came, and two of the others.
    await past(10, 7, 5);
    await make.db
      .updateTable("registrations")
      .set({ attendance_confirmed_at: new Date() })
      .where("event_id", "=", eventId)
      .execute();
    expect(await expected()).toEqual({ joined: 10, confirmed: 10, events: 4, range: { from: 6, to: 10 } });
    // A deleted account does not change the known numbers.
    await make.db
      .deleteFrom("registrations")
      .where("member_id", "=", people[0]!.id)
      .where("event_id", "!=", eventId)
      .execute();
    expect(await expected()).toMatchObject({ events: 4, range: { from: 6, to: 10 } });
  });
});
