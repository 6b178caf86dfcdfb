import { beforeEach, describe, expect, inject, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { oneMomentIn } from "#test/one-moment.ts";
import { newEvent } from "#test/operations.ts";
import { listEvents } from "../events/queries.ts";
import { EventFilter } from "../events/shapes.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { createEvent } from "../organizing/commands.ts";
import { EventInput } from "../organizing/shapes.ts";
import { joinEvent } from "../registrations/commands.ts";
import { sendReport } from "../reports/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { listReviews } from "../reports/queries.ts";
import { type Decision, ReportInput } from "../reports/shapes.ts";
import { liftSuspension, suspendMember } from "./commands.ts";

// An event can be hidden for two reasons: a report about it, and its organizer's suspension. It is shown when both are
// gone.

let make: Make;
let host: Member;
let mallory: Member;
let guest: Member;
let reported: string;
let other: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [host, mallory, guest] = [await make.member(), await make.member(), await make.member()];
  await make.proven(host, mallory, guest);
  [reported, other] = [await make.event({ organizer: mallory }), await make.event({ organizer: mallory })];
  await joinEvent(make.context(guest), { eventId: reported });
});

const reason = "Seen.";
const hosting = () => ({ ...hostedBy(asHost(make, host)), endAccess: make.auth.endAccess });
const suspend = () => suspendMember(hosting(), mallory.id, { reason });
const lift = () => liftSuspension(hosting(), mallory.id, { reason });
const report = (id: string) =>
  sendReport(
    { ...make.context(guest), from: "192.0.2.1" },
    ReportInput.parse({ about: "event", id, reason: "untrue" }),
  );
async function decide(id: string, decision: Decision) {
  const { rows } = await listReviews(asHost(make, host), { state: "open", limit: 100 });
  const review = rows.find(({ subjectId }) => subjectId === id)?._id ?? "";
  return decideReview(hostedBy(asHost(make, host)), review, { decision, reason });
}
const first = (title: string) =>
  createEvent({ ...make.context(mallory), looksFirst: true }, EventInput.parse({ ...newEvent(), title }));
const shown = async () =>
  (await listEvents(make.context(), EventFilter.parse({ when: "all" }))).rows.map(({ _id }) => _id).toSorted();
const subjects = async (to: Member) =>
  (await make.mails()).filter((mail) => mail.to === to.email).map(({ subject }) => subject);

describe("an event of a suspended organizer", () => {
  it("stays hidden when a report about it is restored, until the suspension is lifted", async () => {
    await report(reported);
    await decide(reported, "hide");
    await suspend();
    await make.mails();
    await decide(reported, "restore");
    expect(await shown()).toEqual([]);
    expect([await subjects(mallory), await subjects(guest)]).toEqual([[], []]);
    await lift();
    expect(await shown()).toEqual([reported, other].toSorted());
    expect(await subjects(guest)).toEqual(["It is on: Beach Cleanup"]);
  });

  it("stays hidden after the suspension if a host has hidden the event itself, until that is restored too", async () => {
    await report(reported);
    await report(other);
    await suspend();
    await make.mails();
    await expect(decide(reported, "restore")).rejects.toMatchObject({ code: "already_decided" });
    await decide(reported, "hide");
    // Registered people have already been told.
    expect(await subjects(guest)).toEqual(expect.not.arrayContaining(["Under review: Beach Cleanup"]));
    await lift();
    expect(await shown()).toEqual([other]);
    await decide(reported, "restore");
    expect(await shown()).toEqual([reported, other].toSorted());
  });

  it("needs both a host's approval and the end of the suspension if it waits for approval", async () => {
    const [{ insertedId: approved }, { insertedId: waiting }] = [await first("Yes"), await first("Not yet")];
    await suspend();
    await decide(approved, "restore");
    expect(await shown()).toEqual([]);
    await lift();
    expect(await shown()).toEqual([reported, other, approved].toSorted());
    await decide(waiting, "restore");
    expect(await shown()).toContain(waiting);
  });
});

// The embedded database has one connection, so nothing runs concurrently there.
describe.runIf(inject("database").url !== undefined)("a report restored while a suspension is lifted", () => {
  it.each([
    ["just before", () => [() => decide(reported, "restore"), lift]],
    ["just after", () => [lift, () => decide(reported, "restore")]],
  ])("leaves nothing hidden, %s it", async (_, actions) => {
    const { waiting } = oneMomentIn(make.db);
    await report(reported);
    await decide(reported, "hide");
    await suspend();
    const begun: Promise<unknown>[] = [];
    await make.db.transaction().execute(async (tx) => {
      await tx.selectFrom("members").select("id").where("id", "=", mallory.id).forUpdate().execute();
      for (const action of actions()) {
        begun.push(action());
        await expect.poll(waiting).toBe(begun.length);
      }
    });
    await Promise.all(begun);
    expect(await shown()).toEqual([reported, other].toSorted());
  });
});
