import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, tomorrow } from "#test/make.ts";
import { atTime, datesOfSeries, makeSeries } from "#test/series.ts";
import { publishDrafts, publishEvent } from "../organizing/commands.ts";
import { notePublished } from "./publishing.ts";
import { listEventAddresses, listSitemapFiles } from "./sitemap.ts";

let make: Make;
let organizer: Member;
const now = new Date("2026-11-28T12:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
});

/** The events that were noted as news. */
const news = async () =>
  (await make.db.selectFrom("publications").select("event_id").execute()).map((row) => row.event_id);
const unpublish = async (id: string) => {
  await make.db.updateTable("events").set({ is_draft: true }).where("series_id", "=", id).execute();
  await make.db.deleteFrom("publications").execute();
};

describe("news of a series", () => {
  it("is its first date, and never a later one that is made", async () => {
    const { id, first } = await makeSeries(make, { organizer, now });
    expect(await news()).toEqual([first]);
    await atTime(make, new Date("2026-12-20T12:00:00Z"));
    expect((await datesOfSeries(make, id)).length).toBeGreaterThan(12);
    expect(await news()).toEqual([first]);
  });

  it("is its first date when all of its dates are published at once, beside each event that happens once", async () => {
    const { id, first } = await makeSeries(make, { organizer, now });
    const { id: other, first: second } = await makeSeries(make, { organizer, now });
    const [one, two] = [await make.event({ organizer }), await make.event({ organizer })];
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "in", [one, two]).execute();
    await unpublish(other);
    await unpublish(id);
    await make.db.transaction().execute((tx) => publishDrafts(tx, organizer.id, now));
    expect((await news()).toSorted()).toEqual([first, second, one, two].toSorted());
  });

  it("is one date when they are published one after the other", async () => {
    const { id } = await makeSeries(make, { organizer, now });
    await unpublish(id);
    await make.db.updateTable("members").set({ email_verified: true }).execute();
    const [first, second, third] = await datesOfSeries(make, id);
    await publishEvent(make.context(organizer, now), second?.id ?? "");
    await publishEvent(make.context(organizer, now), first?.id ?? "");
    await make.db.transaction().execute((tx) => notePublished(tx, [third?.id ?? ""], now));
    expect(await news()).toEqual([second?.id]);
  });
});

describe("the sitemap", () => {
  it("has each series once, and counts it once for the length of a file", async () => {
    const soon = new Date();
    const { first } = await makeSeries(make, { organizer, now: soon });
    const one = await make.event({ eventDate: tomorrow() });
    const ctx = make.context(undefined, soon);
    expect((await listEventAddresses(ctx)).map(({ id }) => id).toSorted()).toEqual([first, one].toSorted());
    expect(await listSitemapFiles(ctx, 2)).toHaveLength(1);
    expect(await listSitemapFiles(ctx, 1)).toHaveLength(2);
  });
});
