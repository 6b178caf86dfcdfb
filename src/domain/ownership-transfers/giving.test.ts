import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { communityOf, giveRight, ownedBy } from "#test/owning.ts";
import { getEvent } from "../events/queries.ts";
import { follow } from "../follows/commands.ts";
import type { Member } from "../members/shapes.ts";
import { offerOwnership } from "./commands.ts";
import { giveEvent } from "./giving.ts";

let make: Make;
let [maker, owner, joined] = [] as unknown as Member[];
let [community, eventId] = ["", ""];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [maker, owner, joined] = (await make.members(3)) as [Member, Member, Member];
  community = await communityOf(make, [owner], { title: "River Keepers", contact_email: "hello@river.example" });
  await giveRight(make, maker, { community_id: community });
  eventId = await make.event({ organizer: maker, title: "Clean-up" });
  for (const member of [maker, joined]) await make.join({ eventId, member: member });
});

const give = (by = maker, communityId: string | null = community, id = eventId) =>
  outcomeOf(giveEvent(make.context(by), id, { communityId }));
const logged = async () => {
  const rows = await make.db.selectFrom("team_log").select(["action", "words", "community_id"]).orderBy("id").execute();
  return rows.map(({ action, words, community_id }) => [action, words, community_id]);
};
const organizerNow = async () => (await getEvent(make.context(), eventId)).organizer;
/** The recipients and subjects of all mails that are due in an hour. */
const told = async () =>
  (await make.mails(new Date(Date.now() + 3_600_000))).map(({ to, subject }) => [to, subject]).toSorted(byText);
const byText = (one: string[], other: string[]) => (String(one) < String(other) ? -1 : 1);

describe("giving an event to a community", () => {
  it("puts it in the community's name, and tells registered people once, but not the giver", async () => {
    expect(await give()).toBe("done");
    expect(await organizerNow()).toBe("River Keepers");
    expect(await give(owner)).toBe("done");
    expect(await logged()).toEqual([["given", "River Keepers", community]]);
    const mails = await make.mails(new Date(Date.now() + 3_600_000));
    expect(mails.map(({ to, subject, replyTo }) => [to, subject, replyTo])).toEqual([
      [joined!.email, "River Keepers runs “Clean-up” now", "hello@river.example"],
    ]);
    expect(mails[0]!.text).toContain("You keep your spot, and everything else stays as it is.");
  });

  it("is refused unless the event is one's own, and the community one that one organizes", async () => {
    const stranger = await make.member();
    expect(await give(owner)).toBe("not_yours");
    expect(await give(maker, await make.community())).toBe("not_yours");
    expect(await give(maker, newId())).toBe("not_found");
    await giveRight(make, stranger, { event_id: eventId });
    await giveRight(make, stranger, { community_id: community });
    expect(await give(stranger)).toBe("not_yours");
    await make.db.updateTable("rights").set({ until: yesterday() }).where("member_id", "=", maker!.id).execute();
    expect(await give()).toBe("not_yours");
    await make.db.updateTable("communities").set({ hidden_at: new Date() }).execute();
    expect(await give()).toBe("not_found");
    expect(await told()).toEqual([]);
  });

  it("ends an offer to another organizer, and makes new ones impossible until it is given back", async () => {
    const offer = (by = maker) => outcomeOf(offerOwnership(make.context(by), eventId, { email: "zoe@example.org" }));
    expect(await offer()).toBe("done");
    await give();
    expect(await make.db.selectFrom("ownership_transfers").selectAll().execute()).toEqual([]);
    expect([await offer(), await offer(owner)]).toEqual(["not_yours", "of_community"]);
    await give(owner, null);
    expect(await offer()).toBe("done");
  });

  it("keeps the followers of its organizer, and gives the community none", async () => {
    await make.proven(joined!);
    await follow(make.context(joined), { about: "organizer", id: maker!.id });
    const follows = () => make.db.selectFrom("follows").select(["organizer_id", "community_id"]).execute();
    const before = await follows();
    await give();
    expect(await follows()).toEqual(before);
  });

  it("mails no participant about an event that is over or canceled", async () => {
    const past = await make.event({ organizer: maker!, eventDate: yesterday() });
    const canceled = await make.event({ organizer: maker!, cancelReason: "Storm." });
    for (const id of [past, canceled]) {
      await make.join({ eventId: id, member: joined! });
      expect(await give(maker, community, id)).toBe("done");
    }
    expect((await told()).map(([to]) => to)).not.toContain(joined!.email);
  });
});

describe("giving an event back", () => {
  beforeEach(() => ownedBy(make, community, eventId));

  it("needs an owner of the community, and tells registered people and who has it now", async () => {
    expect(await give(maker, null)).toBe("not_yours");
    expect(await give(owner, null)).toBe("done");
    expect(await organizerNow()).toBe(maker!.displayName);
    expect(await logged()).toEqual([["given_back", "", community]]);
    expect(await told()).toEqual(
      [
        [maker!.email, "“Clean-up” is yours again"],
        [joined!.email, `${maker!.displayName} runs “Clean-up” now`],
      ].toSorted(byText),
    );
  });

  it("mails only the last state if the event is given again before the mails go out", async () => {
    await give(owner, null);
    await give(maker);
    expect(await told()).toEqual([[joined!.email, "River Keepers runs “Clean-up” now"]]);
  });

  it("ends the gate keys of people who no longer organize it, and keeps those of its organizer and co-organizers", async () => {
    const other = await make.member();
    await giveRight(make, other, { event_id: eventId });
    const keys = [maker!, owner!, other].map(({ id, displayName }) => ({
      id: newId(),
      event_id: eventId,
      label: displayName,
      created_by: id,
    }));
    await make.db.insertInto("gate_keys").values(keys).execute();
    await give(owner, null);
    const open = await make.db.selectFrom("gate_keys").where("revoked_at", "is", null).select("label").execute();
    expect(open.map(({ label }) => label).toSorted()).toEqual([maker!.displayName, other.displayName].toSorted());
  });
});
