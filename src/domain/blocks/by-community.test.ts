import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { communityOf, giveRight, ownedBy } from "#test/owning.ts";
import type { Member } from "../members/shapes.ts";
import { joinEvent } from "../registrations/commands.ts";
import { listInOrder } from "../registrations/list.ts";
import { blockMember } from "./commands.ts";
import { getBlockable, isBlockedAt } from "./queries.ts";

let make: Make;
let [owner, maker, member] = [] as unknown as Member[];
let [community, eventId] = ["", ""];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [owner, maker, member] = (await make.members(3)) as [Member, Member, Member];
  community = await communityOf(make, [owner]);
  await giveRight(make, maker, { community_id: community });
  eventId = await make.event({ organizer: maker });
  await ownedBy(make, community, eventId);
});

const block = (by: Member | undefined, whom: Member | undefined) =>
  make.db.insertInto("blocks").values({ blocker_id: by!.id, blocked_id: whom!.id, blocked_at: new Date() }).execute();
const join = () => outcomeOf(joinEvent(make.context(member), { eventId }));
const noted = async () => (await listInOrder(make.db, eventId, { limit: 10 })).map(({ is_blocked }) => is_blocked);
const endRights = () => make.db.updateTable("rights").set({ until: yesterday() }).execute();

describe("a block at an event of a community", () => {
  it("keeps a member from joining if an owner of the community made it", async () => {
    await block(owner, member);
    expect([await join(), await isBlockedAt(make.db, eventId, member!.id)]).toEqual(["cannot_join", true]);
  });

  it("keeps no member from joining if another organizer made it, or the member blocked an owner", async () => {
    await block(maker, member);
    await block(member, owner);
    expect([await join(), await isBlockedAt(make.db, eventId, member!.id)]).toEqual(["done", false]);
  });

  it("ends to count with the owner's right", async () => {
    await block(owner, member);
    await endRights();
    expect(await join()).toBe("done");
  });

  it("is noted on the list of people if an owner made it", async () => {
    expect(await join()).toBe("done");
    await block(maker, member);
    expect(await noted()).toEqual([false]);
    await block(owner, member);
    expect(await noted()).toEqual([true]);
  });

  it("can be set by each of its organizers against people on its list, and against none of its organizers", async () => {
    expect(await outcomeOf(blockMember(make.context(owner), member!.id))).toBe("not_found");
    await join();
    expect(await outcomeOf(blockMember(make.context(owner), member!.id))).toBe("done");
    // The event's page shows the community, and not the member who made it.
    expect(await outcomeOf(getBlockable(make.context(member), maker!.id))).toBe("not_found");
    await make.event({ organizer: maker! });
    expect(await outcomeOf(getBlockable(make.context(member), maker!.id))).toBe("done");
  });
});
