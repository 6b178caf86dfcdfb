import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { datesOfSeries, makeSeries, startsOf } from "#test/series.ts";
import { giveRight } from "#test/teams.ts";
import { closeCommunity } from "../communities/founding.ts";
import { passEventsOn } from "../rights/passing.ts";
import { updateSeries } from "./saving.ts";
import { outcomeOf } from "#test/call.ts";
import { SeriesUpdate } from "./shapes.ts";

let make: Make;
let owner: Member;
let second: Member;
let communityId: string;
const now = new Date("2026-11-28T12:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [owner, second] = [await make.member(), await make.member()];
  communityId = await make.community();
  await giveRight(make, { memberId: owner.id, communityId, role: "owner" });
  await giveRight(make, { memberId: second.id, communityId });
});

const ofCommunity = () => makeSeries(make, { organizer: owner, now, event: { communityId } });
const seriesRow = (id: string) => make.db.selectFrom("series").selectAll().where("id", "=", id).executeTakeFirst();

describe("a series of a community", () => {
  it("is changed by each of its organizers, and not by a former one who made it", async () => {
    const { id } = await ofCommunity();
    const change = SeriesUpdate.parse({ changes: { title: "Food for All" } });
    expect(await outcomeOf(updateSeries(make.context(second, now), id, change))).toBe("done");
    await make.db.updateTable("rights").set({ until: now }).where("member_id", "=", owner.id).execute();
    expect(await outcomeOf(updateSeries(make.context(owner, now), id, change))).toBe("not_yours");
  });

  it("passes on with its dates, which stay its dates", async () => {
    const { id } = await ofCommunity();
    const own = await makeSeries(make, { organizer: owner, now });
    await make.db.transaction().execute((tx) => passEventsOn(tx, { memberId: owner.id }, now));
    expect((await seriesRow(id))?.organizer_id).toBe(second.id);
    expect(new Set((await datesOfSeries(make, id)).map(({ organizer_id }) => organizer_id))).toEqual(
      new Set([second.id]),
    );
    expect(await startsOf(make, id)).toHaveLength(12);
    expect((await seriesRow(own.id))?.organizer_id).toBe(owner.id);
  });

  it("belongs to its maker once the community is closed, with all dates", async () => {
    const { id } = await ofCommunity();
    await closeCommunity(make.context(owner, now), communityId);
    expect(await seriesRow(id)).toMatchObject({ organizer_id: owner.id, owner_community_id: null });
    expect(await startsOf(make, id)).toHaveLength(12);
  });
});

describe("a date of a series", () => {
  it("leaves the series if it gets another owner, and is not made again", async () => {
    const { id, first } = await makeSeries(make, { organizer: owner, now });
    await make.db.updateTable("events").set({ organizer_id: second.id }).where("id", "=", first).execute();
    expect(await startsOf(make, id)).toHaveLength(11);
    const left = await make.db.selectFrom("series_days_left_out").select("day").where("series_id", "=", id).execute();
    expect(left).toEqual([{ day: "2026-12-01" }]);
    const [second_ = { id: "" }] = await datesOfSeries(make, id);
    await make.db.updateTable("events").set({ owner_community_id: communityId }).where("id", "=", second_.id).execute();
    expect(await startsOf(make, id)).toHaveLength(10);
    // Anything else about it changes nothing there.
    const [third = { id: "" }] = await datesOfSeries(make, id);
    await make.db
      .updateTable("events")
      .set({ title: "Other", organizer_id: owner.id })
      .where("id", "=", third.id)
      .execute();
    expect(await startsOf(make, id)).toHaveLength(10);
  });

  it("stays as an event when its series is deleted", async () => {
    const { id, first } = await makeSeries(make, { organizer: owner, now });
    await make.db.deleteFrom("series").where("id", "=", id).execute();
    const event = await make.db.selectFrom("events").select("series_id").where("id", "=", first).executeTakeFirst();
    expect(event).toEqual({ series_id: null });
  });
});
