import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { broken } from "#test/fuzz/invariants.ts";
import { makeIn, type Make } from "#test/make.ts";
import { listsOf, makeRegular } from "#test/regulars.ts";
import { datesOfSeries, makeSeries } from "#test/series.ts";
import { makeDueDates } from "../series/making.ts";
import { endPause, pauseRegular, skipDate } from "./commands.ts";

let make: Make;
let id: string;
let ids: string[];
const now = new Date("2026-11-28T12:00:00Z");
/** A week later the next date is due. */
const later = new Date("2026-12-05T12:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  ({ id } = await makeSeries(make, { organizer: await make.member(), now, event: { maxParticipant: "2" } }));
  ids = (await datesOfSeries(make, id)).map((event) => event.id);
});

const by = (member: Member) => make.context(member, now);
const lists = () => listsOf(make, id);
/** For each date, true if it has a registration. */
const isThere = async () => (await lists()).map((list) => list.length > 0);
const regular = () => makeRegular(make, id, now);
const nameOf = ({ displayName }: Member) => displayName;

describe("pauseRegular", () => {
  const pause = { from: "2026-12-15", until: "2026-12-29" };

  it("skips the dates of its days, both included, and ending it undoes that, but no skip of one date", async () => {
    const one = await regular();
    await skipDate(by(one), id, ids[3]!);
    await skipDate(by(one), id, ids[8]!);
    await pauseRegular(by(one), id, pause);
    const during = Array.from({ length: 12 }, (_, date) => ![2, 3, 4, 8].includes(date));
    expect(await isThere()).toEqual(during);
    await pauseRegular(by(one), id, pause);
    expect(await isThere()).toEqual(during);
    await endPause(by(one), id);
    expect(await isThere()).toEqual(during.map((comes, date) => comes || date === 2 || date === 4));
    expect(await broken(make.db)).toEqual([]);
  });

  it("can be moved", async () => {
    const one = await regular();
    await pauseRegular(by(one), id, pause);
    await pauseRegular(by(one), id, { from: "2026-12-29", until: "2027-01-05" });
    expect(await isThere()).toEqual(Array.from({ length: 12 }, (_, date) => ![4, 5].includes(date)));
  });

  it("has dates that are made meanwhile, to which one comes after its end", async () => {
    const one = await regular();
    await pauseRegular(by(one), id, { from: "2027-02-16", until: "2027-03-02" });
    await makeDueDates(make.db, id, later);
    expect((await lists()).at(-1)).toEqual([]);
    await endPause(by(one), id);
    expect((await lists()).at(-1)).toEqual([nameOf(one)]);
  });

  it("is refused upside down, in the past, and for more than a year", async () => {
    const one = await regular();
    const wrong = [
      { from: "2026-12-15", until: "2026-12-14" },
      { from: "2026-11-01", until: "2026-11-27" },
      { from: "2026-12-15", until: "2027-12-17" },
      { from: "2028-12-15", until: "2028-12-16" },
    ];
    for (const days of wrong) expect(await outcomeOf(pauseRegular(by(one), id, days))).toBe("invalid");
    expect(await outcomeOf(pauseRegular(by(await make.member()), id, pause))).toBe("not_found");
  });
});
