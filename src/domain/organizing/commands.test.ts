import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, tomorrow } from "#test/make.ts";
import { makeTowns } from "#test/towns.ts";
import { createEvent, updateEvent } from "./commands.ts";
import { getEvent } from "../events/queries.ts";
import { wallClockIn } from "../events/rules.ts";
import { listEventAddresses } from "../events/sitemap.ts";
import { EventInput } from "./shapes.ts";

const hour = 3_600_000;

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** Creates an event that begins a time from now, in milliseconds. */
async function create(fromNow: number, wishes: object = {}) {
  const [organizer, now] = [await make.member(), new Date()];
  const eventDate = new Date(now.getTime() + fromNow).toISOString();
  const words = { title: "Beach Cleanup", eventType: "cleanup", location: "Inani", description: "Bring gloves." };
  const plan = { ...words, maxParticipant: "20", thumbnailUrl: "https://example.org/beach.jpg", eventDate };
  const ctx = { ...make.context(organizer, now), limitAttempts: make.limitAttempts };
  return createEvent(ctx, EventInput.parse({ ...plan, ...wishes }));
}

describe("createEvent", () => {
  it("stores the organizer's input, and defaults for missing fields", async () => {
    const plain = await getEvent(make.context(), (await create(hour)).insertedId);
    expect(plain).toMatchObject({ holdHours: 12, timeZone: "UTC", capacity: 20 });
    expect(Date.parse(plain.eventEnd) - Date.parse(plain.eventDate)).toBe(2 * hour);
    const wishes = { holdHours: 3, timeZone: "Asia/Dhaka", maxParticipant: "1,000,000" };
    const wanted = await getEvent(make.context(), (await create(hour, wishes)).insertedId);
    expect(wanted).toMatchObject({ holdHours: 3, timeZone: "Asia/Dhaka", capacity: 1_000_000 });
  });

  it("uses the time zone of its town if none is named, and the named one otherwise", async () => {
    await makeTowns(make.db, [{ id: 7, name: "Sylhet", country: "BD", lat: 24.9, lon: 91.9, population: 500_000 }]);
    const zoneOf = async (wishes: object) =>
      (await getEvent(make.context(), (await create(20 * hour, wishes)).insertedId)).timeZone;
    expect(await zoneOf({ townId: 7 })).toBe("Asia/Dhaka");
    expect(await zoneOf({ location: "Central Park, Sylhet" })).toBe("Asia/Dhaka");
    expect(await zoneOf({ point: { lat: 24.91, lon: 91.91 } })).toBe("Asia/Dhaka");
    expect(await zoneOf({ townId: 7, timeZone: "Europe/Lisbon" })).toBe("Europe/Lisbon");
    expect(await zoneOf({})).toBe("UTC");
    const { insertedId } = await create(20 * hour, { townId: 7 });
    const { event_date, first_day } = await make.db
      .selectFrom("events")
      .where("id", "=", insertedId)
      .select(["event_date", "first_day"])
      .executeTakeFirstOrThrow();
    expect(first_day).toBe(wallClockIn(event_date, "Asia/Dhaka").date);
  });

  it("accepts a future moment, and rejects the present one", async () => {
    expect(await create(1)).toMatchObject({ acknowledged: true });
    await expect(create(0)).rejects.toMatchObject({ fields: [{ path: "eventDate", rule: "rule.event_date.past" }] });
  });

  it("accepts a moment three years ahead, and rejects one a millisecond later", async () => {
    const now = new Date();
    const latest = new Date(now);
    latest.setUTCFullYear(now.getUTCFullYear() + 3);
    const ahead = latest.getTime() - now.getTime();
    expect(await create(ahead)).toMatchObject({ acknowledged: true });
    const tooFar = { code: "invalid", fields: [{ path: "eventDate", rule: "rule.event_date.too_far" }] };
    await expect(create(ahead + 1)).rejects.toMatchObject(tooFar);
    await expect(create(ahead + 7000 * 365 * 24 * hour)).rejects.toMatchObject(tooFar);
  });
});

describe("updateEvent", () => {
  it("changes only the named fields, announces the event, and leaves other events unchanged", async () => {
    const organizer = await make.member();
    const [id, other] = [await make.event({ organizer }), await make.event({ organizer })];
    const before = await getEvent(make.context(), other);
    const now = new Date(Date.now() + hour);
    const changes = { title: "River clean-up", eventType: "food", location: "Inani", holdHours: 5 } as const;
    await updateEvent(make.context(organizer, now), id, { ...changes, maxParticipant: "up to 7", thumbnailUrl: "" });
    expect(await getEvent(make.context(), id)).toMatchObject({ ...changes, capacity: 7, thumbnailUrl: null });
    expect(make.announced).toEqual([id]);
    expect(await getEvent(make.context(), other)).toEqual(before);
    // Search engines learn the time of a page's last change.
    expect(await listEventAddresses(make.context())).toContainEqual(expect.objectContaining({ id, changed: now }));
  });

  it("does not move an event to the present moment", async () => {
    const [organizer, now] = [await make.member(), new Date()];
    const id = await make.event({ organizer });
    const move = (eventDate: Date) => updateEvent(make.context(organizer, now), id, { eventDate });
    await expect(move(now)).rejects.toMatchObject({ code: "invalid", fields: [{ path: "eventDate" }] });
    expect(await move(new Date(now.getTime() + 1))).toMatchObject({ modifiedCount: 1 });
  });

  it("keeps a distant date that an event already has, but does not move an event that far", async () => {
    const organizer = await make.member();
    const eventDate = new Date("9998-06-01T00:00:00Z");
    const id = await make.event({ organizer, eventDate });
    const change = (changes: object) => updateEvent(make.context(organizer), id, changes);
    expect(await change({ title: "River clean-up", eventDate })).toMatchObject({ modifiedCount: 1 });
    await expect(change({ eventDate: new Date("9998-05-31T00:00:00Z") })).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "eventDate", rule: "rule.event_date.too_far" }],
    });
    expect(await getEvent(make.context(), id)).toMatchObject({
      title: "River clean-up",
      eventDate: eventDate.toISOString(),
    });
    await change({ eventDate: tomorrow() });
  });

  it("keeps the duration of a moved event, and rejects an invalid end", async () => {
    const organizer = await make.member();
    const begins = tomorrow().getTime();
    const id = await make.event({ organizer, eventDate: new Date(begins) });
    const at = (hours: number) => new Date(begins + hours * hour);
    const change = (changes: object) => updateEvent(make.context(organizer), id, changes);
    const times = async () => {
      const { eventDate, eventEnd } = await getEvent(make.context(), id);
      return [eventDate, eventEnd];
    };

    await change({ eventEnd: at(5) });
    await change({ eventDate: at(3) });
    expect(await times()).toEqual([at(3).toISOString(), at(8).toISOString()]);
    await change({ eventDate: at(4), eventEnd: at(4.5) });
    expect(await times()).toEqual([at(4).toISOString(), at(4.5).toISOString()]);
    // Fourteen days is the maximum, to the millisecond.
    const longest = at(4 + 14 * 24);
    await change({ eventEnd: longest });
    expect(await times()).toEqual([at(4).toISOString(), longest.toISOString()]);
    for (const eventEnd of [at(4), at(2), new Date(longest.getTime() + 1)]) {
      await expect(change({ eventEnd })).rejects.toMatchObject({ code: "invalid", fields: [{ path: "eventEnd" }] });
    }
  });
});
