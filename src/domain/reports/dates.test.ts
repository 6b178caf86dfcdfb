import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { atTime, datesOfSeries, makeSeries, tuesdays } from "#test/series.ts";
import { hostedBy } from "../hosting/access.ts";
import { updateEvent } from "../organizing/commands.ts";
import { createSeries } from "../series/commands.ts";
import { updateSeries } from "../series/saving.ts";
import { SeriesInput, SeriesUpdate } from "../series/shapes.ts";
import { sendReport } from "./commands.ts";
import { decideReview } from "./deciding.ts";
import { listReviews } from "./queries.ts";
import { type Decision, ReportInput } from "./shapes.ts";

let make: Make;
let host: Member;
let organizer: Member;
let reporter: Member;
const now = new Date("2026-11-28T12:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [host, organizer, reporter] = [await make.member(), await make.member(), await make.member()];
  await make.proven(organizer);
});

const decide = (id: string, decision: Decision) =>
  decideReview(hostedBy(asHost(make, host, now)), id, { decision, reason: "We were told that nobody is there." });
const openReviews = async () =>
  (await listReviews(asHost(make, host), { state: "open", limit: 100 })).rows.map(({ _id }) => _id);
async function reportOf(id: string, about: "event" | "event_picture" = "event"): Promise<string> {
  const input = ReportInput.parse({ about, id, reason: "untrue" });
  await sendReport({ ...make.context(reporter, now), from: "192.0.2.1" }, input);
  return (await openReviews()).at(-1) ?? "";
}
const listWord = (word: string) => make.db.insertInto("listed_words").values({ word, listed_at: now }).execute();
/** The states of the dates of a series, each once. */
const states = async (id: string) =>
  [...new Set((await datesOfSeries(make, id)).map(({ review, is_draft }) => `${review} ${is_draft}`))].toSorted();
const endOf = async (id: string) =>
  (await make.db.selectFrom("series").select("ended_at").where("id", "=", id).executeTakeFirst())?.ended_at;
const series = () => makeSeries(make, { organizer: organizer, now });

describe("a review of a date of a series", () => {
  it("hides all of its dates, makes none until it is decided, and shows all again", async () => {
    const { id, first } = await series();
    const other = await series();
    const review = await reportOf(first);
    await decide(review, "hide");
    expect([await states(id), await states(other.id)]).toEqual([["hidden true"], ["null false"]]);
    await atTime(make, new Date("2026-12-02T12:00:00Z"));
    expect([(await datesOfSeries(make, id)).length, (await datesOfSeries(make, other.id)).length]).toEqual([12, 13]);
    await decide(review, "restore");
    expect(await states(id)).toEqual(["null false"]);
  });

  it("deletes all of its dates to come and ends it, so that none is made again", async () => {
    const { id, first } = await series();
    const other = await series();
    await decide(await reportOf(first), "delete");
    expect(await datesOfSeries(make, id)).toEqual([]);
    expect([await endOf(id), await endOf(other.id)]).toEqual([now, null]);
    expect(await datesOfSeries(make, other.id)).toHaveLength(12);
  });

  it("is about that date alone if only its own words were held back", async () => {
    const { id, first } = await series();
    await listWord("casino");
    const words = { email: organizer.email, description: "Casino night" };
    await updateEvent(make.context(organizer, now), first, words);
    expect(await states(id)).toEqual(["hidden true", "null false"]);
    const [review = ""] = await openReviews();
    await decide(review, "delete");
    expect([(await datesOfSeries(make, id)).length, await endOf(id)]).toEqual([11, null]);
  });

  it("keeps them hidden while another review hides one of them", async () => {
    const { id, first } = await series();
    const second = (await datesOfSeries(make, id))[1]?.id ?? "";
    const review = await reportOf(first);
    const other = await reportOf(second);
    await decide(review, "hide");
    await decide(other, "hide");
    await decide(review, "restore");
    expect(await states(id)).toEqual(["hidden true"]);
    await decide(other, "restore");
    expect(await states(id)).toEqual(["null false"]);
  });
});

describe("a series with listed words", () => {
  beforeEach(async () => {
    await listWord("casino");
  });

  it("waits with all of its dates when it is made; approving publishes all, refusing ends it", async () => {
    const input = SeriesInput.parse(tuesdays(now, { event: { description: "Casino night" } }));
    const [approved, refused] = [
      await createSeries(make.context(organizer, now), input),
      await createSeries(make.context(organizer, now), input),
    ];
    expect(await states(approved.seriesId)).toEqual(["waiting true"]);
    const reviews = await make.db.selectFrom("reviews").select(["id", "subject_id"]).execute();
    const reviewOf = (event: string) => reviews.find(({ subject_id }) => subject_id === event)?.id ?? "";
    await decide(reviewOf(approved.insertedId), "restore");
    expect(await states(approved.seriesId)).toEqual(["null false"]);
    await decide(reviewOf(refused.insertedId), "delete");
    expect([await datesOfSeries(make, refused.seriesId), await endOf(refused.seriesId)]).toEqual([[], now]);
  });

  it("is hidden as a whole when a change adds them, and not when a change adds others", async () => {
    const { id } = await series();
    const change = (description: string) =>
      updateSeries(make.context(organizer, now), id, SeriesUpdate.parse({ changes: { description } }));
    expect((await change("Soup night")).status).toBeUndefined();
    expect([await states(id), await openReviews()]).toEqual([["null false"], []]);
    expect((await change("Casino night")).status).toBe("under_review");
    expect([await states(id), (await openReviews()).length]).toEqual([["hidden true"], 1]);
  });
});

/** The pictures of the dates of a series, each once, and its own. */
const pictures = async (of: string) => [
  ...new Set((await datesOfSeries(make, of)).map(({ thumbnail_url }) => thumbnail_url)),
  (await make.db.selectFrom("series").select("thumbnail_url").where("id", "=", of).executeTakeFirst())?.thumbnail_url,
];

describe("a picture that hosts hide", () => {
  it("is gone from the series and all of its dates, and comes back to all", async () => {
    const { id, first } = await series();
    const other = await series();
    const review = await reportOf(first, "event_picture");
    await decide(review, "hide");
    expect(await pictures(id)).toEqual([null, null]);
    const shown = ["https://example.org/food.jpg", "https://example.org/food.jpg"];
    expect(await pictures(other.id)).toEqual(shown);
    await decide(review, "restore");
    expect(await pictures(id)).toEqual(shown);
  });
});
