import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { begin, day, during, gateIn, hour, later, minute, newMark } from "#test/gate.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newOutcome } from "#test/outcomes.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { sendReport } from "../reports/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { sayOutcome } from "./commands.ts";
import { getOutcome, getPublicOutcome } from "./queries.ts";
import { settledAfter } from "./rules.ts";

let make: Make;
let gate: Awaited<ReturnType<typeof gateIn>>;
let [ana, ben, host]: Member[] = [];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  gate = await gateIn(make);
  [ana, ben, host] = [await gate.join("Ana"), await gate.join("Ben"), await make.member()];
  await make.proven(gate.organizer, ana, ben);
  await make.db.deleteFrom("outbox").execute();
});

const mailed = async (now: Date) =>
  (await make.mails(now)).filter(({ subject }) => subject.startsWith("Thank you")).map(({ to }) => to);
const ids = async () =>
  (await make.db.selectFrom("registrations").select("id").orderBy("seq").execute()).map(({ id }) => id);
const say = async (now: Date, came: string[]) =>
  sayOutcome(make.context(gate.organizer, now), gate.eventId, newOutcome({ came }));
async function decide(now: Date, decision: "hide" | "restore") {
  const open = () =>
    make.db.selectFrom("reviews").select("id").where("decided_at", "is", null).executeTakeFirstOrThrow();
  if (decision === "hide") {
    const report = { about: "event", id: gate.eventId, reason: "untrue", words: "" } as const;
    await sendReport({ ...make.context(ben, now), from: "192.0.2.1" }, report);
  }
  await decideReview(hostedBy(asHost(make, host!, now)), (await open()).id, { decision, reason: "We asked." });
}

describe("an event hidden while its people wait for thanks", () => {
  it("thanks them once when it is public again, and mails corrected hours then", async () => {
    const [one, two] = await ids();
    await say(gate.end, [one!]);
    expect(await mailed(gate.end)).toEqual([ana!.email]);
    await say(later(gate.end, minute), [one!, two!]);
    await sayOutcome(
      make.context(gate.organizer, later(gate.end, minute)),
      gate.eventId,
      newOutcome({ came: [one!, two!], hoursOf: [{ _id: one!, hours: 1 }] }),
    );
    await decide(later(gate.end, minute), "hide");
    expect(await mailed(later(gate.end, 8 * day))).toEqual([]);
    const shownAt = later(gate.end, 9 * day);
    await decide(shownAt, "restore");
    const mails = (await make.mails(shownAt)).filter(({ subject }) => !subject.endsWith("is back"));
    expect(new Set(mails.map(({ to, subject }) => `${to} ${subject}`))).toEqual(
      new Set([`${ben!.email} Thank you for coming: Beach Cleanup`, `${ana!.email} Your hours at “Beach Cleanup”`]),
    );
    expect(await mailed(later(shownAt, 40 * day))).toEqual([]);
  });

  it("sends no thanks after a month", async () => {
    await say(gate.end, await ids());
    await decide(gate.end, "hide");
    expect(await mailed(later(gate.end, 31 * day))).toEqual([]);
    await decide(later(gate.end, 32 * day), "restore");
    expect(await mailed(later(gate.end, 33 * day))).toEqual([]);
  });

  it("asks its organizer once it is public again, if the time had passed, and uses the gate's data a day later", async () => {
    const [one] = await ids();
    await gate.sync(await gate.opened(), during, { marks: [newMark("here", one!, during)] });
    await decide(later(begin, hour), "hide");
    const settled = async (now: Date) => (await getOutcome(make.context(gate.organizer, now), gate.eventId)).settledAt;
    expect(await settled(gate.end)).toBeNull();
    const shownAt = later(gate.end, settledAfter + 5 * day);
    expect(await mailed(later(shownAt, -minute))).toEqual([]);
    await decide(shownAt, "restore");
    const asked = (await make.mails(shownAt)).filter(({ subject }) => subject === "How was “Beach Cleanup”?");
    expect(asked.map(({ to }) => to)).toEqual([gate.organizer.email]);
    expect(await settled(shownAt)).toBe(later(shownAt, day).toISOString());
    expect(await mailed(later(shownAt, day - minute))).toEqual([]);
    expect(await mailed(later(shownAt, day))).toEqual([ana!.email]);
    expect(await getPublicOutcome(make.context(), gate.eventId)).toMatchObject({ came: 1 });
  });
});
