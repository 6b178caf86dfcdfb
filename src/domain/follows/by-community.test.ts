import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { communityOf, ownedBy } from "#test/owning.ts";
import { blockMember } from "../blocks/commands.ts";
import { notePublished } from "../events/publishing.ts";
import type { Member } from "../members/shapes.ts";
import { joinEvent } from "../registrations/commands.ts";
import { follow } from "./commands.ts";
import { sweepFollows } from "./telling.ts";

let make: Make;
let [owner, follower] = [] as unknown as Member[];
let community = "";
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [owner, follower] = (await make.members(2)) as [Member, Member];
  await make.proven(owner, follower);
  community = await communityOf(make, [owner]);
});

const eventBy = async (of: string | null, title: string) => {
  const id = await make.event({ organizer: owner!, title, eventDate: new Date(Date.now() + 30 * 86_400_000) });
  if (of) await ownedBy(make, of, id);
  return id;
};
const publish = (...ids: string[]) => make.db.transaction().execute((tx) => notePublished(tx, ids, new Date()));
/** The mails of the following days with news, by recipient. */
async function newsIn(days: number) {
  const mails = [];
  for (let day = 1; day <= days; day++)
    mails.push(...(await make.mails(new Date(Date.now() + day * 86_400_000), undefined, sweepFollows)));
  return mails;
}

describe("following the member who makes events of a community", () => {
  it("is impossible through such an event, and possible through one of their own", async () => {
    await eventBy(community, "Clean-up");
    const about = { about: "organizer", id: owner!.id } as const;
    expect(await outcomeOf(follow(make.context(follower), about))).toBe("not_found");
    await eventBy(null, "Own");
    expect(await outcomeOf(follow(make.context(follower), about))).toBe("done");
  });

  it("tells of the member's own new events, and not of those of the community", async () => {
    await eventBy(null, "Old");
    await follow(make.context(follower), { about: "organizer", id: owner!.id });
    await make.mails();
    await publish(await eventBy(community, "Clean-up"), await eventBy(null, "Soup night"));
    const mails = (await newsIn(8)).filter(({ to }) => to === follower!.email);
    expect(mails.map(({ text }) => [text.includes("Soup night"), text.includes("Clean-up")])).toEqual([[true, false]]);
  });
});

describe("news of a filter", () => {
  it("has an event of a community for all but its organizers and people whom an owner has blocked", async () => {
    const [blocked, blocker] = (await make.members(2)) as [Member, Member];
    await make.proven(blocked, blocker);
    const first = await eventBy(community, "First");
    await joinEvent(make.context(blocked), { eventId: first });
    await blockMember(make.context(owner), blocked.id);
    for (const member of [owner, follower, blocked])
      await follow(make.context(member), { about: "filter", filter: "category=cleanup" });
    await make.mails();
    await publish(await eventBy(community, "Clean-up"));
    const told = (await newsIn(8)).filter(({ text }) => text.includes("Clean-up")).map(({ to }) => to);
    expect(told).toEqual([follower!.email]);
  });
});
