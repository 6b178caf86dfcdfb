import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { makeTowns } from "#test/towns.ts";
import { findArea, locatedAt } from "./area.ts";
import { listDays } from "./days.ts";
import { listFilter } from "./shapes.ts";
import { columnsAt } from "./placing.ts";
import { listWaysOut } from "./ways-out.ts";

// Porto, and three places around it: 6 km, 20 km and 40 km away.

const nothing = "No events match your selection right now.";
const none = `${nothing} Please try a different category.`;
const now = new Date("2027-03-20T08:00:00Z");
let make: Make;
beforeAll(async () => {
  make = makeIn(await testDatabase());
  const porto = { id: 7, name: "Porto", lat: 41.15, lon: -8.61 };
  await makeTowns(make.db, [
    porto,
    { id: 8, name: "Braga", lat: 41.55, lon: -8.42 },
    { id: 9, name: "Madrid", lat: 40.42, lon: -3.7 },
    { id: 10, name: "Coimbra", lat: 40.21, lon: -8.43 },
    // The first is 160 km from Porto, and the second 6,000 km.
    { id: 11, name: "Bragança", lat: 41.81, lon: -6.76 },
    { id: 12, name: "Bragança", country: "BR", population: 100_000, lat: -1.05, lon: -46.77 },
    // The larger one comes first for its name and country.
    { id: 14, name: "Bragança", country: "BR", population: 90_000, lat: 41.2, lon: -8.6 },
    { id: 13, name: "Bragança Paulista", country: "BR", population: 9000, lat: -22.95, lon: -46.54 },
    // The first is 12 km from the oaks, 32 km from the soup and 46 km from the harbor; the second is 6,000 km away.
    { id: 15, name: "Barcelos", lat: porto.lat + 52 / 111.2, lon: porto.lon },
    { id: 16, name: "Barcelos", country: "BR", population: 100_000, lat: -0.97, lon: -62.92 },
    // Both have events within 200 km.
    { id: 17, name: "Castro", population: 100_000, lat: 40.21, lon: -8.43 },
    { id: 18, name: "Castro", country: "ES", lat: porto.lat, lon: porto.lon },
  ]);
  const organizer = await make.member();
  const events = [
    { title: "Harbor kayak tour", eventType: "cleanup", days: 3, away: 6, maxParticipant: "1" },
    { title: "Soup kitchen of Matosinhos", eventType: "food", days: 8, away: 20 },
    { title: "Oaks for the hill", eventType: "plantation", days: 9, away: 40 },
  ] as const;
  for (const { days, away, ...wishes } of events) {
    const eventDate = new Date(now.getTime() + days * 86_400_000);
    const eventId = await make.event({ organizer, eventDate, description: "Come.", location: "There", ...wishes });
    const point = { lat: porto.lat + away / 111.2, lon: porto.lon };
    await make.db
      .updateTable("events")
      .set(columnsAt(point, porto.id, true))
      .where("id", "=", eventId)
      .execute();
    if (wishes.title === "Harbor kayak tour") await make.join({ eventId });
  }
});

async function out(query: string) {
  const ctx = make.context(undefined, now);
  const filter = listFilter(new URLSearchParams(query));
  const area = await findArea(ctx, filter);
  const days = await listDays(ctx, locatedAt(filter, area));
  const { text, meant, isMisspelt, town, ways, near, nearTitle } = await listWaysOut(ctx, { filter, area, days });
  return {
    text,
    meant: meant && `${meant.query} ${meant.count}`,
    ways: ways.map(({ name, query: to, count }) => `${name} ${count} ${to}`),
    near: near.map(({ title }) => title),
    nearTitle,
    ...(meant && { isMisspelt }),
    ...(town !== null && { town }),
  };
}

