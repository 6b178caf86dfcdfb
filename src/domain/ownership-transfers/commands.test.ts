import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make, yesterday } from "#test/make.ts";
import { getEvent } from "../events/queries.ts";
import type { Member } from "../members/shapes.ts";
import { endOwnershipTransfer, offerOwnership, acceptOwnership } from "./commands.ts";
import { getOwnershipTransfer } from "./queries.ts";

let make: Make;
let organizer: Member;
let heir: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  heir = await make.member({ displayName: "Zoë" });
  await make.db.updateTable("members").set({ email_verified: true }).where("id", "=", heir.id).execute();
  eventId = await make.event({ organizer, title: "River clean-up" });
});

const offer = (email = heir.email) => offerOwnership(make.context(organizer), eventId, { email });
const organizerNow = async () => (await getEvent(make.context(), eventId)).email;

/** Creates another event of the same organizer, and offers it to an address. */
async function otherOffered(email: string) {
  const other = await make.event({ organizer });
  await offerOwnership(make.context(organizer), other, { email });
  return other;
}

describe("offerOwnership", () => {
  it("tells the owner of the address by mail, and changes nothing until they accept", async () => {
    await make.proven(organizer);
    await offer();
    const [mail, told, ...others] = await make.mails();
    expect(others).toEqual([]);
    expect(told).toMatchObject({ to: organizer.email, subject: `“River clean-up” was offered to ${heir.email}` });
    expect(mail).toMatchObject({ to: heir.email, replyTo: organizer.email });
    expect(mail?.subject).toContain("asks you to take over “River clean-up”");
    expect(mail?.links).toEqual([`https://goodturn.example/view-event/${eventId}?offer`]);
    expect(await organizerNow()).toBe(organizer.email);
    expect(await getOwnershipTransfer(make.context(organizer), eventId)).toEqual({
      offeredTo: heir.email,
      toMe: false,
    });
    expect(await getOwnershipTransfer(make.context(heir), eventId)).toEqual({ offeredTo: null, toMe: true });
    expect(await getOwnershipTransfer(make.context(await make.member()), eventId)).toEqual({
      offeredTo: null,
      toMe: false,
    });
  });

  it("has one recipient at a time: a later offer replaces an earlier one", async () => {
    const other = await make.member();
    await offer(other.email);
    await offer();
    await expect(acceptOwnership(make.context(other), eventId)).rejects.toMatchObject({ code: "not_found" });
    const asked = (await make.mails()).filter(({ to }) => to !== organizer.email);
    expect(asked.map(({ to }) => to)).toEqual([heir.email]);
  });

  it("works only for the organizer of an event that is not over, and not to their own address", async () => {
    const outcome = (asking: Member, id: string, email: string) =>
      outcomeOf(offerOwnership(make.context(asking), id, { email }));
    expect(await outcome(heir, eventId, heir.email)).toBe("not_yours");
    expect(await outcome(organizer, eventId, organizer.email)).toBe("invalid");
    const over = await make.event({ organizer, eventDate: yesterday() });
    expect(await outcome(organizer, over, heir.email)).toBe("event_over");
    const stale = { ...make.context(organizer), proof: { at: new Date(Date.now() - 11 * 60_000), generation: 0 } };
    expect(await outcomeOf(offerOwnership(stale, eventId, { email: heir.email }))).toBe("log_in_again");
    const left = { ...make.context(organizer), proof: { at: new Date(), generation: 1 } };
    expect(await outcomeOf(offerOwnership(left, eventId, { email: heir.email }))).toBe("sign_in_required");
    expect(await make.mails()).toEqual([]);
  });

  it("limits the mails per mailbox and day, regardless of spelling, and the recipients per sender", async () => {
    const day = { seconds: 86_400 };
    const limits = { outreach: { account: { most: 5, ...day }, recipient: { most: 3, ...day } } };
    const { limitAttempts } = attemptsFor(make.db, limits);
    const asking = async (email: string, by = organizer, id = eventId) =>
      outcomeOf(offerOwnership({ ...make.context(by), limitAttempts }, id, { email }));
    expect(await asking("stranger@example.org")).toBe("done");
    expect(await asking("stranger+1@example.org")).toBe("done");
    expect(await asking("strang.er@example.org")).toBe("done");
    expect(await asking("stranger@example.org")).toBe("too_many_mails");
    // A mail from another organizer counts for the mailbox too. Other people can still be asked until the sender's own
    // limit is reached.
    const other = await make.member();
    const theirs = await make.event({ organizer: other });
    expect(await asking("stran.ger+2@example.org", other, theirs)).toBe("too_many_mails");
    expect([await asking("next@example.org"), await asking("last@example.org")]).toEqual(["done", "too_many_mails"]);
    expect(await asking("last@example.org", other, theirs)).toBe("done");
  });

  it("is not offered to its organizer, even if they have since taken that address", async () => {
    await offer("next@example.org");
    organizer = { ...organizer, email: "next@example.org" };
    await make.db.updateTable("members").set({ email: organizer.email }).where("id", "=", organizer.id).execute();
    const transfer = await getOwnershipTransfer(make.context(organizer), eventId);
    expect(transfer).toEqual({ offeredTo: organizer.email, toMe: false });
  });

  it("is not mailed if it has ended before that, even if another event is offered to the same person", async () => {
    await offer();
    const other = await otherOffered(heir.email);
    await endOwnershipTransfer(make.context(organizer), eventId);
    const mails = (await make.mails()).filter(({ to }) => to === heir.email);
    expect(mails.map(({ links }) => links[0])).toEqual([`https://goodturn.example/view-event/${other}?offer`]);
  });
});

