import { beforeEach, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { sendReport } from "./commands.ts";
import { decideReview } from "./deciding.ts";
import { getReview, listOwnReviews, listReviews } from "./queries.ts";
import { ReportInput } from "./shapes.ts";

let make: Make;
let host: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  host = await make.member();
});

const report = (by: Member, id: string, reason: "untrue" | "private") =>
  sendReport({ ...make.context(by), from: "192.0.2.1" }, ReportInput.parse({ about: "event", id, reason }));

it("each of two reviews has its own reports, and is told only to its reporters, and to its owner while it is open", async () => {
  const [organizer, ana, ben] = [await make.member(), await make.member(), await make.member()];
  const [one, other] = [await make.event({ organizer }), await make.event({ organizer })];
  await report(ana, one, "untrue");
  await report(ben, other, "private");
  await make.mails();
  const { rows } = await listReviews(asHost(make, host), { state: "open", limit: 100 });
  expect(new Map(rows.map(({ subjectId, mainReason }) => [subjectId, mainReason]))).toEqual(
    new Map([
      [one, "untrue"],
      [other, "private"],
    ]),
  );
  const idOf = (id: string) => rows.find(({ subjectId }) => subjectId === id)?._id ?? "";
  expect((await getReview(asHost(make, host), idOf(one))).said).toMatchObject([{ reason: "untrue" }]);

  const decide = (id: string, decision: "hide" | "restore") =>
    decideReview(hostedBy(asHost(make, host)), idOf(id), { decision, reason: "We asked." });
  const own = async () => (await listOwnReviews(make.context(organizer))).map(({ eventId }) => eventId);
  await decide(one, "hide");
  const told = (await make.mails()).filter(({ subject }) => subject === "What became of your report");
  expect(told.map(({ to }) => to)).toEqual([ana.email]);
  expect(await own()).toEqual([one]);
  await decide(other, "hide");
  await decide(one, "restore");
  expect(await own()).toEqual([other]);
});
