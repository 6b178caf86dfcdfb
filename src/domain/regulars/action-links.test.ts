import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { listsOf, makeRegular } from "#test/regulars.ts";
import { datesOfSeries, makeSeries } from "#test/series.ts";

let make: Make;
let call: Call;
let member: Member;
let id: string;
let path: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  ({ id } = await makeSeries(make, { organizer: await make.member() }));
  member = await makeRegular(make, id, new Date());
  const [, second] = await datesOfSeries(make, id);
  path = `/regulars/${make.links.sign("regular", `${id}:${member.id}:${second?.id}`)}`;
});

const isThere = async () => (await listsOf(make, id)).map((list) => list.length > 0);
const all = Array.from({ length: 12 }, () => true);
const read = async () => (await call("GET", path)).body;

describe("a link of the weekly mail", () => {
  it("shows its date to anybody who has the mail, and changes nothing", async () => {
    for (let time = 0; time < 2; time++)
      expect(await read()).toMatchObject({
        title: "Food Sorting",
        isRegular: true,
        date: { state: "joined", isSkipped: false, isOver: false, isCanceled: false },
      });
    expect(await isThere()).toEqual(all);
  });

  it("skips its date alone, and takes that back", async () => {
    for (let time = 0; time < 2; time++) expect((await call("PUT", `${path}/skip`)).status).toBe(200);
    expect(await isThere()).toEqual(all.map((_, date) => date !== 1));
    expect(await read()).toMatchObject({ isRegular: true, date: { state: null, isSkipped: true } });
    for (let time = 0; time < 2; time++) expect((await call("DELETE", `${path}/skip`)).status).toBe(200);
    expect(await isThere()).toEqual(all);
    expect(await read()).toMatchObject({ date: { state: "joined", isSkipped: false } });
  });

  it("stops all dates to come, and takes that back, also for who joined no date before", async () => {
    for (let time = 0; time < 2; time++) expect((await call("DELETE", path)).status).toBe(200);
    expect(await isThere()).toEqual(all.map(() => false));
    expect(await read()).toMatchObject({ isRegular: false });
    for (let time = 0; time < 2; time++) expect((await call("PUT", path)).status).toBe(200);
    expect(await isThere()).toEqual(all);
    expect(await make.db.selectFrom("regulars").select("member_id").execute()).toEqual([{ member_id: member.id }]);
  });

  it("pauses and ends the pause", async () => {
    const days = (await datesOfSeries(make, id)).map(({ series_start }) => series_start?.slice(0, 10) ?? "");
    await call("PUT", `${path}/pause`, { json: { from: days[2], until: days[4] } });
    expect(await isThere()).toEqual(all.map((_, date) => ![2, 3, 4].includes(date)));
    expect(await read()).toMatchObject({ pausedFrom: days[2], pausedUntil: days[4] });
    await call("DELETE", `${path}/pause`);
    expect(await isThere()).toEqual(all);
  });

  it("does not act for another member, nor if it was signed for another purpose", async () => {
    const [, second] = await datesOfSeries(make, id);
    const other = await make.member();
    const strange = `/regulars/${make.links.sign("regular", `${id}:${other.id}:${second?.id}`)}`;
    expect((await call("PUT", `${strange}/skip`)).body.code).toBe("not_found");
    const wrong = `/regulars/${make.links.sign("registration", `${id}:${member.id}:${second?.id}`)}`;
    expect((await call("PUT", `${wrong}/skip`)).body.code).toBe("link_broken");
    const withoutDate = `/regulars/${make.links.sign("regular", `${id}:${member.id}`)}`;
    expect((await call("PUT", `${withoutDate}/skip`)).body.code).toBe("link_broken");
    expect(await isThere()).toEqual(all);
  });
});
