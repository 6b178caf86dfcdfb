import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { answerReview, sendReport } from "../reports/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { getReview, listReviews } from "../reports/queries.ts";
import { ReportInput } from "../reports/shapes.ts";
import { planDeletion } from "./commands.ts";
import { exportAccount } from "./queries.ts";

let make: Make;
let host: Member;
let reporter: Member;
let organizer: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [host, reporter, organizer] = [await make.member(), await make.member(), await make.member()];
  await make.proven(reporter, organizer);
  eventId = await make.event({ organizer });
});

const report = (by: Member | undefined, more: object = {}) =>
  sendReport(
    { ...make.context(by), from: "192.0.2.1" },
    ReportInput.parse({ about: "event", id: eventId, reason: "untrue", words: "Nobody is there.", ...more }),
  );
const open = async () => (await listReviews(asHost(make, host), { state: "open", limit: 100 })).rows;

describe("a member's reports and answers", () => {
  it("are in their export: under their account, and under their address", async () => {
    await report(reporter);
    await report(undefined, { email: reporter.email, about: "name", id: organizer.id });
    const id = (await open()).find(({ subjectId }) => subjectId === eventId)?._id ?? "";
    await decideReview(hostedBy(asHost(make, host)), id, { decision: "hide", reason: "We look into it." });
    await answerReview(make.context(organizer), id, { text: "We meet at pier 3." });
    const { reports, answers } = await exportAccount(make.context(reporter));
    expect(reports).toMatchObject([
      { about: "event", subjectId: eventId, reason: "untrue", words: "Nobody is there." },
      { about: "name", subjectId: organizer.id },
    ]);
    expect(answers).toEqual([]);
    const named = (await open()).find(({ about }) => about === "name");
    await decideReview(hostedBy(asHost(make, host)), named?._id ?? "", { decision: "delete", reason: "Rude." });
    expect(await exportAccount(make.context(organizer))).toMatchObject({
      reports: [],
      answers: [{ about: "event", text: "We meet at pier 3." }],
      takenDown: [{ about: "name" }],
    });
  });

  it("no longer name the member once their account is deleted, and a review of their name is deleted with it", async () => {
    await report(reporter);
    await report(undefined, { email: reporter.email, id: await make.event() });
    await report(organizer, { about: "name", id: reporter.id });
    const before = await open();
    expect(before).toHaveLength(3);
    await planDeletion(make.context(reporter));
    await make.mails(new Date(Date.now() + 8 * 86_400_000));
    expect(await make.db.selectFrom("members").select("id").where("id", "=", reporter.id).execute()).toEqual([]);
    const left = await make.db.selectFrom("reports").select(["reporter_id", "email", "words"]).execute();
    const nobodys = { reporter_id: null, email: null, words: "Nobody is there." };
    expect(left).toEqual([nobodys, nobodys]);
    expect((await open()).map(({ about }) => about)).toEqual(["event", "event"]);
    const [first] = await open();
    // The report still counts as one of a member with a confirmed address.
    expect(await getReview(asHost(make, host), first?._id ?? "")).toMatchObject({
      confirmed: 1,
      said: [{ by: "confirmed" }],
    });
  });
});
