import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { newEvent } from "#test/operations.ts";
import { communityOf, giveRight } from "#test/owning.ts";
import { deleteAccount } from "../accounts/commands.ts";
import { getEvent, listMyEvents } from "../events/queries.ts";
import type { Member } from "../members/shapes.ts";
import { listOwnCommunities } from "../rights/queries.ts";
import { createEvent } from "./commands.ts";
import { EventInput } from "./shapes.ts";

let make: Make;
let [owner, maker] = [] as unknown as Member[];
let community = "";
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [owner, maker] = (await make.members(2)) as [Member, Member];
  community = await communityOf(make, [owner], { title: "River Keepers", slug: "river" });
  await giveRight(make, maker, { community_id: community });
});

const create = (communityId: string | null, by = maker) =>
  createEvent(make.context(by), EventInput.parse({ ...newEvent(), communityId }));
const end = (member: Member | undefined) =>
  make.db.updateTable("rights").set({ until: yesterday() }).where("member_id", "=", member!.id).execute();

describe("creating an event of a community", () => {
  it("shows it in the community's name, and its organizers can manage it", async () => {
    const { insertedId, status } = await create(community);
    expect(status).toBe("active");
    expect(await getEvent(make.context(), insertedId)).toMatchObject({
      organizer: "River Keepers",
      organizerId: maker!.id,
      community: { id: community, slug: "river" },
    });
    const managed = async (member = maker) =>
      (await listMyEvents(make.context(member), { limit: 10 })).rows.map(({ _id }) => _id);
    expect([await managed(), await managed(owner), await managed(await make.member())]).toEqual([
      [insertedId],
      [insertedId],
      [],
    ]);
  });

  it("is refused to people who do not organize it, or no longer, and for one that is hidden or unknown", async () => {
    const stranger = await make.member();
    await giveRight(make, stranger, { community_id: await make.community() });
    expect(await outcomeOf(create(community, stranger))).toBe("not_yours");
    await end(maker);
    expect(await outcomeOf(create(community))).toBe("not_yours");
    expect(await outcomeOf(create(newId()))).toBe("not_found");
    await make.db.updateTable("communities").set({ hidden_at: new Date() }).execute();
    expect(await outcomeOf(create(community, owner))).toBe("not_found");
    expect(await make.db.selectFrom("events").select("id").execute()).toEqual([]);
  });

  it("leaves an event without a community to its maker", async () => {
    const { insertedId } = await create(null);
    expect(await getEvent(make.context(), insertedId)).toMatchObject({
      organizer: maker!.displayName,
      community: null,
    });
  });

  it("while the maker's account is deleted ends with an event of the community, or none, and never a lost one", async () => {
    await make.db.updateTable("members").set({ deletion_at: yesterday() }).where("id", "=", maker!.id).execute();
    const makings = Array.from({ length: 8 }, () => outcomeOf(create(community)));
    const [made] = await Promise.all([Promise.all(makings), deleteAccount(make.context(), maker!.id)]);
    // A maker without an account organizes nothing.
    expect(made.filter((outcome) => !["done", "sign_in_required", "not_yours"].includes(outcome))).toEqual([]);
    const events = await make.db.selectFrom("events").select(["organizer_id", "owner_community_id"]).execute();
    expect(events).toEqual(
      made
        .filter((outcome) => outcome === "done")
        .map(() => ({
          organizer_id: owner!.id,
          owner_community_id: community,
        })),
    );
    expect(await make.db.selectFrom("members").select("id").where("id", "=", maker!.id).execute()).toEqual([]);
  });
});

describe("listOwnCommunities", () => {
  it("lists those that one organizes, by name, with the first names of others", async () => {
    const other = await communityOf(make, [maker!], { title: "apples", slug: "apples" });
    await make.db.updateTable("members").set({ name: "Rui  Costa" }).where("id", "=", owner!.id).execute();
    const card = {
      image: "/scenes/community-1.svg",
      description: expect.any(String) as string,
      member: expect.any(Number) as number,
    };
    await make.db.updateTable("communities").set({ image: card.image }).execute();
    expect(await listOwnCommunities(make.context(maker))).toEqual([
      { ...card, _id: other, name: "apples", slug: "apples", others: [], isOwner: true },
      { ...card, _id: community, name: "River Keepers", slug: "river", others: ["Rui"], isOwner: false },
    ]);
    expect(await listOwnCommunities(make.context(await make.member()))).toEqual([]);
  });

  it("leaves out hidden communities, ended rights, and suspended people", async () => {
    await make.db.updateTable("members").set({ suspended_at: yesterday() }).where("id", "=", owner!.id).execute();
    expect(await listOwnCommunities(make.context(maker))).toMatchObject([{ others: [] }]);
    await end(owner);
    await make.db.updateTable("members").set({ suspended_at: null }).execute();
    expect(await listOwnCommunities(make.context(maker))).toMatchObject([{ others: [] }]);
    expect(await listOwnCommunities(make.context(owner))).toEqual([]);
    await make.db.updateTable("communities").set({ hidden_at: new Date() }).execute();
    expect(await listOwnCommunities(make.context(maker))).toEqual([]);
  });
});
