import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { purgeExpired } from "#adapters/jobs/purge.ts";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newOutcome, overEvent } from "#test/outcomes.ts";
import { deleteAccount } from "../accounts/commands.ts";
import { exportAccount } from "../accounts/queries.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { sendReport } from "../reports/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { getReview } from "../reports/queries.ts";
import { forgetInOutcomes, sayOutcome } from "./commands.ts";
import { getOutcome, getPublicOutcome } from "./queries.ts";
import type { OutcomeInput } from "./shapes.ts";

let make: Make;
let organizer: Member;
let [ana, ben]: Member[] = [];
let eventId: string;
let ids: string[];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  [ana, ben] = [await make.member(), await make.member()];
  ({ eventId, ids } = await overEvent(make, organizer, [ana, ben]));
});

const me = () => make.context(organizer);
const say = (more: Partial<OutcomeInput>) => sayOutcome(me(), eventId, newOutcome(more));
const names = async () => (await make.db.selectFrom("outcome_people").select("name").execute()).map(({ name }) => name);
/** Purges as if the event had ended that many days ago. */
async function purgeAfter(days: number) {
  const ended = sql`now() - ${days} * interval '1 day'`;
  await sql`update events set event_end = ${ended}, event_date = ${ended} - interval '2 hours'`.execute(make.db);
  await purgeExpired(make.db);
}
const guestOf = async (registration_id: string, name: string) => {
  const id = newId();
  await make.db.insertInto("guests").values({ id, registration_id, name, under18: false }).execute();
  return id;
};

describe("reported pictures", () => {
  it("are hidden, restored and deleted together", async () => {
    const shots = [newId(), newId()];
    const rows = shots.map((id) => ({
      id,
      owner_id: organizer.id,
      content: new Uint8Array([1]),
      created_at: new Date(),
    }));
    await make.db.insertInto("pictures").values(rows).execute();
    const report = () =>
      sendReport(
        { ...make.context(ana), from: "192.0.2.1" },
        { about: "outcome_pictures", id: eventId, reason: "private", words: "" },
      );
    await expect(report()).rejects.toMatchObject({ code: "not_found" });
    const pictures = shots.map((id) => `/pictures/${id}.webp`);
    await say({ pictures, peopleAgreed: true });
    await report();
    const host = await make.member();
    const review = await make.db.selectFrom("reviews").select("id").executeTakeFirstOrThrow();
    const decide = (decision: "hide" | "restore" | "delete", id = review.id) =>
      decideReview(hostedBy(asHost(make, host)), id, { decision, reason: "A child." });
    const shown = async () => (await getPublicOutcome(make.context(), eventId)).pictures;
    await decide("hide");
    expect(await shown()).toEqual([]);
    const whole = await getReview(asHost(make, host), review.id);
    expect(whole.pictures).toEqual(["data:image/webp;base64,AQ==", "data:image/webp;base64,AQ=="]);
    expect(make.announced.at(-1)).toBe(eventId);
    await decide("restore");
    expect(await shown()).toEqual(pictures);
    await report();
    const again = await make.db
      .selectFrom("reviews")
      .select("id")
      .where("decided_at", "is", null)
      .executeTakeFirstOrThrow();
    await decide("delete", again.id);
    expect(await make.db.selectFrom("pictures").select("id").execute()).toEqual([]);
  });
});

describe("people's data", () => {
  it("loses the names of a deleted account and its guests, and keeps the count", async () => {
    const rita = await guestOf(ids[0]!, "Rita");
    await say({ came: [ids[0]!, rita, ids[1]!] });
    const { hoursTold } = await exportAccount(make.context(ana));
    expect(hoursTold).toMatchObject([{ eventId, hours: 2, byOrganizer: true }]);
    await make.db
      .updateTable("members")
      .set({ deletion_at: new Date(0) })
      .where("id", "=", ana!.id)
      .execute();
    await deleteAccount(make.context(), ana!.id);
    expect(await getPublicOutcome(make.context(), eventId)).toMatchObject({ came: 3, hours: 6 });
    const { people } = await getOutcome(me(), eventId);
    expect(people.filter(({ came }) => came).map(({ name }) => name ?? "")).toEqual([ben!.displayName, "", ""]);
    // Saving the outcome again keeps deleted people in the count.
    await say({ came: people.filter(({ came }) => came).map(({ _id }) => _id), hours: 3 });
    expect(await getPublicOutcome(make.context(), eventId)).toMatchObject({ came: 3, hours: 9 });
  });

  it("loses the names of guests of members who stay, even if these had left the list", async () => {
    const sam = newId();
    await say({ came: [sam], added: [{ _id: sam, name: "Sam" }] });
    const leaver = { event_id: eventId, person_id: sam, name: "Sam", under18: false, left_at: new Date() };
    await make.db
      .insertInto("gate_leavers")
      .values({ ...leaver, owner_id: ben!.id })
      .execute();
    const gone = async (member: Member) => {
      await make.db.transaction().execute((tx) => forgetInOutcomes(tx, member.id));
      return names();
    };
    expect([await gone(ana!), await gone(ben!)]).toEqual([["Sam"], [null]]);
  });

  it("still counts people as joined whose account is deleted later, also if they did not come", async () => {
    await make.db.updateTable("registrations").set({ attendance_confirmed_at: new Date() }).execute();
    await say({ came: [ids[0]!] });
    await make.db
      .updateTable("members")
      .set({ deletion_at: new Date(0) })
      .where("id", "=", ben!.id)
      .execute();
    await deleteAccount(make.context(), ben!.id);
    await say({ came: [ids[0]!], hours: 3 });
    const counts = await make.db.selectFrom("outcomes").select(["joined", "confirmed"]).executeTakeFirst();
    expect(counts).toEqual({ joined: 2, confirmed: 2 });
  });

  it("is ordered by the database's clock, not by that of the machine that made an id", async () => {
    await say({ came: [ids[0]!], hours: 2 });
    // Made by a machine whose clock is slow.
    const later = { id: "00000000-0000-7000-8000-000000000000", hours: 5, asserted_at: new Date(Date.now() + 60_000) };
    const said = { event_id: eventId, member_id: ana!.id, asserted_by: organizer.id };
    await make.db
      .insertInto("asserted_hours")
      .values({ ...said, ...later })
      .execute();
    const { hoursTold } = await exportAccount(make.context(ana));
    expect(hoursTold.map(({ hours }) => hours)).toEqual([2, 5]);
    // The latest mailed hours are the current ones, so nothing is added.
    await say({ came: [ids[0]!], hours: 5 });
    expect(await make.db.selectFrom("asserted_hours").select("hours").execute()).toHaveLength(2);
  });

  it("loses the names of people without an account a year after the event", async () => {
    await say({ came: [], added: [] });
    const added = [{ _id: newId(), name: "Marta" }];
    await say({ came: [added[0]!._id], added });
    await purgeAfter(364);
    expect(await names()).toEqual(["Marta"]);
    await purgeAfter(365.5);
    expect(await names()).toEqual([null]);
  });
});