describe("listWaysOut", () => {
  it("suggests dropping one filter at a time, and shows the nearest events", async () => {
    expect(await out("near=Porto&category=food&children=1")).toMatchObject({
      ways: ["All events near Porto 1 near=Porto", "See all events 3 "],
    });
    expect(await out("near=Porto&category=food")).toEqual({
      text: none,
      meant: null,
      ways: ["Within 25 km 1 near=Porto&within=25&category=food", "All types 1 near=Porto", "Anywhere 1 category=food"],
      near: ["Soup kitchen of Matosinhos"],
      nearTitle: "Nearest to Porto",
    });
    // If no wider distance has a match, the first one with other types is offered, or with any events.
    expect(await out("near=Porto&within=2&category=cleanup&room=1")).toMatchObject({
      ways: ["All types within 25 km 1 near=Porto&within=25&room=1", "See all events 3 "],
    });
    expect(await out("near=Porto&within=2&category=cleanup&effort=hard")).toMatchObject({
      ways: ["All events within 10 km 1 near=Porto", "See all events 3 "],
    });
    // Nearby events come before events anywhere: this place is 36 km from the oaks, and 56 km from the harbor.
    expect(await out("near=41.6,-8.2&within=2&category=cleanup")).toMatchObject({
      ways: ["All types within 50 km 2 near=41.6%2C-8.2&within=50", "Anywhere 1 category=cleanup"],
    });
    expect(await out("near=Porto&within=25&category=plantation&search=oaks&effort=hard")).toMatchObject({
      ways: ["All events near Porto 2 near=Porto&within=25", "See all events 3 "],
    });
    // No way repeats another: within 5 and 10 km there are only the events of other types already offered.
    expect(await out("near=41.2,-8.61&within=2&category=education")).toMatchObject({
      ways: ["All types 1 near=41.2%2C-8.61&within=2", "All types within 25 km 2 near=41.2%2C-8.61&within=25"],
    });
    expect(await out("near=Porto&within=2&room=1")).toMatchObject({
      ways: ["Within 25 km 1 near=Porto&within=25&room=1", "Anywhere 2 room=1"],
      near: ["Soup kitchen of Matosinhos", "Oaks for the hill"],
    });
  });

  it("shows nearby events of other types before events further away, and marks those too far to travel to", async () => {
    expect(await out("near=Porto&category=education")).toMatchObject({
      near: ["Harbor kayak tour", "Soup kitchen of Matosinhos"],
      nearTitle: "Near Porto, other types",
    });
    // Coimbra is 110 km from the nearest of these events, and Madrid 420 km.
    expect(await out("near=Coimbra")).toMatchObject({
      near: ["Harbor kayak tour", "Soup kitchen of Matosinhos"],
      nearTitle: "Further away",
    });
    expect(await out("near=Madrid&category=food")).toMatchObject({
      ways: ["Anywhere 1 category=food"],
      near: ["Soup kitchen of Matosinhos"],
      nearTitle: "Coming up elsewhere",
    });
  });

  it("suggests dropping the days, and shows the events nearest in time", async () => {
    expect(await out("from=2027-03-25&to=2027-03-26")).toEqual({
      text: nothing,
      meant: null,
      ways: [
        "Tue, Mar 23 1 from=2027-03-23&to=2027-03-23",
        "Sun, Mar 28 1 from=2027-03-28&to=2027-03-28",
        "Any day 3 ",
      ],
      near: ["Soup kitchen of Matosinhos", "Oaks for the hill"],
      nearTitle: "Coming up soon",
    });
  });

  it("shows the next events near a place, with room first, before events further away on that day", async () => {
    expect(await out("near=Porto&within=25&from=2027-03-22&to=2027-03-22")).toMatchObject({
      near: ["Soup kitchen of Matosinhos"],
      nearTitle: "Next near Porto",
    });
    // Within 10 km there is only a full event.
    expect(await out("near=Porto&within=10&from=2027-03-22&to=2027-03-22")).toMatchObject({
      near: ["Harbor kayak tour"],
      nearTitle: "Next near Porto",
    });
    // The oaks are 35 km away six days later; the harbor is 69 km away on that day.
    expect(await out("near=41.8245,-8.61&within=50&from=2027-03-23&to=2027-03-23")).toMatchObject({
      near: ["Oaks for the hill"],
    });
    expect(await out("near=41.8245,-8.61&within=25&from=2027-03-23&to=2027-03-23")).toMatchObject({
      near: ["Harbor kayak tour"],
      nearTitle: "Further away",
    });
  });

  it("links to a day with room before a nearer day without, if there is one", async () => {
    const { ways } = await out("from=2027-03-22&to=2027-03-22");
    expect(ways[0]).toBe("Sun, Mar 28 1 from=2027-03-28&to=2027-03-28");
    expect((await out("from=2027-03-22&to=2027-03-22&category=cleanup")).ways[0]).toMatch(/^Tue, Mar 23 1/);
  });

  it("shows at most three suggestions", async () => {
    expect(await out("category=cleanup&category=plantation&from=2027-03-28&to=2027-03-28")).toMatchObject({
      text: none,
      ways: [
        "Tue, Mar 23 1 category=cleanup&category=plantation&from=2027-03-23&to=2027-03-23",
        "Mon, Mar 29 1 category=cleanup&category=plantation&from=2027-03-29&to=2027-03-29",
        "Any day 2 category=cleanup&category=plantation",
      ],
    });
  });

  it("suggests the word or town that may have been meant, if it finds something", async () => {
    expect(await out("search=kayk")).toMatchObject({
      text: nothing,
      meant: "search=kayak 1",
      isMisspelt: true,
      ways: ["See all events 3 "],
    });
    expect(await out("search=matosinos")).toMatchObject({ meant: "search=Matosinhos 1" });
    expect(await out("search=Harbr+kayk&near=Porto")).toMatchObject({ meant: "search=Harbor+kayak&near=Porto 1" });
    expect(await out("search=kayk&category=food")).toMatchObject({ meant: null });
    expect(await out("search=zzzz")).toMatchObject({ text: none, meant: null });
    expect(await out("search=zzzz&room=1")).toMatchObject({ text: nothing, ways: ["Without “zzzz” 2 room=1"] });
    expect(await out("near=Prto&room=1")).toMatchObject({
      text: "We don't know a town called “Prto”.",
      meant: "near=Porto&room=1 0",
      ways: ["See all events 3 "],
    });
    // Braga has no upcoming events.
    expect(await out("near=Brga")).toMatchObject({ meant: null });
  });

  it("asks about a town of the same name only if all events are too far from the larger one", async () => {
    expect(await out("near=Bragan%C3%A7a")).toMatchObject({
      text: nothing,
      meant: "near=Bragan%C3%A7a%2C+PT 0",
      isMisspelt: false,
      town: "Bragança, Brazil",
      nearTitle: "Coming up elsewhere",
    });
    expect(await out("near=Bragan%C3%A7a, PT")).toMatchObject({ meant: null, nearTitle: "Further away" });
    // No town of that name has a match nearby, and towns with a longer name are different ones.
    expect((await out("near=Bragan%C3%A7a&category=education")).meant).toBeNull();
    expect((await out("near=Madrid")).meant).toBeNull();
    expect(await out("near=Castro")).toMatchObject({ meant: null, nearTitle: "Further away" });
  });

  it("links to the shortest distance around that town with any events, no shorter than the one asked for", async () => {
    expect((await out("near=Barcelos")).meant).toBe("near=Barcelos%2C+PT&within=25 1");
    expect((await out("near=Barcelos&within=25")).meant).toBe("near=Barcelos%2C+PT&within=25 1");
    expect((await out("near=Barcelos&within=50")).meant).toBe("near=Barcelos%2C+PT&within=50 3");
    expect((await out("near=Barcelos&within=2&category=food")).meant).toBe(
      "near=Barcelos%2C+PT&within=50&category=food 1",
    );
  });
});
