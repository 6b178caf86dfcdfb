import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { planDeletion } from "../accounts/commands.ts";
import { makeGateKey, revokeGateKey } from "../gates/commands.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { offerOwnership } from "../ownership-transfers/commands.ts";
import { addPerson } from "../participants/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { sendReport } from "../reports/commands.ts";
import { listReviews } from "../reports/queries.ts";
import { ReportInput } from "../reports/shapes.ts";
import { deleteMember, liftSuspension, suspendMember } from "../suspensions/commands.ts";
import { joinEvent } from "./commands.ts";

let make: Make;
let host: Member;
let organizer: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  host = await make.member();
  organizer = (await make.signedIn({ name: "Zoë", email: "zoe@example.org" })).member;
  await make.proven(organizer);
  eventId = await make.event({ organizer });
  const own = make.context(organizer);
  await addPerson(own, eventId, { name: "Amara Okafor", phone: "+44 20 7946 0958" });
  await addPerson(own, eventId, { name: "Tom Ito" });
  // A member has an address.
  await joinEvent(make.context(await make.member()), { eventId });
  await make.mails();
});

const hosting = () => ({ ...hostedBy(asHost(make, host)), endAccess: make.auth.endAccess });
const reason = "We were told that nobody is there.";
async function decide(...decisions: ("hide" | "restore" | "delete")[]) {
  const input = ReportInput.parse({ about: "event", id: eventId, reason: "untrue" });
  await sendReport({ ...make.context(await make.member()), from: "192.0.2.1" }, input);
  const { rows } = await listReviews(asHost(make, host), { state: "open", limit: 100 });
  for (const decision of decisions) await decideReview(hosting(), rows[0]?._id ?? "", { decision, reason });
}
/** The subjects of mails about an event that is back. */
const backMails = async () =>
  (await make.mails()).map(({ subject }) => subject).filter((one) => one.startsWith("It is on"));
/** Hides the event, and returns the mail to its organizer. */
async function hidden() {
  await make.mails();
  await decide("hide");
  const [mail] = await told();
  return mail?.text ?? "";
}
/** The mails that are due to the organizer. */
const told = async (at?: Date) => (await make.mails(at)).filter(({ to }) => to === organizer.email);
const calls =
  /2 people who joined get no e-mail from us\. Please call them\.[^]*Please call: Amara Okafor, \+44 20 7946 0958\nTom Ito, no phone number/;

describe("the mail to an organizer names the people without an address", () => {
  it("when hosts hide the event, and when they restore it", async () => {
    await decide("hide", "restore");
    const mails = await told();
    expect(mails.map(({ subject }) => subject)).toEqual(["“Beach Cleanup” is under review", "“Beach Cleanup” is back"]);
    for (const { text } of mails) expect(text).toMatch(calls);
  });

  it("when hosts delete the event, along with its list", async () => {
    await decide("delete");
    const [mail] = await told();
    expect(mail?.subject).toBe("“Beach Cleanup” was deleted");
    expect(mail?.text).toMatch(calls);
    // No trace of it is kept.
    const { payload } = await make.db
      .selectFrom("outbox")
      .select("payload")
      .where("kind", "=", "review_told")
      .executeTakeFirstOrThrow();
    expect(payload).toEqual({});
  });

  it("when hosts suspend them, and when they lift the suspension", async () => {
    await suspendMember(hosting(), organizer.id, { reason });
    const [suspended] = await told();
    await liftSuspension(hosting(), organizer.id, { reason });
    const [lifted] = await told();
    expect([suspended?.subject, lifted?.subject]).toEqual(["Your account is suspended", "You can log in again"]);
    for (const mail of [suspended, lifted]) expect(mail?.text).toMatch(calls);
  });

  it("when they ask to delete their account, and when it is deleted", async () => {
    const other = await make.event({ organizer, title: "River walk" });
    await addPerson(make.context(organizer), other, { name: "Amara Okafor" });
    await planDeletion(make.context(organizer));
    const [planned] = await told();
    const [gone] = await told(new Date(Date.now() + 8 * 86_400_000));
    expect(planned?.text).toContain("3 people who joined get no e-mail from us");
    expect(planned?.text).toContain("Beach Cleanup: Amara Okafor, +44 20 7946 0958\nBeach Cleanup: Tom Ito, no phone");
    expect(planned?.text).toContain("\nRiver walk: Amara Okafor, no phone number");
    // By then both events are over.
    expect([gone?.subject, gone?.text.includes("no e-mail from us")]).toEqual(["Your account is deleted", false]);
  });

  it("when hosts delete their account at once", async () => {
    await deleteMember(hosting(), organizer.id, { reason });
    const [gone] = await told();
    expect(gone?.subject).toBe("Your account is deleted");
    expect(gone?.text).toMatch(calls);
  });

  it("except for events that are over or canceled", async () => {
    await make.db
      .updateTable("events")
      .set({ event_date: new Date(yesterday().getTime() - 7_200_000), event_end: yesterday() })
      .execute();
    await decide("hide");
    const [mail] = await told();
    expect(mail?.text).not.toContain("no e-mail from us");
    await make.db
      .updateTable("events")
      .set({ event_end: new Date(Date.now() + 7_200_000), cancelled_at: new Date() })
      .execute();
    await suspendMember(hosting(), organizer.id, { reason });
    const [suspended] = await told();
    expect(suspended?.text).not.toContain("no e-mail from us");
  });
});

describe("the mail about an event that hosts hide", () => {
  it("says that the links to its gate and its ownership transfer have ended", async () => {
    await makeGateKey({ ...make.context(organizer), links: make.links }, eventId, { label: "North" });
    await offerOwnership(make.context(organizer), eventId, { email: "heir@example.org" });
    const text = await hidden();
    expect(text).toContain("Links that open its gate for helpers no longer work.");
    expect(text).toContain("It is no longer offered to heir@example.org.");
  });

  it("is followed by a mail to everyone who joined when it is restored, unless it is over by then", async () => {
    await decide("hide", "restore");
    expect(await backMails()).toEqual(["It is on: Beach Cleanup"]);
    await decide("hide");
    await make.db.updateTable("events").set({ event_date: yesterday(), event_end: new Date() }).execute();
    await make.mails();
    const { rows } = await listReviews(asHost(make, host), { state: "open", limit: 100 });
    await decideReview(hosting(), rows[0]?._id ?? "", { decision: "restore", reason });
    const written = make.db
      .selectFrom("outbox")
      .select("key")
      .where("kind", "=", "event_back")
      .where("done_at", "is", null);
    expect(await written.execute()).toEqual([]);
  });

  it("does not mention gate links or transfers if there are none left", async () => {
    const { key } = await makeGateKey({ ...make.context(organizer), links: make.links }, eventId, { label: "North" });
    await revokeGateKey(make.context(organizer), eventId, key._id);
    expect(await hidden()).not.toMatch(/Links that open|no longer offered/);
  });
});
