import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { columnsAt } from "./placing.ts";
import { getEvent } from "./queries.ts";
import { similarAmong } from "./rules.ts";
import { listInstead, listNearby } from "./similar.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

async function titlesLike(id: string, isOver = true) {
  const ctx = make.context();
  const nearby = await listNearby(ctx, id);
  return (isOver ? await listInstead(ctx, await getEvent(ctx, id), nearby) : nearby).map(({ title }) => title);
}

/** Places an event a number of kilometers north of a point. */
async function put(id: string, away: number) {
  const point = { lat: 41.15 + away / 111.2, lon: -8.61 };
  await make.db
    .updateTable("events")
    .set(columnsAt(point, null, true))
    .where("id", "=", id)
    .execute();
}

describe("other events beside an event", () => {
  it("takes the soonest three of the same type, and not the event itself", async () => {
    const id = await make.event({ eventType: "food", eventDate: inDays(1) });
    for (const days of [5, 3, 4, 2])
      await make.event({ title: `Food in ${days}`, eventType: "food", eventDate: inDays(days) });
    await make.event({ title: "Trees in 1", eventType: "plantation", eventDate: inDays(1) });
    expect(await titlesLike(id)).toEqual(["Food in 2", "Food in 3", "Food in 4"]);
  });

  it("includes their place, with the known parts", async () => {
    const id = await make.event({ eventType: "food" });
    await put(id, 0);
    await put(await make.event({ eventDate: inDays(2) }), 3);
    await make.event({ eventDate: inDays(3) });
    const ctx = make.context();
    const found = await listInstead(ctx, await getEvent(ctx, id), await listNearby(ctx, id));
    expect(found).toMatchObject([
      { point: { lat: expect.closeTo(41.15 + 3 / 111.2, 6), lon: -8.61 }, isExact: true },
      { point: null, isExact: false },
    ]);
  });

  it("returns nothing for an unknown event", async () => {
    expect(await listNearby(make.context(), newId())).toEqual([]);
    expect(await listNearby(make.context(), "1")).toEqual([]);
  });

  it("leaves out an event nearby from the moment at which it begins", async () => {
    const begin = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000 + 600_000;
    const id = await make.event({ eventDate: new Date(begin + 86_400_000) });
    const beside = await make.event({ title: "Beside", eventDate: new Date(begin) });
    for (const one of [id, beside]) await put(one, 0);
    const titlesAt = async (at: number) =>
      (await listNearby(make.context(undefined, new Date(at)), id)).map(({ title }) => title);
    expect([await titlesAt(begin - 1000), await titlesAt(begin + 1000)]).toEqual([["Beside"], []]);
  });

  it("continues with the soonest of other types, and shows none twice", async () => {
    const id = await make.event({ eventType: "food", eventDate: inDays(-1) });
    await make.event({ title: "Food in 9", eventType: "food", eventDate: inDays(9) });
    for (const days of [3, 1, 2])
      await make.event({ title: `Trees in ${days}`, eventType: "plantation", eventDate: inDays(days) });
    expect(await titlesLike(id)).toEqual(["Trees in 1", "Trees in 2", "Food in 9"]);
  });

  it("leaves out events that cannot be joined: begun, past or canceled ones", async () => {
    const id = await make.event({ eventType: "food" });
    await make.event({ title: "Over", eventType: "food", eventDate: inDays(-1) });
    await make.event({ title: "Under way", eventType: "food", eventDate: new Date(Date.now() - 60_000) });
    await make.event({ title: "Canceled", eventType: "food", cancelReason: "Rain" });
    expect(await titlesLike(id)).toEqual([]);
  });

  it("leaves out canceled events and drafts nearby", async () => {
    const id = await make.event();
    const canceled = await make.event({ title: "Canceled", cancelReason: "Rain" });
    const [draft, shown] = [await make.event({ title: "Draft" }), await make.event({ title: "Shown" })];
    for (const each of [id, canceled, draft, shown]) await put(each, 0);
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    expect(await titlesLike(id, false)).toEqual(["Shown"]);
  });

  it("searches around an event, by date, and farther only if the event can no longer be joined", async () => {
    const id = await make.event({ eventType: "food" });
    await put(id, 0);
    await put(await make.event({ title: "Food in 9", eventType: "food", eventDate: inDays(9) }), 40);
    await put(await make.event({ title: "Trees in 1", eventType: "plantation", eventDate: inDays(1) }), 3);
    await put(await make.event({ title: "Far food in 2", eventType: "food", eventDate: inDays(2) }), 60);
    await make.event({ title: "Food somewhere in 3", eventType: "food", eventDate: inDays(3) });
    expect(await titlesLike(id, false)).toEqual(["Trees in 1", "Food in 9"]);
    expect(await titlesLike(id)).toEqual(["Trees in 1", "Far food in 2", "Food in 9"]);
    await put(await make.event({ title: "Trees in 1, far", eventType: "plantation", eventDate: inDays(1) }), 299);
    await put(await make.event({ title: "Food on another continent", eventType: "food", eventDate: inDays(1) }), 3000);
    expect(await titlesLike(id)).toEqual(["Trees in 1", "Far food in 2", "Food in 9"]);
    const nowhere = await make.event({ eventType: "food" });
    expect(await titlesLike(nowhere, false)).toEqual([]);
  });

  it("leaves out events too far to travel to, beside one that can no longer be joined", async () => {
    const id = await make.event({ eventType: "food", eventDate: inDays(-1) });
    await make.event({ title: "Its time zone", eventType: "food", eventDate: inDays(3) });
    const elsewhere = await make.event({ title: "Another zone", eventType: "food", eventDate: inDays(2) });
    await make.db.updateTable("events").set({ time_zone: "Asia/Kolkata" }).where("id", "=", elsewhere).execute();
    expect(await titlesLike(id)).toEqual(["Its time zone"]);
    await put(await make.event({ eventType: "food", title: "At a day's way", eventDate: inDays(4) }), 299);
    await put(await make.event({ eventType: "food", title: "Too far", eventDate: inDays(1) }), 301);
    expect(await titlesLike(id)).toEqual(["Too far", "Its time zone", "At a day's way"]);
    await put(id, 0);
    expect(await titlesLike(id)).toEqual(["Its time zone", "At a day's way"]);
  });

  it("searches for its type only among the soonest hundred", async () => {
    const organizer = await make.member();
    const id = await make.event({ organizer, eventType: "food", eventDate: inDays(-1) });
    await put(id, 0);
    const at = async (title: string, minutes: number, away: number) =>
      put(await make.event({ organizer, title, eventType: "food", eventDate: inDays(minutes / 1440) }), away);
    await at("Food as the hundredth", 500, 100);
    for (let number = similarAmong - 1; number > 0; number--) await at(`Far ${number}`, 60 + number, 3000);
    expect(await titlesLike(id)).toEqual(["Food as the hundredth"]);
    await at("Far, before it", 60, 3000);
    expect(await titlesLike(id)).toEqual([]);
  });

  it("puts full events after those with room, regardless of type and day", async () => {
    const id = await make.event({ eventType: "food" });
    await put(id, 0);
    const full = await make.event({ title: "Full", eventType: "food", eventDate: inDays(2), maxParticipant: "1" });
    await make.join({ eventId: full });
    await put(full, 1);
    await put(await make.event({ title: "Trees", eventType: "plantation", eventDate: inDays(4) }), 2);
    await put(await make.event({ title: "Soup", eventType: "food", eventDate: inDays(5) }), 3);
    expect(await titlesLike(id, false)).toEqual(["Trees", "Soup", "Full"]);
  });

  it("searches for its own type nearby only among the soonest hundred", async () => {
    const id = await make.event({ eventType: "food" });
    const organizer = await make.member();
    const putAt = async (title: string, eventType: "food" | "plantation", minutes: number) =>
      put(await make.event({ organizer, title, eventType, eventDate: inDays(minutes / 1440) }), 5);
    await put(id, 0);
    await putAt("Food after that", "food", 600);
    await putAt("Food as the hundredth", "food", 500);
    for (let number = similarAmong - 1; number > 0; number--) await putAt(`Trees ${number}`, "plantation", 60 + number);
    expect(await titlesLike(id, false)).toEqual(["Trees 1", "Trees 2", "Food as the hundredth"]);
  });

  it("takes the events created first if several begin at the same time", async () => {
    const id = await make.event({ eventType: "food" });
    await put(id, 0);
    const at = inDays(2);
    for (const title of ["A", "B", "C", "D"])
      await put(await make.event({ title, eventType: "food", eventDate: at }), 5);
    expect(await titlesLike(id, false)).toEqual(["A", "B", "C"]);
  });
});