describe("acceptOwnership", () => {
  it("makes the heir the organizer, keeps all registrations, and tells the previous organizer", async () => {
    await make.join({ eventId });
    await offer();
    await make.mails();
    await acceptOwnership(make.context(heir), eventId);
    expect(await getEvent(make.context(), eventId)).toMatchObject({
      email: heir.email,
      organizer: "Zoë",
      participant: 1,
    });
    const [mail] = await make.mails();
    expect(mail).toMatchObject({ to: organizer.email, subject: "“River clean-up” has a new organizer" });
    await expect(acceptOwnership(make.context(heir), eventId)).rejects.toMatchObject({ code: "not_found" });
  });

  it("transfers only the offered event, and leaves other events and offers unchanged", async () => {
    const [stranger] = await make.members(1);
    const other = await otherOffered(heir.email);
    const third = await otherOffered(stranger?.email ?? "");
    await expect(acceptOwnership(make.context(heir), eventId)).rejects.toMatchObject({ code: "not_found" });
    expect(await organizerNow()).toBe(organizer.email);
    await acceptOwnership(make.context(heir), other);
    expect([await organizerNow(), (await getEvent(make.context(), other)).email]).toEqual([
      organizer.email,
      heir.email,
    ]);
    const { offeredTo } = await getOwnershipTransfer(make.context(organizer), third);
    expect(offeredTo).toBe(stranger?.email);
  });

  it("refuses other members and unconfirmed addresses", async () => {
    await offer();
    const other = await make.member();
    await expect(acceptOwnership(make.context(other), eventId)).rejects.toMatchObject({ code: "not_found" });
    await make.db.updateTable("members").set({ email_verified: false }).where("id", "=", heir.id).execute();
    await expect(acceptOwnership(make.context(heir), eventId)).rejects.toMatchObject({ code: "email_unconfirmed" });
    expect(await organizerNow()).toBe(organizer.email);
  });

  it("has one result when it is accepted and ended at the same time", async () => {
    await offer();
    const results = await Promise.allSettled([
      acceptOwnership(make.context(heir), eventId),
      endOwnershipTransfer(make.context(organizer), eventId),
      acceptOwnership(make.context(heir), eventId),
    ]);
    const taken = [results[0], results[2]].filter((result) => result?.status === "fulfilled").length;
    expect(await organizerNow()).toBe(taken === 1 ? heir.email : organizer.email);
    expect(taken).toBeLessThan(2);
  });
});

describe("endOwnershipTransfer", () => {
  it("works only for the organizer and the heir, and ends the offer of one event only", async () => {
    const other = await otherOffered(heir.email);
    for (const [member, isEnded] of [
      [organizer, true],
      [heir, true],
      [await make.member(), false],
    ] as const) {
      await offer();
      await endOwnershipTransfer(make.context(member), eventId);
      const { offeredTo } = await getOwnershipTransfer(make.context(organizer), eventId);
      expect(offeredTo).toBe(isEnded ? null : heir.email);
    }
    expect((await getOwnershipTransfer(make.context(organizer), other)).offeredTo).toBe(heir.email);
  });
});

describe("getOwnershipTransfer", () => {
  it("shows a draft to its organizer only", async () => {
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", eventId).execute();
    const none = { offeredTo: null, toMe: false };
    expect(await getOwnershipTransfer(make.context(organizer), eventId)).toEqual(none);
    expect(await outcomeOf(getOwnershipTransfer(make.context(heir), eventId))).toBe("not_found");
  });
});
