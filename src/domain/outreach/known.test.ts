import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { sayOutcome } from "#domain/outcomes/commands.ts";
import { addParticipant, sendMessage } from "#domain/participants/commands.ts";
import { joinEvent } from "#domain/registrations/commands.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { newOutcome, overEvent } from "#test/outcomes.ts";
import { provenMember } from "#test/outreach.ts";
import { kindToAddress, kindToKnown } from "./known.ts";

let make: Make;
let organizer: Member;
let guest: Member;
let stranger: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [organizer, guest, stranger] = [await provenMember(make), await provenMember(make), await provenMember(make)];
});

const hold = async (count: number, people = [guest]) => {
  for (let done = 0; done < count; done++) await overEvent(make, organizer, people);
};
const kindTo = ({ email }: Member, community: string | null = null) =>
  kindToAddress(make.context(), organizer.id, { owner_community_id: community }, email);

describe("kindToAddress", () => {
  it("lets people who joined an earlier event count apart, and neither strangers nor before three events", async () => {
    await hold(2);
    expect(await kindTo(guest)).toBe("outreach");
    await hold(1);
    expect([await kindTo(guest), await kindTo(stranger)]).toEqual(["outreach_known", "outreach"]);
    expect(await kindTo({ ...guest, email: "nobody@example.org" })).toBe("outreach");
  });

  it("lets members of the event's community count apart, and of no other", async () => {
    await hold(3);
    const [community, another] = [await make.community(), await make.community()];
    await make.db
      .insertInto("memberships")
      .values({ community_id: community, member_id: stranger.id, joined_at: new Date() })
      .execute();
    expect([await kindTo(stranger, community), await kindTo(stranger, another), await kindTo(stranger)]).toEqual([
      "outreach_known",
      "outreach",
      "outreach",
    ]);
  });

  it("knows people who came without being on the list", async () => {
    await hold(3);
    const { eventId } = await overEvent(make, organizer, [guest]);
    await sayOutcome(make.context(organizer), eventId, newOutcome());
    const came = { event_id: eventId, person_id: eventId, member_id: stranger.id, noted_by: "gate" as const };
    await make.db
      .insertInto("outcome_people")
      .values({ ...came, is_listed: false, is_confirmed: false })
      .execute();
    expect(await kindTo(stranger)).toBe("outreach_known");
  });
});

describe("kindToKnown", () => {
  const set = async (values: object) => {
    await make.db
      .updateTable("events")
      .set({ updated_at: new Date(), ...values })
      .where("organizer_id", "=", organizer.id)
      .execute();
  };
  const kind = () => kindToKnown(make.context(), organizer.id);

  it.each<[string, () => Promise<unknown>]>([
    ["to come", () => set({ event_date: new Date(Date.now() + 1e7), event_end: new Date(Date.now() + 2e7) })],
    ["canceled", () => set({ cancelled_at: new Date(), cancel_reason: "Storm" })],
    ["hidden or drafts", () => set({ is_draft: true })],
  ])("does not count events that are %s", async (_, change) => {
    await hold(3);
    expect(await kind()).toBe("outreach_known");
    await change();
    expect(await kind()).toBe("outreach");
  });

  it("counts only events that another member joined", async () => {
    await hold(3, [organizer]);
    expect(await kind()).toBe("outreach");
    await hold(3);
    expect(await kind()).toBe("outreach_known");
  });
});

describe("the limits", () => {
  const limits = {
    invite: { account: { most: 1, seconds: 60 } },
    outreach: { account: { most: 1, seconds: 60 } },
    outreach_known: { account: { most: 4, seconds: 60 } },
  };
  const own = () => ({ ...make.context(organizer), ...attemptsFor(make.db, limits) });
  const add = async ({ email }: Member, eventId?: string) =>
    outcomeOf(addParticipant(own(), eventId ?? (await make.event({ organizer })), { email, reason: "Come." }));

  it("let an organizer add more people who know them than strangers, and write to them", async () => {
    await hold(3);
    expect([await add(guest), await add(guest), await add(guest)]).toEqual(["done", "done", "done"]);
    expect([await add(stranger), await add(await provenMember(make))]).toEqual(["done", "too_many_attempts"]);
    const eventId = await make.event({ organizer });
    await joinEvent(make.context(stranger), { eventId });
    const write = () => outcomeOf(sendMessage(own(), eventId, { audience: "all", text: "Hello" }));
    expect([await write(), await write()]).toEqual(["done", "too_many_mails"]);
  });

  it("stay as they were for an organizer of fewer events", async () => {
    await hold(2);
    expect([await add(guest), await add(guest)]).toEqual(["done", "too_many_attempts"]);
  });
});
